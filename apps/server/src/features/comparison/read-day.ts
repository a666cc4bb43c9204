import { decodeId } from '@khlang/contract/values/values.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Reader } from '../../platform/db/db.ts'
import { classifyDay } from './classify-day.ts'
import * as queries from './day-queries.ts'
import type { DayRecord, DayRow } from './day-shapes.ts'
import { recordsOfDay } from './record-queries.ts'

/** The kinds of ids that a row may have. */
export const rowKinds = ['statementLine', 'deposit', 'withdrawal', 'payout', 'ownTransfer'] as const
/** The uuid behind the id of a row, whatever it is of. */
export const uuidOfRow = (id: string): string | null =>
  rowKinds.map((kind) => decodeId(kind, id)).find((uuid) => uuid !== null) ?? null

/** A pair that differs in nothing, as a row; its sides are read when somebody looks at them. */
const plainRow = (pair: queries.PlainPair): PlainRow => ({
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
export type PlainRow = DayRow & { readonly plain?: queries.PlainPair }

/** A plain pair looks like an open line or a second payment: it takes part in the rule as it is. */
const toRecord = (of: queries.DayOf, pair: queries.PlainPair): DayRecord => ({
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

/** Plain pairs that may pay a member twice: as the detector found them, and of one amount on this day. */
function paidAgain(
  of: queries.DayOf,
  plain: readonly queries.PlainPair[],
  found: readonly string[],
): DayRecord[] {
  if (of.direction === 'in') return []
  const known = new Set(found)
  const alike = [...Map.groupBy(plain, (pair) => `${pair.memberId} ${pair.amountMinor}`).values()]
  const pairs = alike.flatMap((group) =>
    group.length > 1 ? group : group.filter(({ recordId }) => known.has(recordId)),
  )
  return pairs.map((pair) => toRecord(of, pair))
}

/** Settings that say how long something waits for its line. */
type Waiting = Pick<BrandSettings, 'depositRequestMinutes' | 'payoutUnknownMinutes'>

/**
 * Compares one day of one account: nearly all of it is pairs without a difference, which the database finds
 * by its indexes; the rest and what looks like it is judged by `classifyDay`.
 */
export async function readDay(
  db: Reader,
  of: queries.DayOf,
  { settings, nowMs }: { readonly settings: Waiting; readonly nowMs: number },
): Promise<PlainRow[]> {
  const waits = {
    requestMinutes: settings.depositRequestMinutes,
    payoutMinutes: settings.payoutUnknownMinutes,
  }
  const [plain, isChainWhole, doubles, explained, marked] = await Promise.all([
    queries.plainPairs(db, of),
    queries.isChainWhole(db, of),
    queries.doublesOfDay(db, of),
    queries.explainedOfDay(db, of),
    queries.feesOfDay(db, of),
  ])
  const [rest, records] = await Promise.all([
    queries.linesOfDay(
      db,
      of,
      plain.map(({ lineId }) => lineId),
    ),
    recordsOfDay(db, of, { waits, plain }),
  ])
  const again = paidAgain(of, plain, [...doubles.keys()])
  const shown = new Set(rest.map(({ id }) => id))
  const tied = [...records, ...again].flatMap(({ lineId }) => (lineId === null ? [] : [lineId]))
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
  const alike = plain.filter(({ lineId }) => shown.has(lineId)).map((pair) => toRecord(of, pair))
  const rows = classifyDay({
    ...of,
    nowMs,
    lines: [...rest, ...tiedLines],
    records: [...new Map([...alike, ...again, ...records].map((record) => [record.id, record])).values()],
    isChainWhole,
    opposites,
    doubles,
    explained: new Map([...explained].map(([id, signed]) => [uuidOfRow(id) ?? id, signed])),
  })
  const fees = new Set(marked.map(uuidOfRow))
  const seen = new Set(rows.map(({ id }) => id))
  const named = rows.map((row) =>
    row.class === 'ignored' && fees.has(row.id) ? { ...row, reason: 'fee' } : row,
  )
  return [...named, ...plain.filter(({ lineId }) => !seen.has(lineId)).map(plainRow)]
}
