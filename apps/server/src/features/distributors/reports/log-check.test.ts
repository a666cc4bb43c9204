import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantsOf } from '../../../platform/business-day.ts'
import { startFakeProvider } from '../../../testing/fakes/fake-provider.ts'
import {
  startFakeWalletProvider,
  type FakeWalletProvider,
} from '../../../testing/fakes/fake-wallet-provider.ts'
import { endPauses, runJobs } from '../../../testing/jobs.ts'
import { foldAllPlay } from '../../../testing/play-figures.ts'
import { refusalOf } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { readFeeds } from '../../play/feeds/feed-work.ts'
import { checkLogs } from './log-check-work.ts'

// A provider's own log of bets is read again and compared with ours, and what it holds for members.

let world: MoneyOutWorld
let provider: FakeWalletProvider
let providerId: string
let person: Person
let member: FactoryMember
let today: string
const once = () => ({ idempotencyKey: randomUUID() })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeWalletProvider(world.server)
  providerId = encodeId('gameProvider', provider.id)
  person = await world.server.person({ permissions: { reconcile: ['isRead', 'isUpdate'] } })
  member = await world.factory.member()
  await world.fund(member, 50_000)
  const input = { memberId: member.outside, providerId, direction: 'in', amountMinor: 50_000 }
  await world.site.send('/member/v1/game/transfer', { ...input, requestKey: randomUUID() })
  const rows = await world.factory.query<{ day: string }>('select brand_day()::text as day')
  today = rows[0]?.day ?? ''
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await provider.stop()
  await world.stop()
  expect(broken).toEqual([])
})

const play = (code: string, stakeMinor: number, wonMinor: number) =>
  provider.play({ code, member: member.outside, stakeMinor, wonMinor })
const check = async (days: { fromOn: string; toOn: string } = { fromOn: today, toOn: today }) => {
  await foldAllPlay(world.server.services.db)
  const { id } = await person.call('distributors.checkLog', { id: providerId, ...days }, once())
  await runJobs(world.server.services)
  return person.call('distributors.report', { id })
}

test('a log that says what we have agrees, a bet that was taken only now too, and what is held', async () => {
  play('a', 1000, 0)
  play('b', 2000, 500)
  await readFeeds(world.server.services, new AbortController().signal)
  // It changed at the provider: the log tells of it again.
  provider.log.push({ code: 'b', version: 2, member: member.outside, stakeMinor: 2000, wonMinor: 2500 })
  provider.held.set(member.outside, 49_500)
  play('late', 300, 0)
  const report = await check()
  expect(report).toMatchObject({
    source: 'log',
    state: 'compared',
    agreedCount: 3,
    differenceCount: 0,
    theirs: { count: 3, stakeMinor: 3300, payoutMinor: 2500 },
    ours: { count: 3, stakeMinor: 3300, payoutMinor: 2500 },
  })
  await foldAllPlay(world.server.services.db)
  expect((await check()).held).toEqual({ toldMinor: 49_200, oursMinor: 49_200 })
})

test('what the log lacks, has besides, or has otherwise is shown round by round', async () => {
  await world.server.database.plant(
    `update bets set payout_minor = 1 where ref = 'late'; update bets set ref = 'gone' where ref = 'a';
     update bet_rounds set ref = 'gone' where ref = 'a'`,
  )
  const report = await check()
  const { records } = await person.call('distributors.reportDifferences', { id: report.id })
  const found = records.map(({ roundRef, kind, player }) => `${roundRef} ${kind} ${player}`)
  expect(found.toSorted()).toEqual([
    `a notOurs ${member.username}`,
    `gone notTheirs ${member.username}`,
    `late otherAmounts ${member.username}`,
  ])
  await world.server.database.plant(
    `update bets set payout_minor = 0 where ref = 'late'; update bets set ref = 'a' where ref = 'gone';
     update bet_rounds set ref = 'a' where ref = 'gone'`,
  )
  // Of the day before we have nothing, and what the log has of other days is not looked at.
  const before = { fromOn: addDays(today, -1), toOn: addDays(today, -1) }
  expect(await check(before)).toMatchObject({
    differenceCount: 0,
    theirs: { count: 0 },
    ours: { count: 0 },
  })
})

test('the system compares the day before by itself, half an hour after it ended, once', async () => {
  const { services, clock, database } = world.server
  // What people had compared before is of other days.
  await database.plant('update provider_reports set from_on = from_on - 100, to_on = to_on - 100')
  const system = async () => {
    await checkLogs(services)
    const { records } = await person.call('distributors.reports', {})
    return records.filter(({ uploadedBy }) => uploadedBy === null)
  }
  const jobs = async () => (await person.call('backgroundJobs.list', {})).records.length
  const own = await jobs()
  const minutes = (Date.now() - Date.parse(instantsOf(await services.settings.get(), today).until)) / 60_000
  // What a person compared of the day, from whatever source, is not set aside.
  const compared = (days: number) =>
    database.plant(`update provider_reports set from_on = from_on + ${days}, to_on = to_on + ${days}`)
  const at = (afterDay: number) => void (clock.ms = (afterDay - minutes) * 60_000)
  at(29)
  expect(await system()).toEqual([])
  at(31)
  await compared(100)
  expect(await system()).toEqual([])
  await compared(-100)
  expect(await system()).toMatchObject([{ state: 'comparing', source: 'log', fromOn: today, toOn: today }])
  provider.isDown = true
  for (let tries = 0; tries < 4; tries += 1) {
    await runJobs(services)
    await endPauses(database)
  }
  provider.isDown = false
  // It came to nothing: the next try waits.
  expect(await system()).toMatchObject([{ state: 'ended' }])
  await database.plant(`update provider_reports set uploaded_at = uploaded_at - interval '7 hours'`)
  expect(await system()).toHaveLength(2)
  await runJobs(services)
  const [newest] = await system()
  expect(newest).toMatchObject({ state: 'compared', comparedBy: null, differenceCount: 0 })
  await database.plant(`update provider_reports set uploaded_at = uploaded_at - interval '7 hours'`)
  expect(await system()).toHaveLength(2)
  expect(await jobs()).toBe(own)
  clock.ms = 0
})

test('only a log that can be read is; one that gives no answer ends, and people are told', async () => {
  const other = await startFakeProvider(world.server)
  const asked = { fromOn: today, toOn: today }
  const noLog = { id: encodeId('gameProvider', other.id), ...asked }
  expect(await refusalOf(person.call('distributors.checkLog', noLog, once()))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'keepsNoWallet' },
  })
  const tomorrow = { id: providerId, fromOn: today, toOn: addDays(today, 1) }
  expect(await refusalOf(person.call('distributors.checkLog', tomorrow, once()))).toMatchObject({
    code: 'invalidValue',
  })
  provider.isDown = true
  const { id } = await person.call('distributors.checkLog', { id: providerId, ...asked }, once())
  const second = person.call('distributors.checkLog', { id: providerId, ...asked }, once())
  expect(await refusalOf(second)).toMatchObject({ code: 'stateRefused', details: { state: 'comparing' } })
  // Three tries, and the step that gives it up.
  for (let tries = 0; tries < 4; tries += 1) {
    await runJobs(world.server.services)
    await endPauses(world.server.database)
  }
  provider.isDown = false
  expect(await person.call('distributors.report', { id })).toMatchObject({ state: 'ended', progress: null })
  const kept = `select 1 from provider_report_lines l join provider_reports r on r.id = l.report_id
    where r.state <> 'compared'`
  expect(await world.factory.query(kept)).toEqual([])
  const [job] = (await person.call('backgroundJobs.list', {})).records
  expect(job).toMatchObject({ kind: 'reportComparison', state: 'failed', failure: 'noAnswer' })
})
