import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { storedIdsOf } from '../../platform/db/outside-ids.ts'

export interface MemberSelf {
  id: string
  username: string
  firstName: string
  lastName: string
  state: string
  cashMinor: number
  lockedMinor: number
  bank: string
  accountNo: string
  accountName: string
  sessionsEndedAt: string | null
}

/** Members with their exact balances, by id. Accounts of the ledger carry the outside id in their code. */
export async function membersOf(
  db: Reader,
  which: { readonly id?: string; readonly after?: string | undefined; readonly limit: number },
): Promise<MemberSelf[]> {
  const members = await db
    .selectFrom('members as m')
    .leftJoin('member_bank_accounts as a', (join) =>
      join.onRef('a.member_id', '=', 'm.id').on('a.state', '=', 'primary'),
    )
    .select(['m.id', 'm.username', 'm.first_name', 'm.last_name', 'm.state'])
    .select(['a.bank', 'a.account_no', 'a.account_name'])
    .select(
      sql<string | null>`(select max(g.at) from activity_log g
        where g.entity = 'member' and g.entity_id = any(${storedIdsOf('member', sql`m.id`)})
          and g.result = 'done'
          and (g.action = 'passwordChanged' or g.action = 'stateSet' and g.after ->> 'state' = 'locked'))`.as(
        'sessions_ended_at',
      ),
    )
    .$if(which.id !== undefined, (query) => query.where('m.id', '=', which.id ?? ''))
    .$if(which.after !== undefined, (query) => query.where('m.id', '>', which.after ?? ''))
    .orderBy('m.id')
    .limit(sql.lit(which.limit))
    .execute()
  const codes = members.flatMap(({ id }) => {
    const outside = encodeId('member', id)
    return [`member:${outside}:cash`, `member:${outside}:locked`]
  })
  const { rows } = await sql<{ code: string; balance_minor: number }>`
    select code, balance_minor from account_balances where code = any(${codes}::text[])`.execute(db)
  const balances = new Map<string, number>()
  for (const { code, balance_minor } of rows) {
    const [, outside = '', part = ''] = code.split(':')
    balances.set(`${decodeId('member', outside) ?? ''}:${part}`, balance_minor)
  }
  return members.map((row) => ({
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    state: row.state,
    cashMinor: balances.get(`${row.id}:cash`) ?? 0,
    lockedMinor: balances.get(`${row.id}:locked`) ?? 0,
    bank: row.bank ?? '',
    accountNo: row.account_no ?? '',
    accountName: row.account_name ?? '',
    sessionsEndedAt: row.sessions_ended_at,
  }))
}

export interface DepositTarget {
  id: string
  bank: string
  account_no: string
  account_name: string
  uses_unique_satang: boolean
}

/** The account of ours to pay to: the first by priority that is open for it. */
export const depositTarget = (db: Reader, bank: 'truewallet' | 'any'): Promise<DepositTarget | undefined> =>
  db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'account_no', 'account_name', 'uses_unique_satang'])
    .where('role', '=', 'deposit')
    .where('state', '=', 'active')
    .where('takes_in', '=', true)
    .$if(bank === 'truewallet', (query) => query.where('bank', '=', 'TMW'))
    .orderBy('priority')
    .orderBy('id')
    .executeTakeFirst()

export interface NewDeposit {
  readonly reference: string
  readonly memberId: string
  readonly method: string
  readonly amountMinor: number
  readonly isUniqueSatang: boolean
  readonly accountId: string
  readonly expiresAt: string
  readonly slaEndsAt: string
  readonly now: string
  readonly businessOn: string
}

/** Null when the amount is reserved on this account already. */
export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<{ id: string } | undefined> {
  return tx
    .insertInto('deposits')
    .values({
      reference: deposit.reference,
      member_id: deposit.memberId,
      state: 'created',
      method: deposit.method,
      amount_requested_minor: deposit.amountMinor,
      is_unique_satang: deposit.isUniqueSatang,
      bank_account_id: deposit.accountId,
      by_kind: 'member',
      expires_at: deposit.expiresAt,
      sla_ends_at: deposit.slaEndsAt,
      created_at: deposit.now,
      business_on: deposit.businessOn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** The satang reserved on an account at this amount; their holders' time may have run out. */
export async function freeExpired(tx: Tx, accountId: string, now: string): Promise<void> {
  await tx
    .updateTable('deposits')
    .set((expression) => ({ state: 'expired', version: expression('version', '+', 1) }))
    .where('bank_account_id', '=', accountId)
    .where('state', '=', 'created')
    .where('is_unique_satang', '=', true)
    .where('expires_at', '<=', now)
    .execute()
}

/** Ends what a member reserved among these amounts, for a request in its place. @returns the amount */
export async function freeOwn(
  tx: Tx,
  accountId: string,
  memberId: string,
  from: number,
  to: number,
): Promise<number | null> {
  const rows = await tx
    .updateTable('deposits')
    .set((expression) => ({ state: 'expired', version: expression('version', '+', 1) }))
    .where('bank_account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'created')
    .where('is_unique_satang', '=', true)
    .where('amount_requested_minor', '>=', from)
    .where('amount_requested_minor', '<=', to)
    .returning('amount_requested_minor')
    .execute()
  return rows[0]?.amount_requested_minor ?? null
}

/** Amounts with satang of their own on an account, from the least to the most. */
const satangBetween = (tx: Tx, accountId: string, from: number, to: number) =>
  tx
    .selectFrom('deposits')
    .select('amount_requested_minor')
    .where('bank_account_id', '=', accountId)
    .where('is_unique_satang', '=', true)
    .where('amount_requested_minor', '>=', from)
    .where('amount_requested_minor', '<=', to)

const amountsOf = (rows: readonly { readonly amount_requested_minor: number | null }[]): Set<number> =>
  new Set(rows.flatMap((row) => row.amount_requested_minor ?? []))

export async function reservedAmounts(
  tx: Tx,
  accountId: string,
  from: number,
  to: number,
): Promise<Set<number>> {
  return amountsOf(await satangBetween(tx, accountId, from, to).where('state', '=', 'created').execute())
}

/** What was told on an account among these amounts in the last hours: `is_amount_contested` looks as far. */
export async function toldAmounts(
  tx: Tx,
  accountId: string,
  now: string,
  from: number,
  to: number,
): Promise<Set<number>> {
  const since = sql<string>`${now}::timestamptz - interval '3 hours'`
  return amountsOf(await satangBetween(tx, accountId, from, to).where('created_at', '>', since).execute())
}

export const memberFlags = (tx: Tx, id: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'state', 'can_deposit'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

export const depositById = (db: Reader, id: string) =>
  db
    .selectFrom('deposits')
    .select(['id', 'state', 'amount_minor', 'amount_requested_minor'])
    .where('id', '=', id)
    .executeTakeFirst()

export const withdrawalById = (db: Reader, id: string) =>
  db
    .selectFrom('withdrawals')
    .select(['id', 'state', 'amount_minor', 'remark_member', 'member_id'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertLogin(
  tx: Tx,
  login: {
    memberId: string
    address: string
    deviceHash?: string | undefined
    userAgent?: string | undefined
    isRefused: boolean
  },
): Promise<void> {
  await tx
    .insertInto('member_logins')
    .values({
      member_id: login.memberId,
      address: login.address,
      device_hash: login.deviceHash ?? null,
      user_agent: login.userAgent ?? null,
      result: login.isRefused ? 'refused' : 'done',
    })
    .execute()
}
