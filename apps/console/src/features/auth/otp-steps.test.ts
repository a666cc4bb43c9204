import { expect, it } from 'vitest'
import { afterProof, wayOut } from './otp-steps.ts'

it('tells who has just bound an authenticator so, and lets every other proof in', () => {
  expect(afterProof('enrol')).toBe('bound')
  expect(afterProof('code')).toBe('in')
  expect(afterProof('recovery')).toBe('in')
})

it('leads who is signed in back to their settings, and nobody else past the second factor', () => {
  expect(wayOut('enrol', true)).toBe('settings')
  expect(wayOut('code', true)).toBe('settings')
  expect(wayOut('enrol', false)).toBe('signIn')
  expect(wayOut('recovery', false)).toBe('signIn')
  expect(wayOut('failed', true)).toBe('signIn')
})
