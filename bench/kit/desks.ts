import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, accountsOfMember, sharedAccounts } from '@khlang/ledger/accounts.ts'
import type pg from 'pg'
import { SettingsCache, seedSettings } from '../../apps/server/src/platform/db/brand-settings.ts'
import type { Services } from '../../apps/server/src/platform/call/context.ts'
import { createDatabase } from '../../apps/server/src/platform/db/db.ts'
import { openAccounts } from '../../apps/server/src/platform/posting/ledger-store.ts'
import { queueLiveRows } from '../../apps/server/src/features/queue/live-rows.ts'
import { Live } from '../../apps/server/src/platform/live/live.ts'
import { Secrets } from '../../apps/server/src/platform/security/secrets.ts'
import { SharedReads } from '../../apps/server/src/platform/people/shared-reads.ts'
import {
  KnownKeys,
  addMachineKey,
  signatureOf,
  signedText,
} from '../../apps/server/src/platform/call/signatures.ts'
import type { BenchEnv } from './env.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const two = (value: number) => String(value).padStart(2, '0')
const baht = (minor: number) => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** What a machine signs with. */
export interface MachineKey {
  readonly id: string
  readonly secret: Buffer
}

/** One own account with its phone: an account's lines are serial, as at the bank. */
export interface Desk {
  readonly key: MachineKey
  readonly id: string
  readonly tail: string
  balanceMinor: number
}

/**
 * Members with one bank account each (their number ends in their place among them, six digits), and our own
 * accounts, each with a phone that may speak for it.
 */
export async function seedDesks(
  env: BenchEnv,
  services: Services,
  size: { readonly database: string; readonly members: number; readonly desks: number },
): Promise<Desk[]> {
  const { database, members } = size
  const { db } = services
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
  const desks = await openDesks(services, size.desks)
  await env.admin(database, 'vacuum analyze')
  return desks
}

/** Own accounts, each with a phone that may speak for it. */
export async function openDesks(services: Services, count: number): Promise<Desk[]> {
  const { db, secrets } = services
  const desks: Desk[] = []
  for (let n = 0; n < count; n += 1) {
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
    desks.push({ key, id: account.id, tail: accountNo.slice(-6), balanceMinor: 0 })
  }
  return desks
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

export const closePhones = (): void => agent.destroy()

/** Sends what a machine has signed. @returns the answer's text */
export function sendSigned(
  port: number,
  key: MachineKey,
  message: { readonly target: string; readonly body: string; readonly idempotencyKey?: string },
): Promise<string> {
  const { target, body, idempotencyKey } = message
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
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
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

/** An incoming transfer as the bank writes it; `payer` is the member's place, from 1. */
export interface Transfer {
  readonly payer: number
  readonly amountMinor: number
}

/**
 * Sends one incoming transfer as its account's phone would. @returns the server's answer
 * @throws when it was not taken as the account's next line
 */
export async function sendTransfer(port: number, desk: Desk, transfer: Transfer): Promise<string> {
  const { payer, amountMinor } = transfer
  const balanceMinor = desk.balanceMinor + amountMinor
  const now = new Date()
  const local = new Date(now.getTime() + 7 * 3_600_000)
  const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}`
  const when = `${day}@${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  const mask = String(payer).padStart(6, '0')
  const text = `${when} ${baht(amountMinor)} จากKBNK/x${mask}เข้าx${desk.tail} ใช้ได้${baht(balanceMinor)}บ`
  const body = JSON.stringify({
    externalId: randomUUID(),
    source: 'sms',
    sender: 'SCB',
    text,
    sentAt: now.toISOString(),
  })
  const answer = await sendSigned(port, desk.key, { target: '/auto/v1/message/create', body })
  if (!answer.includes('autoMatched')) throw new Error(`not credited: ${answer}`)
  desk.balanceMinor = balanceMinor
  return answer
}

/** What the server of the product works with, over the bench's own database. */
export function servicesOf(pool: pg.Pool, url: string): Services {
  const db = createDatabase(pool)
  const secrets = new Secrets(Buffer.alloc(32, 7))
  return {
    db,
    pool,
    machineDb: db,
    listDb: db,
    sessionDb: db,
    jobPool: pool,
    reads: new SharedReads(),
    secrets,
    keys: new KnownKeys(db, secrets),
    settings: new SettingsCache(db),
    live: new Live(db, url, queueLiveRows),
    profile: 'sandbox',
    brand: 'Khlang',
    evidenceDir: null,
    exportDir: join(tmpdir(), 'khlang-desks-exports'),
    privateDir: join(tmpdir(), 'khlang-desks-private'),
    egressAllow: [],
    ownHosts: [],
    now: () => Date.now(),
    log: quiet,
  }
}
