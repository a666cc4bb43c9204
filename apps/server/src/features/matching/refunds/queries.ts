import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { maskAccountNo } from '../../../platform/people/masks.ts'
import { balancesOf } from '../../../platform/posting/ledger-store.ts'

type Shown = NonNullable<z.output<typeof LineHandling>['refund']>

/** The newest refund of a line, or the one that it paid. */
export async function refundOf(db: Reader, lineId: string, maySee: boolean): Promise<Shown | null> {
  const { rows } = await sql<Shown>`
    select r.state, r.to_bank as "toBank", r.to_account_no as "toAccountNo", r.to_name as "toName", r.reason,
           m.display_name as maker, c.display_name as checker, r.approved_at as "approvedAt",
           r.ended_at as "endedAt", r.line_id as "lineId", r.out_line_id as "outLineId"
      from line_refunds r join employees m on m.id = r.maker_id join approvals a on a.id = r.approval_id
      left join employees c on c.id = a.checker_id
     where r.id = coalesce((select id from line_refunds where out_line_id = ${lineId}),
       (select id from line_refunds where line_id = ${lineId} order by id desc limit 1))`.execute(db)
  const [found] = rows
  if (!found) return null
  return maySee ? found : { ...found, toAccountNo: maskAccountNo(found.toAccountNo) }
}

export interface StandingRefund {
  readonly id: string
}

/** The refund of a line that waits for its bank, held. */
export async function lockRefundOf(tx: Tx, lineId: string): Promise<StandingRefund | undefined> {
  const { rows } = await sql<StandingRefund>`
    select id from line_refunds where line_id = ${lineId} and state = 'approved' for update`.execute(tx)
  return rows[0]
}

/** What the account holds less what is agreed to leave it, and what its limits leave on a business date. */
export async function sourceOf(db: Reader, accountId: string, on: string) {
  const { rows } = await sql<{
    state: string
    paysOut: boolean
    transferLimitMinor: number | null
    leftTodayMinor: number | null
    goingMinor: number
  }>`
    select a.state, a.pays_out as "paysOut", a.transfer_limit_minor as "transferLimitMinor",
           a.day_limit_minor - ordered_of_day(a.id, ${on}::date) as "leftTodayMinor",
           ((select coalesce(sum(t.amount_minor), 0) from own_transfers t
              where t.from_account_id = a.id and t.state = 'approved')
          + (select coalesce(sum(r.amount_minor), 0) from line_refunds r
              where r.bank_account_id = a.id and r.state = 'approved'))::bigint as "goingMinor"
      from bank_accounts a where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No account ${accountId}.`)
  const { code } = bankAccount(encodeId('bankAccount', accountId))
  const balance = (await balancesOf(db, [code])).get(code) ?? 0
  return { ...row, balanceMinor: screenMinor('asset', balance) - row.goingMinor }
}

/** Whether this is the number of an account of our own: money between those is no refund. */
export async function isOurs(db: Reader, bank: string, accountNo: string): Promise<boolean> {
  const { rows } = await sql`select from bank_accounts where bank = ${bank} and account_no = ${accountNo}
    limit 1`.execute(db)
  return rows.length > 0
}

/** What may have paid a refund `r`: left its account in its amount since it was agreed to, unexplained. */
export const mayHavePaid = sql`o.bank_account_id = r.bank_account_id and o.direction = 'out'
  and o.amount_minor = r.amount_minor and o.state = 'unmatched' and o.chain <> 'hint'
  and o.possible_double_of is null and o.created_at >= r.approved_at
  and o.id > (select uuidv7(r.approved_at - now() - interval '1 hour'))`

/** What a bank printed of the payee of line `o` does not contradict whom refund `r` (or `w`) goes to. */
export const fitsPayee = (refund: 'r' | 'w') => sql`(o.payer_mask is null
  or mask_fits(o.payer_mask, ${sql.ref(`${refund}.to_account_no`)}))
  and (o.payer_bank is null or o.payer_bank = ${sql.ref(`${refund}.to_bank`)})`

/** Whether an account belongs to a member who is the person themselves. */
export async function isOwnMembers(tx: Tx, accountNo: string, employeeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member_bank_accounts where account_no = ${accountNo}
       and member_id in (select own_members(${employeeId}::uuid)) limit 1`.execute(tx)
  return rows.length > 0
}
