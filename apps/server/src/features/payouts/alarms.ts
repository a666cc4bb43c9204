import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Services } from '../../platform/call/context.ts'

/**
 * Alarms of payouts that end by themselves, once their reason is over. What may be money lost
 * (`doublePayment`, `sameAmountTwice`, `payoutContradiction`, `payoutDiffers`) and the circuit breaker never
 * do: a person looks, and says so.
 */
export const payoutAlarms = {
  /** No account of ours may pay it. */
  noSource: 'noPayoutSource',
  /** It could not be begun; tried again in the next round. */
  notStarted: 'payoutNotStarted',
  /** The rail has answered and its word could not be written down; the rail is asked again. */
  unwritten: 'payoutOutcomeUnwritten',
  /** The rail has not said how the order ended in the time that the brand allows. */
  overdue: 'payoutOverdue',
  /** Paid by the rail's word, and the bank shows no line. */
  withoutLine: 'payoutWithoutLine',
} as const

/** Paid by the rail's word, yet the bank has shown no line: the withdrawal stays paid, people are told. */
export async function alarmMissingLines(services: Services): Promise<void> {
  const settings = await services.settings.get()
  const before = new Date(services.now() - settings.payoutUnknownMinutes * 60_000).toISOString()
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where state = 'paid' and settled_line_id is null
       and paid_at <= ${before}::timestamptz and paid_at > ${before}::timestamptz
         - interval '7 days'`.execute(services.db)
  for (const { id } of rows) {
    const entityId = encodeId('withdrawal', id)
    await raiseAlarm(services.db, { code: payoutAlarms.withoutLine, entity: 'withdrawal', entityId })
  }
}

/** Ends the alarms whose reason is over, however it ended: paid, failed, decided otherwise, given a line. */
export async function endPayoutAlarms({ db }: Services): Promise<void> {
  const { rows: open } = await sql<{ id: string; entityId: string }>`
    select id, entity_id as "entityId" from alarms
     where cleared_at is null and code = any(${Object.values(payoutAlarms)}::text[])`.execute(db)
  const about = open.flatMap(({ id, entityId }) => {
    const withdrawalId = decodeId('withdrawal', entityId)
    return withdrawalId === null ? [] : [{ id, withdrawalId }]
  })
  if (about.length === 0) return
  await sql`
    update alarms x set cleared_at = now()
      from unnest(${about.map(({ id }) => id)}::uuid[],
                  ${about.map(({ withdrawalId }) => withdrawalId)}::uuid[]) as o (id, withdrawal_id)
      join withdrawals w on w.id = o.withdrawal_id
     where x.id = o.id and x.cleared_at is null and case
       when x.code in (${payoutAlarms.noSource}, ${payoutAlarms.notStarted}) then w.state <> 'approved'
       when x.code = ${payoutAlarms.unwritten} then w.state not in ('sending', 'unknown')
       when x.code = ${payoutAlarms.overdue} then w.state <> 'unknown'
       when x.code = ${payoutAlarms.withoutLine} then w.state <> 'paid' or w.settled_line_id is not null
       else false end`.execute(db)
}
