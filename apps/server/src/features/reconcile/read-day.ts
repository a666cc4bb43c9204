import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reconcile } from '@khlang/contract/reconcile.ts'
import type { Reader } from '../../platform/db/db.ts'
import { sheetsOf, totalsOf, type DaySheets } from './day-facts.ts'
import { standingOf } from './close-day.ts'
import type { Item, SheetRow } from './day-shapes.ts'
import { findClosedDay } from './ledger-facts.ts'
import { withKept } from './provider-facts.ts'
import { closesOf, frozenFacts, lateItems, oldestOpen, statusOf, waitingRequest } from './queries.ts'

type Day = HandlerOutput<typeof reconcile.day>

/** A row without what lies on an account. Wallets and the ledger's own parts are no balance of a bank. */
const rowWithout = (row: SheetRow): SheetRow =>
  row.account === null
    ? row
    : {
        ...row,
        openingMinor: null,
        oursMinor: null,
        theirsMinor: null,
        ledger: row.ledger && { ...row.ledger, closingMinor: null },
      }

/** What somebody may see of a day who may not see balances. */
const without = ({ sheets, items }: DaySheets): DaySheets => ({
  sheets: sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(rowWithout) })),
  items: items.map((item): Item => ({ ...item, fromMinor: null, toMinor: null })),
})

/** An open day with the reports of providers that nobody has compared yet. */
async function withReports(db: Reader, on: string, { sheets, items }: DaySheets): Promise<DaySheets> {
  const shown: DaySheets['sheets'][number][] = []
  for (const sheet of sheets) shown.push({ ...sheet, rows: [...(await withKept(db, on, sheet.rows))] })
  return { sheets: shown, items }
}

/** A day that the ledger has not closed: the statements alone, as they stand. */
async function unclosedDay(db: Reader, on: string, maySee: boolean): Promise<Day> {
  const found = await sheetsOf(db, on, null, false)
  const { sheets, items } = maySee ? found : without(found)
  return {
    id: null,
    businessOn: on,
    state: null,
    status: 'waiting',
    ...totalsOf(items),
    lateCount: 0,
    closedAt: null,
    closedBy: null,
    isFrozen: false,
    sheets: [...sheets],
    items: [...items],
    late: [],
    closes: [],
    ledgerClosedAt: null,
    ledgerDigest: null,
    transferCount: null,
    factsHash: null,
    waiting: null,
    oldestOpenOn: await oldestOpen(db),
  }
}

/** One day: as it was closed, else as it stands. */
export async function readDay(db: Reader, on: string, maySee: boolean): Promise<Day> {
  const day = await findClosedDay(db, on)
  if (day === null) return unclosedDay(db, on, maySee)
  const frozen = day.state === 'closed' ? await frozenFacts(db, day.id) : null
  const standing = frozen === null ? await standingOf(db, day) : null
  const found: DaySheets = standing
    ? await withReports(db, on, standing)
    : (frozen?.facts ?? { sheets: [], items: [] })
  const { sheets, items } = maySee ? found : without(found)
  const closes = await closesOf(db, on)
  const [last] = closes
  // Of a day that was opened again it is known still what came after its close.
  const late = last === undefined ? [] : await lateItems(db, on, last.closedAt)
  const counted = { state: day.state, ...totalsOf(items) }
  const isClosed = day.state === 'closed'
  const isNotCompared = sheets.some(({ rows }) => rows.some(({ status }) => status === 'notCompared'))
  return {
    id: day.id,
    businessOn: on,
    ...counted,
    status: statusOf(counted, !isNotCompared),
    lateCount: late.length,
    closedAt: isClosed ? (last?.closedAt ?? null) : null,
    closedBy: isClosed ? (last?.closedBy ?? null) : null,
    isFrozen: isClosed,
    sheets: [...sheets],
    items: [...items],
    late,
    closes,
    ledgerClosedAt: day.ledgerClosedAt,
    ledgerDigest: day.ledgerDigest,
    transferCount: day.transferCount,
    factsHash: standing?.hash ?? frozen?.hash ?? null,
    waiting: await waitingRequest(db, day.id),
    oldestOpenOn: await oldestOpen(db),
  }
}
