import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { codeOf, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let combined: FakeProvider
let person: Person
/** What the provider's records are next time; null: it never answers. */
let records: string | null | ((url: string) => string) = ''
const asked: string[] = []
const http = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (records === null) return response.destroy()
  return response.writeHead(200).end(typeof records === 'string' ? records : records(request.url ?? ''))
})
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const services = world.server.services as { egressAllow?: readonly string[] }
  Object.assign(services, { egressAllow: [...(services.egressAllow ?? []), host] })
  await world.server.database.plant(
    `update game_providers set api_address = 'http://${host}/v3?login=house'
      where id in ('${provider.id}', '${combined.id}')`,
  )
  person = await world.server.person({
    permissions: { betReport: ['isRead', 'isUpdate'] },
    hasStepUp: true,
  })
})
afterAll(async () => {
  http.close()
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const head = 'playerID,extPlayerID,gameID,playSessionID,timestamp,referenceID,type,amount,currency'
const feed = (...rows: readonly string[]) =>
  [`timepoint=${Date.now() + 60_000}`, head, ...rows.map((row) => `1,${row},THB`)].join('\n')
const someone = async (): Promise<FactoryMember> => {
  const member = await world.factory.member()
  await world.fund(member, 10_000)
  return member
}
const idOf = async (ref: string) => {
  const { records: found } = await person.call('betReports.list', { search: ref })
  return found[0]?.id ?? ''
}
const at = '2026-11-29 10:00:00'
/** A bet of 20 baht whose result is yet to come. */
async function staked() {
  const [member, ref, reference] = [await someone(), randomUUID(), randomUUID()]
  const about = { userId: member.outside, gameId: 'tiger', roundId: ref }
  await provider.say('bet', { ...about, amount: '20.00', reference })
  const row = (type: string, name: string, amount: string) =>
    `${member.outside},tiger,${ref},${at},${name},${type},${amount}`
  const stake = row('B', reference, '20.00')
  const result = (name: string, amount: string) =>
    provider.say('result', { ...about, amount, reference: name })
  return { member, ref, id: await idOf(ref), row, stake, result }
}
const ask = (id: string) => person.call('betReports.askProvider', { id })
const cash = (member: FactoryMember) => world.factory.cash(member)

test('a result that never came is shown, taken once, and known when it comes after all', async () => {
  const { member, id, row, stake, result } = await staked()
  const other = `mbr_x,tiger,${randomUUID()},${at},x,W,99.00`
  records = feed(stake, other, row('W', 'late', '50.00'))
  const { answer, theirs, ours, missing, digest } = await ask(id)
  expect({ answer, theirs, ours }).toEqual({
    answer: 'missing',
    theirs: { state: 'won', stakeMinor: 2000, payoutMinor: 5000 },
    ours: { state: 'running', stakeMinor: 2000, payoutMinor: 0 },
  })
  expect(missing).toEqual([{ kind: 'settle', transactionRef: 'late', amountMinor: 5000 }])
  expect(asked.at(-1)).toMatch(/^GET \/v3\/DataFeeds\/transactions\/\?login=house&password=/)
  expect(await cash(member)).toBe(8000)
  const taken = await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect(taken).toEqual({
    taken: [{ transactionRef: 'late', isTaken: true }],
    now: { state: 'won', stakeMinor: 2000, payoutMinor: 5000 },
  })
  expect(await result('late', '50.00')).toMatchObject({ error: 0 })
  expect(await cash(member)).toBe(13_000)
  expect(await ask(id)).toMatchObject({ answer: 'same', digest: null })
  const log = await world.factory.query<{ action: string }>(
    `select action from activity_log where entity = 'bet' and entity_id = $1 order by id`,
    [id],
  )
  expect(log.map(({ action }) => action)).toEqual(['betAsked', 'betAnswerTaken', 'betAsked'])
})

test('a jackpot that never came is offered as what it is, and paid on top of the result', async () => {
  const { member, id, row, stake, result } = await staked()
  await result('won', '50.00')
  records = feed(stake, row('W', 'won', '50.00'), row('J', 'pool', '900.00'), row('P', 'campaign', '7.00'))
  const { answer, missing, digest } = await ask(id)
  expect(answer).toBe('missing')
  expect(missing).toEqual([{ kind: 'jackpot', transactionRef: 'pool', amountMinor: 90_000 }])
  const { now } = await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect(now).toEqual({ state: 'won', stakeMinor: 2000, payoutMinor: 95_000 })
  expect(await cash(member)).toBe(103_000)
})

test('of a round with a transaction that nobody here can read nothing is concluded', async () => {
  const { id, row, stake } = await staked()
  records = feed(stake, row('W', 'untold', '50.00'), row('L', 'l', '20.00'))
  expect(await ask(id)).toMatchObject({ answer: 'unreadable', digest: null })
})

test('what a provider said last stays beside the bet, with who asked; names are for the house', async () => {
  const { id, stake, row } = await staked()
  expect((await person.call('betReports.get', { id })).lastSaid).toBeNull()
  records = feed(stake, row('W', 'kept', '50.00'))
  await ask(id)
  records = null
  await ask(id)
  const { lastSaid } = await person.call('betReports.get', { id })
  expect(lastSaid).toMatchObject({ by: person.username, answer: 'noAnswer', theirs: null })
  records = feed(stake)
  await ask(id)
  const said = { answer: 'same', theirs: { state: 'running', stakeMinor: 2000, payoutMinor: 0 } }
  expect((await person.call('betReports.get', { id })).lastSaid).toMatchObject(said)
  records = feed(stake, row('W', 'kept', '50.00'))
  const { digest } = await ask(id)
  await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect((await person.call('betReports.get', { id })).lastSaid).toBeNull()
})

test('only what was shown is taken', async () => {
  const { member, id, row, stake } = await staked()
  records = feed(stake, row('W', 'w', '50.00'))
  const { digest } = await ask(id)
  records = feed(stake, row('W', 'w', '70.00'))
  const take = person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect(await refusalOf(take)).toMatchObject({ code: 'conflict', details: { reason: 'answerChanged' } })
  expect(await cash(member)).toBe(8000)
})

test('what the wallet could not have taken is shown, and left to people', async () => {
  const { id, ref, row, stake, result } = await staked()
  records = feed(stake, row('B', `more ${ref}`, '5.00'))
  expect(await ask(id)).toMatchObject({ answer: 'differs', theirs: { stakeMinor: 2500 }, digest: null })
  await result(`r ${ref}`.replace(' ', '-'), '10.00')
  records = feed(stake, row('W', `r-${ref}`, '15.00'))
  expect(await ask(id)).toMatchObject({ answer: 'differs', theirs: { payoutMinor: 1500 }, missing: [] })
})

test('no answer, none to read, and a round that it does not know are three things', async () => {
  const { id } = await staked()
  records = feed()
  expect(await ask(id)).toMatchObject({ answer: 'notFound', theirs: null })
  records = '<html>'
  expect(await ask(id)).toMatchObject({ answer: 'unreadable', theirs: null })
  records = null
  expect(await ask(id)).toMatchObject({ answer: 'noAnswer', theirs: null })
})

test('a correction that never came moves the difference, once', async () => {
  const [member, ref] = [await someone(), randomUUID()]
  const round = (won: string) =>
    tellRound(combined, member, { bet: ref, stakeMinor: 2000, wonMinor: Number(won) * 100 })
  await round('0')
  const bet = { betId: ref, playerName: member.outside, gameId: 'tiger', betAmount: 20 }
  records = JSON.stringify({ data: [{ ...bet, winAmount: 30, rowVersion: 2 }], error: null })
  const id = await idOf(ref)
  const { answer, digest } = await ask(id)
  expect([answer, asked.at(-1)]).toEqual(['missing', 'POST /v3/Bet/v4/GetHistoryForSpecificTimeRange'])
  await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  await round('30.00')
  expect(await cash(member)).toBe(11_000)
})

test('records that go on and on are not read whole, and say nothing', async () => {
  const { id, stake } = await staked()
  const before = asked.length
  records = (url) => {
    const from = Number(new URL(url, 'http://provider').searchParams.get('timepoint'))
    return [`timepoint=${from + 1}`, head, `1,${stake},THB`].join('\n')
  }
  expect(await ask(id)).toMatchObject({ answer: 'unreadable', theirs: null, digest: null })
  expect(asked.length - before).toBe(60)
})

test('what was staked long ago and runs is asked for up to now', async () => {
  world.server.clock.ms = -3 * 3_600_000
  const { id, stake, row } = await staked()
  world.server.clock.ms = 0
  records = feed(stake, row('W', 'much-later', '50.00'))
  const { answer, from, until } = await ask(id)
  expect(answer).toBe('missing')
  expect(Date.parse(until) - Date.parse(from)).toBeGreaterThan(3 * 3_600_000)
})

test('a correction that the wallet could not bear is told to people, and not offered again', async () => {
  const [member, ref] = [await someone(), randomUUID()]
  await tellRound(combined, member, { bet: ref, stakeMinor: 2000, wonMinor: 90_000 })
  await tellRound(combined, member, { stakeMinor: 98_000, wonMinor: 0 })
  const bet = { betId: ref, playerName: member.outside, gameId: 'tiger', betAmount: 20 }
  records = JSON.stringify({ data: [{ ...bet, winAmount: 30, rowVersion: 2 }], error: null })
  const id = await idOf(ref)
  const { answer, digest } = await ask(id)
  expect(answer).toBe('missing')
  const taken = await person.call('betReports.takeAnswer', { id, digest: digest ?? '' })
  expect(taken.taken).toEqual([{ transactionRef: `history ${ref} 2`, isTaken: false }])
  const alarms = await world.factory.query(
    `select 1 from alarms where code = 'provider.owed' and detail ->> 'reference' = $1`,
    [`history ${ref} 2`],
  )
  expect(alarms).toHaveLength(1)
  expect(await ask(id)).toMatchObject({ answer: 'differs', digest: null })
})

test('a provider whose address nobody gave is not asked, and nobody asks who may only look', async () => {
  const { id } = await staked()
  const reader = await world.server.person({ permissions: { betReport: ['isRead'] } })
  expect(await codeOf(reader.call('betReports.askProvider', { id }))).toBe('forbidden')
  await world.server.database.plant(
    `update game_providers set api_address = null where id = '${provider.id}'`,
  )
  expect(await refusalOf(ask(id))).toMatchObject({ details: { reason: 'noAddress' } })
})
