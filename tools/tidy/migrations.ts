import { createHash } from 'node:crypto'
import type { Rule, Violation } from './source.ts'

const folder = 'database/migrations/'
/** One line per migration, as `sha256sum` writes it. */
export const digestFile = `${folder}digests.txt`

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Digest and name of each line. */
export const digestLines = (text: string): { name: string; digest: string }[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ digest: line.slice(0, 64), name: line.slice(66) }))

/** A migration that was merged stays as it is, for databases were made by it: each stands with its digest. */
export const migrationDigests: Rule = (files) => {
  const list = files.find((file) => file.path === digestFile)
  const found: Violation[] = []
  const say = (path: string, message: string) =>
    found.push({ rule: 'migration-digest', path, line: 1, message })
  const known = new Map<string, string>()
  for (const { name, digest } of digestLines(list?.text ?? '')) {
    if (known.has(name)) say(digestFile, `${name} stands twice`)
    known.set(name, digest)
    const file = files.find(({ path }) => path === `${folder}${name}`)
    if (file === undefined) say(digestFile, `${name} was merged and is not there any more`)
    else if (digestOf(file.text) !== digest)
      say(file.path, 'merged migrations are not edited: write a new one')
  }
  for (const { path } of files) {
    const name = path.startsWith(folder) && path.endsWith('.sql') ? path.slice(folder.length) : null
    if (name !== null && !known.has(name))
      say(path, 'has no digest yet: node tools/generate/migration-digests.ts')
  }
  return found
}
