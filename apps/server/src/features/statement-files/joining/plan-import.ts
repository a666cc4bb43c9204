import type { filePlanFaults } from '@khlang/contract/payments/statement-files.ts'
import type { ChainLine } from '../../bank-lines/balance-chain.ts'
import { placeLines, type FeedTip } from '../../bank-lines/intake/place-lines.ts'
import { isSoundTime } from '../../bank-lines/stored-line.ts'
import { valueOn } from '../../../platform/business-day.ts'
import type { OrderedRows } from '../reading/running-balance.ts'
import type { FileRow } from '../reading/statement-rows.ts'
import { contradictionsOf, type Contradiction } from './contradictions.ts'
import { matchRows, type KnownLine } from './match-rows.ts'
import { placeFile, type ChainEnd, type FilePlacement, type KnownGap } from './place-file.ts'

/** What an account knows of itself, as far as a file meets it. */
export interface AccountNow {
  readonly hasBalances: boolean
  /** From when on it is in the books, and with how much. */
  readonly anchorAt: string
  readonly anchorMinor: number
  readonly end: ChainEnd
  /** Messages are missing behind its end. */
  readonly isBroken: boolean
  /** Lines that wait behind that hole, of whatever day. */
  readonly behind: readonly ChainLine[]
  readonly gaps: readonly KnownGap[]
  readonly lines: readonly KnownLine[]
}

/** So many lines are stored and posted in one act, which holds the account for seconds. */
const newMax = 20_000
/** Why a file cannot be imported as it is, though it can be read. */
export type PlanFault = (typeof filePlanFaults)[number]

export interface ImportPlan {
  /** Rows of the account's time in the books, in their order. */
  readonly rows: readonly FileRow[]
  /** Rows of before: they are in the opening balance. */
  readonly beforeOpening: number
  readonly newRows: readonly FileRow[]
  /** New rows that take in the message without a balance which told of them. */
  readonly absorbed: ReadonlyMap<number, KnownLine>
  readonly known: ReadonlyMap<number, KnownLine>
  readonly doubtful: ReadonlyMap<number, KnownLine>
  /** Lines that waited behind a hole, or were held back, and are in the file as they are. */
  readonly healed: readonly KnownLine[]
  readonly contradictions: readonly Contradiction[]
  readonly placement: FilePlacement
  /** Where the chain stands at the end of the file; null where it ends elsewhere. */
  readonly tip: FeedTip | null
  /** Lines that waited behind the hole, are in no row, and follow the end of the file. */
  readonly followers: readonly string[]
  /** Nothing is missing behind the end of the chain any more. */
  readonly closesHole: boolean
  /** New rows of a time that no line can be of. */
  readonly outOfTime: readonly FileRow[]
}

const isOpenHint = ({ chain, state }: KnownLine): boolean =>
  chain === 'hint' && (state === 'waiting' || state === 'unmatched')
const isHealed = ({ chain, state }: KnownLine): boolean =>
  (chain === 'afterHole' && state === 'waiting') || (chain === 'contradiction' && state === 'quarantined')

/** How many rows from the first are of before the account was opened in the books. */
function beforeOpening(rows: readonly FileRow[], { anchorAt, anchorMinor }: AccountNow): number {
  const minute = Math.floor(Date.parse(anchorAt) / 60_000) * 60_000
  const day = valueOn(anchorAt)
  const isBefore = (row: FileRow): boolean =>
    row.precision === 'day' ? valueOn(row.at) < day : Date.parse(row.at) < minute
  const count = rows.findLastIndex(isBefore) + 1
  const rest = rows.slice(count)
  // Of a day without times the balance tells where the books begin.
  const sameDay = rest.filter((row) => row.precision === 'day' && valueOn(row.at) === day)
  return count + sameDay.findIndex((row) => row.balanceAfterMinor === anchorMinor) + 1
}

/** When the last row was; of a day without times its first moment: no message is too old behind it. */
const momentOf = ({ at, precision }: FileRow): string =>
  precision === 'day' ? new Date(`${valueOn(at)}T00:00:00+07:00`).toISOString() : at

/** The later of two moments; the one there is. */
const later = (one: string | null, other: string): string =>
  one !== null && Date.parse(one) > Date.parse(other) ? one : other

/** What the lines behind the hole do once the chain ends with the file. */
function behindFile(
  placement: FilePlacement,
  rows: readonly FileRow[],
  healed: readonly KnownLine[],
  { end, behind, isBroken }: AccountNow,
): Pick<ImportPlan, 'tip' | 'followers' | 'closesHole'> {
  const last = rows.at(-1)
  if (!placement.endsWithFile || !last) return { tip: null, followers: [], closesHole: false }
  const tip = {
    balanceMinor: last.balanceAfterMinor ?? end.balanceMinor,
    at: later(end.at, momentOf(last)),
  }
  const rest = behind.filter(({ id }) => healed.every((line) => line.id !== id))
  const { linked, held } = placeLines(tip, rest, [])
  return { tip, followers: linked, closesHole: isBroken && held.length === 0 && placement.opens === null }
}

/** What importing these rows would do. Pure. */
export function planImport(
  { rows: all }: Pick<OrderedRows, 'rows'>,
  account: AccountNow,
  nowMs: number,
): ImportPlan {
  const before = beforeOpening(all, account)
  const rows = all.slice(before)
  // Such a file is refused, and its rows could be any of many lines.
  const isUseless = account.hasBalances && rows.some((row) => row.balanceAfterMinor === null)
  const { lineOf, doubtful } = matchRows(isUseless ? [] : rows, account.lines)
  const absorbed = new Map([...lineOf].filter(([, line]) => isOpenHint(line)))
  const known = new Map([...lineOf].filter(([, line]) => !isOpenHint(line)))
  const newRows = rows.filter(({ no }) => !known.has(no))
  const healed = [...known.values()].filter(isHealed)
  const atEnd = rows.findIndex(
    ({ no }) => account.end.lineId !== null && known.get(no)?.id === account.end.lineId,
  )
  const placement: FilePlacement = account.hasBalances
    ? placeFile(rows, account.end, account.gaps, atEnd)
    : { endsWithFile: false, opens: null, gaps: [] }
  return {
    ...behindFile(placement, rows, healed, account),
    rows,
    beforeOpening: before,
    newRows,
    absorbed,
    known,
    doubtful,
    healed,
    contradictions: contradictionsOf(rows, account.lines, lineOf),
    placement,
    outOfTime: newRows.filter(({ at }) => !isSoundTime(at, nowMs)),
  }
}

/** Why nothing of it may be imported; null where all of it may. */
export function planFault(
  plan: ImportPlan,
  of: {
    readonly errors: number
    readonly holes: number
    readonly hasBalances: boolean
    readonly isOther: boolean
  },
): PlanFault | null {
  if (of.isOther) return 'otherAccount'
  if (of.errors > 0 || plan.outOfTime.length > 0) return 'rowErrors'
  if (plan.rows.length === 0) return 'noRows'
  if (of.hasBalances && plan.rows.some(({ balanceAfterMinor }) => balanceAfterMinor === null))
    return 'noBalance'
  if (of.holes > 0) return 'fileHole'
  if (plan.newRows.length > newMax) return 'tooManyNew'
  return plan.contradictions.some(({ isBlocking }) => isBlocking) ? 'contradiction' : null
}

/** Whether it changes anything that a second person must agree to. */
export const changesMoney = ({ newRows, healed, followers }: ImportPlan): boolean =>
  newRows.length > 0 || healed.length > 0 || followers.length > 0
