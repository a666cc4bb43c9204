import { encodeId } from '@khlang/contract/values/values.ts'
import { depositReceived, suspenseCleared } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { fitMask } from '@khlang/bank-messages/mask.ts'

/** An incoming line, as far as it can prove a deposit that was credited before it came. */
export interface LateLine {
  readonly id: string
  readonly bank_account_id: string
  readonly amount_minor: number
  readonly payer_mask: string | null
  readonly payer_bank: string | null
  readonly payer_name: string | null
  readonly value_on: string
}

const digitsMin = 4

/**
 * A deposit that people credited from suspense before its line came (decisions 33): when the line's mask
 * fits an account of exactly one such member, and neither bank nor name speaks against them, the line belongs
 * to that deposit, and suspense is cleared instead of the member being credited again.
 * @returns the postings for the caller to post last, or null when the line is nobody's late line
 */
export async function clearByLateLine(
  tx: Tx,
  line: LateLine,
  businessOn: string,
): Promise<{ readonly postings: Posting[]; readonly depositId: string } | null> {
  const mask = line.payer_mask
  if (mask === null) return null
  const { rows } = await sql<{ id: string; account_no: string }>`
    select d.id, a.account_no from deposits d
      join member_bank_accounts a on a.member_id = d.member_id and a.state in ('primary', 'alias')
     where d.bank_account_id = ${line.bank_account_id} and d.amount_minor = ${line.amount_minor}
       and d.method = 'manual' and d.state = 'credited' and d.statement_line_id is null
       and d.credited_at > now() - interval '7 days'
       and not payer_contradicts(${mask}, ${line.payer_bank}, d.member_id)
       and not name_contradicts(${line.payer_name}, d.member_id)
     order by d.id for no key update of d`.execute(tx)
  const fitting = new Set(
    rows.flatMap(({ id, account_no }) => {
      const fit = fitMask(mask, account_no)
      return fit.fits && fit.visibleDigits >= digitsMin ? [id] : []
    }),
  )
  const [depositId] = fitting
  if (depositId === undefined || fitting.size > 1) return null
  await sql`update deposits set statement_line_id = ${line.id}, version = version + 1
    where id = ${depositId}`.execute(tx)
  const entityId = encodeId('deposit', depositId)
  const lineId = encodeId('statementLine', line.id)
  await recordActivity(tx, 'system', null, {
    entity: 'deposit',
    entityId,
    action: 'clearSuspense',
    detail: { lineId },
  })
  const cause = {
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn,
    valueOn: line.value_on,
  }
  const postings = [
    depositReceived({ ...cause, sourceId: lineId }),
    suspenseCleared({ ...cause, sourceId: entityId }),
  ]
  return { postings, depositId }
}

export interface CreditedBefore {
  readonly id: string
  readonly reference: string
  readonly at: string
  readonly member: {
    readonly id: string
    readonly username: string
    readonly name: string
    readonly state: string
  }
}

/**
 * Deposits that people credited from suspense and whose line has not come: an incoming line of the same
 * account and amount may be it, unless its mask shows another payer.
 */
export async function creditedBefore(
  db: Reader,
  line: Pick<LateLine, 'bank_account_id' | 'amount_minor' | 'payer_mask'>,
): Promise<CreditedBefore[]> {
  const { rows } = await sql<CreditedBefore & { accounts: string[] | null }>`
    select d.id, d.reference, d.credited_at as at,
      json_build_object('id', m.id, 'username', m.username, 'name', m.first_name || ' ' || m.last_name,
        'state', m.state) as member,
      (select array_agg(a.account_no) from member_bank_accounts a
        where a.member_id = m.id and a.state in ('primary', 'alias')) as accounts
      from deposits d join members m on m.id = d.member_id
     where d.bank_account_id = ${line.bank_account_id} and d.amount_minor = ${line.amount_minor}
       and d.method = 'manual' and d.state = 'credited' and d.statement_line_id is null
       and d.credited_at > now() - interval '7 days'
     order by d.id limit 20`.execute(db)
  const mask = line.payer_mask
  return rows
    .filter(({ accounts }) => mask === null || (accounts ?? []).some((no) => fitMask(mask, no).fits))
    .map(({ id, reference, at, member }) => ({ id, reference, at, member }))
}
