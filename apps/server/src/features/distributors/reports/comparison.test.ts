import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../platform/business-day.ts'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { handOver, runJobs } from '../../../testing/jobs.ts'
import { refusalOf } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { uploadReport } from '../../../testing/world/distributors.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'

// A report that is too long for one call is compared in the background, in parts.

let world: MoneyOutWorld
let provider: FakeProvider
let providerId: string
let person: Person
let member: FactoryMember
let today: string
const rounds = 12_000
const once = () => ({ idempotencyKey: randomUUID() })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  providerId = encodeId('gameProvider', provider.id)
  person = await world.server.person({ permissions: { reconcile: ['isRead', 'isUpdate'] } })
  member = await world.factory.member()
  const rows = await world.factory.query<{ day: string }>('select brand_day()::text as day')
  today = rows[0]?.day ?? ''
  // Bets as they are when they are lost: nothing here asks the book.
  await world.server.database.plant(`
    with made as (
      insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor,
          valid_minor, counted_minor, placed_at, settled_at, business_on, settled_on, version)
      select uuidv7(), '${provider.id}', 'r' || n, (select id from games
               where provider_id = '${provider.id}' and code = 'tiger'), '${member.id}', 'lost', 100, 0, 100,
             100, now(), now(), '${today}'::date - n % 2, '${today}', 1 from generate_series(1, ${rounds}) n
      returning id, ref)
    insert into bet_rounds (provider_id, ref, bet_id) select '${provider.id}', ref, id from made`)
})
afterAll(() => world.stop())

/** Every tenth round with another payout, and one of ten thousand that we do not have. */
const fileOf = (count: number) =>
  [
    'Player,Round,Bet,Win,Time',
    ...Array.from({ length: count }, (_, at) => {
      const n = at + 1
      return `${member.username},r${n},1.00,${n % 10 === 0 ? '0.50' : '0.00'},${today} 13:00:05`
    }),
  ].join('\n')

const asked = async (id: string) => {
  const { mapping, read, rowCount } = await person.call('distributors.previewReport', { id, mapping: null })
  expect(rowCount).toBe((read?.count ?? 0) + 1)
  return { id, mapping, name: 'long.csv', fromOn: addDays(today, -1), toOn: today }
}
const find = (id: string) => person.call('distributors.report', { id })

test('a comparison is cancelled while it waits, and asked for anew', async () => {
  const { id } = await uploadReport(world.server, person, providerId, fileOf(10))
  const input = await asked(id)
  await person.call('distributors.compareReport', input, once())
  await handOver(world.server.services)
  const [job] = (await person.call('backgroundJobs.list', {})).records
  expect(job).toMatchObject({ kind: 'reportComparison', state: 'queued' })
  const again = person.call('distributors.compareReport', input, once())
  expect(await refusalOf(again)).toMatchObject({ code: 'stateRefused' })
  await person.call('distributors.cancelComparison', { id }, once())
  await runJobs(world.server.services)
  expect(await find(id)).toMatchObject({ state: 'uploaded', progress: null, differenceCount: 0 })
  const twice = person.call('distributors.cancelComparison', { id }, once())
  expect(await refusalOf(twice)).toMatchObject({ code: 'stateRefused', details: { state: 'uploaded' } })
  const early = person.call(
    'distributors.decideDifferences',
    { id, ids: [], kind: 'notOurs', to: 'accepted', reason: 'x x' },
    once(),
  )
  expect(await refusalOf(early)).toMatchObject({ code: 'stateRefused' })
  await person.call('distributors.compareReport', { ...input, fromOn: today }, once())
  await runJobs(world.server.services)
  // All rounds of these moments are asked for: those that the file lacks are missing there.
  expect(await find(id)).toMatchObject({ state: 'compared', lineCount: 10, agreedCount: 9 })
})

test('one that was ended half way is begun anew, and nothing is kept twice', async () => {
  const { services, database } = world.server
  const { id } = await uploadReport(world.server, person, providerId, fileOf(rounds - 1000))
  await person.call('distributors.compareReport', await asked(id), once())
  const inside = await world.factory.query<{ id: string }>(
    `select id from provider_reports where state = 'comparing'`,
  )
  // What a server left that was killed: lines of other columns, and a difference.
  await database.plant(`
    insert into provider_report_lines (report_id, no, round_ref, transaction_ref, player, stake_minor,
      payout_minor)
    select '${inside[0]?.id}', no, 'other' || no, '', '', 7, 7 from unnest('{2,99999}'::int[]) no;
    insert into provider_report_differences (report_id, round_ref, kind, player)
      values ('${inside[0]?.id}', 'other', 'notOurs', '')`)
  const stopped = new AbortController()
  stopped.abort()
  await runJobs(services, undefined, stopped.signal)
  expect(await find(id)).toMatchObject({ state: 'comparing', differenceCount: 0, kinds: [] })
  await runJobs(services)
  const report = await find(id)
  const differing = (rounds - 1000) / 10
  expect(report).toMatchObject({
    state: 'compared',
    lineCount: rounds - 1000,
    agreedCount: rounds - 1000 - differing,
    differenceCount: differing + 1000,
    theirs: { count: rounds - 1000, stakeMinor: (rounds - 1000) * 100, payoutMinor: differing * 50 },
    ours: { count: rounds, stakeMinor: rounds * 100, payoutMinor: 0 },
  })
  expect(report.kinds).toEqual([
    { kind: 'notTheirs', count: 1000, openCount: 1000, differenceMinor: -100_000 },
    { kind: 'otherAmounts', count: differing, openCount: differing, differenceMinor: -differing * 50 },
  ])
  const days = await world.factory.query(
    `select business_on = '${today}' as is_today, ours_count as ours, theirs_count as theirs
       from provider_report_days where report_id = $1 order by business_on`,
    [inside[0]?.id],
  )
  // Even rounds are of today, odd ones of the day before.
  expect(days).toEqual([
    { is_today: false, ours: rounds / 2, theirs: (rounds - 1000) / 2 },
    { is_today: true, ours: rounds / 2, theirs: (rounds - 1000) / 2 },
  ])
  const causes = await world.factory.query(
    `select kind, rounds, apart_minor::int as apart from provider_report_causes
      where report_id = $1 order by business_on, kind`,
    [inside[0]?.id],
  )
  expect(causes).toEqual([
    { kind: 'notTheirs', rounds: 500, apart: 50_000 },
    { kind: 'notTheirs', rounds: 500, apart: 50_000 },
    { kind: 'otherAmounts', rounds: differing, apart: differing * 50 },
  ])
  const seen = await person.call('distributors.reportDifferences', { id, on: addDays(today, -1) })
  expect(new Set(seen.records.map(({ kind }) => kind))).toEqual(new Set(['notTheirs']))
})
