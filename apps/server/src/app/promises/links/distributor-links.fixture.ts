import { encodeId } from '@khlang/contract/values/values.ts'
import { idOf, row, uuid } from '../../../testing/world/trials.ts'

// Of `approval-links.fixture.ts`: distributors, their contracts and their invoices.

const approval = uuid(500)
const name = (table: string, n: number, column: string, more: string) =>
  `update ${table} set ${column} = ${approval}${more} where id = ${uuid(n)}`

const aDistributor = row('distributors', {
  id: uuid(101),
  code: `'a-distributor'`,
  name: `'A'`,
  billing_day: 1,
  setup_approval_id: uuid(901),
})
const aContract = row('distributor_contracts', {
  id: uuid(102),
  distributor_id: uuid(101),
  provider_id: uuid(97),
  game_type: `'all'`,
  fee_bps: 1000,
  valid_from: `'2026-01-01'`,
  approval_id: uuid(902),
})
const anInvoice = row('provider_invoices', {
  id: uuid(103),
  distributor_id: uuid(101),
  month: `'2026-10-01'`,
  lines: `'[]'`,
  ggr_minor: 0,
  fee_minor: 700,
})
export const distributorRows = [aDistributor, aContract, anInvoice]

const ids = {
  distributorId: encodeId('distributor', idOf(101)),
  contractId: encodeId('distributorContract', idOf(102)),
  providerId: encodeId('gameProvider', idOf(97)),
  invoiceId: encodeId('providerInvoice', idOf(103)),
}

export const distributorNamings = [
  {
    kind: 'distributorSetup',
    of: 'distributors.setup_approval_id',
    act: name(
      'distributors',
      101,
      'setup_approval_id',
      `, code = 'b-distributor', name = 'B', contact = 'b', billing_day = 2, minimum_fee_minor = 2,
       billing = 'prepaid', low_balance_minor = 2, state = 'closed'`,
    ),
    document: {
      distributorId: ids.distributorId,
      code: 'b-distributor',
      name: 'B',
      contact: 'b',
      billingDay: 2,
      minimumFeeMinor: 2,
      billing: 'prepaid',
      lowBalanceMinor: 2,
      state: 'closed',
    },
    wrong: [
      { distributorId: encodeId('distributor', idOf(104)) },
      { code: 'c-distributor' },
      { name: 'C' },
      { contact: 'c' },
      { billingDay: 3 },
      { minimumFeeMinor: 3 },
      { billing: 'credit' },
      { lowBalanceMinor: 3 },
      { state: 'active' },
    ],
  },
  {
    kind: 'distributorContract',
    of: 'distributor_contracts.approval_id',
    act: name('distributor_contracts', 102, 'approval_id', `, valid_until = '2026-12-31'`),
    document: {
      contractId: ids.contractId,
      distributorId: ids.distributorId,
      providerId: ids.providerId,
      gameType: 'all',
      feeBps: 1000,
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
    },
    wrong: [
      { contractId: encodeId('distributorContract', idOf(104)) },
      { distributorId: encodeId('distributor', idOf(104)) },
      { providerId: encodeId('gameProvider', idOf(96)) },
      { gameType: 'slot' },
      { feeBps: 1001 },
      { validFrom: '2026-01-02' },
      { validUntil: '2026-12-30' },
    ],
  },
  {
    kind: 'distributorInvoice',
    of: 'provider_invoices.approval_id',
    act: name(
      'provider_invoices',
      103,
      'approval_id',
      `, settled_minor = 700, settled_at = now(), told_minor = 700, state = 'issued'`,
    ),
    document: {
      invoiceId: ids.invoiceId,
      distributorId: ids.distributorId,
      month: '2026-10-01',
      settledMinor: 700,
    },
    wrong: [
      { invoiceId: encodeId('providerInvoice', idOf(104)) },
      { distributorId: encodeId('distributor', idOf(104)) },
      { month: '2026-09-01' },
      { settledMinor: 701 },
    ],
  },
]
