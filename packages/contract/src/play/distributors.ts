import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, Version, none, reason } from '../kit/error-details.ts'
import { numberedList, numberedPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { distributorBillings, distributorStates } from './distributor-values.ts'
import { gameTypes } from '../values/play-values.ts'
import { DateOn, KeepMinor, Search, SignedMinor, idOf, line, text } from '../values/values.ts'
import { named } from './catalogue-games.ts'
import { Invoice, distributorInvoices } from './distributor-invoices.ts'
import { distributorStatement } from './distributor-statement.ts'
import { providerReports } from './provider-reports.ts'

/** Whoever is of the house reads them; what changes one needs the right over games. */
const read = {
  requires: 'token',
  scope: 'what the brand pays its distributors: of everyone of the house, of no seller and no agent',
  isOfStaff: true,
} as const
const write = {
  requires: { gameManagement: ['isUpdate'] },
  isOfStaff: true,
  idempotent: true,
  stepUp: 'recent',
} as const
const id = idOf('distributor')
const Reason = line(200, 3)
/** The first day of a month. */
const Month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])-01$/, 'invalidDate')
  .optional()
const refusals = { invalidValue: none, stepUpRequired: none }

/** What a second person agrees to of a distributor. */
const terms = {
  code: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'invalidFormat'),
  name: line(80, 1),
  contact: text(300),
  /** Of the month after: when its invoice is due. */
  billingDay: z.int().min(1).max(28),
  minimumFeeMinor: KeepMinor,
  billing: z.enum(distributorBillings),
  /** Below which people are told of one that is paid ahead; 0: they are not. */
  lowBalanceMinor: KeepMinor,
  state: z.enum(distributorStates),
}
const gameType = z.enum(['all', ...gameTypes])

const Sums = {
  stakeMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** What the house won: stakes without payouts; of a month that was lost below 0. */
  ggrMinor: SignedMinor,
}

const Contract = z.strictObject({
  id: idOf('distributorContract'),
  provider: z.strictObject({ id: idOf('gameProvider'), name: named }),
  gameType,
  feeBps: z.int(),
  validFrom: DateOn,
  /** Its last day; null: nobody has ended it. */
  validUntil: DateOn.nullable(),
  isAsked: z.boolean(),
  version: z.int(),
  /** What it comes to in the month, and what was played under it by type. */
  ...Sums,
  feeMinor: SignedMinor,
  types: z.array(z.strictObject({ type: z.enum(gameTypes), ...Sums })),
})

const Standing = {
  id,
  ...terms,
  minimumFeeMinor: SignedMinor,
  lowBalanceMinor: SignedMinor,
  contact: z.string(),
  version: z.int(),
  /** A change waits for a second person. */
  isAsked: z.boolean(),
  month: DateOn,
  ...Sums,
  /** Of its contracts, or the minimum where that is more. */
  feeMinor: SignedMinor,
  /** What is booked as owed to it and not paid, of all months, and when the first of that was or is due. */
  owedMinor: SignedMinor,
  owedDueOn: DateOn.nullable(),
  /**
   * Of one that is paid ahead, and of one that was: what it keeps of ours, what months cost so far that were
   * not drawn from it, and what is left with that. Below 0 it is owed.
   */
  prepaid: z
    .strictObject({ balanceMinor: SignedMinor, costsMinor: SignedMinor, leftMinor: SignedMinor })
    .nullable(),
  /** The month that ended last, where a contract stood in it and nobody reckoned its invoice yet. */
  unbilledMonth: DateOn.nullable(),
}

/** Distributors of games: what each is owed by its contracts, what it invoices, and what it reports. */
export const distributors = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v1/distributor/provider/list',
    ...read,
    summary: 'Distributors with what was played under their contracts in a month, and what that costs.',
    input: z.strictObject({
      ...numberedPage,
      search: Search.default(''),
      state: z.enum(distributorStates).optional(),
      month: Month,
    }),
    output: numberedList(
      z.strictObject({
        ...Standing,
        providers: z.array(named),
        contracts: z.int(),
        /** Of its newest invoice. */
        invoice: Invoice.nullable(),
        /** Rounds of the month that differ from what was reported, and about which nothing was decided. */
        openDifferences: z.int(),
      }),
    ),
  },
  get: {
    method: 'GET',
    path: '/api/v1/distributor/provider/{id}',
    ...read,
    subject: 'distributor',
    summary: 'A distributor with its contracts, what each comes to in a month, and its invoices.',
    input: z.strictObject({ id, month: Month }),
    output: z.strictObject({
      ...Standing,
      contracts: z.array(Contract),
      invoices: z.array(Invoice),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/distributor/provider/create',
    ...write,
    summary: 'Asks a second person for a new distributor.',
    input: z.strictObject({ ...terms, reason: Reason }),
    output: z.strictObject({ ...AskAnswer.shape, id }),
    errors: refusals,
  },
  update: {
    method: 'POST',
    path: '/api/v1/distributor/provider/{id}/update',
    ...write,
    subject: 'distributor',
    summary: 'Asks a second person for other terms of a distributor.',
    input: z.strictObject({ id, version: z.int(), ...terms, reason: Reason }),
    output: AskAnswer,
    errors: { ...refusals, stale: Version, conflict: AskedAlready },
  },
  addContract: {
    method: 'POST',
    path: '/api/v1/distributor/provider/{id}/contract',
    ...write,
    subject: 'distributor',
    summary:
      'Asks a second person for a contract: a share of what the house wins by the games of a provider. Two ' +
      'contracts of the same games do not stand on the same day; one of a type goes before that of all.',
    input: z.strictObject({
      id,
      providerId: idOf('gameProvider'),
      gameType,
      feeBps: z.int().min(0).max(10_000),
      validFrom: DateOn,
      validUntil: DateOn.nullable(),
      reason: Reason,
    }),
    output: AskAnswer,
    errors: { ...refusals, stateRefused: reason('contractOverlaps', 'distributorClosed') },
  },
  endContract: {
    method: 'POST',
    path: '/api/v1/distributor/contract/{id}/end',
    ...write,
    subject: 'distributorContract',
    summary: 'Asks a second person to end a contract after a day, or to let it run on.',
    input: z.strictObject({
      id: idOf('distributorContract'),
      version: z.int(),
      validUntil: DateOn.nullable(),
      reason: Reason,
    }),
    output: AskAnswer,
    errors: {
      ...refusals,
      stale: Version,
      conflict: AskedAlready,
      stateRefused: reason('contractOverlaps'),
    },
  },
  ...distributorInvoices,
  ...distributorStatement,
  ...providerReports,
})
