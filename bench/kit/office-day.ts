import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { seedSettings } from '../../apps/server/src/platform/db/brand-settings.ts'
import type { Services } from '../../apps/server/src/platform/call/context.ts'
import { createPool } from '../../apps/server/src/platform/db/db.ts'
import { openAccounts } from '../../apps/server/src/platform/posting/ledger-store.ts'
import { addMachineKey } from '../../apps/server/src/platform/call/signatures.ts'
import { cashierTokens } from './cashier.ts'
import { Console } from './console.ts'
import { watchDisk } from './disk-alone.ts'
import { closePhones, openDesks, servicesOf, type Desk, type MachineKey } from './desks.ts'
import type { BenchEnv } from './env.ts'
import { Meter } from './meter.ts'
import { OfficeWork, type OfficeLoad } from './office-load.ts'
import { openDashboard, openMatching, openMembers, openQueue, openRequests } from './office-screens.ts'
import { seedOffice, type OfficeSize } from './office-seed.ts'
import { ownDeployment, startRail, startServer, type Rail } from './office-server.ts'
import { callsAlone, type Alone } from './calls-alone.ts'
import { postgresMs, processMs } from './processor-time.ts'
import { forgetStatements, openStatements, statementsOf, type Statement } from './statements.ts'

const accounts = 6
/** What members do a second on a busy evening. */
const evening = { creditsPerSecond: 10, withdrawalsPerSecond: 2 }
const warmMs = 15_000
/** Longer than other benches unless it is said how long: jobs and people have rounds of ten seconds. */
const usualSeconds = 60

export interface OfficeDay {
  readonly calls: Meter['calls']
  readonly seconds: number
  /** Share of a core. */
  readonly postgres: number
  readonly node: number
  /** Of the bench itself: what the consoles and the bank took of the same machine. */
  readonly bench: number
  readonly statements: readonly Statement[]
  /** Each call made alone, afterwards. */
  readonly alone: readonly Alone[]
  readonly credited: number
  readonly paid: number
  /** Withdrawals that were not decided by themselves. */
  readonly waiting: number
  /** Events a second that a console heard. */
  readonly heard: number
  /** What the disk alone took meanwhile to keep one page, each time, in ms. */
  readonly diskMs: readonly number[]
}

interface Outside {
  readonly desks: readonly Desk[]
  readonly site: MachineKey
  readonly tokens: readonly string[]
}

/** Everything that is not many rows: settings, people, own accounts with phones, the rail, the site's key. */
export async function openOffice(
  services: Services,
  consoles: number,
  rail: Pick<Rail, 'port'>,
): Promise<Outside> {
  const { db, secrets } = services
  await seedSettings(db, {
    ...initialSettings('sandbox'),
    rateReadPerMinute: 1_000_000,
    rateWritePerMinute: 1_000_000,
    rateMoneyPerMinute: 1_000_000,
    payoutFusePerHourMinor: 100_000_000_000,
  })
  await openAccounts(db, sharedAccounts)
  const tokens = await cashierTokens(services, consoles)
  // They have been there for long: each is confirmed as a person of their own, and has left notices unread.
  await sql`insert into employee_confirmations (employee_id, how)
    select id, 'time' from employees where created_by is not null`.execute(db)
  await sql`insert into notifications (code, severity, title, body, audience, author_id)
    select 'broadcast', 'info', '{"th": "ข่าว", "en": "News"}', '{"th": "ข่าว", "en": "News"}', 'all', e.id
      from (select id from employees order by id limit 1) e, generate_series(1, 200)`.execute(db)
  const desks = await openDesks(services, accounts)
  const railId = randomUUIDv7()
  await db
    .insertInto('payment_rails')
    .values({
      id: railId,
      name: 'bench',
      base_url: `http://127.0.0.1:${rail.port}`,
      secret: secrets.seal(`payment_rails.secret.${railId}`, randomBytes(32)),
    })
    .execute()
  const { id } = await db
    .insertInto('bank_accounts')
    .values({
      bank: 'KBANK',
      account_no: '1112223334',
      account_name: 'Khlang',
      label: 'out',
      role: 'withdrawal',
      anchor_balance_minor: 90_000_000_000,
      rail_id: railId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bank_account_feeds')
    .values({ bank_account_id: id, last_balance_minor: 90_000_000_000 })
    .execute()
  await openAccounts(db, accountsOfBank(encodeId('bankAccount', id)))
  const site = { id: 'bench-site', secret: randomBytes(32) }
  await addMachineKey(db, secrets, { ...site, kind: 'memberSite', subjectId: 'site', name: 'bench' })
  return { desks, site, tokens }
}

/** Members of the second half whose withdrawal every check lets through. */
async function payeesOf(env: BenchEnv, database: string): Promise<string[]> {
  const { rows } = await env.admin(
    database,
    `select outside_id('mbr', m.id) as id from members m join accounts a on a.code = member_cash_code(m.id)
      where m.id > (select id from members order by id offset (select count(*) / 2 from members) limit 1)
        and a.balance_minor > 100000
        and exists (select from withdrawals w where w.member_id = m.id and state = 'paid')
        and not exists (select from withdrawals w where w.member_id = m.id
          and (state = 'review' or requested_at > now() - interval '1 day'))
        and exists (select from deposits d where d.member_id = m.id and state = 'credited'
          and credited_at > (select max(requested_at) from withdrawals w where w.member_id = m.id))
      order by m.id limit 2000`,
  )
  return (rows as { id: string }[]).map(({ id }) => id)
}

/** 26 queue, 8 requests, 6 matching, 5 dashboard and 5 members of 50 people; of others in the same shares. */
function openConsoles(port: number, tokens: readonly string[], meter: Meter): Console[] {
  const upTo = (share: number): number => Math.round((tokens.length * share) / 50)
  return tokens.map((token, n) => {
    const console = new Console(port, token, meter)
    if (n < upTo(26)) openQueue(console, n)
    else if (n < upTo(34)) openRequests(console)
    else if (n < upTo(40)) openMatching(console)
    else if (n < upTo(45)) openDashboard(console)
    else openMembers(console)
    console.listen()
    return console
  })
}

/** Seeds a book, starts the product on it, opens the consoles, lets money come and go, and measures. */
export async function officeDay(
  env: BenchEnv,
  database: string,
  size: OfficeSize & { readonly consoles: number },
  arriving: Pick<OfficeLoad, 'creditsPerSecond' | 'withdrawalsPerSecond'> = evening,
): Promise<OfficeDay> {
  await (await env.prepare(database, 1)).end()
  const own = createPool(env.adminUrl(database), { max: 4, name: 'khlang-bench' })
  const services = servicesOf(own, env.adminUrl(database))
  await ownDeployment(env, database, services.secrets)
  const rail = await startRail()
  const { desks, site, tokens } = await openOffice(services, size.consoles, rail)
  await seedOffice(env, database, size)
  await openStatements(env, database)
  const server = await startServer(env, database, rail)
  const meter = new Meter()
  const work = new OfficeWork({
    port: server.port,
    desks,
    site,
    members: size.members,
    payees: await payeesOf(env, database),
    ...arriving,
    meter,
  })
  const consoles = openConsoles(server.port, tokens, meter)
  try {
    work.start()
    await sleep(warmMs)
    await forgetStatements(env, database)
    meter.reset()
    const before = { pg: postgresMs(env.postgresPid), node: processMs(server.pid), own: process.cpuUsage() }
    const heardOf = () => consoles.reduce((sum, { heard }) => sum + heard, 0)
    const disk = await watchDisk(env.folder)
    const begun = { heard: heardOf(), at: performance.now(), credited: work.credited, paid: rail.paid() }
    await sleep((process.env['KHLANG_BENCH_SECONDS'] === undefined ? usualSeconds : env.seconds) * 1000)
    const tookMs = performance.now() - begun.at
    const used = process.cpuUsage(before.own)
    const diskMs = await disk.stop()
    const figures = {
      seconds: tookMs / 1000,
      postgres: (postgresMs(env.postgresPid) - before.pg) / tookMs,
      node: (processMs(server.pid) - before.node) / tookMs,
      bench: (used.user + used.system) / 1000 / tookMs,
      credited: work.credited - begun.credited,
      paid: rail.paid() - begun.paid,
      statements: await statementsOf(env, database),
      heard: (heardOf() - begun.heard) / Math.max(1, size.consoles) / (tookMs / 1000),
      diskMs,
    }
    // As it is now: closing gives up what is still under way.
    const calls = structuredClone(meter.calls)
    for (const console of consoles) console.close()
    await work.stop()
    const alone = await callsAlone(env, database, {
      examples: meter.examples,
      port: server.port,
      serverPid: server.pid,
    })
    return { ...figures, calls, alone, waiting: work.waiting.length }
  } finally {
    for (const console of consoles) console.close()
    await work.stop()
    closePhones()
    await server.stop()
    await rail.stop()
    await services.db.destroy()
  }
}
