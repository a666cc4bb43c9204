import { expect, it } from 'vitest'
import { actsOf, type ActFacts } from './employee-actions.ts'

const all = { change: true, lock: true, reset: true }
const person: ActFacts = { state: 'active', otpEnable: true, sessions: [], may: all, pendings: [] }
const waiting = (kind: string): ActFacts['pendings'][number] => ({
  id: 'apr_1',
  kind,
  maker: 'owner',
  isOwn: true,
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: '2026-11-22T00:00:00.000Z',
})

it('what the server allows is offered, sessions and authenticator only where there are any', () => {
  expect(actsOf(person)).toEqual(['role', 'edit', 'locked', 'password', 'otp', 'left'])
  expect(actsOf({ ...person, otpEnable: false })).not.toContain('otp')
})

it('who stands above, or is oneself, is offered nothing', () => {
  expect(actsOf({ ...person, may: { change: false, lock: false, reset: false } })).toEqual([])
})

it('a locked person is let in; one who has left is left alone', () => {
  const locked = actsOf({ ...person, state: 'locked', may: { ...all, reset: false } })
  expect(locked).toContain('active')
  expect(locked).not.toContain('locked')
  const noLock = actsOf({ ...person, state: 'locked', may: { ...all, lock: false } })
  expect(noLock).not.toContain('active')
  expect(actsOf({ ...person, state: 'left', may: { change: true, lock: false, reset: false } })).toEqual([])
})

it('what waits for a second person is not asked for twice', () => {
  expect(actsOf({ ...person, pendings: [waiting('employeeRole')] })).not.toContain('role')
  expect(actsOf({ ...person, pendings: [waiting('employeeRole'), waiting('otpReset')] })).not.toContain(
    'otp',
  )
  expect(actsOf({ ...person, pendings: [waiting('otpReset')] })).toContain('role')
})
