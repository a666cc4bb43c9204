import { encodeId } from '@khlang/contract/values/values.ts'
import { gatewayReceivable, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { addDays } from '../../../platform/business-day.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { balancesOf } from '../../../platform/posting/ledger-store.ts'
import { duesOf, type DueDay, type Dues } from './dues.ts'

/** Days of settlement that are read at first, and at most where more is owed than these bring. */
const daysFirst = 7
const daysMost = 92

const receivableCode = (id: string): string => gatewayReceivable(encodeId('gateway', id)).code

/** What these gateways owe us, by their uuids, as the ledger has it. */
export async function owedBy(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const balances = await balancesOf(db, ids.map(receivableCode))
  return new Map(ids.map((id) => [id, screenMinor('asset', balances.get(receivableCode(id)) ?? 0)]))
}

async function dueDays(db: Reader, gatewayId: string, after: string): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select settles_on as "settlesOn", min(credited_on) as "paidFrom", max(credited_on) as "paidTo",
           count(*)::int as count, sum(amount_minor)::bigint as "collectedMinor",
           sum(fee_minor)::bigint as "feeMinor"
      from gateway_orders where gateway_id = ${gatewayId} and settles_on > ${after}::date
       and credited_on is not null
     group by settles_on`.execute(db)
  return rows
}

/** What a gateway owes by days of settlement; older days are read only where they can be owed still. */
export async function duesOfGateway(db: Reader, id: string, owedMinor: number, on: string): Promise<Dues> {
  const recent = duesOf(owedMinor, await dueDays(db, id, addDays(on, -daysFirst)))
  if (recent.olderMinor === 0) return recent
  return duesOf(owedMinor, await dueDays(db, id, addDays(on, -daysMost)))
}

/** What fell due after a date, of orders that were credited by another: by the gateways' uuids. */
export async function notYetDue(db: Reader, after: string, creditedBy: string) {
  const { rows } = await sql<{ id: string; minor: number }>`
    select gateway_id as id, sum(amount_minor - fee_minor)::bigint as minor from gateway_orders
     where settles_on > ${after}::date and credited_on <= ${creditedBy}::date
     group by gateway_id`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}
