import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, accountsOfMember, memberCash, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { bankOpened } from '@khlang/ledger/deposits.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { valueOn } from '../../platform/business-day.ts'
import { balancesOf, openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { addMachineKey, signatureOf, signedText } from '../../platform/call/signatures.ts'
import { checkInvariants, type Violation } from '../invariant-checker.ts'
import { onConnection } from '../cluster/kept-connections.ts'
import type { TestServer } from '../server.ts'

/** A machine that signs what it sends: a bank phone, or the member site. */
export interface Machine {
  readonly key: string
  /** The device, where the machine is a phone. */
  readonly subjectId: string
  readonly send: (
    path: string,
    body: unknown,
    idempotencyKey?: string,
  ) => Promise<{ status: number; body: Answer }>
  /** The same of bytes, whose hash stands in the path: an empty body is signed. */
  readonly upload: (
    path: string,
    bytes: Buffer,
    idempotencyKey: string,
  ) => Promise<{ status: number; body: Answer }>
}
interface Answer {
  readonly data?: Record<string, unknown> & {
    id?: string
    state?: string
    lineId?: string | null
    lineState?: string | null
  }
  readonly error?: { code: string; details?: unknown }
}

export interface FactoryAccount {
  readonly id: string
  readonly outside: string
  readonly bank: string
  readonly accountNo: string
}
export interface FactoryMember {
  readonly id: string
  readonly outside: string
  readonly username: string
  readonly accountNo: string
}

export interface MoneyFactory {
  readonly machine: (kind: 'device' | 'memberSite', subjectId: string) => Promise<Machine>
  /** One of our own accounts, with its feed and its ledger accounts; the anchor is posted as opened. */
  readonly account: (options?: {
    bank?: string
    accountNo?: string
    anchorMinor?: number
    /** A day that is still open; needed where days are closed. */
    openedOn?: string
    hasBalances?: boolean
    role?: 'deposit' | 'withdrawal' | 'holding'
    railId?: string
  }) => Promise<FactoryAccount>
  /** A phone that may speak of these accounts as these senders. */
  readonly phone: (
    accounts: readonly FactoryAccount[],
    senders?: readonly { source: 'sms' | 'push'; sender: string }[],
  ) => Promise<Machine>
  readonly member: (options?: {
    bank?: string
    accountNo?: string
    firstName?: string
    lastName?: string
    state?: string
    phone?: string
    sellerId?: string
  }) => Promise<FactoryMember>
  /** An open deposit request of a member. */
  readonly request: (
    member: FactoryMember,
    account: FactoryAccount | null,
    amountMinor: number,
    options?: { isUniqueSatang?: boolean; at?: string; slipRef?: string },
  ) => Promise<string>
  readonly cash: (member: FactoryMember) => Promise<number>
  readonly balance: (code: string) => Promise<number>
  readonly query: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>
  /** As a superuser: for planting what the product itself refuses. */
  readonly asAdmin: (text: string) => Promise<void>
  readonly judge: () => Promise<Violation[]>
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** Sends a signed request, as a phone or the member site does. */
async function sendSigned(
  url: string,
  key: { id: string; secret: Buffer },
  path: string,
  body: unknown,
  nowMs: number = Date.now(),
  idempotencyKey?: string,
): Promise<{ status: number; body: Answer }> {
  const text = body instanceof Buffer ? '' : JSON.stringify(body)
  const timestamp = String(Math.floor(nowMs / 1000))
  const nonce = randomBytes(12).toString('hex')
  const signed = signedText({ method: 'POST', target: path, body: text, timestamp, nonce })
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': body instanceof Buffer ? 'application/octet-stream' : 'application/json',
      'x-khlang-key': key.id,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': nonce,
      'x-khlang-signature': signatureOf(key.secret, signed),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body instanceof Buffer ? new Uint8Array(body) : text,
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

/** What the factory needs of a server, in this process or another. */
export interface FactoryServer {
  readonly url: string
  readonly services: Pick<TestServer['services'], 'db' | 'pool' | 'secrets' | 'now'>
  readonly database: Pick<TestServer['database'], 'adminUrl'>
}

/** Rows of the money areas, made straight in the database; money itself only through the ledger. */
export async function createMoneyFactory(server: FactoryServer): Promise<MoneyFactory> {
  const { db, secrets } = server.services
  await openAccounts(db, sharedAccounts)

  const machine: MoneyFactory['machine'] = async (kind, subjectId) => {
    const key = { id: `key-${randomBytes(6).toString('hex')}`, secret: randomBytes(32) }
    await addMachineKey(db, secrets, { ...key, kind, subjectId, name: key.id })
    return {
      key: key.id,
      subjectId,
      send: (path, body, idempotencyKey) =>
        sendSigned(server.url, key, path, body, server.services.now(), idempotencyKey),
      upload: (path, bytes, idempotencyKey) =>
        sendSigned(server.url, key, path, bytes, server.services.now(), idempotencyKey),
    }
  }

  const account: MoneyFactory['account'] = async (options = {}) => {
    const bank = options.bank ?? 'KBANK'
    const accountNo = options.accountNo ?? digits(10)
    const anchorMinor = options.anchorMinor ?? 1_000_000
    const row = await db
      .insertInto('bank_accounts')
      .values({
        bank,
        account_no: accountNo,
        account_name: 'คลัง จำกัด',
        label: `${bank} ${accountNo.slice(-4)}`,
        role: options.role ?? 'deposit',
        anchor_balance_minor: anchorMinor,
        has_balances: options.hasBalances ?? true,
        ...(options.railId === undefined ? {} : { rail_id: options.railId }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bank_account_feeds')
      .values({ bank_account_id: row.id, last_balance_minor: anchorMinor })
      .execute()
    const outside = encodeId('bankAccount', row.id)
    await openAccounts(db, accountsOfBank(outside))
    if (anchorMinor > 0) {
      const cause = {
        sourceId: outside,
        bankAccountId: outside,
        amountMinor: anchorMinor,
        businessOn: options.openedOn ?? '2026-01-01',
      }
      await db.transaction().execute((tx) => postStrict(tx, [bankOpened(cause)]))
    }
    return { id: row.id, outside, bank, accountNo }
  }

  const phone: MoneyFactory['phone'] = async (accounts, senders) => {
    const device = await db
      .insertInto('devices')
      .values({ name: `Phone ${randomBytes(3).toString('hex')}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const each of accounts) {
      const known = senders ?? [
        { source: 'sms' as const, sender: each.bank },
        { source: 'push' as const, sender: `${each.bank} app` },
      ]
      await db
        .insertInto('device_senders')
        .values(known.map((one) => ({ ...one, device_id: device.id, bank_account_id: each.id })))
        .execute()
    }
    return machine('device', device.id)
  }

  const member: MoneyFactory['member'] = async (options = {}) => {
    const accountNo = options.accountNo ?? digits(10)
    const username = `m${randomBytes(6).toString('hex')}`
    const firstName = options.firstName ?? `ชื่อ${randomBytes(3).toString('hex')}`
    const lastName = options.lastName ?? `สกุล${randomBytes(3).toString('hex')}`
    const row = await db
      .insertInto('members')
      .values({
        username,
        phone: options.phone ?? `+668${digits(8)}`,
        first_name: firstName,
        last_name: lastName,
        state: options.state ?? 'active',
        ...(options.sellerId === undefined ? {} : { seller_id: options.sellerId }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_bank_accounts')
      .values({
        member_id: row.id,
        bank: options.bank ?? 'KBANK',
        account_no: accountNo,
        account_name: `${firstName} ${lastName}`,
        state: 'primary',
      })
      .execute()
    const outside = encodeId('member', row.id)
    await openAccounts(db, accountsOfMember(outside))
    return { id: row.id, outside, username, accountNo }
  }

  let requests = 0
  const request: MoneyFactory['request'] = async (of, to, amountMinor, options = {}) => {
    requests += 1
    const row = await db
      .insertInto('deposits')
      .values({
        reference: `T${requests}-${randomBytes(4).toString('hex')}`,
        member_id: of.id,
        state: 'created',
        method: options.slipRef === undefined ? 'bank' : 'slip',
        amount_requested_minor: amountMinor,
        is_unique_satang: options.isUniqueSatang ?? false,
        bank_account_id: to?.id ?? null,
        by_kind: 'member',
        slip_ref: options.slipRef ?? null,
        business_on: valueOn(server.services.now()),
        expires_at: new Date(server.services.now() + 1_800_000).toISOString(),
        ...(options.at === undefined ? {} : { created_at: options.at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  const balance = async (code: string) => (await balancesOf(db, [code])).get(code) ?? 0
  const { adminUrl } = server.database
  return {
    machine,
    account,
    phone,
    member,
    request,
    balance,
    cash: (of) => balance(memberCash(of.outside).code),
    query: async <R extends object>(text: string, values: unknown[] = []) =>
      (await server.services.pool.query<R>(text, values)).rows,
    asAdmin: (text) => onConnection(adminUrl, async (client) => void (await client.query(text))),
    judge: () => onConnection(adminUrl, checkInvariants),
  }
}
