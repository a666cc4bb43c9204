import { expect, it } from 'vitest'
import { deviceName } from './device-names.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 · Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0 Safari/537.36`, 'Chrome 140 · Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0 Safari/537.36 Edg/131.0`,
    'Edge 131 · Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; K) ${webkit} Chrome/130.0 Mobile Safari/537.36`,
    'Chrome 130 · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Mobile Safari/604.1',
    'Safari 17 · iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox 132 · macOS',
  ],
])('a browser is told as people know it: %s', (agent, name) => expect(deviceName(agent)).toBe(name))

it('what names no browser stands as it says, cut where it is long', () => {
  expect(deviceName('curl/8.5.0')).toBe('curl/8.5.0')
  expect(deviceName('x'.repeat(200))).toHaveLength(60)
  expect(deviceName('')).toBe('')
})
