import { encodeId } from '@khlang/contract/values/values.ts'
import { expect, test } from 'vitest'
import type { SheetRow } from '../day-shapes.ts'
import { bankTable } from './bank-table.ts'
import { isAmount, type PackCell } from './pack-table.ts'

/** An account that held 100.00 and took in some; what its bank tells is null where it tells nothing. */
function account(label: string, inMinor: number, theirsMinor: number | null): SheetRow {
  const oursMinor = 10_000 + inMinor
  const differenceMinor = theirsMinor === null ? null : theirsMinor - oursMinor
  const id = encodeId('bankAccount', '00000000-0000-7000-8000-000000000001')
  return {
    key: `bank:${label}`,
    account: { id, bank: 'SCB', label, accountNoMasked: 'xxxxxx1234' },
    openingMinor: 10_000,
    steps: [{ code: 'in', count: 1, amountMinor: inMinor }],
    oursMinor,
    theirsMinor,
    differenceMinor,
    ledger: { closingMinor: oursMinor, differenceMinor, carriedMinor: 0, otherDayMinor: 0 },
    toldAt: null,
    unidentified: null,
    status: theirsMinor === null ? 'notReported' : 'balanced',
  }
}
const tableOf = (...rows: SheetRow[]) =>
  bankTable({ sheets: [{ sheet: 'bank', status: 'balanced', rows }] })
const scb = account('SCB', 5_000, 15_000)
const ktb = account('KTB', 200, 10_150)
const trueMoney = account('TMW', 300, null)

/** From opening to what the ledger holds; a cell in words as it stands. */
const figuresOf = (cells: readonly PackCell[] = []) =>
  cells.slice(1, -1).map((cell) => (cell !== null && isAmount(cell) ? cell.minor : cell))
const incomplete = 'ไม่ครบ / incomplete'

test('every sum of the bank sheet is what stands above it, and in words where a figure is not known', () => {
  for (const rows of [[], [scb], [trueMoney], [scb, ktb], [trueMoney, scb, ktb], [trueMoney, trueMoney]]) {
    const table = tableOf(...rows)
    const sums = [...(table.sums ?? []), table.rows.length]
    for (const place of sums) {
      const above = table.rows.slice(0, place).filter((_, at) => !table.sums?.includes(at))
      const shown = figuresOf(table.rows[place] ?? table.totals[0])
      const columns = shown.map((_, at) => above.map((cells) => figuresOf(cells)[at]))
      expect(shown).toEqual(
        columns.map((cells) =>
          cells.includes('–') ? incomplete : cells.reduce<number>((sum, cell) => sum + Number(cell), 0),
        ),
      )
    }
  }
})

test('accounts whose bank tells stand first, with a sum across which everything adds up', () => {
  const { rows, sums, notes } = tableOf(scb, trueMoney, ktb)
  expect(sums).toEqual([2])
  expect(rows.map(([name]) => name)).toEqual([
    'SCB xxxxxx1234',
    'KTB xxxxxx1234',
    'รวมที่ธนาคารแจ้งยอด / Total where the bank tells',
    'TMW xxxxxx1234',
  ])
  const [, , , , , ours, theirs, difference] = figuresOf(rows[2])
  expect([ours, theirs, difference]).toEqual([25_200, 25_150, -50])
  expect(notes).toHaveLength(2)
})

test('where every bank tells there is one total, and nothing to be said of it', () => {
  const { rows, sums, totals, notes } = tableOf(scb, ktb)
  expect([rows.length, sums, notes.length]).toEqual([2, [], 1])
  expect(figuresOf(totals[0])).toEqual([20_000, 5_200, 0, 0, 0, 25_200, 25_150, -50, 25_200, -50])
})
