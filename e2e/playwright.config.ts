import { defineConfig } from '@playwright/test'
import { findBrowser } from '../tools/browser.mjs'

/** Chromium without the services that call home, so that a closed network does not slow it down. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives too briefly here to be worth compiling twice, and helpers take the cores from who waits: all
  // that a page does takes a fifth less processor. The long run measures the console as people have it.
  ...(process.env['KHLANG_TEST_FULL'] === '1' ? [] : ['--js-flags=--single-threaded --no-opt --no-maglev']),
]

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './kit/start-khlang.ts',
  // Each has a product of its own (`start-khlang.ts`), which a third one would only take from the others.
  workers: 2,
  // A machine that is busy with something else may take thrice as long: only what hangs is ended.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  outputDir: '../test-results/browser',
  use: {
    headless: true,
    launchOptions: { executablePath: findBrowser() ?? '', args },
    screenshot: 'only-on-failure',
    trace: 'off',
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  },
})
