import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url))
const source = fileURLToPath(new URL('../', import.meta.url))

/** What a file takes from others to run; types alone are gone by then. Pure. */
const takenBy = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)].map(
    ([, name = '']) => name,
  )

const fileOf = (name: string, from: string): string | null => {
  if (name.startsWith('.')) return resolve(dirname(from), name)
  const inPackage = /^@khlang\/([^/]+)\/(.+)$/.exec(name)
  return inPackage ? `${packages}${inPackage[1]}/src/${inPackage[2]}` : null
}

/** The way from a file to the schema library, file by file; null where there is none. */
function wayToSchemas(file: string, seen: Set<string>): string[] | null {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return null
  seen.add(file)
  const taken = takenBy(readFileSync(file, 'utf8'))
  if (taken.includes('zod')) return [file]
  for (const name of taken) {
    const next = fileOf(name, file)
    const way = next === null ? null : wayToSchemas(next, seen)
    if (way) return [file, ...way]
  }
  return null
}

it('takes no schema into the browser: they weigh much, and probe what the security policy forbids', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => !/\.(test|fixture)\.tsx?$|^testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const seen = new Set<string>()
  for (const file of files) expect(wayToSchemas(`${source}${file}`, seen), file).toBeNull()
})
