import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'apps/console/dist')
const mark = join(dist, '.built')

const sources = [
  'apps/console/{src,public}/**/*',
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

/** Builds the console and compresses its files once, so that no request pays for it. */
function build(): void {
  const state = digest()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/console'),
    stdio: 'inherit',
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
  for (const file of globSync('assets/**/*.{js,css,svg}', { cwd: dist })) {
    const path = join(dist, file)
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
  writeFileSync(mark, state)
}

if (import.meta.main) build()
