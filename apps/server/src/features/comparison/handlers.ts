import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import { sql } from 'kysely'
import type { Handlers, Services } from '../../platform/call/context.ts'
import { decideRow } from './acts.ts'
import { pageOfDay, sumsOfDay } from './day-page.ts'
import type { Side } from './day-shapes.ts'
import type { DaySums } from './day-sums.ts'
import { accountsOf, dayOf, findRow, type Looking } from './find-row.ts'
import { judgeDay, type JudgedDay } from './read-day.ts'
import type { DayOf } from './day-queries.ts'
import { withDetails } from './row-details.ts'
import { detailOf } from './row-evidence.ts'
import { previewSheet } from './sheets/preview.ts'
import { comparisonSheet } from './sheets/file.ts'
import type { Reader } from '../../platform/db/db.ts'

/** What a place in a day is made of: when, and which. Its rows are put in order here, not by the database. */
const placeOf = [
  { by: sql`at`, type: 'bigint' },
  { by: sql`id`, type: 'uuid' },
] as const

type Calls = typeof preTransactionReconcile
type SideHandlers = {
  readonly [K in keyof Calls as K extends `reconcileDeposit${infer N}` ? N : never]: Handlers<Calls>[K]
}

const looking = <C extends Pick<Looking, 'actor' | 'settings'> & { readonly services: Services }>({
  actor,
  settings,
  services,
}: C): Looking => ({ actor, settings, nowMs: services.now() })

/** The same day asked for by many at once is judged once. */
const sharedDay = (db: Reader, of: DayOf, at: Looking, services: Services) => (): Promise<JudgedDay> =>
  services.reads.read(`compared ${of.direction} ${of.accountId} ${of.on}`, () => judgeDay(db, of, at))

/** The calls of one side of the comparison. */
const handlersOf = (side: Side): SideHandlers => ({
  Accounts: async ({ db }) => ({ records: await accountsOf(db, side) }),

  List: async (context) => {
    const { db, input, actor, services } = context
    const of = await dayOf(db, side, input, looking(context))
    const day = sharedDay(db, of, looking(context), services)
    const request = { list: `reconcile ${side}`, sort: placeOf, input, actor, secrets: services.secrets }
    const page = await pageOfDay(db, of, day, { ...request, class: input.class, search: input.search })
    return { ...page, records: await withDetails(db, page.records, of, actor) }
  },

  Totals: async (context) => {
    const { db, input, services } = context
    const of = await dayOf(db, side, input, looking(context))
    const day = sharedDay(db, of, looking(context), services)
    const sums = await sumsOfDay(db, of, day, input)
    return { accountId: of.accountId, on: of.on, isEstimate: false, ...mutable(sums) }
  },

  Row: async (context) => {
    const { db, input, actor } = context
    const found = await findRow(db, { ...input, side }, looking(context))
    return detailOf(db, found, actor)
  },

  Sheet: (context) => comparisonSheet(context, side),
  Preview: (context) => previewSheet(context, side),
  Decide: (context) => decideRow(context, side),
})

const mutable = ({ classes, ...sums }: DaySums) => ({ ...sums, classes: [...classes] })

const deposit = handlersOf('deposit')
const withdraw = handlersOf('withdraw')

/** The two screens that compare a day's statement with our records. */
export const comparisonHandlers: Handlers<Calls> = {
  reconcileDepositAccounts: deposit.Accounts,
  reconcileDepositList: deposit.List,
  reconcileDepositTotals: deposit.Totals,
  reconcileDepositRow: deposit.Row,
  reconcileDepositSheet: deposit.Sheet,
  reconcileDepositPreview: deposit.Preview,
  reconcileDepositDecide: deposit.Decide,
  reconcileWithdrawAccounts: withdraw.Accounts,
  reconcileWithdrawList: withdraw.List,
  reconcileWithdrawTotals: withdraw.Totals,
  reconcileWithdrawRow: withdraw.Row,
  reconcileWithdrawSheet: withdraw.Sheet,
  reconcileWithdrawPreview: withdraw.Preview,
  reconcileWithdrawDecide: withdraw.Decide,
}
