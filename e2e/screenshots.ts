import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../tools/browser.mjs'
import { addressOf, builtPaths } from './kit/built.ts'
import { settled } from './kit/measures.ts'
import { makeKnown, productOf, startQuiet } from './kit/products.ts'
import { languageKey, store, tokenKey, tokenOf } from './kit/signed-in.ts'

// `npm run screenshots`: every built screen in both languages, both themes and two widths, into /screenshots.
// Words after it name the screens wanted: `npm run screenshots -- matching request`.

const target = fileURLToPath(new URL('../screenshots/', import.meta.url))
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const wanted = process.argv.slice(2)

const khlang = await startQuiet()
makeKnown([productOf(khlang)])
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
})

/** `/member/member-detail/{id}` -> `member-member-detail-id`. */
const nameOf = (path: string): string =>
  path === '/'
    ? 'sign-in'
    : path
        .slice(1)
        .replaceAll(/[/{}]+/g, '-')
        .replace(/-$/, '')

/** Takes one picture of the whole page, as high as it is. */
async function picture(
  path: string,
  language: string,
  scheme: 'light' | 'dark',
  size: (typeof sizes)[number],
) {
  const page = await browser.newPage({
    viewport: size,
    colorScheme: scheme,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  })
  const token = path === '/' ? null : await tokenOf('owner')
  await store(page, { [languageKey]: language, [tokenKey]: token })
  await page.goto(`${khlang.address}${await addressOf(path)}`)
  await settled(page)
  const name = nameOf(path)
  await page.screenshot({
    path: join(target, `${name}-${language}-${scheme}-${size.width}.png`),
    fullPage: true,
  })
  await page.close()
}

try {
  mkdirSync(target, { recursive: true })
  const paths = ['/', '/otp', '/404', ...builtPaths].filter(
    (path) => wanted.length === 0 || wanted.some((word) => nameOf(path).includes(word)),
  )
  for (const path of paths) {
    for (const language of ['th', 'en'])
      for (const scheme of ['light', 'dark'] as const)
        for (const size of sizes) await picture(path, language, scheme, size)
    console.log(path)
  }
} finally {
  await browser.close()
  await khlang.stop()
}
