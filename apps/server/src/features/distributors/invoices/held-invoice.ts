import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { distributorPrepaid, providerPayable } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/live/live.ts'
import { sharesOf } from '../fee-rules.ts'

/** What a contract comes to, as an invoice keeps it. */
export interface InvoiceLine {
  readonly providerId: string
  readonly gameType: string
  readonly feeBps: number
  readonly ggrMinor: number
  readonly feeMinor: number
}

export interface HeldInvoice {
  readonly id: string
  readonly kind: HandlerOutput<typeof distributors.get>['invoices'][number]['kind']
  readonly distributorId: string
  readonly distributor: string
  /** Its first day. */
  readonly month: string
  readonly state: HandlerOutput<typeof distributors.get>['invoices'][number]['state']
  readonly lines: readonly InvoiceLine[]
  readonly feeMinor: number
  readonly toldMinor: number | null
  /** Null while nobody agreed to it. */
  readonly settledMinor: number | null
  readonly version: number
}

/** Until when an invoice `i` of a distributor `d` is to be paid; money that is sent ahead at once. */
export const dueOn = sql`case i.kind when 'topUp' then (i.created_at at time zone 'Asia/Bangkok')::date
  else (i.month + interval '1 month' + make_interval(days => d.billing_day - 1))::date end`

/** An invoice, held, so that two who act on it come one after the other; undefined for none of ours. */
export async function holdInvoice(tx: Tx, id: string): Promise<HeldInvoice | undefined> {
  const { rows } = await sql<HeldInvoice>`
    select i.id, i.kind, i.distributor_id as "distributorId", d.name as distributor, i.month, i.state,
           i.lines, i.fee_minor as "feeMinor", i.told_minor as "toldMinor", i.settled_minor as "settledMinor",
           i.version
      from provider_invoices i join distributors d on d.id = i.distributor_id
     where i.id = ${id} for no key update of i`.execute(tx)
  return rows[0]
}

/** The same, as it was read. @throws notFound, stale */
export async function lockInvoice(tx: Tx, id: string, version?: number): Promise<HeldInvoice> {
  const held = await holdInvoice(tx, id)
  if (!held) throw new ApiError('notFound')
  if (version !== undefined && held.version !== version)
    throw new ApiError('stale', { details: { version: held.version } })
  return held
}

/** To which accounts a sum goes that is paid for an invoice; of providers to each its share. Pure. */
export const payeesOf = ({ kind, distributorId, lines }: HeldInvoice, totalMinor: number) =>
  kind === 'topUp'
    ? [{ account: distributorPrepaid(encodeId('distributor', distributorId)), amountMinor: totalMinor }]
    : sharesOf(totalMinor, lines).map(({ providerId, amountMinor }) => ({
        account: providerPayable(encodeId('gameProvider', providerId)),
        amountMinor,
      }))

/** A line of a bank paid a held invoice, or does so no more. */
export async function markPaid(tx: Tx, invoice: HeldInvoice, isPaid: boolean): Promise<void> {
  await sql`update provider_invoices set state = ${isPaid ? 'paid' : 'issued'}, version = version + 1
    where id = ${invoice.id}`.execute(tx)
  await announce(tx, 'distributor', encodeId('distributor', invoice.distributorId))
}
