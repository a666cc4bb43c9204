import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// Whoever is the only one acts alone (decisions 6); no amount makes anybody the only one.

let world: MoneyOutWorld
let owner: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  owner = await world.cashier({ isAdmin: true })
})
afterAll(() => world.stop())

async function goodwill(amountMinor: number) {
  const { outside: memberId } = await world.factory.member()
  const shared = { memberId, amountMinor, kind: 'goodwill' as const }
  const { needsApproval, checkers, isAlone } = await owner.call('preTransactions.previewDeposit', shared)
  const texts = { reasonCode: 'compensation', remarkStaff: 'for the trouble' } as const
  const { state } = await owner.call(
    'preTransactions.createDeposit',
    { ...shared, ...texts },
    { idempotencyKey: key() },
  )
  return { needsApproval, checkers: checkers.length, isAlone, state }
}

test('the only one with the flags acts alone, and is told so before', async () => {
  expect(await goodwill(600_000)).toEqual({
    needsApproval: false,
    checkers: 0,
    isAlone: true,
    state: 'done',
  })
})

test('the only one reads before a reset of an authenticator that it is done at once', async () => {
  const { id } = await world.server.person()
  await world.server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [id])
  const person = { id: encodeId('employee', id) }
  const alone = { isAlone: true, checkers: [] }
  expect((await owner.call('employees.get', person)).second).toEqual({
    role: alone,
    limits: alone,
    otp: alone,
  })
  const asked = await owner.call('employees.resetOtp', { ...person, reason: 'a lost device' })
  expect(asked.state).toBe('done')
})

test('the only one links, takes back and reverses at once, and the log says that nobody agreed', async () => {
  const once = () => ({ idempotencyKey: key() })
  const member = await world.factory.member()
  const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
  const id = (await phone.receives({ amountMinor: 70_000 })).body.data?.lineId ?? ''
  const preview = await owner.call('preTransactions.previewLink', { id, memberId: member.outside })
  expect(preview).toMatchObject({
    reasons: ['lowScore'],
    needsApproval: false,
    isAlone: true,
    checkers: [],
  })
  const wanted = { id, version: 1, memberId: member.outside, remark: 'her slip' }
  const linked = await owner.call('preTransactions.link', wanted, once())
  expect(linked).toMatchObject({ state: 'done', creditAfterMinor: 70_000 })
  expect(linked.approvalId).not.toBeNull()
  const back = await owner.call('preTransactions.previewTakeBack', { id })
  expect(back).toMatchObject({ isAlone: true, checkers: [], beforeMinor: 70_000, afterMinor: 0 })
  const unlink = { id, version: 2, reason: 'another’s money' }
  expect((await owner.call('preTransactions.askUnlink', unlink, once())).state).toBe('done')
  expect(await world.factory.cash(member)).toBe(0)
  const words = { reasonCode: 'compensation', remarkStaff: 'for the trouble' } as const
  const gift = { memberId: member.outside, amountMinor: 500, kind: 'goodwill' as const, ...words }
  await owner.call('preTransactions.createDeposit', gift, once())
  const [row] = await world.factory.query<{ id: string }>(
    'select id from adjustments where member_id = $1',
    [member.id],
  )
  const giftId = encodeId('adjustment', row?.id ?? '')
  const seen = await owner.call('preTransactions.previewReversal', { id: giftId })
  expect(seen).toMatchObject({ isAlone: true, checkers: [], asked: null })
  const ask = { id: giftId, reason: 'a wrong member' }
  expect((await owner.call('preTransactions.askReversal', ask, once())).state).toBe('done')
  expect(await world.factory.cash(member)).toBe(0)
  const log = await world.factory.query<{ action: string }>(
    `select action from activity_log
      where (detail ->> 'soleOwner')::boolean and entity <> 'employee' order by id`,
  )
  const typed = ['askManualDeposit', 'manualDeposit']
  const ofLines = ['lineLinkAsked', 'depositUnlinkAsked', 'creditReversalAsked']
  expect(log.map(({ action }) => action)).toEqual([...typed, ...ofLines])
})

test('who holds only half of a checker’s flags is no second person', async () => {
  await world.cashier({ permissions: { pretransactionRequest: [] } })
  expect(await goodwill(600_000)).toMatchObject({ isAlone: true, state: 'done' })
})

test('an amount above all other limits waits, and the maker reads that nobody can approve it', async () => {
  await world.cashier({ abilities: { approvalLimitMinor: 500_000 } })
  const waits = { needsApproval: true, isAlone: false, state: 'waiting' }
  expect(await goodwill(600_000)).toEqual({ ...waits, checkers: 0 })
  expect(await goodwill(500_000)).toEqual({ ...waits, checkers: 1 })
})
