// Finds a browser for the tests: one on the PATH, else Playwright's, else Debian's. The headless shell comes
// first: the same engine without a window, for two thirds of the processor.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const onPath = () => {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return null
}

const ofPlaywright = () => {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** The path of a browser, or null. */
export const findBrowser = () => process.env.KHLANG_BROWSER ?? onPath() ?? ofPlaywright()

/** Installs a browser where there is none. */
export function ensureBrowser() {
  if (findBrowser()) return
  console.log('Installing a browser for the tests (once)')
  const run = (command, args) =>
    spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 }).status === 0
  if (run('npx', ['playwright', 'install', 'chromium']) && findBrowser()) return
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell', 'fonts-thai-tlwg'])
  if (!findBrowser()) {
    console.error('No browser: install chromium and put it on the PATH, or set KHLANG_BROWSER.')
    process.exit(1)
  }
}
