import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import {
  startFakeWalletProvider,
  type FakeWalletProvider,
} from '../../testing/fakes/fake-wallet-provider.ts'
import { runJobs } from '../../testing/jobs.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { once, refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { uploadReport } from '../../testing/world/distributors.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'
import { readFeeds } from '../play/feeds/feed-work.ts'
import { playColumn, type PlayFacts } from '../withdrawals/play-checks.ts'
import { watchDays } from './watch-days.ts'

// The providers' sheet of a day: what we won against what they report, and what they hold for members.

let world: MoneyOutWorld
let combined: FakeProvider
let keeping: FakeWalletProvider
let person: Person
let member: FactoryMember
let on: string

beforeAll(async () => {
  world = await createMoneyOutWorld()
  combined = await startFakeProvider(world.server, 'transferInOut')
  keeping = await startFakeWalletProvider(world.server)
  person = await world.cashier({
    permissions: { gameManagement: ['isRead', 'isUpdate'], reconcile: ['isRead', 'isUpdate'] },
  })
  member = await world.factory.member()
  await world.fund(member, 1_000_000)
  // What the kit put into the wallet as of an earlier day, as its bank showed it: no difference of the bank.
  await world.factory.query(`
    insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
      source, dedupe_key, chain, state, business_on, value_on)
    select bank_account_id, 'in', 1000000, 'none', now(), 'sms', 'fund', 'noBalance', 'autoMatched',
           '2026-11-01', '2026-11-01' from deposits where amount_minor = 1000000 limit 1`)
  await world.server.database.plant(`set session_replication_role = replica;
    insert into distributors (id, code, name, billing_day, setup_approval_id)
      values ('${combined.id}', 'maker', 'Maker', 5, '${randomUUID()}');
    insert into distributor_contracts (id, distributor_id, provider_id, game_type, fee_bps, valid_from,
        approval_id)
      values ('${randomUUID()}', '${combined.id}', '${combined.id}', 'all', 1000, '2026-01-01',
        '${randomUUID()}')`)
  const rows = await world.factory.query<{ day: string }>('select brand_day()::text as day')
  on = rows[0]?.day ?? ''
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await keeping.stop()
  await world.stop()
  expect(broken).toEqual([])
})

const round = (ref: string, stakeMinor: number, wonMinor: number) =>
  tellRound(combined, member, { bet: ref, stakeMinor, wonMinor })
const transfer = (direction: 'in' | 'out', amountMinor: number) =>
  world.site.send('/member/v1/game/transfer', {
    memberId: member.outside,
    providerId: encodeId('gameProvider', keeping.id),
    direction,
    amountMinor,
    requestKey: randomUUID(),
  })
const bring = (lines: readonly string[], headings = 'Player,Round,Bet,Win') =>
  uploadReport(world.server, person, encodeId('gameProvider', combined.id), [headings, ...lines].join('\n'))
const report = async (lines: readonly string[]) => {
  const { id } = await bring(lines)
  const { mapping } = await person.call('distributors.previewReport', { id, mapping: null })
  const asked = { id, mapping, name: 'report.csv', fromOn: on, toOn: on }
  await person.call('distributors.compareReport', asked, once())
  await runJobs(world.server.services)
  return id
}
const dayNow = async () => {
  const day = await person.call('reconcile.day', { on })
  const sheet = day.sheets.find((each) => each.sheet === 'provider')
  const row = (key: string) => sheet?.rows.find((each) => each.key === key)
  return { day, sheet, row, items: day.items.filter((each) => each.sheet === 'provider') }
}

/** How the day stands in the calendar. */
const inList = async () => {
  await watchDays(world.server.services)
  const { records } = await person.call('reconcile.days', { from: on, to: on })
  return records[0]?.status
}

/** Rounds that differ: of the member by the check of a withdrawal, and of a distributor by its list. */
async function openRounds() {
  const of = { memberId: decodeId('member', member.outside) ?? '', businessOn: on }
  const { rows } = await sql<{ play: PlayFacts }>`
    select ${playColumn(of)} as play from (select null::timestamptz as last_at) past`.execute(
    world.server.services.db,
  )
  const { records } = await person.call('distributors.list', {})
  return [rows[0]?.play.openRounds, records[0]?.openDifferences]
}

test('what has no report is told as such; then differences are set side by side, and explained', async () => {
  const [ofCombined, ofKeeping] = [combined.id, keeping.id].map((id) => encodeId('gameProvider', id))
  await round('alike', 100_000, 40_000)
  await round('other', 50_000, 0)
  await round('gone', 20_000, 0)
  await transfer('in', 300_000)
  keeping.play({ code: 'k', member: member.outside, stakeMinor: 10_000, wonMinor: 0 })
  await readFeeds(world.server.services, new AbortController().signal)
  await transfer('out', 90_000)
  await foldAllPlay(world.server.services.db)
  await closeBusinessDay(world.server.services.pool, on)
  await watchDays(world.server.services)

  const before = await dayNow()
  expect([before.sheet?.status, before.day.status]).toEqual(['notCompared', 'notCompared'])
  expect(await inList()).toBe('notCompared')
  expect(before.row(`play:${ofCombined}`)).toMatchObject({
    providerId: ofCombined,
    reportId: null,
    steps: [
      { code: 'staked', count: 3, amountMinor: 170_000 },
      { code: 'paidOut', amountMinor: -40_000 },
    ],
    oursMinor: 130_000,
    theirsMinor: null,
    differenceMinor: null,
    status: 'notCompared',
  })
  // In less out; what was lost there leaves the books when the day's play is closed.
  expect(before.row(`provider:${ofKeeping}:clearing`)).toMatchObject({
    steps: [
      { code: 'game.in', amountMinor: 300_000 },
      { code: 'game.out', amountMinor: -90_000 },
    ],
    oursMinor: 210_000,
    theirsMinor: 210_000,
    status: 'balanced',
  })
  expect(before.items).toEqual([])

  // What is kept of the day and not compared is told; it changes nothing of what closing would freeze.
  const keptNow = async () => (await dayNow()).row(`play:${ofCombined}`)?.kept
  expect(await keptNow()).toBeUndefined()
  const { id: undated } = await bring(['a,kept,10,0'])
  expect(await keptNow()).toEqual({ id: undated, isComparing: false, isOfDay: false })
  await bring(['a,early,10,0,2026-01-02 10:00'], 'Player,Round,Bet,Win,Time')
  const { id: dated } = await bring([`a,kept,10,0,${on} 12:00`], 'Player,Round,Bet,Win,Time')
  expect(await keptNow()).toEqual({ id: dated, isComparing: false, isOfDay: true })
  expect((await dayNow()).day.factsHash).toBe(before.day.factsHash)

  await person.call('distributors.checkLog', { id: ofKeeping ?? '', fromOn: on, toOn: on }, once())
  const reportId = await report(['a,alike,1000,400', 'a,other,500,20', 'a,theirs,30,0'])
  const { sheet, row, items } = await dayNow()
  expect(sheet?.status).toBe('difference')
  expect(row(`play:${ofKeeping}`)).toMatchObject({
    oursMinor: 10_000,
    theirsMinor: 10_000,
    status: 'balanced',
  })
  expect(row(`play:${ofCombined}`)).toMatchObject({
    reportId,
    oursMinor: 130_000,
    theirsMinor: 111_000,
    differenceMinor: -19_000,
    status: 'difference',
  })
  const key = `play:${ofCombined}`
  expect(items).toMatchObject([
    { key: `${key}:notOurs`, kind: 'providerNotOurs', amountMinor: 3000, count: 1, reportId },
    { key: `${key}:notTheirs`, kind: 'providerNotTheirs', amountMinor: -20_000, count: 1, reportId },
    { key: `${key}:otherAmounts`, kind: 'providerOtherAmounts', amountMinor: -2000, count: 1, reportId },
  ])
})

test('the day is closed once each difference of a provider is explained', async () => {
  const { day, items } = await dayNow()
  const explain = (item: (typeof items)[number]) =>
    person.call(
      'reconcile.explain',
      { on, key: item.key, amountMinor: item.amountMinor, reasonCode: 'askedProvider', note: 'asked them' },
      once(),
    )
  const close = { on, factsHash: day.factsHash ?? '' }
  expect(await refusalOf(person.call('reconcile.close', close, once()))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'notExplained' },
  })
  // What was decided round by round, with a reason each, is not explained again.
  const [first, ...others] = items
  const reason = 'they count a test round'
  const decided = {
    id: first?.reportId ?? '',
    ids: [],
    kind: 'notOurs' as const,
    to: 'disputed' as const,
    reason,
  }
  await person.call('distributors.decideDifferences', decided, once())
  const { items: now } = await dayNow()
  expect(now.map(({ explanation }) => explanation?.note)).toEqual([reason, undefined, undefined])
  for (const item of others) await explain(item)
  const explained = await dayNow()
  expect(explained.sheet?.status).toBe('explained')
  const row = explained.row(`play:${encodeId('gameProvider', combined.id)}`)
  expect(row?.status).toBe('explained')
  const between = await openRounds()
  // A later report of the day says the same as we do: what an earlier one had otherwise is over.
  await report(['a,alike,1000,400', 'a,other,500,0', 'a,gone,200,0'])
  const after = await dayNow()
  expect([after.sheet?.status, after.items, await inList()]).toEqual(['balanced', [], 'balanced'])
  expect([between, await openRounds()]).toEqual([
    [2, 2],
    [0, 0],
  ])
})

test('a day with play that nobody compared is closed all the same, and says so for good', async () => {
  await world.server.database.plant(`set session_replication_role = replica;
    delete from provider_report_causes; delete from provider_report_days;
    update provider_reports set from_on = '2026-01-01', to_on = '2026-01-01' where state = 'compared'`)
  const { day } = await dayNow()
  expect([day.status, day.openCount]).toEqual(['notCompared', 0])
  const close = await person.call('reconcile.close', { on, factsHash: day.factsHash ?? '' }, once())
  expect(close.state).toBe('done')
  // A report that is compared later changes nothing of what was closed.
  await report(['a,alike,1000,400', 'a,other,500,0', 'a,gone,200,0', 'a,later,1,1'])
  const closed = await dayNow()
  const row = closed.row(`play:${encodeId('gameProvider', combined.id)}`)
  const stands = [closed.day.status, closed.sheet?.status, row?.status]
  expect(stands).toEqual(['closed', 'notCompared', 'notCompared'])
  expect(closed.sheet?.rows.filter(({ kept }) => kept)).toEqual([])
})
