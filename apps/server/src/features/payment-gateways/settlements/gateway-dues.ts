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

interface Days {
  /** Days of settlement after this one. */
  readonly after: string
  /** Only what was paid until then; null: everything. */
  readonly until: string | null
}

async function dueDays(db: Reader, gatewayId: string, { after, until }: Days): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select settles_on as "settlesOn", min(credited_on) as "paidFrom", max(credited_on) as "paidTo",
           count(*)::int as count, sum(amount_minor)::bigint as "collectedMinor",
           sum(fee_minor)::bigint as "feeMinor"
      from gateway_orders where gateway_id = ${gatewayId} and settles_on > ${after}::date
       and credited_on is not null and (${until}::timestamptz is null or paid_at <= ${until})
     group by settles_on`.execute(db)
  return rows
}

/** What a gateway owes by days of settlement; older days are read only where they can be owed still. */
export async function duesOfGateway(
  db: Reader,
  id: string,
  owedMinor: number,
  { on, until = null }: { readonly on: string; readonly until?: string | null },
): Promise<Dues> {
  const recent = duesOf(owedMinor, await dueDays(db, id, { after: addDays(on, -daysFirst), until }))
  if (recent.olderMinor === 0) return recent
  return duesOf(owedMinor, await dueDays(db, id, { after: addDays(on, -daysMost), until }))
}

/** What a gateway came to owe since a moment: by orders that were paid, less credits that were taken back. */
async function owedSince(db: Reader, id: string, { on, until }: { on: string; until: string }) {
  const { rows } = await sql<{ minor: number }>`
    select (select coalesce(sum(amount_minor - fee_minor), 0) from gateway_orders
             where gateway_id = ${id} and settles_on >= ${addDays(on, -1)}::date
               and credited_on is not null and paid_at > ${until}::timestamptz)::bigint
         - (select coalesce(sum(d.amount_minor), 0) from approvals a
              join deposits d on d.reversal_approval_id = a.id
              join gateway_orders o on o.id = inside_id(d.gateway_ref) and o.gateway_id = ${id}
             where a.kind = 'gatewayCreditReversal' and a.state = 'approved'
               and a.created_at > ${until}::timestamptz - interval '1 day'
               and a.settled_at > ${until}::timestamptz)::bigint as minor`.execute(db)
  return rows[0]?.minor ?? 0
}

/**
 * What a gateway owed when a line came: one that pays several times a day pays for what was paid until then,
 * and members go on paying while nobody has looked at its line.
 */
export async function duesWhenCame(
  db: Reader,
  id: string,
  owedMinor: number,
  line: { readonly value_on: string; readonly received_at: string },
): Promise<Dues> {
  const moment = { on: line.value_on, until: line.received_at }
  return duesOfGateway(db, id, owedMinor - (await owedSince(db, id, moment)), moment)
}

/** What fell due after a date, of orders that were credited by another: by the gateways' uuids. */
export async function notYetDue(db: Reader, after: string, creditedBy: string) {
  const { rows } = await sql<{ id: string; minor: number }>`
    select gateway_id as id, sum(amount_minor - fee_minor)::bigint as minor from gateway_orders
     where settles_on > ${after}::date and credited_on <= ${creditedBy}::date
     group by gateway_id`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}
