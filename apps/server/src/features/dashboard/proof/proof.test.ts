import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofChecks } from '@khlang/contract/values/value-lists.ts'
import { keepFaultRun, type FaultRun } from '../../../app/start/keep-fault-run.ts'
import { withAdmin } from '../../../app/start/start-database.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf } from '../../../testing/refusal.ts'
import { createMoneyFactory, type MoneyFactory } from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { runChecks } from './run-checks.ts'

// What the book proves of itself, and what it held at a past moment.

let server: TestServer
let make: MoneyFactory
let owner: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true })
})
afterAll(() => server.stop())

const broken = async () => {
  await runChecks(server.services)
  const { checks } = await owner.call('dashboard.proof', {})
  return checks.filter(({ found }) => found !== 0).map(({ code }) => code)
}
const alarms = () =>
  make.query<{ code: string }>(
    `select code from alarms where code like 'proof.%' and cleared_at is null order by code`,
  )

test('a balance is told as it was at a moment, of a member and of an own account', async () => {
  const account = await make.account({ bank: 'SCB' })
  const member = await make.member({ bank: 'KBANK', accountNo: '1234778899' })
  const before = new Date().toISOString()
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 12_300, payer: { tag: 'KBNK', digits: '778899' } })
  const held = async (of: 'bankAccount' | 'member', name: string, at: string) => {
    const { records } = await owner.call('dashboard.balanceAt', { of, name, at })
    return Object.fromEntries(records.map((one) => [one.part, [one.balanceMinor, one.nowMinor]]))
  }
  expect(await held('member', member.username, before)).toEqual({ cash: [0, 12_300], locked: [0, 0] })
  expect(await held('bankAccount', account.outside, before)).toMatchObject({ bank: [1_000_000, 1_012_300] })
  const now = new Date().toISOString()
  expect(await held('member', member.username, now)).toMatchObject({ cash: [12_300, 12_300] })
  const later = new Date(Date.now() + 60_000).toISOString()
  const ask = (who: Person, of: 'bankAccount' | 'member' | 'shared', name: string, at = now) =>
    codeOf(who.call('dashboard.balanceAt', { of, name, at }))
  expect(await ask(owner, 'member', member.username, later)).toBe('invalidValue')
  expect(await ask(owner, 'member', 'nobody')).toBe('notFound')
  expect(await ask(owner, 'shared', 'member:x:cash')).toBe('notFound')
  const clerk = await server.person({ permissions: { dashboard: ['isRead'] } })
  expect(await ask(clerk, 'member', member.username)).toBe('forbidden')
  expect(await ask(clerk, 'bankAccount', account.outside)).toBe('forbidden')
  expect(await clerk.call('dashboard.proof', {})).toMatchObject({ cover: null, accounts: [], shared: [] })
})

test('every promise holds of a book at work, and each is looked at', async () => {
  expect(await broken()).toEqual([])
  const { checks, cover, chain } = await owner.call('dashboard.proof', {})
  expect(checks.map(({ code }) => code).toSorted()).toEqual(proofChecks.toSorted())
  // What is owed is a second behind at most.
  expect(cover).toMatchObject({ ownMinor: 1_012_300 })
  expect(chain.sealedSeq).toBeGreaterThanOrEqual(0)
})

test('the last fault run of each kind is told, whole or broken; without one there is none', async () => {
  const told = async () => (await owner.call('dashboard.proof', {})).faultRuns
  expect(await told()).toEqual([])
  const run = { name: 'kills', version: '0.1.0 abc', rounds: 50, problems: [] } as const
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))
  const keep = (more: Partial<FaultRun>) =>
    withAdmin(server.database.adminUrl, (admin) =>
      keepFaultRun(admin, { ...run, beganAt: at(0), endedAt: at(4), ...more }),
    )
  await keep({ endedAt: at(9), problems: ['a wallet disagrees', 'another'] })
  await keep({})
  await keep({ name: 'outage', rounds: 1 })
  expect(await told()).toMatchObject([
    { name: 'kills', endedAt: at(9).toISOString(), rounds: 50, broken: 2, example: 'a wallet disagrees' },
    { name: 'outage', rounds: 1, broken: 0, example: null, version: run.version },
  ])
  const bySql = (text: string) =>
    server.services.pool.query(text).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )
  expect(await bySql(`update fault_runs set broken = 0, example = null`)).toBe('42501')
  await expect(server.database.asAdmin('delete from fault_runs')).rejects.toThrow('append-only')
})

test.each([
  [
    'a wallet that was written by hand',
    `update accounts set balance_minor = balance_minor + 1 where code like 'member:%:cash'`,
    `update accounts set balance_minor = balance_minor - 1 where code like 'member:%:cash'`,
    ['bookBalanced', 'newestBalances'],
  ],
  [
    'money that is locked without a hold',
    `update accounts set balance_minor = 5 where code like 'member:%:locked'`,
    `update accounts set balance_minor = 0 where code like 'member:%:locked'`,
    ['bookBalanced', 'lockedIsHeld'],
  ],
  [
    'a guard that was put to sleep',
    `alter table transfers disable trigger append_only`,
    `alter table transfers enable trigger append_only`,
    ['guardsAwake'],
  ],
])('%s is found and told of, until it is mended', async (_, harm, mend, expected) => {
  await server.database.plant(`set session_replication_role = replica; ${harm}`)
  expect((await broken()).toSorted()).toEqual(expected)
  expect((await alarms()).map(({ code }) => code)).toEqual(expected.map((code) => `proof.${code}`))
  await server.database.plant(`set session_replication_role = replica; ${mend}`)
  expect(await broken()).toEqual([])
  expect(await alarms()).toEqual([])
})
