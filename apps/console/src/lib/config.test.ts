import { afterEach, expect, it, vi } from 'vitest'
import { autoAddress, loadConfig, readConfig } from './config.ts'

const good = {
  brand: 'A',
  bases: { api: 'https://a.example/', auto: '', member: '' },
  profile: 'production',
}

afterEach(() => vi.unstubAllGlobals())

it('takes addresses without their trailing slash, and no toggles as none', () => {
  expect(readConfig(good)).toEqual({
    ...good,
    bases: { api: 'https://a.example', auto: '', member: '' },
    toggles: {},
  })
})

it.each([
  ['a list', []],
  ['no brand', { ...good, brand: '' }],
  ['a missing base', { ...good, bases: { api: '', auto: '' } }],
  ['an unknown profile', { ...good, profile: 'test' }],
  ['a toggle that is a text', { ...good, toggles: { a: 'yes' } }],
])('refuses %s', (_, value) => {
  expect(() => readConfig(value)).toThrow('config.json')
})

it.each([
  ['its own host', 'https://auto.example', 'https://auto.example/auto/v1/x'],
  ['the host of the console where it has none', '', 'https://console.example/auto/v1/x'],
])('machines call %s', async (_, auto, address) => {
  const page = JSON.stringify({ ...good, bases: { ...good.bases, auto } })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => page }) })
  vi.stubGlobal('location', { origin: 'https://console.example' })
  await loadConfig()
  expect(autoAddress('/auto/v1/x')).toBe(address)
})
