import { gatewayReceivable } from '@khlang/ledger/accounts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { addDays } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { notYetDue } from '../payment-gateways/settlements/gateway-dues.ts'
import type { GatewayDay } from './gateway-sheet.ts'
import type { LedgerDay } from './wallet-rules.ts'

interface Counted {
  readonly id: string
  readonly name: string
  /** Of orders that were to be settled on the day. */
  readonly fellDueMinor: number
  /** Of orders that were paid on it: how many, what members paid, and the fee we bear. */
  readonly paidCount: number
  readonly collectedMinor: number
  readonly agreedFeeMinor: number
  /** By lines of the day of the bank; by lines of days up to one, which people told later. */
  readonly receivedCount: number
  readonly receivedMinor: number
  readonly toldLaterMinor: number
  readonly toldLaterBeforeMinor: number
}

/** What of earlier lines was booked only after a business date. */
const toldLater = (on: string) => sql`coalesce((select sum(s.amount_minor) from gateway_settlements s
  where s.gateway_id = g.id and s.reversed_at is null and s.value_on <= ${on}::date
    and s.business_on > ${on}::date), 0)::bigint`

async function countedOf(db: Reader, on: string, before: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select g.id, g.name, due.minor as "fellDueMinor", paid.count as "paidCount",
           paid.minor as "collectedMinor", paid.fee as "agreedFeeMinor", came.count as "receivedCount",
           came.minor as "receivedMinor", ${toldLater(on)} as "toldLaterMinor",
           ${toldLater(before)} as "toldLaterBeforeMinor"
      from payment_gateways g
     cross join lateral (select coalesce(sum(o.amount_minor - o.fee_minor), 0)::bigint as minor
        from gateway_orders o where o.gateway_id = g.id and o.settles_on = ${on}::date
         and o.credited_on <= ${on}::date) due
     cross join lateral (select count(*)::int as count, coalesce(sum(o.amount_minor), 0)::bigint as minor,
          coalesce(sum(o.fee_minor) filter (where o.fee_by = 'house'), 0)::bigint as fee
        from gateway_orders o where o.gateway_id = g.id and o.credited_on = ${on}::date) paid
     cross join lateral (select count(*)::int as count, coalesce(sum(s.amount_minor), 0)::bigint as minor
        from gateway_settlements s where s.gateway_id = g.id and s.value_on = ${on}::date
         and s.reversed_at is null) came
     order by g.priority, g.name`.execute(db)
  return rows
}

/** What gateways owed and paid on a day that the ledger has closed; one that only pays out is named by it. */
export async function gatewayDays(db: Reader, on: string, ledger: LedgerDay): Promise<GatewayDay[]> {
  const before = addDays(on, -1)
  const counted = await countedOf(db, on, before)
  if (counted.length === 0) return []
  const [later, laterBefore] = [await notYetDue(db, on, on), await notYetDue(db, before, before)]
  return counted.map(({ toldLaterMinor, toldLaterBeforeMinor, ...gateway }) => {
    const { code } = gatewayReceivable(encodeId('gateway', gateway.id))
    const balance = ledger.balances.find(({ part }) => part === code)
    const fee = ledger.sums.find(({ part, kind }) => part === code && kind === 'gateway.fee')
    // What it owes is an asset: the book's sign is turned.
    const late = (balanceMinor: number, notDueMinor: number, toldMinor: number): number =>
      Math.max(0, -balanceMinor - notDueMinor - toldMinor)
    return {
      ...gateway,
      lateBeforeMinor: late(
        balance?.openingMinor ?? 0,
        laterBefore.get(gateway.id) ?? 0,
        toldLaterBeforeMinor,
      ),
      lateMinor: late(balance?.closingMinor ?? 0, later.get(gateway.id) ?? 0, toldLaterMinor),
      // A fee takes from what is owed: in the book's sign it comes in.
      postedFeeMinor: (fee?.inMinor ?? 0) - (fee?.outMinor ?? 0),
    }
  })
}
