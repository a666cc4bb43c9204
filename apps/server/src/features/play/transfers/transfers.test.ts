import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { gameOut, reversalOf } from '@khlang/ledger/wallet.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import {
  startFakeWalletProvider,
  type FakeWalletProvider,
  type Mood,
} from '../../../testing/fakes/fake-wallet-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { postedOf } from '../../withdrawals/queries.ts'
import { beginTransfer } from './begin-transfer.ts'
import { followTransfers } from './transfer-work.ts'
import { findWalletProvider } from './wallet-providers.ts'

// Money of a member in a wallet that its provider keeps: told once, asked about until its end is known.

let world: MoneyOutWorld
let provider: FakeWalletProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeWalletProvider(world.server)
})
afterEach(() => {
  world.server.clock.ms = 0
  Object.assign(provider, { mood: 'done', isDown: false, isShut: false })
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await provider.stop()
  await world.stop()
  expect(violations).toEqual([])
})

const transfer = async (
  { outside }: Pick<FactoryMember, 'outside'>,
  direction: 'in' | 'out',
  amountMinor: number,
  requestKey: string = randomUUID(),
) => {
  const asked = { memberId: outside, providerId: encodeId('gameProvider', provider.id) }
  const input = { ...asked, direction, amountMinor, requestKey }
  const { status, body } = await world.site.send('/member/v1/game/transfer', input)
  const { id, state } = body.data ?? {}
  return { status, id: String(id), state, code: body.error?.code }
}
const stateOf = async (id: string) =>
  (await world.site.send('/member/v1/game/get-transfer', { id })).body.data?.state
const cashOf = async ({ outside }: FactoryMember) => {
  const { body } = await world.site.send('/member/v1/member/get', { memberId: outside })
  return body.data?.['cashMinor']
}
const heldOf = ({ outside }: FactoryMember) => provider.held.get(outside) ?? 0
/** Asks as the work does, at a later time. */
const later = async (s: number) => {
  world.server.clock.ms += s * 1000
  await followTransfers(world.server.services)
}
const funded = async (amountMinor: number) => {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return member
}
const setMember = (member: FactoryMember, column: string, value: unknown) =>
  world.server.database.plant(`update members set ${column} = $2 where id = $1`, [member.id, value])
const setProvider = (state: string) =>
  world.server.database.plant('update game_providers set state = $2 where id = $1', [provider.id, state])
const alarms = async () => {
  const rows = await world.factory.query<{ code: string }>(
    `select code from alarms where cleared_at is null and entity_id = $1 order by code`,
    [encodeId('gameProvider', provider.id)],
  )
  return rows.map(({ code }) => code)
}

test('a member takes money into a game and brings it back', async () => {
  const member = await funded(50_000)
  const came = await transfer(member, 'in', 30_000)
  expect(came).toMatchObject({ status: 200, state: 'done' })
  expect([await cashOf(member), heldOf(member)]).toEqual([20_000, 30_000])
  const { body } = await world.site.send('/member/v1/game/balance', {
    memberId: member.outside,
    providerId: encodeId('gameProvider', provider.id),
  })
  expect(body.data).toEqual({ balanceMinor: 30_000 })
  expect(await transfer(member, 'out', 30_000)).toMatchObject({ state: 'done' })
  expect([await cashOf(member), heldOf(member)]).toEqual([50_000, 0])
})

test('one request key moves money once, and is refused for anything else', async () => {
  const member = await funded(10_000)
  const key = randomUUID()
  const all = await Promise.all([1, 2, 3, 4].map(() => transfer(member, 'in', 4000, key)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(await transfer(member, 'in', 4000, key)).toMatchObject({ id: all[0]?.id, state: 'done' })
  expect(await transfer(member, 'in', 5000, key)).toMatchObject({
    status: 422,
    code: 'idempotencyMismatch',
  })
  expect([await cashOf(member), heldOf(member)]).toEqual([6000, 4000])
})

test('what the provider refuses comes back at once, and once', async () => {
  const member = await funded(10_000)
  provider.mood = 'refused'
  expect(await transfer(member, 'in', 4000)).toMatchObject({ status: 200, state: 'failed' })
  expect([await cashOf(member), heldOf(member)]).toEqual([10_000, 0])
  provider.mood = 'done'
  expect(await transfer(member, 'out', 4000)).toMatchObject({ state: 'failed' })
  expect([await cashOf(member), heldOf(member)]).toEqual([10_000, 0])
})

test.each<[Mood, 'in' | 'out']>([
  ['answerLost', 'in'],
  ['answerLost', 'out'],
  ['nonsense', 'in'],
  ['nonsense', 'out'],
])('%s, %s: the transfer is unknown until the provider says that it is done', async (mood, direction) => {
  const member = await funded(10_000)
  await transfer(member, 'in', 6000)
  provider.mood = mood
  const { id, state } = await transfer(member, direction, 4000)
  const atProvider = direction === 'in' ? 10_000 : 2000
  expect([state, heldOf(member)]).toEqual(['unknown', atProvider])
  // Money on its way in is in neither wallet; on its way out it comes when the provider says so.
  expect(await cashOf(member)).toBe(direction === 'in' ? 0 : 4000)
  provider.isDown = true
  await later(4)
  expect(await stateOf(id)).toBe('unknown')
  provider.isDown = false
  await later(10)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['done', 10_000 - atProvider])
  await later(600)
  expect([provider.told.get(id), await cashOf(member)]).toEqual([1, 10_000 - atProvider])
})

test.each<'in' | 'out'>(['in', 'out'])(
  '%s: what never came is no “no” within a minute, and fails after it',
  async (direction) => {
    const member = await funded(10_000)
    await transfer(member, 'in', 6000)
    provider.mood = 'neverCame'
    const { id, state } = await transfer(member, direction, 4000)
    await later(30)
    expect([state, await stateOf(id)]).toEqual(['unknown', 'unknown'])
    expect(await cashOf(member)).toBe(direction === 'in' ? 0 : 4000)
    await later(31)
    expect([await stateOf(id), await cashOf(member), heldOf(member)]).toEqual(['failed', 4000, 6000])
    await later(600)
    expect([provider.told.get(id), await cashOf(member)]).toEqual([1, 4000])
  },
)

test('one that is under way at the provider is asked about until it is decided', async () => {
  const member = await funded(10_000)
  provider.mood = 'pending'
  const { id } = await transfer(member, 'in', 4000)
  await later(100)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['unknown', 6000])
  const moved = provider.moved.get(id)
  if (moved) moved.status = 'Failed'
  await later(200)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['failed', 10_000])
})

test('a server that died before it told the provider: asked by reference, the money comes back', async () => {
  const member = await funded(10_000)
  const { services } = world.server
  const found = await findWalletProvider(services.db, provider.id)
  const input = { memberId: member.id, providerId: provider.id, direction: 'in' as const }
  const row = await beginTransfer(services, found, {
    ...input,
    amountMinor: 4000,
    requestKey: randomUUID(),
  })
  const id = encodeId('gameTransfer', row.id)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['started', 6000])
  await later(25)
  expect(await stateOf(id)).toBe('started')
  await later(40)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['failed', 10_000])
  expect([provider.told.get(id), provider.asked.get(id)]).toEqual([undefined, 2])
})

test('who may not play takes nothing in, and still brings back what is theirs', async () => {
  const member = await funded(10_000)
  await transfer(member, 'in', 8000)
  await setMember(member, 'can_bet', false)
  expect(await transfer(member, 'in', 1000)).toMatchObject({ status: 409, code: 'memberNotActive' })
  await setMember(member, 'can_bet', true)
  for (const state of ['maintenance', 'closed']) {
    await setProvider(state)
    expect(await transfer(member, 'in', 1000)).toMatchObject({ status: 409, code: 'providerClosed' })
  }
  await setMember(member, 'state', 'suspended')
  expect(await transfer(member, 'out', 8000)).toMatchObject({ state: 'done' })
  await setProvider('active')
  expect(await cashOf(member)).toBe(10_000)
  expect(await transfer(member, 'in', 1000)).toMatchObject({ status: 409, code: 'memberNotActive' })
})

test('more than the wallet has, and less than the smallest stake, leaves nothing', async () => {
  const member = await funded(10_000)
  expect(await transfer(member, 'in', 10_001)).toMatchObject({ status: 409, code: 'insufficientFunds' })
  expect(await transfer(member, 'in', 99)).toMatchObject({ status: 422, code: 'amountLimit' })
  const rows = await world.factory.query('select from game_transfers where member_id = $1', [member.id])
  expect(rows).toEqual([])
})

test('a member is made known before their first money goes there; else none goes', async () => {
  const member = await funded(10_000)
  provider.isShut = true
  const refused = await transfer(member, 'in', 4000)
  expect([refused.state, await cashOf(member), provider.told.has(refused.id)]).toEqual([
    'failed',
    10_000,
    false,
  ])
  provider.isShut = false
  expect((await transfer(member, 'in', 4000)).state).toBe('done')
  expect(provider.members.has(member.outside)).toBe(true)
  // Whoever has money there is known: nobody asks again.
  provider.isShut = true
  expect((await transfer(member, 'in', 1000)).state).toBe('done')
  expect([await cashOf(member), heldOf(member)]).toEqual([5000, 5000])
})

test('people are told of what is unknown for too long, and where a provider contradicts itself', async () => {
  const member = await funded(10_000)
  provider.mood = 'answerLost'
  const { id } = await transfer(member, 'in', 4000)
  provider.isDown = true
  await later(60)
  expect(await alarms()).toEqual([])
  await later(3600 * 24)
  expect(await alarms()).toEqual(['provider.owed'])
  provider.isDown = false
  provider.moved.set(id, { member: member.outside, amountMinor: 3000, status: 'Success' })
  await later(600)
  expect([await stateOf(id), await alarms()]).toEqual(['unknown', ['provider.mismatch', 'provider.owed']])
  provider.moved.set(id, { member: member.outside, amountMinor: 4000, status: 'Success' })
  await later(600)
  expect([await stateOf(id), await cashOf(member)]).toEqual(['done', 6000])
})

test('the database lets nobody turn a transfer back, or pay what no provider confirmed', async () => {
  const member = await funded(10_000)
  const { id } = await transfer(member, 'in', 4000)
  const inside = decodeId('gameTransfer', id)
  for (const change of [`state = 'unknown'`, `state = 'failed'`, 'amount_minor = 1'])
    await expect(
      world.factory.query(`update game_transfers set ${change} where id = $1`, [inside]),
    ).rejects.toThrow()
  provider.mood = 'neverCame'
  const out = await transfer(member, 'out', 4000)
  const { db } = world.server.services
  const cause = { businessOn: '2026-11-29', memberId: member.outside, amountMinor: 4000 }
  const providerId = encodeId('gameProvider', provider.id)
  const post = (posting: Posting) => db.transaction().execute((tx) => postStrict(tx, [posting]))
  const paid = (sourceId: string) => post(gameOut({ ...cause, providerId, sourceId }))
  const original = await postedOf(db, `game.in:${id}:1`)
  for (const act of [
    () => paid(out.id),
    () => paid(id),
    () => post(reversalOf({ sourceId: id, businessOn: cause.businessOn, original })),
  ])
    await expect(act()).rejects.toThrow('approvalMissing')
  provider.mood = 'done'
  const back = await transfer(member, 'out', 1000)
  expect(back).toMatchObject({ state: 'done' })
  // Confirmed once, so paid once.
  const again = gameOut({ ...cause, amountMinor: 1000, providerId, sourceId: back.id, occurrence: 2 })
  await expect(post(again)).rejects.toThrow('approvalMissing')
  expect(await cashOf(member)).toBe(7000)
})
