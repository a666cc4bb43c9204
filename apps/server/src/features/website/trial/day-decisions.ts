import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { chainOf } from '../../bank-lines/decide-line.ts'
import { matchLineOf, type StoredLine } from '../../bank-lines/stored-line.ts'
import type { DecidedLine } from './line-trial.ts'
import type { DecidedWithdrawal } from './withdrawal-trial.ts'

/** Some of a day at once, so that other work of the process is not kept waiting. */
export const pageMax = 500

/** Before every id. */
const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`

interface Decided {
  readonly id: string
  readonly label: string
  readonly at: string
  readonly amountMinor: number
}
export type LineOfDay = Decided & { readonly decided: DecidedLine }
export type WithdrawalOfDay = Decided & { readonly decided: DecidedWithdrawal }

type LineRow = StoredLine & {
  readonly label: string
  readonly has_balances: boolean
  readonly match_evidence: DecidedLine['evidence']
  readonly is_doubted: boolean
  readonly may_have_been: boolean
  readonly created_at: string
}

/** Of lines without their reasoning those that had one: what waits or clears suspense was never scored. */
const wasScored = sql`l.state in ('autoMatched', 'suggested', 'unmatched', 'manualMatched')
  and l.reason is distinct from 'lateLine'`

/** Money in of a business date that was decided by its score, in the order in which it came. */
export async function linesOfDay(db: Reader, on: string, after: string | null): Promise<LineOfDay[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.bank_account_id, l.direction, l.amount_minor, l.bank_time, l.bank_time_precision,
           l.received_at, l.balance_after_minor, l.payer_bank, l.payer_mask, l.payer_name, l.ref, l.flags,
           l.chain, l.possible_double_of, l.match_evidence, l.created_at, a.label, a.has_balances,
           exists (select from line_doubts d where d.statement_line_id = l.id) as is_doubted,
           exists (select from deposits d where d.bank_account_id = l.bank_account_id
             and d.amount_minor = l.amount_minor and d.method = 'manual' and d.statement_line_id is null
             and d.credited_at > l.created_at - interval '8 days') as may_have_been
      from statement_lines l join bank_accounts a on a.id = l.bank_account_id
     where l.business_on = ${on}::date and l.id > coalesce(${after}::uuid, ${none})
       and l.direction = 'in' and (l.match_evidence is not null or ${wasScored})
     order by l.business_on, l.id limit ${sql.lit(pageMax)}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    at: row.created_at,
    amountMinor: row.amount_minor,
    decided: {
      line: {
        ...matchLineOf(row),
        balanceAfterMinor: row.balance_after_minor,
        feedHasBalances: row.has_balances,
        chain: chainOf(row),
        flags: row.flags,
        isPossibleDouble: row.possible_double_of !== null,
      },
      evidence: row.match_evidence,
      isDoubted: row.is_doubted,
      mayHaveBeenCredited: row.may_have_been,
    },
  }))
}

/** Withdrawals that were asked for on a business date, in that order. */
export async function withdrawalsOfDay(
  db: Reader,
  on: string,
  after: string | null,
): Promise<WithdrawalOfDay[]> {
  const { rows } = await sql<Decided & DecidedWithdrawal>`
    select w.id, w.reference as label, w.requested_at as at, w.amount_minor as "amountMinor", w.band,
           w.is_phone_request as "isPhoneRequest", w.to_account_name as "accountName",
           m.first_name || ' ' || m.last_name as name, w.checks, w.judged_of as "judgedOf"
      from withdrawals w join members m on m.id = w.member_id
     where w.business_on = ${on}::date and w.id > coalesce(${after}::uuid, ${none})
     order by w.business_on, w.id limit ${sql.lit(pageMax)}`.execute(db)
  return rows.map(({ id, label, at, amountMinor, ...decided }) => ({
    id,
    label,
    at,
    amountMinor,
    decided: { ...decided, amountMinor },
  }))
}
