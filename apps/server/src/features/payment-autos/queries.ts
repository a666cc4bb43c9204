import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import type { accountAsks, accountRoles, accountStates } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdOf } from '../../platform/db/outside-ids.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { readRollup, sumOf } from '../../platform/work/rollups.ts'

export type AccountState = (typeof accountStates)[number]

interface Rail {
  readonly name: string
  readonly state: 'active' | 'paused'
}
interface Reporter {
  readonly name: string
  readonly state: 'online' | 'paused' | 'revoked'
  readonly lastSeenAt: string | null
  readonly batteryBps: number | null
}
interface Sweep {
  readonly toId: string
  readonly label: string
  readonly keepMinor: number
}
interface Row {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly accountName: string
  readonly accountNo: string
  readonly role: (typeof accountRoles)[number]
  readonly state: AccountState
  readonly isSettingUp: boolean
  readonly stateReason: string | null
  readonly stateBy: string | null
  readonly stateAt: string | null
  readonly asked: (typeof accountAsks)[number][]
  readonly takesIn: boolean
  readonly paysOut: boolean
  readonly priority: number
  readonly usesUniqueSatang: boolean
  /** Null where the bank's messages tell no balance: what is kept is of the day the account was added. */
  readonly bankBalanceMinor: number | null
  readonly lastLineAt: string | null
  readonly lastMessageAt: string | null
  readonly isBroken: boolean
  readonly gapCount: number
  readonly paidTodayMinor: number
  readonly dayLimitMinor: number | null
  readonly transferLimitMinor: number | null
  readonly rail: Rail | null
  readonly lowBalanceMinor: number | null
  readonly highBalanceMinor: number | null
  readonly sweep: Sweep | null
  readonly reporters: readonly Reporter[]
  readonly version: number
}

/** The kinds of request that bring a frozen account back, change one, and end one. */
export const askKinds = {
  thaw: 'bankAccountThaw',
  change: 'bankAccountChange',
  close: 'bankAccountClose',
  switch: 'bankAccountSwitch',
} as const satisfies Record<(typeof accountAsks)[number], string>

const asked = sql`array(select k.ask
  from approvals w join (values ${sql.join(
    Object.entries(askKinds).map(([ask, kind]) => sql`(${sql.lit(ask)}, ${sql.lit(kind)})`),
  )}) k (ask, kind) on k.kind = w.kind
  where w.state = 'pending' and w.expires_at > now()
    and w.entity_id = ${outsideIdOf('bankAccount', sql`a.id`)})`

const rowsOf = (db: Reader, on: string, where: RawBuilder<unknown>) =>
  sql<Row>`
  select a.id, a.bank, a.label, a.account_name as "accountName", a.account_no as "accountNo", a.role, a.state,
         a.takes_in as "takesIn", a.pays_out as "paysOut",
         a.state_reason as "stateReason", e.display_name as "stateBy", a.state_at as "stateAt",
         ${asked} as asked, a.priority,
         a.state = 'paused' and a.add_approval_id is not null
           and a.state_at = a.created_at as "isSettingUp",
         a.uses_unique_satang as "usesUniqueSatang",
         a.low_balance_minor as "lowBalanceMinor", a.high_balance_minor as "highBalanceMinor",
         (select json_build_object('toId', t.id, 'label', t.label, 'keepMinor', a.sweep_keep_minor)
            from bank_accounts t where t.id = a.sweep_to_id) as sweep,
         case when a.has_balances then f.last_balance_minor end as "bankBalanceMinor",
         f.last_line_at as "lastLineAt", f.last_message_at as "lastMessageAt", f.is_broken as "isBroken",
         (select count(*) from chain_gaps g where g.bank_account_id = a.id) as "gapCount",
         ordered_of_day(a.id, ${on}::date) as "paidTodayMinor",
         a.day_limit_minor as "dayLimitMinor", a.transfer_limit_minor as "transferLimitMinor",
         (select json_build_object('name', r.name, 'state', r.state) from payment_rails r
           where r.id = a.rail_id) as rail,
         coalesce((select json_agg(json_build_object('name', d.name, 'state', d.state,
             'lastSeenAt', d.last_seen_at, 'batteryBps', d.battery_bps) order by d.name)
           from devices d where d.id in (
             select s.device_id from device_senders s where s.bank_account_id = a.id)), '[]') as reporters,
         a.version
    from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
    left join employees e on e.id = a.state_by
   where ${where}
   order by a.state = 'closed', a.priority, a.label, a.id`.execute(db)

/** Own accounts, in the order in which they are used, with what moved on a business date; all, or one. */
export async function accountCards(db: Reader, on: string, only?: string) {
  const counted = await readRollup(db, 'account', { from: on, to: on })
  const { rows } = await rowsOf(db, on, only === undefined ? sql`true` : sql`a.id = ${only}`)
  const codes = rows.map(({ id }) => bankAccount(encodeId('bankAccount', id)).code)
  const balances = await balancesOf(db, codes)
  const moved = (id: string, direction: 'in' | 'out') =>
    sumOf(counted.filter(({ parts }) => parts[0] === id && parts[1] === direction))
  return rows.map((row, position) => ({
    ...row,
    // Moments inside JSON come as PostgreSQL writes them.
    reporters: row.reporters.map(({ lastSeenAt, ...reporter }) => ({
      ...reporter,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
    })),
    balanceMinor: screenMinor('asset', balances.get(codes[position] ?? '') ?? 0),
    inToday: moved(row.id, 'in'),
    outToday: moved(row.id, 'out'),
  }))
}

export type AccountCard = Awaited<ReturnType<typeof accountCards>>[number]

export interface LockedAccount {
  readonly id: string
  readonly label: string
  readonly state: AccountState
  readonly takesIn: boolean
  readonly paysOut: boolean
  readonly version: number
}

/** An own account, held until the transaction ends. @throws notFound */
export async function lockAccount(tx: Tx, id: string): Promise<LockedAccount> {
  const row = await tx
    .selectFrom('bank_accounts')
    .select(['id', 'label', sql<AccountState>`state`.as('state'), 'version'])
    .select(['takes_in as takesIn', 'pays_out as paysOut'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('notFound')
  return row
}

/** The account that somebody acts on, as they read it. @throws notFound, stale, stateRefused */
export async function lockIn(
  tx: Tx,
  { id, version }: { readonly id: string; readonly version: number },
  states: readonly AccountState[],
): Promise<LockedAccount> {
  const account = await lockAccount(tx, id)
  if (account.version !== version) throw new ApiError('stale', { details: { version: account.version } })
  if (!states.includes(account.state))
    throw new ApiError('stateRefused', { details: { state: account.state } })
  return account
}

interface Change {
  readonly state: AccountState
  readonly reason: string
  readonly byId: string
  readonly at: Date
  /** Of a frozen account that comes back, and of one that is closed. */
  readonly thawApprovalId?: string
  readonly closeApprovalId?: string
}

/** @returns the version that it has now */
export async function changeState(tx: Tx, account: LockedAccount, change: Change): Promise<number> {
  const { state, reason, byId, at, thawApprovalId, closeApprovalId } = change
  const version = account.version + 1
  await tx
    .updateTable('bank_accounts')
    .set({
      state,
      state_reason: reason,
      state_by: byId,
      state_at: at,
      version,
      ...(thawApprovalId === undefined ? {} : { thaw_approval_id: thawApprovalId }),
      ...(closeApprovalId === undefined ? {} : { close_approval_id: closeApprovalId }),
    })
    .where('id', '=', account.id)
    .execute()
  return version
}
