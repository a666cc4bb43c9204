// Runs on whatever Node the machine has: brings the packages, the pinned Node among them, where they lack.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const mark = join(root, 'node_modules/.khlang-installed')
const stateOf = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

const isInstalled = existsSync(mark) && readFileSync(mark, 'utf8') === stateOf()
if (!isInstalled) {
  console.log('Installing packages (once)')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(command, [...args, 'install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) process.exit(done.status ?? 1)
  // npm may have completed the lock file for this registry: it is the one that is installed now.
  writeFileSync(mark, stateOf())
}

if (process.argv.includes('--test')) {
  const { ensureBrowser } = await import('./browser.mjs')
  ensureBrowser()
}
