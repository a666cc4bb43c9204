import { heldRestore } from '../../../platform/db/restored.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../../platform/db/alarms.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { lockLine } from '../../bank-lines/intake/intake-queries.ts'
import { closeWith } from './close-refund.ts'
import { fitsPayee, lockRefundOf, mayHavePaid } from './queries.ts'
import { refundsPaid, type LeftLine, type WaitingRefund } from './rules.ts'

interface Group {
  readonly refunds: readonly (WaitingRefund & { readonly lineId: string })[]
  readonly lines: readonly LeftLine[]
  readonly isShared: boolean
}

/**
 * Refunds of which a bank may have told, by account and amount, with what may have paid them. By what a
 * format reads that is still learnt, only people close one.
 */
async function waitingGroups(db: Reader): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select json_agg(json_build_object('id', r.id, 'lineId', r.line_id, 'bank', r.to_bank,
             'accountNo', r.to_account_no) order by r.approved_at, r.id) as refunds,
           x.lines, exists (select from withdrawals w where w.bank_account_id = r.bank_account_id
             and w.amount_minor - w.fee_minor = r.amount_minor and w.settled_line_id is null
             and w.state in ('sending', 'unknown', 'paid'))
           or exists (select from own_transfers t where t.state = 'approved'
             and t.from_account_id = r.bank_account_id and t.amount_minor = r.amount_minor) as "isShared"
      from line_refunds r cross join lateral (
        select json_agg(json_build_object('id', o.id, 'mask', o.payer_mask, 'bank', o.payer_bank)
          order by o.id)::jsonb as lines
          from (select min(approved_at) as approved_at, bank_account_id, amount_minor from line_refunds f
                 where f.state = 'approved' and f.bank_account_id = r.bank_account_id
                   and f.amount_minor = r.amount_minor group by 2, 3) r
          join statement_lines o on ${mayHavePaid} and taught_may_credit(o)) x
     where r.state = 'approved' and x.lines is not null
     group by r.bank_account_id, r.amount_minor, x.lines`.execute(db)
  return rows
}

/** Closes a refund with the line that paid it, unless somebody was faster. */
async function close(tx: Tx, lineId: string, outId: string, on: string): Promise<void> {
  const refund = await lockRefundOf(tx, lineId)
  const held = new Map<string, Awaited<ReturnType<typeof lockLine>>>()
  for (const id of [lineId, outId].toSorted()) held.set(id, await lockLine(tx, id))
  const [line, out] = [held.get(lineId), held.get(outId)]
  if (!refund || line?.state !== 'refundPending' || out?.state !== 'unmatched') return
  await recordActivity(tx, 'system', null, {
    entity: 'statementLine',
    entityId: encodeId('statementLine', lineId),
    action: 'refunded',
    before: { state: line.state },
    after: { state: 'refunded' },
    detail: { outLineId: encodeId('statementLine', outId), amountMinor: line.amount_minor },
  })
  await closeWith(tx, { refund, line, out }, { handledBy: null, on })
}

/**
 * Money that left while a refund of its amount was awaited raised no alarm: it does now where no refund that
 * still waits explains it.
 */
async function tellUnexplained(db: Reader): Promise<void> {
  const { rows } = await sql<{ id: string; amountMinor: number }>`
    select distinct o.id, o.amount_minor as "amountMinor" from line_refunds r
      join statement_lines o on o.bank_account_id = r.bank_account_id and o.direction = 'out'
       and o.amount_minor = r.amount_minor and o.state = 'unmatched' and o.chain <> 'hint'
       and o.id > (select uuidv7(r.approved_at - now() - interval '1 hour'))
     where (r.state = 'approved' or r.ended_at > now() - interval '1 day')
       and not exists (select from line_refunds w where w.state = 'approved'
         and w.bank_account_id = o.bank_account_id and w.amount_minor = o.amount_minor
         and ${fitsPayee('w')})
       and not exists (select from own_transfers t where t.state = 'approved'
         and t.from_account_id = o.bank_account_id and t.amount_minor = o.amount_minor)
       and not exists (select from alarms a where a.code = 'bank.outgoingUnknown'
         and a.entity_id = (select outside_id('stl', o.id)))`.execute(db)
  for (const { id, amountMinor } of rows) {
    const entityId = encodeId('statementLine', id)
    const detail = { amountMinor }
    await raiseAlarm(db, { code: 'bank.outgoingUnknown', entity: 'statementLine', entityId, detail })
  }
}

/** Looks for refunds on the statements, and closes those that are paid. */
export async function matchRefunds({ db, settings, now }: Services): Promise<void> {
  // Payouts of after the moment that was restored are not known: a line may be theirs (ADR 0021).
  if ((await heldRestore(db)) !== null) return
  const on = businessOn(await settings.get(), now())
  for (const { refunds, lines, isShared } of await waitingGroups(db))
    for (const { refundId, lineId } of refundsPaid(refunds, lines, isShared)) {
      const of = refunds.find(({ id }) => id === refundId)
      if (of) await db.transaction().execute((tx) => close(tx, of.lineId, lineId, on))
    }
  await tellUnexplained(db)
}

export const refundWork: PeriodicWork = { name: 'lineRefunds', everyMs: 2000, run: matchRefunds }
