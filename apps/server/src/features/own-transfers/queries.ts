import type { accountRoles, accountStates, transferStates } from '@khlang/contract/values/value-lists.ts'
import type { ownTransfers } from '@khlang/contract/payments/own-transfers.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'

export type TransferState = (typeof transferStates)[number]
type Row = HandlerOutput<typeof ownTransfers.get>

/** Lines of a transfer that was agreed to come after it: their ids begin with when they came. */
export const sinceAgreed = sql`(select uuidv7(t.approved_at - now()))`

/** Whether a statement shows one half of an agreed transfer; of one that is over nobody asks any more. */
const seen = (account: RawBuilder<unknown>, direction: 'in' | 'out') => sql`(t.state = 'done'
  or t.state = 'approved' and exists (select from statement_lines l
       where l.bank_account_id = ${account} and l.direction = ${sql.lit(direction)}
         and l.amount_minor = t.amount_minor and l.id > ${sinceAgreed}
         and l.chain <> 'hint' and l.state in ('unmatched', 'suggested')))`

const end = (alias: 'f' | 'g') => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'bank', ${sql.ref(`${alias}.bank`)}, 'label', ${sql.ref(`${alias}.label`)},
  'accountNoMasked', ${sql.ref(`${alias}.account_no`)}, 'isBroken', (select b.is_broken
     from bank_account_feeds b where b.bank_account_id = ${sql.ref(`${alias}.id`)}))`

/** By whose schedule a transfer was asked for. */
export const ofTemplate = sql<string | null>`(select p.name from transfer_template_runs u
    join transfer_templates p on p.id = u.template_id where u.own_transfer_id = t.id)`

const rowsOf = (more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row & { keysetKey: string[] }>`
  select t.id, t.reference, ${end('f')} as "from", ${end('g')} as "to", t.amount_minor as "amountMinor",
         t.purpose, t.reason, t.state, m.display_name as maker, c.display_name as checker,
         coalesce(t.approval_id, (select p.id from approvals p where p.entity = 'ownTransfer'
           and p.entity_id = outside_id('otr', t.id) order by p.created_at desc limit 1)) as "approvalId",
         t.created_at as "createdAt", t.approved_at as "approvedAt", t.ended_at as "endedAt",
         b.display_name as "endedBy", ${seen(sql`t.from_account_id`, 'out')} as "seenOut",
         ${seen(sql`t.to_account_id`, 'in')} as "seenIn", ${ofTemplate} as template, t.version ${more}
    from own_transfers t
    join bank_accounts f on f.id = t.from_account_id join bank_accounts g on g.id = t.to_account_id
    join employees m on m.id = t.maker_id
    left join approvals a on a.id = t.approval_id left join employees c on c.id = a.checker_id
    left join employees b on b.id = t.ended_by
   ${rest}`

const masked = ({ from, to, ...row }: Row): Row => ({
  ...row,
  from: { ...from, accountNoMasked: maskOwnAccountNo(from.accountNoMasked) },
  to: { ...to, accountNoMasked: maskOwnAccountNo(to.accountNoMasked) },
})

type AccountId = `oba_${string}`

/** Bank and masked number of own accounts, by their outside ids: two may be called nearly the same. */
export async function numbersOf(
  db: Reader,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'account_no'])
    .where(
      'id',
      'in',
      ids.map((id) => uuidOf('bankAccount', id)),
    )
    .execute()
  return new Map(
    rows.map((row) => [encodeId('bankAccount', row.id), `${row.bank} ${maskOwnAccountNo(row.account_no)}`]),
  )
}

type Filter = Pick<HandlerInput<typeof ownTransfers.list>, 'state' | 'accountId'>

/** Newest first. */
export const newestFirst: SortColumn[] = [
  { by: sql.ref('t.created_at'), type: 'timestamptz' },
  { by: sql.ref('t.id'), type: 'uuid' },
]

/** A page of transfers. */
export async function pageOfTransfers(db: Reader, keyset: Keyset, { state, accountId }: Filter) {
  const conditions = [
    ...(keyset.where === null ? [] : [keyset.where]),
    ...(state === undefined ? [] : [sql<boolean>`t.state = any(${[...state]}::text[])`]),
    ...(accountId === undefined
      ? []
      : [sql<boolean>`${accountId}::uuid in (t.from_account_id, t.to_account_id)`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await rowsOf(
    sql`, ${keyset.key} as "keysetKey"`,
    sql`${where} order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`,
  ).execute(db)
  const page = keyset.pageOf(rows)
  return { ...page, records: page.records.map(masked) }
}

export async function findTransfer(db: Reader, id: string): Promise<Row> {
  const { rows } = await rowsOf(sql`, array[]::text[] as "keysetKey"`, sql`where t.id = ${id}`).execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  const { keysetKey: _key, ...row } = rows[0]
  return masked(row)
}

export interface Source {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly accountNo: string
  readonly role: (typeof accountRoles)[number]
  readonly state: (typeof accountStates)[number]
  readonly paysOut: boolean
  readonly transferLimitMinor: number | null
  readonly leftTodayMinor: number | null
  readonly balanceMinor: number
  readonly highBalanceMinor: number | null
  readonly sweepToId: string | null
  readonly sweepKeepMinor: number | null
  readonly isOnItsWay: boolean
}

/**
 * Our accounts in the order in which they are used, with what lies there less what is agreed to leave, and
 * what the limit of a business day leaves.
 */
export async function sourcesOf(db: Reader, on: string): Promise<Source[]> {
  const { rows } = await sql<Source & { goingMinor: number }>`
    select a.id, a.bank, a.label, a.account_no as "accountNo", a.role, a.state, a.pays_out as "paysOut",
           a.transfer_limit_minor as "transferLimitMinor",
           a.day_limit_minor - ordered_of_day(a.id, ${on}::date) as "leftTodayMinor",
           a.high_balance_minor as "highBalanceMinor", a.sweep_to_id as "sweepToId",
           a.sweep_keep_minor as "sweepKeepMinor",
           exists (select from own_transfers t where t.from_account_id = a.id
             and t.to_account_id = a.sweep_to_id and t.state in ('asked', 'approved')) as "isOnItsWay",
           ((select coalesce(sum(t.amount_minor), 0) from own_transfers t
              where t.from_account_id = a.id and t.state = 'approved')
          + (select coalesce(sum(r.amount_minor), 0) from line_refunds r
              where r.bank_account_id = a.id and r.state = 'approved'))::bigint as "goingMinor"
      from bank_accounts a
     where a.state <> 'closed'
     order by a.priority, a.label, a.id`.execute(db)
  const codeOf = ({ id }: Source) => bankAccount(encodeId('bankAccount', id)).code
  const balances = await balancesOf(db, rows.map(codeOf))
  return rows.map(({ goingMinor, ...row }) => ({
    ...row,
    balanceMinor: screenMinor('asset', balances.get(codeOf(row as Source)) ?? 0) - goingMinor,
  }))
}

interface LockedTransfer {
  readonly id: string
  readonly reference: string
  readonly fromId: string
  readonly toId: string
  readonly amountMinor: number
  readonly state: TransferState
  readonly version: number
}

/** A transfer, held until the transaction ends. @throws notFound */
export async function lockTransfer(tx: Tx, id: string): Promise<LockedTransfer> {
  const { rows } = await sql<LockedTransfer>`
    select id, reference, from_account_id as "fromId", to_account_id as "toId", state, version,
           amount_minor as "amountMinor"
      from own_transfers where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** Ends a transfer that moved nothing. @returns the version that it has now */
export async function endTransfer(
  tx: Tx,
  { id, version }: Pick<LockedTransfer, 'id' | 'version'>,
  state: Extract<TransferState, 'refused' | 'cancelled' | 'expired'>,
  byId: string | null,
): Promise<number> {
  await tx
    .updateTable('own_transfers')
    .set({ state, ended_at: sql`now()`, ended_by: byId, version: version + 1 })
    .where('id', '=', id)
    .execute()
  return version + 1
}
