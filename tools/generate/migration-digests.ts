import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { digestFile, digestLines, digestOf } from '../tidy/migrations.ts'

/**
 * The list of digests with those of new files. A file that stands in it keeps its digest, unless it is named:
 * then whoever names it says that no database outside their own machine was made by it.
 * @param files text by name
 */
export function withNewDigests(
  list: string,
  files: ReadonlyMap<string, string>,
  renewed: readonly string[] = [],
): string {
  const known = new Map(digestLines(list).map(({ name, digest }) => [name, digest]))
  for (const [name, text] of files)
    if (!known.has(name) || renewed.includes(name)) known.set(name, digestOf(text))
  const lines = [...known].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return lines.map(([name, digest]) => `${digest}  ${name}\n`).join('')
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folder = `${root}database/migrations/`
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]))
  const list = `${root}${digestFile}`
  writeFileSync(list, withNewDigests(readFileSync(list, 'utf8'), files, process.argv.slice(2)))
}
