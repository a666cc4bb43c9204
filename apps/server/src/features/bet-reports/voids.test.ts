import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let combined: FakeProvider
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  const permissions = { betReport: ['isRead', 'isUpdate'], creditTransaction: ['isRead'] } as const
  const person = { permissions, hasStepUp: true, password: decidePassword }
  maker = await world.server.person(person)
  checker = await world.server.person(person)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const reason = 'ค่ายแจ้งว่ารอบนี้เป็นโมฆะ'
const someone = async (cashMinor = 10_000): Promise<FactoryMember> => {
  const member = await world.factory.member()
  await world.fund(member, cashMinor)
  return member
}
const say = (word: string, member: FactoryMember, roundId: string, amount: string) =>
  provider.say(word, { userId: member.outside, gameId: 'tiger', roundId, amount, reference: randomUUID() })
const round = (member: FactoryMember, bet: string, staked: string, won: string) =>
  tellRound(combined, member, { bet, stakeMinor: Number(staked) * 100, wonMinor: Number(won) * 100 })
const betOf = async (ref: string) => {
  const { records } = await maker.call('betReports.list', { search: ref })
  return maker.call('betReports.get', { id: records[0]?.id ?? '' })
}
const ask = async (ref: string, by = maker) => {
  const { id, version } = await betOf(ref)
  return by.call('betReports.askVoid', { id, version, reason }, once())
}
const cash = (member: FactoryMember) => world.factory.cash(member)

test('two people void a bet that won: money goes both ways, and its history says who', async () => {
  const member = await someone()
  const ref = randomUUID()
  await say('bet', member, ref, '20.00')
  await say('result', member, ref, '50.00')
  expect(await cash(member)).toBe(13_000)
  const { state, approvalId } = await ask(ref)
  expect(state).toBe('waiting')
  expect(await betOf(ref)).toMatchObject({
    state: 'won',
    asked: { approvalId, by: maker.username, isOwn: true },
    voided: null,
  })
  expect(await refusalOf(ask(ref))).toMatchObject({
    code: 'conflict',
    details: { reason: 'approvalPending' },
  })
  expect(await codeOf(decideAs(maker, approvalId))).toBe('fourEyes')
  const { differences } = await checker.call('approvals.get', { id: approvalId })
  expect(differences).toContainEqual({ field: 'balanceMinor', before: 13_000, after: 10_000 })
  await decideAs(checker, approvalId)
  expect(await cash(member)).toBe(10_000)
  const bet = await betOf(ref)
  expect(bet).toMatchObject({ state: 'void', stakeMinor: 0, payoutMinor: 0, countedMinor: 0, asked: null })
  expect(bet.voided).toMatchObject({ askedBy: maker.username, agreedBy: checker.username, reason })
  expect(bet.words.map(({ kind }) => kind)).toEqual(['bet', 'settle', 'cancel'])
  expect(bet.outcomes.map(({ kind, stakeMinor, payoutMinor }) => [kind, stakeMinor, payoutMinor])).toEqual([
    ['settled', 2000, 5000],
    ['voided', -2000, -5000],
  ])
  const journal = await maker.call('creditTransactions.journal', { id: bet.words[2]?.transferId ?? '' })
  expect(journal.kind).toBe('bet.amend')
  expect(await refusalOf(ask(ref))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'alreadyVoid' },
  })
})

test('an open bet that is void takes no result any more, and people are told of one', async () => {
  const member = await someone()
  const ref = randomUUID()
  await say('bet', member, ref, '20.00')
  await decideAs(checker, (await ask(ref)).approvalId)
  expect(await cash(member)).toBe(10_000)
  const told = await say('result', member, ref, '30.00')
  expect(told.error).toBe(3)
  expect(await cash(member)).toBe(10_000)
  const alarms = await world.factory.query(
    `select from alarms where code = 'provider.owed' and cleared_at is null`,
  )
  expect(alarms.length).toBeGreaterThan(0)
})

test('what its provider told since it was asked for makes it another bet', async () => {
  const member = await someone()
  const ref = randomUUID()
  await say('bet', member, ref, '20.00')
  const { approvalId } = await ask(ref)
  await say('result', member, ref, '5.00')
  expect(await refusalOf(decideAs(checker, approvalId))).toMatchObject({
    code: 'conflict',
    details: { reason: 'betMoved' },
  })
  const { id, version } = await betOf(ref)
  const stale = maker.call('betReports.askVoid', { id, version: version - 1, reason }, once())
  expect(await refusalOf(stale)).toMatchObject({ code: 'stale', details: { version } })
  await decideAs(checker, approvalId, false)
  await decideAs(checker, (await ask(ref)).approvalId)
  expect(await cash(member)).toBe(10_000)
})

test('money that its member has no more is not taken: no wallet goes below nothing', async () => {
  const member = await someone(1000)
  const [won, played] = [randomUUID(), randomUUID()]
  await round(member, won, '10.00', '100.00')
  const { approvalId } = await ask(won)
  await round(member, played, '60.00', '0')
  const details = { leftMinor: 4000, missingMinor: 5000 }
  expect(await refusalOf(decideAs(checker, approvalId))).toMatchObject({ code: 'winningsSpent', details })
  await decideAs(checker, approvalId, false)
  expect(await refusalOf(ask(won))).toMatchObject({ code: 'winningsSpent', details })
  expect([await cash(member), (await betOf(won)).state]).toEqual([4000, 'won'])
})

test('a bet of a wallet that its provider keeps, or of no money, is not voided here', async () => {
  const member = await someone()
  const free = randomUUID()
  await round(member, free, '0', '0')
  expect((await betOf(free)).notVoidable).toBe('nothingMoved')
  expect(await refusalOf(ask(free))).toMatchObject({ details: { reason: 'nothingMoved' } })
  const ref = randomUUID()
  await round(member, ref, '10.00', '0')
  await world.server.database.plant(
    `update game_providers set adapter = 'transferWallet' where id = '${combined.id}'`,
  )
  expect(await refusalOf(ask(ref))).toMatchObject({ details: { reason: 'walletElsewhere' } })
  await world.server.database.plant(
    `update game_providers set adapter = 'transferInOut' where id = '${combined.id}'`,
  )
})

test('who may only read asks for nothing, and the database takes no such word from one alone', async () => {
  const member = await someone()
  const ref = randomUUID()
  await say('bet', member, ref, '20.00')
  const reader = await world.server.person({ permissions: { betReport: ['isRead'] }, hasStepUp: true })
  expect(await codeOf(ask(ref, reader))).toBe('forbidden')
  const word = world.factory.query(
    `insert into play_words (provider_id, transaction_ref, kind, bet_id, member_id, amount_minor, outcome,
       balance_minor) select provider_id, 'cancel x', 'cancel', id, member_id, 0, 'done', 0
       from bets where ref = $1`,
    [ref],
  )
  await expect(word).rejects.toThrow('approvalMissing')
})
