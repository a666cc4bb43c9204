import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { feeDue } from '../fee-rules.ts'
import { monthContracts, monthOfDay } from '../month-queries.ts'
import type { HeldInvoice } from './held-invoice.ts'

type Prepaid = NonNullable<HandlerOutput<typeof distributors.get>['prepaid']>

interface Kept {
  readonly id: string
  readonly minimumFeeMinor: number
  readonly balanceMinor: number
  /** Of invoices that were reckoned and not settled. */
  readonly reckonedMinor: number
  /** First days of the last year's months, this one too, in which it has a contract and no invoice. */
  readonly unbilled: readonly string[]
}

/** What distributors keep of ours that are paid ahead, or were and still have some, and what months cost. */
export async function prepaidOf(
  db: Reader,
  distributorIds: readonly string[],
): Promise<(id: string) => Prepaid | null> {
  const { rows } = await sql<Kept>`
    select * from (
      select d.id, d.billing, d.minimum_fee_minor as "minimumFeeMinor", prepaid_of(d.id) as "balanceMinor",
             coalesce((select sum(i.fee_minor) from provider_invoices i
               where i.distributor_id = d.id and i.kind = 'fee' and i.approval_id is null), 0)::bigint
               as "reckonedMinor",
             array(select m::date::text
                     from generate_series(date_trunc('month', brand_day()) - interval '11 months',
                       date_trunc('month', brand_day()), interval '1 month') m
                    where exists (select from distributor_contracts c where c.distributor_id = d.id
                        and c.valid_from < m + interval '1 month' and c.valid_until >= m)
                      and not exists (select from provider_invoices i
                        where i.distributor_id = d.id and i.month = m and i.kind = 'fee'))
               as unbilled
        from distributors d where d.id = any(${[...distributorIds]}::uuid[])) x
     where billing = 'prepaid' or "balanceMinor" <> 0`.execute(db)
  const unbilled = await unbilledFees(db, rows)
  const kept = new Map(
    rows.map(({ id, balanceMinor, reckonedMinor }): [string, Prepaid] => {
      const costsMinor = reckonedMinor + (unbilled.get(id) ?? 0)
      return [id, { balanceMinor, costsMinor, leftMinor: balanceMinor - costsMinor }]
    }),
  )
  return (id) => kept.get(id) ?? null
}

/** What the months of distributors come to so far that have no invoice: month by month, of all at once. */
async function unbilledFees(db: Reader, kept: readonly Kept[]): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  for (const on of new Set(kept.flatMap(({ unbilled }) => unbilled))) {
    const of = kept.filter(({ unbilled }) => unbilled.includes(on))
    const ids = of.map(({ id }) => id)
    const contracts = await monthContracts(db, ids, monthOfDay(on), true)
    for (const { id, minimumFeeMinor } of of) {
      const own = contracts.filter(({ distributorId }) => distributorId === id)
      sums.set(id, (sums.get(id) ?? 0) + feeDue(own, minimumFeeMinor))
    }
  }
  return sums
}

/**
 * Whether an invoice is to be drawn from what its distributor keeps.
 * @throws stateRefused where that is too little
 */
export async function assertPrepaid(
  db: Reader,
  invoice: HeldInvoice,
  settledMinor: number,
): Promise<boolean> {
  if (invoice.kind === 'topUp') return false
  const { rows } = await sql<{ billing: string; balanceMinor: number }>`
    select billing, prepaid_of(id) as "balanceMinor" from distributors
     where id = ${invoice.distributorId}`.execute(db)
  if (rows[0]?.billing !== 'prepaid' || settledMinor === 0) return false
  if (rows[0].balanceMinor < settledMinor)
    throw new ApiError('stateRefused', { details: { reason: 'prepaidShort' } })
  return true
}
