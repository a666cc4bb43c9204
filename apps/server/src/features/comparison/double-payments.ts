import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'

/** So many payments are looked at in one round. */
const roundMax = 500
/** Rows may be written after later ones: what is so young is looked at again. */
const overlap = sql`interval '10 minutes'`

interface Found {
  readonly kind: 'sameMember' | 'twoLines'
  readonly subjectId: string
  readonly otherId: string
  readonly accountId: string
  readonly on: string
  readonly amountMinor: number
  readonly reference: string
}

/** Payments of the same amount to the same member within a day, of those sent since the last look. */
async function sameMember(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'sameMember' as kind, w.id as "subjectId", o.id as "otherId", p.bank_account_id as "accountId",
           p.business_on as "on", p.amount_minor as "amountMinor", o.reference
      from (select p.* from payouts p, double_payment_progress g
             where p.id > g.payout_id order by p.id limit ${sql.lit(roundMax)}) p
      join withdrawals w on w.id = p.withdrawal_id and w.state in ('sending', 'unknown', 'paid')
     cross join lateral (
       select o.id, o.reference from withdrawals o
        where o.member_id = w.member_id and o.id <> w.id
          and o.id > (select uuidv7(p.created_at - now() - interval '3 days'))
          and o.amount_minor - o.fee_minor = w.amount_minor - w.fee_minor
          and o.state in ('sending', 'unknown', 'paid')
          and coalesce(o.sent_at, o.paid_at) between coalesce(w.sent_at, p.created_at) - interval '24 hours'
                                                 and coalesce(w.sent_at, p.created_at)
        order by o.id desc limit 1) o
     where p.state <> 'failed'`.execute(tx)
  return rows
}

/** Lines that the intake took for a second payment of a settled withdrawal: its alarms name them. */
async function twoLines(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<{ entityId: string; lineId: string | null }>`
    select a.entity_id as "entityId", a.detail ->> 'lineId' as "lineId"
      from alarms a, double_payment_progress g
     where a.code = 'doublePayment' and a.raised_at > g.alarms_at
     order by a.raised_at limit ${sql.lit(roundMax)}`.execute(tx)
  const pairs = rows.flatMap(({ entityId, lineId }) => {
    const otherId = decodeId('withdrawal', entityId)
    const subjectId = lineId === null ? null : decodeId('statementLine', lineId)
    return otherId === null || subjectId === null ? [] : [{ otherId, subjectId }]
  })
  if (pairs.length === 0) return []
  const found = await sql<Found>`
    select 'twoLines' as kind, l.id as "subjectId", w.id as "otherId", l.bank_account_id as "accountId",
           l.value_on as "on", l.amount_minor as "amountMinor", w.reference
      from unnest(${pairs.map(({ subjectId }) => subjectId)}::uuid[],
                  ${pairs.map(({ otherId }) => otherId)}::uuid[]) x (subject_id, other_id)
      join statement_lines l on l.id = x.subject_id join withdrawals w on w.id = x.other_id`.execute(tx)
  return found.rows
}

/** Moves the place on behind what was looked at, so that the next round begins there. */
async function moveOn(tx: Tx): Promise<void> {
  await sql`update double_payment_progress g set
      payout_id = greatest(g.payout_id, least(
        coalesce((select x.id from (select p.id from payouts p where p.id > g.payout_id
                    order by p.id limit ${sql.lit(roundMax)}) x order by x.id desc limit 1), g.payout_id),
        (select uuidv7(-${overlap})))),
      alarms_at = greatest(g.alarms_at, now() - ${overlap})`.execute(tx)
}

/**
 * Looks for money that left twice: the same member and amount within a day, or two outgoing lines of one
 * withdrawal. Each pair is kept with both sides and raises an alarm once, until two people explain it.
 */
export async function findDoublePayments({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { kind, ...one } of [...(await sameMember(tx)), ...(await twoLines(tx))]) {
      const { numInsertedOrUpdatedRows: isNew } = await tx
        .insertInto('double_payments')
        .values({
          kind,
          subject_id: one.subjectId,
          other_id: one.otherId,
          bank_account_id: one.accountId,
          day_on: one.on,
          amount_minor: one.amountMinor,
        })
        .onConflict((conflict) => conflict.column('subject_id').doNothing())
        .executeTakeFirst()
      if (isNew !== 1n || kind !== 'sameMember') continue
      const entityId = encodeId('withdrawal', one.subjectId)
      const detail = { other: one.reference, amountMinor: one.amountMinor }
      await raiseAlarm(tx, { code: 'sameAmountTwice', entity: 'withdrawal', entityId, detail })
    }
    await moveOn(tx)
  })
}

export const doublePaymentWork: PeriodicWork = {
  name: 'doublePayments',
  everyMs: 5000,
  run: findDoublePayments,
}

/** Two people explained a double payment: its pair is over, and so are its alarms. */
export async function endDouble(
  tx: Tx,
  of: {
    readonly subjectIds: readonly (string | undefined)[]
    readonly otherId: string | null
    readonly forceId: string
  },
): Promise<void> {
  const ids = of.subjectIds.flatMap((id) => id ?? [])
  await sql`update double_payments set explained_by = ${of.forceId}
    where subject_id = any(${ids}::uuid[]) and explained_by is null`.execute(tx)
  const named = [...ids, ...(of.otherId === null ? [] : [of.otherId])]
  const withdrawals = named.map((id) => encodeId('withdrawal', id))
  await sql`update alarms set cleared_at = now() where cleared_at is null
    and code in ('sameAmountTwice', 'doublePayment')
    and entity_id = any(${withdrawals}::text[])`.execute(tx)
}
