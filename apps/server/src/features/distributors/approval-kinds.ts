import { distributors } from '@khlang/contract/play/distributors.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { InvoiceSettlement, settleInvoice } from './invoices/settle-invoice.ts'
import { overlaps } from './queries.ts'
import { changeOf, ContractTerms, DistributorTerms, termDifferences } from './terms.ts'
import { holdProvider, writeContract, writeDistributor } from './writes.ts'

const changed = () => new ApiError('conflict', { details: { reason: 'documentChanged' } })

const byInvoice = { billing: 'credit', lowBalanceMinor: 0 }

/** A new distributor, or other terms of one. */
export const distributorSetup = defineApproval({
  kind: 'distributorSetup',
  requires: distributors.update.requires,
  document: DistributorTerms,
  before: DistributorTerms.nullable(),
  // All were paid by their invoices.
  former: (stored) => ({ ...byInvoice, ...stored }),
  formerBefore: (stored) => ({ ...byInvoice, ...stored }),
  subject: ({ distributorId }) => ({ entity: 'distributor', id: distributorId }),
  differences: async (_db, { document, before }) => termDifferences(document, before),
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    const version = await writeDistributor(tx, document, request.id)
    if (version === null) throw changed()
    await record({
      entity: 'distributor',
      entityId: document.distributorId,
      action: before === null ? 'distributorAdded' : 'distributorSet',
      reason: request.comment ?? request.reason,
      ...changeOf(document, before),
    })
    await announce('distributor', document.distributorId, version)
  },
})

/** A new contract of a distributor, or another end of one. */
export const distributorContract = defineApproval({
  kind: 'distributorContract',
  requires: distributors.addContract.requires,
  document: ContractTerms,
  before: ContractTerms.nullable(),
  subject: ({ contractId }) => ({ entity: 'distributorContract', id: contractId }),
  differences: async (_db, { document, before }) => termDifferences(document, before),
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    await holdProvider(tx, uuidOf('gameProvider', document.providerId))
    // Another one may have been agreed to meanwhile.
    if (await overlaps(tx, document)) throw changed()
    const version = await writeContract(tx, document, request.id)
    if (version === null) throw changed()
    await record({
      entity: 'distributorContract',
      entityId: document.contractId,
      action: before === null ? 'distributorContractAdded' : 'distributorContractEnded',
      reason: request.comment ?? request.reason,
      ...changeOf(document, before),
    })
    await announce('distributor', document.distributorId)
  },
})

const topUpWords = ['distributor', 'kind', 'settledMinor'] as const
const feeWords = ['distributor', 'kind', 'month', 'feeMinor', 'toldMinor', 'settledMinor'] as const

/** What an invoice comes to is booked as owed to its providers, once. */
export const distributorInvoice = defineApproval({
  kind: 'distributorInvoice',
  requires: distributors.settleInvoice.requires,
  document: InvoiceSettlement,
  before: InvoiceSettlement.nullable(),
  // None was about money that is sent ahead.
  former: (stored) => ({ kind: 'fee', ...stored }),
  subject: ({ invoiceId }) => ({ entity: 'providerInvoice', id: invoiceId }),
  // What comes to nothing has no amount: no limit speaks against it.
  amountMinor: ({ settledMinor }) => settledMinor || null,
  // Of money that is sent ahead nothing was reckoned.
  differences: async (_db, { document }) =>
    (document.kind === 'topUp' ? topUpWords : feeWords).map((field) => ({
      field,
      before: null,
      after: document[field],
    })),
  execute: settleInvoice,
})
