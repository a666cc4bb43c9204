import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'apps/console/dist')
const mark = join(dist, '.built')

const sources = [
  'apps/console/{src,public,build}/**/*',
  'apps/console/{index.html,vite.config.ts,package.json}',
  'packages/{contract,money}/src/**/*',
  'package-lock.json',
]

function digest(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const path = join(root, file)
    if (!statSync(path).isFile() || file.endsWith('.test.ts')) continue
    hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** True when the console was never built or its sources changed since. */
export const isStale = (): boolean => !existsSync(mark) || readFileSync(mark, 'utf8') !== digest()

/**
 * Puts a finished folder in the place of another, whole: whoever looks meets the old one or the new one. Of
 * two that do so at once the later wins.
 */
export function replaceFolder(built: string, place: string): void {
  const old = `${built}-old`
  for (let tries = 1; ; tries += 1) {
    try {
      if (existsSync(place)) renameSync(place, old)
      renameSync(built, place)
      rmSync(old, { recursive: true, force: true })
      return
    } catch (error) {
      if (existsSync(old) && !existsSync(place)) renameSync(old, place)
      rmSync(old, { recursive: true, force: true })
      // Somebody else took the old one away, or put their own there, between our two steps.
      if (tries >= 5) throw error
    }
  }
}

/** Builds the console beside its place and compresses its files once, so that no request pays for it. */
function build(): void {
  const state = digest()
  const made = `${dist}-${process.pid}`
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = ['--logLevel', 'warn', '--outDir', made, '--emptyOutDir']
    const run = spawnSync(process.execPath, [vite, 'build', ...options], {
      cwd: join(root, 'apps/console'),
      stdio: 'inherit',
    })
    if (run.status !== 0) {
      process.exitCode = run.status ?? 1
      return
    }
    for (const file of globSync(['assets/**/*.{js,css,svg}', 'locales/**/*.json'], { cwd: made })) {
      const path = join(made, file)
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
    }
    writeFileSync(join(made, '.built'), state)
    replaceFolder(made, dist)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (import.meta.main) build()
