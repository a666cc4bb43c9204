import type { distributorInvoices } from '@khlang/contract/play/distributor-invoices.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Activity } from '../../../platform/people/activity.ts'
import { distributorInvoice } from '../approval-kinds.ts'
import { feeDue } from '../fee-rules.ts'
import { monthContracts, monthOf, monthSums } from '../month-queries.ts'
import { lockDistributor } from '../queries.ts'
import { assertPrepaid } from './prepaid-queries.ts'
import { lockInvoice, type HeldInvoice, type InvoiceLine } from './held-invoice.ts'
import { isFolded } from './invoice-queries.ts'

const refuse = (state: string): never => {
  throw new ApiError('stateRefused', { details: { state } })
}
/** What was booked or paid is over. */
const assertOpen = ({ state, settledMinor }: HeldInvoice): void => {
  if (settledMinor !== null) refuse(state === 'paid' ? 'paid' : 'settled')
}

const about = (id: string, action: string, more: Pick<Activity, 'reason' | 'after'>) =>
  ({
    entity: 'providerInvoice',
    entityId: encodeId('providerInvoice', id),
    action,
    ...more,
  }) satisfies Activity

export const invoiceHandlers: Handlers<typeof distributorInvoices> = {
  draftInvoice: async ({ tx, input, settings, services, record, announce }) => {
    const held = await lockDistributor(tx, input.id)
    const month = monthOf(settings, services.now(), input.month)
    if (month.lastOn >= businessOn(settings, services.now()))
      throw new ApiError('invalidValue', { field: 'month' })
    // The figures follow what providers tell by a second: what is not in them yet would be missing for ever.
    if (!(await isFolded(tx, month.lastOn))) refuse('figuresBehind')
    const contracts = await monthContracts(tx, [input.id], month, true)
    if (contracts.length === 0) refuse('noContract')
    const lines = contracts.map(({ providerId, gameType, feeBps, ggrMinor, feeMinor }): InvoiceLine => ({
      providerId,
      gameType,
      feeBps,
      ggrMinor,
      feeMinor,
    }))
    const fee = feeDue(contracts, held.minimumFeeMinor)
    const { rows } = await sql<{ id: string }>`
      insert into provider_invoices as i (id, distributor_id, month, lines, ggr_minor, fee_minor)
      values (${randomUUIDv7()}, ${input.id}, ${month.firstOn}, ${JSON.stringify(lines)}::jsonb,
        ${monthSums(contracts).ggrMinor}, ${fee})
      on conflict (distributor_id, month) where kind = 'fee' do update
        set lines = excluded.lines, ggr_minor = excluded.ggr_minor, fee_minor = excluded.fee_minor,
            version = i.version + 1
        where i.approval_id is null returning id`.execute(tx)
    const id = rows[0]?.id ?? refuse('settled')
    await record(about(id, 'providerInvoiceDrafted', { after: { month: month.firstOn, feeMinor: fee } }))
    await announce('distributor', held.distributorId)
    return { id }
  },

  addTopUp: async ({ tx, input, settings, services, record, announce }) => {
    const { id: distributorId, amountMinor, reason } = input
    const { billing, state } = await lockDistributor(tx, distributorId)
    const why = billing === 'prepaid' ? 'distributorClosed' : 'notPrepaid'
    if (billing !== 'prepaid' || state === 'closed')
      throw new ApiError('stateRefused', { details: { reason: why } })
    const id = randomUUIDv7()
    const { firstOn } = monthOf(settings, services.now(), undefined)
    await sql`
      insert into provider_invoices (id, distributor_id, kind, month, state, lines, ggr_minor, fee_minor,
          told_minor)
      values (${id}, ${distributorId}, 'topUp', ${firstOn}, 'issued', '[]', 0, ${amountMinor},
        ${amountMinor})`.execute(tx)
    await record(about(id, 'providerTopUpAdded', { reason, after: { amountMinor } }))
    await announce('distributor', encodeId('distributor', distributorId))
    return { id }
  },

  issueInvoice: async ({ tx, input, record, announce }) => {
    const invoice = await lockInvoice(tx, input.id, input.version)
    assertOpen(invoice)
    const { toldMinor, reason } = input
    const version = invoice.version + 1
    await sql`update provider_invoices set state = 'issued', told_minor = ${toldMinor}, reason = null,
      version = ${version} where id = ${input.id}`.execute(tx)
    await record(about(input.id, 'providerInvoiceIssued', { reason, after: { toldMinor } }))
    await announce('distributor', encodeId('distributor', invoice.distributorId))
    return { version }
  },

  disputeInvoice: async ({ tx, input, record, announce }) => {
    const invoice = await lockInvoice(tx, input.id, input.version)
    assertOpen(invoice)
    if (invoice.state !== 'issued') refuse(invoice.state)
    const version = invoice.version + 1
    await sql`update provider_invoices set state = 'disputed', reason = ${input.reason},
      version = ${version} where id = ${input.id}`.execute(tx)
    await record(about(input.id, 'providerInvoiceDisputed', { reason: input.reason }))
    await announce('distributor', encodeId('distributor', invoice.distributorId))
    return { version }
  },

  settleInvoice: async ({ tx, input, ask }) => {
    const invoice = await lockInvoice(tx, input.id, input.version)
    assertOpen(invoice)
    if (invoice.state === 'disputed') refuse(invoice.state)
    const { kind, feeMinor, toldMinor, distributor, month, version } = invoice
    const settledMinor = input.basis === 'ours' ? feeMinor : toldMinor
    if (settledMinor === null) return refuse(invoice.state)
    await assertPrepaid(tx, invoice, settledMinor)
    return ask(
      distributorInvoice,
      {
        invoiceId: encodeId('providerInvoice', invoice.id),
        distributorId: encodeId('distributor', invoice.distributorId),
        kind,
        basis: input.basis,
        distributor,
        month,
        feeMinor,
        toldMinor,
        settledMinor,
        version,
      },
      { reason: input.reason, version },
    )
  },
}
