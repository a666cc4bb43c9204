import { randomInt, randomUUIDv7 } from 'node:crypto'
import { CallError } from '@khlang/contract/derived/client.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import type pg from 'pg'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { onConnection } from '../cluster/kept-connections.ts'
import type { Person, TestServer } from '../server.ts'

/** `409 phoneInUse`, or `ok`. */
export const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? `${error.status} ${error.code}` : String(error)),
  )

let made = 0
/** A registration nobody made before. */
export function newMember(change: Record<string, unknown> = {}) {
  made += 1
  const digits = String(randomInt(10_000_000)).padStart(7, '0')
  return {
    username: `m${made}x${digits}`,
    phone: `+668${digits}${made % 10}`,
    firstName: 'สมชาย',
    lastName: `ใจดี${made}`,
    bank: 'KBANK',
    accountNo: `${String(made % 1000).padStart(3, '0')}${digits}`,
    accountName: `สมชาย ใจดี${made}`,
    ...change,
  }
}

export const key = (): { idempotencyKey: string } => ({ idempotencyKey: `k-${randomInt(2 ** 47)}` })

/** A member made through the API, with their id inside and outside. */
export async function addMember(by: Person, change: Record<string, unknown> = {}) {
  const wanted = newMember(change)
  const answer = await by.call('members.create', wanted, key())
  return { ...wanted, id: answer.id, uuid: decodeId('member', answer.id) ?? '', password: answer.password }
}

const bankUuid = '00000000-0000-7000-8000-000000000001'
const bankId = encodeId('bankAccount', bankUuid)
let funded = 0

/** Opens the ledger's shared accounts and one bank. */
export const openBook = (server: TestServer): Promise<void> =>
  openAccounts(server.services.db, [...sharedAccounts, ...accountsOfBank(bankId)])

/**
 * Money from the bank into a wallet, as a matched deposit moves it. The deposit stands only while the posting
 * is judged: lists and sums of these tests know of none.
 */
export async function fund(server: TestServer, memberId: string, amountMinor: number, businessOn: string) {
  funded += 1
  const id = randomUUIDv7()
  await server.database.plant(
    `insert into deposits (id, reference, member_id, state, method, amount_minor, bank_account_id, by_kind,
       credited_at, business_on, credits)
     values ($1, $2, $3, 'credited', 'bank', $4, $5, 'auto', now(), $6, 1)`,
    [id, `fund-${funded}`, decodeId('member', memberId), amountMinor, bankUuid, businessOn],
  )
  const cause = {
    sourceId: encodeId('deposit', id),
    bankAccountId: bankId,
    businessOn,
    amountMinor,
  }
  await server.services.db
    .transaction()
    .execute((tx) => postStrict(tx, [depositReceived(cause), depositCredited({ ...cause, memberId })]))
  await server.database.plant('delete from deposits where id = $1', [id])
}

/** As a superuser, or as the role the server signs in as. */
export async function inDatabase(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  return onConnection(url, (client) => client.query(text, values))
}
