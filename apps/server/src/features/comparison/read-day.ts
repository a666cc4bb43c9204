import { decodeId } from '@khlang/contract/values/values.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Reader } from '../../platform/db/db.ts'
import { classifyDay } from './classify-day.ts'
import * as queries from './day-queries.ts'
import type { DayRecord, DayRow } from './day-shapes.ts'
import { plainPairs, toJudge, type PlainPair, type PlainSum } from './plain-queries.ts'
import { recordsOfDay } from './record-queries.ts'

/** The kinds of ids that a row may have. */
export const rowKinds = ['statementLine', 'deposit', 'withdrawal', 'payout', 'ownTransfer'] as const
/** The uuid behind the id of a row, whatever it is of. */
export const uuidOfRow = (id: string): string | null =>
  rowKinds.map((kind) => decodeId(kind, id)).find((uuid) => uuid !== null) ?? null

/** A pair that differs in nothing, as a row; its sides are read when somebody looks at them. */
export const plainRow = (pair: PlainPair): PlainRow => ({
  id: pair.lineId,
  line: null,
  record: null,
  plain: pair,
  class: pair.isByHand ? 'matchedManual' : 'matchedAuto',
  reason: null,
  was: null,
  isOpen: false,
  deltaMs: pair.atMs - pair.recordAtMs,
  deltaMinor: 0,
  theirsMinor: pair.amountMinor,
  oursMinor: pair.amountMinor,
  otherId: null,
})

/** A row of a day, of which a plain pair has only its ids. */
export type PlainRow = DayRow & { readonly plain?: PlainPair }

/** A plain pair looks like an open line or a second payment: it takes part in the rule as it is. */
const toRecord = (of: queries.DayOf, pair: PlainPair): DayRecord => ({
  kind: of.direction === 'in' ? 'deposit' : 'withdrawal',
  id: pair.recordId,
  accountId: of.accountId,
  direction: of.direction,
  amountMinor: pair.amountMinor,
  atMs: pair.recordAtMs,
  businessOn: of.on,
  phase: 'booked',
  state: of.direction === 'in' ? 'credited' : 'paid',
  dueMs: 0,
  refs: [],
  payees: [],
  memberId: pair.memberId,
  lineId: pair.lineId,
  isAgreed: false,
  version: 0,
})

/** Settings that say how long something waits for its line. */
type Waiting = Pick<BrandSettings, 'depositRequestMinutes' | 'payoutUnknownMinutes'>

/** What may differ of a day, judged, and what its plain pairs come to beside it. */
export interface JudgedDay {
  readonly rows: readonly PlainRow[]
  /** Lines of plain pairs that stand among the rows. */
  readonly seen: readonly string[]
  /** All other plain pairs, added up. */
  readonly sums: readonly PlainSum[]
}

const sumsWithout = (sums: readonly PlainSum[], pairs: readonly PlainPair[]): PlainSum[] =>
  sums.map(({ isByHand, count, minor }) => {
    const seen = pairs.filter((pair) => pair.isByHand === isByHand)
    return {
      isByHand,
      count: count - seen.length,
      minor: minor - seen.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    }
  })

/**
 * Compares one day of one account: nearly all of it is pairs without a difference, which stay in the
 * database; the rest and what looks like it is judged by `classifyDay`.
 */
export async function judgeDay(
  db: Reader,
  of: queries.DayOf,
  { settings, nowMs }: { readonly settings: Waiting; readonly nowMs: number },
): Promise<JudgedDay> {
  const waits = {
    requestMinutes: settings.depositRequestMinutes,
    payoutMinutes: settings.payoutUnknownMinutes,
  }
  const [open, isChainWhole, doubles, explained, marked] = await Promise.all([
    toJudge(db, of),
    queries.isChainWhole(db, of),
    queries.doublesOfDay(db, of),
    queries.explainedOfDay(db, of),
    queries.feesOfDay(db, of),
  ])
  const [rest, records] = await Promise.all([
    queries.linesOfDay(db, of, open.lines),
    recordsOfDay(db, of, { waits, open }),
  ])
  const pairs = open.pairs.map((pair) => toRecord(of, pair))
  const shown = new Set(rest.map(({ id }) => id))
  const tied = [...records, ...pairs].flatMap(({ lineId }) => (lineId === null ? [] : [lineId]))
  const far = tied.filter((id) => !shown.has(id))
  const transfers = records.filter(({ kind, phase }) => kind === 'ownTransfer' && phase === 'asked')
  const [tiedLines, opposites] = await Promise.all([
    queries.linesById(db, [...new Set(far)]),
    queries.oppositeLines(
      db,
      of,
      transfers.map(({ amountMinor }) => amountMinor),
    ),
  ])
  const rows = classifyDay({
    ...of,
    nowMs,
    lines: [...rest, ...tiedLines],
    records: [...new Map([...pairs, ...records].map((record) => [record.id, record])).values()],
    isChainWhole,
    opposites,
    doubles,
    explained: new Map([...explained].map(([id, signed]) => [uuidOfRow(id) ?? id, signed])),
  })
  const fees = new Set(marked.map(uuidOfRow))
  return {
    rows: rows.map((row) =>
      row.class === 'ignored' && fees.has(row.id) ? { ...row, reason: 'fee' } : row,
    ),
    seen: open.pairs.map(({ lineId }) => lineId),
    sums: sumsWithout(open.sums, open.pairs),
  }
}

/** The whole day, row by row. */
export async function readDay(
  db: Reader,
  of: queries.DayOf,
  at: { readonly settings: Waiting; readonly nowMs: number },
): Promise<PlainRow[]> {
  const [{ rows, seen }, plain] = await Promise.all([judgeDay(db, of, at), plainPairs(db, of)])
  const judged = new Set(seen)
  return [...rows, ...plain.filter(({ lineId }) => !judged.has(lineId)).map(plainRow)]
}
