import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { accountsOfBank, accountsOfMember, sharedAccounts } from '@khlang/ledger/accounts.ts'
import type pg from 'pg'
import { buildServer } from '../apps/server/src/app/server.ts'
import { SettingsCache, seedSettings } from '../apps/server/src/platform/brand-settings.ts'
import type { Services } from '../apps/server/src/platform/context.ts'
import { createDatabase } from '../apps/server/src/platform/db.ts'
import { openAccounts, startFolder } from '../apps/server/src/platform/ledger-store.ts'
import { Live } from '../apps/server/src/platform/live.ts'
import { Secrets } from '../apps/server/src/platform/secrets.ts'
import {
  KnownKeys,
  addMachineKey,
  signatureOf,
  signedText,
} from '../apps/server/src/platform/signatures.ts'
import { callInLoops, median, pgbench, type BenchEnv, type Rate } from './env.ts'

const database = 'bench_credit'
const callers = 16
const members = Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000)
const limit = 0.08
const rounds = Number(process.env['KHLANG_BENCH_ROUNDS'] ?? 3)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const two = (value: number) => String(value).padStart(2, '0')
const baht = (minor: number) => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** One own account per caller: an account's own lines are serial, as at the bank. */
interface Desk {
  readonly key: { id: string; secret: Buffer }
  readonly tail: string
  balanceMinor: number
}

async function seed(env: BenchEnv, services: Services): Promise<Desk[]> {
  const { db, secrets } = services
  await seedSettings(db, {
    ...initialSettings('sandbox'),
    rateWritePerMinute: 1_000_000,
    rateMoneyPerMinute: 1_000_000,
  })
  await openAccounts(db, sharedAccounts)
  await env.admin(
    database,
    `
    insert into members (username, phone, first_name, last_name)
      select 'bench' || n, '+668' || lpad(n::text, 8, '0'), 'Name' || n, 'Sur' || n
        from generate_series(1, ${members}) n;
    insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
      select id, 'KBANK', '1234' || lpad(substr(username, 6), 6, '0'), first_name || ' ' || last_name,
        'primary' from members;
    create table bench_rows (id int primary key, value bigint not null, filler text) with (fillfactor = 80);
    insert into bench_rows select n, 0, repeat('x', 60) from generate_series(1, 1000000) n;
    create table bench_log (id bigint generated always as identity primary key, row_id int not null,
      at timestamptz not null default now())`,
  )
  const ids = await db.selectFrom('members').select('id').execute()
  for (let from = 0; from < ids.length; from += 5000)
    await openAccounts(
      db,
      ids.slice(from, from + 5000).flatMap(({ id }) => accountsOfMember(encodeId('member', id))),
    )
  const desks: Desk[] = []
  for (let n = 0; n < callers; n += 1) {
    const accountNo = `98760${n + 10_000}`
    const account = await db
      .insertInto('bank_accounts')
      .values({
        bank: 'SCB',
        account_no: accountNo,
        account_name: 'Khlang',
        label: accountNo,
        role: 'deposit',
        anchor_balance_minor: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bank_account_feeds')
      .values({ bank_account_id: account.id, last_balance_minor: 0 })
      .execute()
    await openAccounts(db, accountsOfBank(encodeId('bankAccount', account.id)))
    const device = await db
      .insertInto('devices')
      .values({ name: accountNo })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('device_senders')
      .values({ device_id: device.id, bank_account_id: account.id, source: 'sms', sender: 'SCB' })
      .execute()
    const key = { id: `bench-${n}`, secret: randomBytes(32) }
    await addMachineKey(db, secrets, { ...key, kind: 'device', subjectId: device.id, name: key.id })
    desks.push({ key, tail: accountNo.slice(-6), balanceMinor: 0 })
  }
  await env.admin(database, 'vacuum analyze')
  return desks
}

const agent = new Agent({ keepAlive: true, maxSockets: callers })

function post(port: number, key: Desk['key'], body: string): Promise<string> {
  const target = '/auto/v1/message/create'
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const signature = signatureOf(key.secret, signedText({ method: 'POST', target, body, timestamp, nonce }))
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-khlang-key': key.id,
    'x-khlang-timestamp': timestamp,
    'x-khlang-nonce': nonce,
    'x-khlang-signature': signature,
  }
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: target, agent, headers },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part
          })
          .on('end', () => done(text))
      },
    )
    sent.once('error', fail)
    sent.end(body)
  })
}

/**
 * One incoming transfer of a random member, as the bank writes it; the answer must say that it was
 * credited.
 */
async function credit(port: number, desk: Desk): Promise<void> {
  const amountMinor = randomInt(100, 100_000)
  const balanceMinor = desk.balanceMinor + amountMinor
  const now = new Date()
  const local = new Date(now.getTime() + 7 * 3_600_000)
  const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}`
  const when = `${day}@${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  const payer = String(randomInt(1, members + 1)).padStart(6, '0')
  const text = `${when} ${baht(amountMinor)} จากKBNK/x${payer}เข้าx${desk.tail} ใช้ได้${baht(balanceMinor)}บ`
  const body = JSON.stringify({
    externalId: randomUUID(),
    source: 'sms',
    sender: 'SCB',
    text,
    sentAt: now.toISOString(),
  })
  const answer = await post(port, desk.key, body)
  if (!answer.includes('autoMatched')) throw new Error(`not credited: ${answer}`)
  desk.balanceMinor = balanceMinor
}

const show = (rate: Rate) => `${rate.perSecond.toFixed(0)}/s, p99 ${rate.p99Ms.toFixed(1)} ms`

/** What the server of the product works with, over the bench's own database. */
function servicesOf(pool: pg.Pool, url: string): Services {
  const db = createDatabase(pool)
  const secrets = new Secrets(Buffer.alloc(32, 7))
  return {
    db,
    pool,
    machineDb: db,
    secrets,
    keys: new KnownKeys(db, secrets),
    settings: new SettingsCache(db),
    live: new Live(db, url),
    profile: 'sandbox',
    brand: 'Khlang',
    egressAllow: [],
    now: () => Date.now(),
    log: quiet,
  }
}

/**
 * From a phone's signed message to the member's credit over HTTP, 16 at once on 16 accounts, each its own
 * durable transaction, beside the baseline on the same server. Limit: 0.08 of the baseline.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const pool = await env.prepare(database, callers + 4)
  let statements = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      statements += 1
      return query(...given)
    }) as typeof client.query
  })
  const services = servicesOf(pool, env.adminUrl(database))
  const desks = await seed(env, services)
  services.live.start()
  const folder = startFolder(pool)
  const app = await buildServer(services, {
    surfaces: ['auto'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir: env.folder,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await env.admin(database, 'checkpoint')
    const script = fileURLToPath(new URL('baseline.sql', import.meta.url))
    const baseline = await pgbench(env, database, script, { clients: 32, threads: 2 })
    await env.admin(database, 'checkpoint')
    statements = 0
    const cpuBefore = process.cpuUsage()
    let next = 0
    let credits = 0
    const free = [...desks]
    const rate = await callInLoops(callers, env.seconds, async () => {
      const desk = free.pop() ?? desks[(next += 1) % callers]
      if (!desk) return
      await credit(port, desk)
      credits += 1
      free.push(desk)
    })
    const cpu = process.cpuUsage(cpuBefore)
    const cpuMs = (cpu.user + cpu.system) / 1000 / credits
    ratios.push(rate.perSecond / baseline.perSecond)
    env.print(
      `round ${round}: baseline ${show(baseline)}; credits ${show(rate)}; ratio ` +
        `${(rate.perSecond / baseline.perSecond).toFixed(3)}; ${(statements / credits).toFixed(1)} ` +
        `statements and ${cpuMs.toFixed(1)} ms of this process's CPU per credit`,
    )
  }
  await app.close()
  await services.live.stop()
  await folder.stop()
  await services.db.destroy()
  agent.destroy()
  env.print(`median ratio ${median(ratios).toFixed(3)} (limit ${limit})`)
  return median(ratios) >= limit
}
