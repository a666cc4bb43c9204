import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { distributorInput } from '../../testing/world/distributors.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let providerId: string
let maker: Person
let checker: Person
let reader: Person
let member: FactoryMember
const reason = 'the contract says so'
const once = () => ({ idempotencyKey: randomUUID() })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  providerId = encodeId('gameProvider', provider.id)
  const rights = {
    permissions: {
      gameManagement: ['isRead', 'isUpdate'] as const,
      reconcile: ['isRead', 'isUpdate'] as const,
    },
  }
  maker = await world.server.person({ ...rights, hasStepUp: true })
  checker = await world.server.person({ ...rights, hasStepUp: true, password: decidePassword })
  reader = await world.server.person({ permissions: {} })
  member = await world.factory.member()
  await world.fund(member, 10_000_000)
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

async function distributor(change: Partial<ReturnType<typeof distributorInput>> = {}) {
  const input = { ...distributorInput(), ...change, reason }
  const asked = await maker.call('distributors.create', input, once())
  await decideAs(checker, asked.approvalId)
  return asked.id
}
const wanted = (id: string, change: object = {}) => ({
  id,
  providerId,
  gameType: 'all' as const,
  feeBps: 1000,
  validFrom: '2026-01-01',
  validUntil: null,
  reason,
  ...change,
})
async function contract(id: string, change: object = {}) {
  const asked = await maker.call('distributors.addContract', wanted(id, change), once())
  await decideAs(checker, asked.approvalId)
}
/** Rounds of a day, as their provider tells them; the figures have them. */
async function play(on: string, rounds: readonly (readonly [stakeMinor: number, wonMinor: number])[]) {
  for (const [stake, won] of rounds) {
    const answer = await tellRound(provider, member, { stakeMinor: stake, wonMinor: won })
    expect(answer).toMatchObject({ error: null })
  }
  // As if they had been told on that day.
  await world.server.database.plant(
    `update bet_outcomes set business_on = '${on}' where provider_id = '${provider.id}'
       and business_on > '2026-11-01';
     update bets set settled_on = '${on}' where provider_id = '${provider.id}' and settled_on > '2026-11-01'`,
  )
  await foldAllPlay(world.server.services.db)
}
const end = async (id: string, validUntil: string) => {
  const { contracts } = await reader.call('distributors.get', { id })
  const [{ id: contractId, version } = { id: '', version: 0 }] = contracts
  const asked = await maker.call(
    'distributors.endContract',
    { id: contractId, version, validUntil, reason },
    once(),
  )
  await decideAs(checker, asked.approvalId)
}

describe('a distributor', () => {
  test('is added and changed by two; everyone of the house reads it, a seller does not', async () => {
    const id = await distributor()
    const row = (await reader.call('distributors.list', { size: 100 })).records.find(
      (each) => each.id === id,
    )
    expect(row).toMatchObject({ name: 'Games of the world', feeMinor: 0, contracts: 0, invoice: null })
    const { version, ...read } = await reader.call('distributors.get', { id })
    const terms = { ...distributorInput(), code: read.code, minimumFeeMinor: 0 }
    const asked = await maker.call('distributors.update', { id, version, ...terms, reason }, once())
    expect(asked.state).toBe('waiting')
    expect(
      await refusalOf(maker.call('distributors.update', { id, version, ...terms, reason }, once())),
    ).toMatchObject({ code: 'conflict' })
    await decideAs(checker, asked.approvalId)
    expect(await reader.call('distributors.get', { id })).toMatchObject({ minimumFeeMinor: 0, version: 2 })
    const late = maker.call('distributors.update', { id, version, ...terms, reason }, once())
    expect(await refusalOf(late)).toMatchObject({ code: 'stale', details: { version: 2 } })
    const seller = await world.server.person({ type: 'seller' })
    expect(await refusalOf(seller.call('distributors.list', {}))).toMatchObject({ code: 'forbidden' })
    const refused = reader.call('distributors.create', { ...distributorInput(), reason }, once())
    expect(await refusalOf(refused)).toMatchObject({ code: 'forbidden' })
  })
})

describe('contracts', () => {
  test('of the same games do not stand on the same day', async () => {
    const [id, other] = [await distributor(), await distributor()]
    await contract(id, { gameType: 'lotto', validUntil: '2026-06-30' })
    const again = (change: object) =>
      refusalOf(
        maker.call('distributors.addContract', wanted(other, { gameType: 'lotto', ...change }), once()),
      )
    expect(await again({ validFrom: '2026-06-30' })).toMatchObject({
      code: 'stateRefused',
      details: { reason: 'contractOverlaps' },
    })
    // Two that are asked for at the same time: the second is not agreed to.
    const asks = await Promise.all(
      [1, 2].map(() =>
        maker.call(
          'distributors.addContract',
          wanted(other, { gameType: 'lotto', validFrom: '2026-07-01' }),
          once(),
        ),
      ),
    )
    await decideAs(checker, asks[0]?.approvalId ?? '')
    expect(await refusalOf(decideAs(checker, asks[1]?.approvalId ?? ''))).toMatchObject({
      code: 'conflict',
    })
    const { contracts } = await reader.call('distributors.get', { id: other })
    expect(contracts).toMatchObject([{ gameType: 'lotto', validFrom: '2026-07-01', validUntil: null }])
  })

  test('cannot overlap by the program alone, nor cost another share', async () => {
    const { db } = world.server.services
    const id = await distributor()
    await contract(id, { gameType: 'horse' })
    const change = (set: { fee_bps: number } | { valid_until: string }) =>
      db
        .updateTable('distributor_contracts')
        .set(set)
        .where('distributor_id', '=', decodeId('distributor', id) ?? '')
        .execute()
    await expect(change({ fee_bps: 1 })).rejects.toThrow('approvalMissing')
    await expect(change({ valid_until: '2026-12-31' })).rejects.toThrow('approvalMissing')
  })
})

describe('the fee of a month', () => {
  test('is a share of what was won, by the contract of the type first; below the minimum that', async () => {
    const [id, special] = [
      await distributor({ minimumFeeMinor: 9000 }),
      await distributor({ minimumFeeMinor: 0 }),
    ]
    await contract(id)
    await play('2026-08-10', [
      [100_000, 20_000],
      [10_000, 0],
    ])
    const august = await reader.call('distributors.get', { id, month: '2026-08-01' })
    expect(august).toMatchObject({
      stakeMinor: 110_000,
      payoutMinor: 20_000,
      ggrMinor: 90_000,
      feeMinor: 9000,
    })
    expect(august.contracts).toMatchObject([
      { feeMinor: 9000, types: [{ type: 'slot', ggrMinor: 90_000 }] },
    ])
    // A month that was lost costs the minimum, and so does one in which nothing was played.
    await play('2026-09-10', [[10_000, 90_000]])
    const september = await reader.call('distributors.get', { id, month: '2026-09-01' })
    expect(september).toMatchObject({ ggrMinor: -80_000, feeMinor: 9000 })
    expect(september.contracts).toMatchObject([{ feeMinor: 0 }])
    // From the middle of August slots have a contract of their own, with somebody else.
    await contract(special, { gameType: 'slot', validFrom: '2026-08-11', feeBps: 2000 })
    await play('2026-08-20', [[50_000, 0]])
    expect(await reader.call('distributors.get', { id, month: '2026-08-01' })).toMatchObject({
      ggrMinor: 90_000,
    })
    const { records } = await reader.call('distributors.list', { size: 100, month: '2026-08-01' })
    expect(records.find((each) => each.id === special)).toMatchObject({
      ggrMinor: 50_000,
      feeMinor: 10_000,
    })
    await end(special, '2026-08-31')
    await end(id, '2026-09-30')
  })
})

describe('an invoice', () => {
  test('is reckoned when its month is over, told, and settled once by two; then a line pays it', async () => {
    const id = await distributor({ minimumFeeMinor: 0 })
    await contract(id, { validFrom: '2026-10-01' })
    await play('2026-10-10', [[100_001, 0]])
    const early = maker.call('distributors.draftInvoice', { id, month: '2099-01-01' }, once())
    expect(await refusalOf(early)).toMatchObject({ code: 'invalidValue' })
    const draft = await maker.call('distributors.draftInvoice', { id, month: '2026-10-01' }, once())
    const invoice = async () => (await reader.call('distributors.get', { id })).invoices[0]
    const owed = async () => {
      const { records } = await reader.call('distributors.list', {})
      const found = records.find((row) => row.id === id)
      return [found?.owedMinor, found?.owedDueOn]
    }
    expect(await invoice()).toMatchObject({
      state: 'draft',
      ggrMinor: 100_001,
      feeMinor: 10_000,
      dueOn: '2026-11-07',
      toldMinor: null,
      lines: [{ feeBps: 1000, feeMinor: 10_000 }],
    })
    const told = { id: draft.id, version: 1, toldMinor: 12_000, reason }
    await maker.call('distributors.issueInvoice', told, once())
    expect(await refusalOf(maker.call('distributors.issueInvoice', told, once()))).toMatchObject({
      code: 'stale',
    })
    await maker.call('distributors.disputeInvoice', { id: draft.id, version: 2, reason }, once())
    expect(await invoice()).toMatchObject({ state: 'disputed', differenceMinor: 2000, reason })
    const settle = (version: number, basis: 'ours' | 'theirs') =>
      maker.call('distributors.settleInvoice', { id: draft.id, version, basis, reason }, once())
    expect(await refusalOf(settle(3, 'ours'))).toMatchObject({ code: 'stateRefused' })
    await maker.call('distributors.issueInvoice', { ...told, version: 3, toldMinor: 10_500 }, once())
    const asked = await settle(4, 'theirs')
    expect(await invoice()).toMatchObject({ isAsked: true, settledMinor: null })
    expect(await owed()).toEqual([0, null])
    expect(await refusalOf(decideAs(maker, asked.approvalId))).toMatchObject({ code: 'fourEyes' })
    await decideAs(checker, asked.approvalId)
    expect(await invoice()).toMatchObject({ state: 'issued', settledMinor: 10_500, isAsked: false })
    expect(await owed()).toEqual([10_500, '2026-11-07'])
    expect(await refusalOf(settle(5, 'ours'))).toMatchObject({ code: 'stateRefused' })
    const booked = await world.factory.query(
      `select t.amount_minor::int as amount, f.code as "from", o.code as "to" from transfers t
         join accounts f on f.id = t.from_id join accounts o on o.id = t.to_id where t.kind = 'provider.fee'`,
    )
    expect(booked).toEqual([
      { amount: 10_500, from: 'expense:fee:provider', to: `provider:${providerId}:payable` },
    ])
    expect(await invoice()).toMatchObject({ payment: null, isPaymentAsked: false, paidReference: null })
    const redraft = maker.call('distributors.draftInvoice', { id, month: '2026-10-01' }, once())
    expect(await refusalOf(redraft)).toMatchObject({ code: 'stateRefused', details: { state: 'settled' } })
  })

  test('that comes to nothing is paid when two settled it: no money moves', async () => {
    const id = await distributor({ minimumFeeMinor: 0 })
    await contract(id, { gameType: 'fishing', validFrom: '2026-10-01' })
    const draft = await maker.call('distributors.draftInvoice', { id, month: '2026-10-01' }, once())
    const asked = await maker.call(
      'distributors.settleInvoice',
      { id: draft.id, version: 1, basis: 'ours', reason },
      once(),
    )
    await decideAs(checker, asked.approvalId)
    const { invoices } = await reader.call('distributors.get', { id })
    expect(invoices[0]).toMatchObject({ state: 'paid', settledMinor: 0, payment: null, paidAt: null })
    expect(await reader.call('distributors.get', { id })).toMatchObject({ owedMinor: 0, owedDueOn: null })
  })
})
