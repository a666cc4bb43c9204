import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { idAndNames } from '../../../platform/db/named.ts'
import { isWaitingApproval } from '../../../platform/waiting.ts'
import { dueOn } from './held-invoice.ts'

type Invoice = HandlerOutput<typeof distributors.get>['invoices'][number]

/** The invoices of distributors, the newest month first, at most 24 of each. */
export async function invoicesOf(
  db: Reader,
  distributorIds: readonly string[],
): Promise<{ readonly distributorId: string; readonly invoice: Invoice }[]> {
  const { rows } = await sql<Invoice & { distributorId: string; place: number }>`
    select * from (
      select i.distributor_id as "distributorId", i.id, i.kind, i.month, i.state, i.ggr_minor as "ggrMinor",
             i.fee_minor as "feeMinor", i.told_minor as "toldMinor",
             i.told_minor - i.fee_minor as "differenceMinor",
             ${dueOn} as "dueOn",
             i.reason, i.settled_minor as "settledMinor", i.settled_at as "settledAt",
             i.approval_id as "approvalId",
             exists (select from approvals a where a.kind = 'distributorInvoice' and ${isWaitingApproval('a')}
               and a.entity_id = outside_id('pin', i.id)) as "isAsked",
             i.paid_reference as "paidReference", i.paid_at as "paidAt", e.display_name as "paidBy",
             (select json_build_object('lineId', y.line_id, 'valueOn', y.value_on, 'by', m.display_name,
                 'checker', c.display_name)
                from invoice_payments y join employees m on m.id = y.maker_id
                join approvals a on a.id = y.approval_id left join employees c on c.id = a.checker_id
               where y.invoice_id = i.id and y.reversed_at is null) as payment,
             i.is_drawn as "isDrawn",
             exists (select from approvals a where a.kind = 'lineInvoice' and ${isWaitingApproval('a')}
               and a.document ->> 'invoiceId' = outside_id('pin', i.id)) as "isPaymentAsked",
             (select coalesce(json_agg(json_build_object(
                 'provider', ${idAndNames('p')},
                 'gameType', l ->> 'gameType', 'feeBps', (l ->> 'feeBps')::int,
                 'ggrMinor', (l ->> 'ggrMinor')::bigint, 'feeMinor', (l ->> 'feeMinor')::bigint)
                 order by n), '[]')
                from jsonb_array_elements(i.lines) with ordinality x (l, n)
                join game_providers p on p.id = (l ->> 'providerId')::uuid) as lines,
             i.version,
             row_number() over (partition by i.distributor_id order by i.month desc, i.id desc) as place
        from provider_invoices i join distributors d on d.id = i.distributor_id
        left join employees e on e.id = i.paid_by
       where i.distributor_id = any(${[...distributorIds]}::uuid[])) x
     where place <= 24 order by "distributorId", place`.execute(db)
  return rows.map(({ distributorId, place: _place, ...invoice }) => ({ distributorId, invoice }))
}

export interface Owed {
  readonly owedMinor: number
  readonly owedDueOn: string | null
}

/** What is booked as owed to distributors and not paid, and when the first of it is due. */
export async function owedTo(db: Reader, distributorIds: readonly string[]): Promise<(id: string) => Owed> {
  const { rows } = await sql<Owed & { id: string }>`
    select i.distributor_id as id, sum(i.settled_minor)::bigint as "owedMinor", min(${dueOn}) as "owedDueOn"
      from provider_invoices i join distributors d on d.id = i.distributor_id
     where i.distributor_id = any(${[...distributorIds]}::uuid[]) and i.state = 'issued' and i.kind = 'fee'
       and i.settled_minor is not null
     group by 1`.execute(db)
  const owed = new Map(rows.map(({ id, ...rest }) => [id, rest]))
  return (id) => owed.get(id) ?? { owedMinor: 0, owedDueOn: null }
}

/** Whether the figures of play hold everything that was told up to a day. */
export async function isFolded(db: Reader, lastOn: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select not exists (select from bet_outcomes o, play_progress p
      where o.xid >= p.folded_xid and o.business_on <= ${lastOn}::date) as is`.execute(db)
  return rows[0]?.is === true
}
