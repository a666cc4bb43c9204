import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { runJobs } from '../../../testing/jobs.ts'
import { refusalOf } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { sendReport, uploadReport } from '../../../testing/world/distributors.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { tellRound } from '../../../testing/world/played.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let providerId: string
let person: Person
let reader: Person
let member: FactoryMember
let today: string
const once = () => ({ idempotencyKey: randomUUID() })
const baht = (minor: number) => (minor / 100).toFixed(2)

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  providerId = encodeId('gameProvider', provider.id)
  person = await world.server.person({ permissions: { reconcile: ['isRead', 'isUpdate'] } })
  reader = await world.server.person({ permissions: {} })
  member = await world.factory.member()
  await world.fund(member, 10_000_000)
  const rows = await world.factory.query<{ day: string }>('select brand_day()::text as day')
  today = rows[0]?.day ?? ''
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const round = async (ref: string, stakeMinor: number, wonMinor: number) => {
  const answer = await tellRound(provider, member, { bet: ref, stakeMinor, wonMinor })
  expect(answer).toMatchObject({ error: null })
}
const head = 'Player ID,Round ID,Transaction ID,Bet,Win,Date'
const line = (ref: string, stakeMinor: number, wonMinor: number) =>
  `${member.username},${ref},${randomUUID()},${baht(stakeMinor)},${baht(wonMinor)},${today} 13:00:05`

test('a report is read by its headings, compared round by round, and decided line by line', async () => {
  await round('alike', 10_000, 5000)
  await round('parts', 20_000, 0)
  await round('stake', 10_000, 0)
  await round('payout', 10_000, 1000)
  await round('unknown-there', 30_000, 10_000)
  // A prize is of no round, so no report of rounds lacks it.
  const prize = { transfer_amount: '9.00', adjustment_transaction_id: randomUUID() }
  await provider.sayRound({ player_name: member.outside, ...prize }, 'Cash/Adjustment')
  const text = [
    'Report of a provider',
    head,
    line('alike', 10_000, 5000),
    line('parts', 15_000, 0),
    line('parts', 5000, 0),
    line('stake', 11_000, 0),
    line('payout', 10_000, 1500),
    line('unknown-here', 700, 200),
    'Total,,,517.00,67.00,',
  ].join('\r\n')
  const { id, isKnown } = await uploadReport(world.server, person, providerId, text)
  expect(isKnown).toBe(false)
  const { mapping, read, sample } = await person.call('distributors.previewReport', { id, mapping: null })
  expect(mapping).toEqual({
    headerRow: 2,
    columns: { player: 0, round: 1, transaction: 2, stake: 3, payout: 4, time: 5 },
  })
  expect(sample[1]?.cells.slice(0, 2)).toEqual([member.username, 'alike'])
  expect(read).toMatchObject({ count: 6, stakeMinor: 51_700, fromOn: today, toOn: today, errorCount: 0 })
  const asked = { id, mapping, name: 'report.csv', fromOn: today, toOn: today }
  expect(await person.call('distributors.compareReport', asked, once())).toEqual({})
  const waiting = await reader.call('distributors.report', { id })
  expect(waiting).toMatchObject({ state: 'comparing', progress: { done: 0, total: 6, isWaiting: true } })
  await runJobs(world.server.services)
  const report = await reader.call('distributors.report', { id })
  expect(report).toMatchObject({
    source: 'file',
    state: 'compared',
    progress: null,
    comparedBy: waiting.uploadedBy,
    lineCount: 6,
    agreedCount: 2,
    differenceCount: 4,
    theirs: { count: 5, stakeMinor: 51_700, payoutMinor: 6700 },
    ours: { count: 5, stakeMinor: 80_000, payoutMinor: 16_000 },
    differenceMinor: 45_000 - 64_000,
    openCount: 4,
  })
  expect(report.kinds.reduce((sum, kind) => sum + kind.differenceMinor, 0)).toBe(report.differenceMinor)
  const list = async () => (await reader.call('distributors.reportDifferences', { id })).records
  const found = await list()
  expect(
    Object.fromEntries(found.map((each) => [each.roundRef, [each.kind, each.ours, each.theirs]])),
  ).toEqual({
    stake: ['otherAmounts', { stakeMinor: 10_000, payoutMinor: 0 }, { stakeMinor: 11_000, payoutMinor: 0 }],
    payout: [
      'otherAmounts',
      { stakeMinor: 10_000, payoutMinor: 1000 },
      { stakeMinor: 10_000, payoutMinor: 1500 },
    ],
    'unknown-here': ['notOurs', null, { stakeMinor: 700, payoutMinor: 200 }],
    'unknown-there': ['notTheirs', { stakeMinor: 30_000, payoutMinor: 10_000 }, null],
  })
  expect(found.filter(({ betId }) => betId === null).map(({ roundRef }) => roundRef)).toEqual([
    'unknown-here',
  ])
  const decide = (input: { ids: string[]; kind?: 'otherAmounts'; to: 'disputed' | 'accepted' }) =>
    person.call('distributors.decideDifferences', { id, ...input, reason: 'they were asked' }, once())
  const missing = found.find(({ roundRef }) => roundRef === 'unknown-there')?.id ?? ''
  expect(await decide({ ids: [missing], to: 'disputed' })).toEqual({ count: 1 })
  expect(await decide({ ids: [], kind: 'otherAmounts', to: 'accepted' })).toEqual({ count: 2 })
  expect(await refusalOf(decide({ ids: [], to: 'accepted' }))).toMatchObject({ code: 'invalidValue' })
  const states = Object.fromEntries((await list()).map((each) => [each.roundRef, each.state]))
  expect(states).toEqual({
    stake: 'accepted',
    payout: 'accepted',
    'unknown-here': 'open',
    'unknown-there': 'disputed',
  })
  // The same file once more is the same report; it is compared once.
  expect(await uploadReport(world.server, person, providerId, text)).toEqual({ id, isKnown: true })
  const again = person.call('distributors.compareReport', asked, once())
  expect(await refusalOf(again)).toMatchObject({ code: 'stateRefused' })
})

test('a report in Thai is read by its headings; what is not understood is refused, row by row', async () => {
  const text = [
    'ผู้เล่น,เลขรอบ,ยอดเดิมพัน,ยอดจ่าย,วันที่',
    `somchai,r1,"1,000.50",-,${today}`,
    `a,r2,ten,1,${today}`,
  ]
  const { id } = await uploadReport(world.server, person, providerId, text.join('\n'))
  const { mapping, read } = await person.call('distributors.previewReport', { id, mapping: null })
  expect(mapping.columns).toMatchObject({ player: 0, round: 1, stake: 2, payout: 3, time: 4 })
  expect(read).toMatchObject({
    count: 1,
    stakeMinor: 100_050,
    payoutMinor: 0,
    errors: [{ no: 3, fault: 'amountUnclear', cell: 'ten' }],
  })
  const compare = (columns: object) =>
    refusalOf(
      person.call(
        'distributors.compareReport',
        {
          id,
          mapping: { ...mapping, columns: { ...mapping.columns, ...columns } },
          name: 'x',
          fromOn: today,
          toOn: today,
        },
        once(),
      ),
    )
  expect(await compare({})).toMatchObject({ code: 'statementRefused', details: { reason: 'rowErrors' } })
  expect(await compare({ payout: 2 })).toMatchObject({ details: { reason: 'columnTwice' } })
  expect(await compare({ payout: null })).toMatchObject({ details: { reason: 'amountColumn' } })
})

test('who may not change the catalogue of games uploads nothing', async () => {
  expect((await sendReport(world.server, reader, providerId, head)).status).toBe(403)
  const seller = await world.server.person({ type: 'seller' })
  expect(await refusalOf(seller.call('distributors.reports', {}))).toMatchObject({ code: 'forbidden' })
})
