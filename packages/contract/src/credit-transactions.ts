import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { Exported, exportChoice } from './exports.ts'
import { cursorList, cursorPage, totals } from './kit/paging.ts'
import { TakeBackWay } from './pre-transactions/shapes.ts'
import { creditExportColumns } from './values/export-columns.ts'
import { entryFates } from './values/value-lists.ts'
import { AmountMinor, DateOn, Instant, Moment, SignedMinor, Search, idOf, text } from './values/values.ts'

const read = { creditTransaction: ['isRead'] } as const

/**
 * What became of the withdrawal whose hold this is; `owed` books what a wallet lacked; null for all other
 * entries.
 */
const Fate = z.enum(entryFates).nullable()

const CreditRow = z.strictObject({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  member: z.strictObject({ id: idOf('member'), username: z.string(), name: z.string() }),
  /** Signed from the member's side. */
  amountMinor: SignedMinor,
  beforeMinor: SignedMinor,
  afterMinor: SignedMinor,
  reference: z.string().nullable(),
  sourceId: z.string(),
  by: z.string().nullable(),
  remark: z.string().nullable(),
  businessOn: DateOn,
  valueOn: DateOn,
  fate: Fate,
  /** The entry that took this one back, and the one that this one takes back. */
  reversedBy: z.string().nullable(),
  reverses: z.string().nullable(),
  /** Null: nothing that could be taken back. */
  takeBack: TakeBackWay.nullable(),
})

const filter = {
  memberId: idOf('member').optional(),
  kind: z.array(text(40, 1)).max(30).optional(),
  from: DateOn.optional(),
  to: DateOn.optional(),
  amountMinor: AmountMinor.optional(),
  reference: Search.optional(),
}

export const creditTransactions = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/credit-transaction/list',
    requires: read,
    input: z.strictObject({ ...filter, ...cursorPage }),
    summary: 'What moved in members’ wallets, newest first, with the balance before and after.',
    output: cursorList(CreditRow).extend({
      /** So much was posted at once that older news is not listed yet: it will be, within a minute or so. */
      isBehind: z.boolean(),
    }),
  },
  totals: {
    method: 'GET',
    path: '/api/v2/credit-transaction/totals',
    requires: read,
    input: z.strictObject(filter),
    summary: 'In, out and net by kind over the whole filter.',
    output: totals({
      inMinor: SignedMinor,
      outMinor: SignedMinor,
      netMinor: SignedMinor,
      kinds: z.array(
        z.strictObject({ kind: z.string(), count: z.int(), inMinor: SignedMinor, outMinor: SignedMinor }),
      ),
    }),
  },
  journal: {
    method: 'GET',
    path: '/api/v2/credit-transaction/journal',
    requires: read,
    input: z.strictObject({ id: z.string().max(40) }),
    summary: 'The whole posting behind one row: every debit and credit.',
    output: z.strictObject({
      postingId: z.string(),
      kind: z.string(),
      at: Instant,
      businessOn: DateOn,
      valueOn: DateOn,
      sourceId: z.string(),
      reference: z.string().nullable(),
      fate: Fate,
      reversedBy: z.string().nullable(),
      reverses: z.string().nullable(),
      takeBack: TakeBackWay.nullable(),
      lines: z.array(
        z.strictObject({
          transferId: z.string(),
          debit: z.string(),
          credit: z.string(),
          amountMinor: SignedMinor,
          debitAfterMinor: SignedMinor.nullable(),
          creditAfterMinor: SignedMinor.nullable(),
        }),
      ),
    }),
    errors: { notFound: none },
  },
  balanceAt: {
    method: 'GET',
    path: '/api/v2/credit-transaction/balance-at',
    requires: read,
    input: z.strictObject({ memberId: idOf('member'), at: Moment }),
    summary: 'A member’s balance at a moment and the entries around it.',
    output: z.strictObject({
      cashMinor: SignedMinor,
      lockedMinor: SignedMinor,
      around: z.array(CreditRow),
    }),
  },
  exportList: {
    method: 'POST',
    path: '/api/v1/credit-transaction/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({
      ...filter,
      ...exportChoice(creditExportColumns),
    }),
    summary: 'The filter’s rows as a file; needs exportData, is logged.',
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
})
