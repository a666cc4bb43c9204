import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { valueOn } from '../../platform/business-day.ts'
import { wholeFile } from '../../testing/exported.ts'
import { runJobs } from '../../testing/jobs.ts'
import { once } from '../../testing/refusal.ts'
import { watchPlay } from '../../features/play/watch/watch-play.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { checkInvariants } from '../../testing/invariant-checker.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { firstStart } from '../start/first-start.ts'
import { readKeys } from './sandbox-keys.ts'

let server: TestServer
let admin: pg.Client
const folder = mkdtempSync(join(tmpdir(), 'khlang-seed-'))

beforeAll(async () => {
  server = await startTestServer()
  await firstStart(server.services, folder, server.database.adminUrl, () => undefined)
  admin = new pg.Client({ connectionString: server.database.adminUrl })
  await admin.connect()
}, 180_000)
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** The first column of the only row, as a number. */
const figure = async (text: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await admin.query<Record<string, string | null>>(text, values)
  return Number(Object.values(rows[0] ?? {})[0])
}

test('the invariant checker finds nothing', async () => {
  expect(await checkInvariants(admin)).toEqual([])
})

test('there are the people, accounts and phones that domain 7 asks for', async () => {
  expect(await figure('select count(*) from members')).toBe(300)
  expect(await figure('select count(*) from bank_accounts')).toBe(6)
  expect(await figure(`select count(distinct role) from bank_accounts`)).toBe(3)
  expect(await figure(`select count(*) from devices where state = 'online'`)).toBe(3)
  expect(await figure(`select count(*) from devices where state = 'paused'`)).toBe(1)
  const pairs = `select count(*) from (select device_hash from members group by 1 having count(*) > 1) x`
  expect(await figure(pairs)).toBe(20)
})

test('each game and provider has a picture of its own, kept as JPEG', async () => {
  expect(await figure('select count(*) from games where image_id is null')).toBe(0)
  expect(await figure('select count(*) from game_providers where logo_id is null')).toBe(0)
  const kept = `catalogue_pictures c join private_files f on f.id = c.private_file_id`
  const count = await figure('select (select count(*) from games) + (select count(*) from game_providers)')
  expect(await figure(`select count(distinct f.sha256) from ${kept}`)).toBe(count)
  expect(await figure(`select max(f.bytes) from ${kept}`)).toBeLessThan(30_000)
  const looker = await server.person({
    permissions: { gameManagement: ['isRead'], providerDashboard: ['isRead'], betReport: ['isRead'] },
  })
  const { records } = await looker.call('reports.board', { by: 'provider' })
  expect(records.map(({ hasLogo }) => hasLogo)).toEqual([true, true, true])
  const [bet] = (await looker.call('betReports.list', { size: 1 })).records
  const { imageOf } = await looker.call('betReports.get', { id: bet?.id ?? '' })
  const seen = await server.fetch(`/api/v1/website/game/${imageOf}/image`, {
    headers: { authorization: `Bearer ${looker.token}` },
  })
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('each chat channel has a group of the owner, one with quiet hours and one with filters', async () => {
  const owned = `select count(distinct channel) from chat_groups g join employees e on e.id = g.owner_id
    where e.username = 'owner' and not g.is_locked`
  expect(await figure(owned)).toBe(4)
  expect(await figure('select count(*) from chat_groups where quiet_from is not null')).toBe(1)
  const filtered = `select count(*) from chat_groups where min_amount_minor > 0 and cardinality(banks) > 0`
  expect(await figure(filtered)).toBe(1)
})

test('every bank account holds in the book what its last statement line says', async () => {
  const wrong = `select count(*) from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
    where account_balance('bank:' || outside_id('oba', a.id)) <> -f.last_balance_minor`
  expect(await figure(wrong)).toBe(0)
})

test('what is unmatched in the book is the sum of the lines without an owner', async () => {
  const lines = await figure(`select coalesce(sum(amount_minor), 0) from statement_lines
    where direction = 'in' and state in ('unmatched', 'suggested')`)
  const book = await figure(`select sum(balance_minor) from account_balances where code like 'unmatched:%'`)
  expect(book).toBe(lines)
  expect(lines).toBeGreaterThan(0)
})

test('the lines of an account follow one another without a gap', async () => {
  const gaps = `select count(*) from (
    select balance_after_minor - case direction when 'in' then amount_minor else -amount_minor end as before,
           lag(balance_after_minor) over (partition by bank_account_id order by id) as previous
      from statement_lines where chain = 'linked') x where previous is not null and before <> previous`
  expect(await figure(gaps)).toBe(0)
})

test('yesterday and the last hours have money in and out, about one line in fifty no owner', async () => {
  const deposits = `select count(*) from deposits where state = 'credited'`
  const of = `${deposits} and business_on = $1`
  expect(await figure(of, [valueOn(Date.now() - 86_400_000)])).toBeGreaterThan(0)
  // Right after midnight today has none yet.
  expect(await figure(`${deposits} and credited_at > now() - interval '12 hours'`)).toBeGreaterThan(0)
  const yesterday = `select count(*) from withdrawals where state = 'paid' and business_on = $1`
  expect(await figure(yesterday, [valueOn(Date.now() - 86_400_000)])).toBeGreaterThan(5)
  const share =
    await figure(`select count(*) filter (where state in ('unmatched', 'suggested')) * 1000 / count(*)
    from statement_lines where direction = 'in' and state not in ('internalTransfer', 'quarantined')`)
  expect(share).toBeGreaterThan(5)
  expect(share).toBeLessThan(40)
  const average = await figure(`select avg(amount_minor) from deposits where state = 'credited'`)
  expect(average).toBeGreaterThan(15_000)
  expect(average).toBeLessThan(40_000)
})

test('the file of yesterday’s credited deposits sums up to the dashboard’s figure', async () => {
  const permissions = { dashboard: ['isRead'], pretransactionDepositWithdraw: ['isRead'] } as const
  const clerk = await server.person({ permissions, hasStepUp: true, abilities: { exportData: true } })
  const on = valueOn(Date.now() - 86_400_000)
  const { deposits } = await clerk.call('dashboard.day', { on })
  const input = { tab: 'deposits', state: ['credited'], from: on, to: on, format: 'csv' } as const
  const asked = { ...input, state: [...input.state], columns: ['reference' as const, 'amount' as const] }
  const { base64, fileName } = await wholeFile(clerk.call('preTransactions.exportQueue', asked))
  expect(fileName).toBe(`deposits_${on}.csv`)
  const [label, sum] = Buffer.from(base64, 'base64').toString().split('\r\n').at(-3)?.split(',') ?? []
  expect(label).toBe(`Total (rows: ${deposits.count})`)
  expect(sum).toBe((deposits.amountMinor / 100).toFixed(2))
})

test('thirty days were played, and yesterday one game lost by one member’s great win', async () => {
  await foldAllPlay(server.services.db)
  expect(await figure('select count(distinct business_on) from ggr_days')).toBe(30)
  expect(await figure(`select count(*) from bets where state = 'running'`)).toBe(0)
  const reader = await server.person({ permissions: { agentReport: ['isRead'], betReport: ['isRead'] } })
  const on = valueOn(Date.now() - 86_400_000)
  const { records } = await reader.call('reports.daily', { from: on, to: on, by: 'game' })
  expect(records[0]).toMatchObject({ game: { name: { en: 'Ayutthaya Treasure' } } })
  const lost = -(records[0]?.companyMinor ?? 0)
  expect(lost).toBeGreaterThan(100_000)
  const winners = await reader.call('reports.users', { from: on, to: on, sort: 'winLoss' })
  expect(winners.records[0]?.winLossMinor).toBeGreaterThan(200_000)
  const days = await reader.call('reports.daily', { from: valueOn(Date.now() - 30 * 86_400_000), to: on })
  expect(days.records.every(({ bets }) => bets > 20)).toBe(true)
  const told = `select count(*) from play_words w join bets b on b.id = w.bet_id
    where w.told_at not between b.placed_at and b.settled_at`
  expect(await figure(told)).toBe(0)
})

test('games say what their provider declares; one that pays more raises an alarm, by its bets', async () => {
  await foldAllPlay(server.services.db)
  await watchPlay(server.services)
  const officer = await server.person({
    permissions: { dashboard: ['isRead'], gameManagement: ['isRead'] },
  })
  const { records: games } = await officer.call('gameCatalogue.games', { size: 100 })
  const declared = new Map(games.map(({ code, rtpBps }) => [code, rtpBps]))
  expect([...declared.values()]).not.toContain(null)
  expect([declared.get('naga'), declared.get('bigfish'), declared.get('firefly')]).toEqual([
    9610,
    9550,
    undefined,
  ])
  const { records } = await officer.call('dashboard.alarms', {})
  const drifts = records.filter(({ code }) => code === 'play.rtpDrift')
  const [{ detail } = expect.unreachable('no drift')] = drifts
  expect(drifts.map(({ entityId }) => entityId)).toEqual([games.find(({ code }) => code === 'naga')?.id])
  const { rows } = await admin.query(
    `select count(*)::int as bets, sum(b.stake_minor)::int as "stakeMinor",
            sum(b.payout_minor)::int as "payoutMinor"
       from bets b join games g on g.id = b.game_id
      where g.code = 'naga' and b.settled_on between $1 and $2`,
    [detail['from'], detail['to']],
  )
  expect(detail).toMatchObject({ ...rows[0], declaredBps: 9610, limitX100: 400 })
  expect(records.filter(({ code }) => code === 'play.unusualWin')).toHaveLength(1)
})

test('a provider has a contract, and its list of yesterday differs in three rounds', async () => {
  const permissions = { reconcile: ['isRead', 'isUpdate'] } as const
  const accountant = await server.person({ permissions })
  const on = valueOn(Date.now() - 86_400_000)
  const { records: owners } = await accountant.call('distributors.list', { month: `${on.slice(0, 7)}-01` })
  expect(owners).toMatchObject([
    { name: 'Spin Partner', contracts: 1, openDifferences: 0, prepaid: null },
    { name: 'Wallet Partner', contracts: 1, billing: 'prepaid', prepaid: { balanceMinor: 0 } },
  ])
  expect(owners[0]?.ggrMinor).not.toBe(0)
  const { records } = await accountant.call('distributors.reports', {})
  const id = records[0]?.id ?? ''
  const { mapping } = await accountant.call('distributors.previewReport', { id, mapping: null })
  const asked = { id, mapping, name: 'spin.csv', fromOn: on, toOn: on }
  await accountant.call('distributors.compareReport', asked, once())
  await runJobs(server.services)
  const { kinds } = await accountant.call('distributors.report', { id })
  expect(kinds.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'notOurs 1',
    'notTheirs 1',
    'otherAmounts 1',
  ])
})

test('today’s cases wait: two people, a newcomer, a shared device, failed and unknown payouts', async () => {
  const of = (where: string) => figure(`select count(*) from withdrawals where ${where}`)
  expect(await of(`state = 'review' and band = 'twoPeople'`)).toBe(1)
  expect(await of(`state = 'review' and band = 'onePerson'`)).toBe(2)
  const fired = (code: string) =>
    of(`state = 'review' and checks @> '[{"code": "${code}", "result": "review"}]'::jsonb`)
  expect(await fired('firstWithdraw')).toBeGreaterThan(0)
  expect(await fired('multiAccount')).toBeGreaterThan(0)
  expect(await fired('bigAmount')).toBeGreaterThan(0)
  expect(await of(`state = 'failed'`)).toBe(1)
  expect(await of(`state = 'unknown'`)).toBe(1)
  expect(await figure(`select count(*) from approvals where state = 'pending'`)).toBe(1)
  expect(await figure(`select count(*) from bank_messages where state = 'duplicate'`)).toBe(5)
  expect(await figure(`select count(*) from bank_messages where state = 'parseFailed'`)).toBe(3)
  expect(await figure(`select count(*) from statement_lines where state = 'quarantined'`)).toBe(2)
})

test('the lists read in the order of time, and references are numbered in it', async () => {
  const permissions = { pretransactionDepositWithdraw: ['isRead'], creditTransaction: ['isRead'] } as const
  const clerk = await server.person({ permissions })
  const newestFirst = <T>(values: readonly T[]) => values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  for (const tab of ['all', 'waiting', 'done', 'cancelled'] as const) {
    const { records } = await clerk.call('preTransactions.queue', { tab, size: 100 })
    expect(records.length).toBeGreaterThan(5)
    // What waits begins with what waits longest.
    const inOrder = <T>(values: readonly T[]) =>
      tab === 'waiting' ? newestFirst(values).toReversed() : newestFirst(values)
    const moments = records.map(({ at }) => at)
    expect(moments).toEqual(inOrder(moments))
    for (const kind of ['deposit', 'withdrawal']) {
      const references = records.filter((row) => row.kind === kind).map(({ reference }) => reference)
      expect(references).toEqual(inOrder(references))
    }
  }
  const entries = await clerk.call('creditTransactions.list', { size: 100 })
  // Business day first; within one, transactions at the same time may cross: each bears its beginning.
  const crossed = entries.records.filter(({ at, businessOn }, place) => {
    const above = entries.records[place - 1]
    if (above === undefined) return false
    return businessOn === above.businessOn
      ? Date.parse(at) - Date.parse(above.at) > 5000
      : businessOn > above.businessOn
  })
  expect(crossed).toEqual([])
  const misplaced = `select count(*) from (select received_at, lag(received_at) over (order by id) as earlier
    from statement_lines) x where received_at < earlier`
  expect(await figure(misplaced)).toBe(0)
})

test('the facts of the lists are filled and agree with the book', async () => {
  const wrong = `select count(*) from member_facts f
    where f.balance_minor <> coalesce(account_balance(member_cash_code(f.member_id)), 0)`
  expect(await figure(wrong)).toBe(0)
  expect(await figure('select count(*) from member_facts where deposit_count > 0')).toBeGreaterThan(200)
})

test('the keys lie in a file of their owner, and the tables hold them sealed', async () => {
  const keys = readKeys(folder)
  expect(keys?.devices).toHaveLength(4)
  expect(statSync(join(folder, 'sandbox-keys.json')).mode & 0o077).toBe(0)
  const secret = Buffer.from(keys?.memberSite.secret ?? '', 'hex')
  expect(await figure('select count(*) from machine_keys where position($1 in secret) > 0', [secret])).toBe(
    0,
  )
})

test('a second start seeds nothing', async () => {
  const told: string[] = []
  await firstStart(server.services, folder, server.database.adminUrl, (text) => told.push(text))
  expect(told).toEqual([])
  expect(await figure('select count(*) from members')).toBe(300)
})
