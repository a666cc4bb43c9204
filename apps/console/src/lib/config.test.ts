import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const good = {
  brand: 'A',
  bases: { api: 'https://a.example/', auto: '', member: '' },
  profile: 'production',
}

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
