import { encodeId } from '@khlang/contract/values/values.ts'
import { expect, test } from 'vitest'
import { gatewaySheet, type GatewayDay } from './gateway-sheet.ts'

const id = '00000000-0000-7000-8000-000000000001'
const outside = encodeId('gateway', id)
const quiet: GatewayDay = {
  id,
  name: 'Siam Pay',
  lateBeforeMinor: 0,
  lateMinor: 0,
  fellDueMinor: 0,
  receivedCount: 0,
  receivedMinor: 0,
  paidCount: 0,
  collectedMinor: 0,
  agreedFeeMinor: 0,
  postedFeeMinor: 0,
}
const nothing = { sums: [], balances: [] }
const sheetOf = (day: Partial<GatewayDay>) => gatewaySheet(nothing, [{ ...quiet, ...day }])

test('a gateway that neither owed nor paid has no row, and no sheet', () => {
  expect(sheetOf({})).toEqual({ sheet: { sheet: 'gateway', status: 'notApplicable', rows: [] }, items: [] })
})

test('what was late before and came is balanced, and says where it came from', () => {
  const { sheet, items } = sheetOf({ lateBeforeMinor: 300, fellDueMinor: 500, receivedMinor: 800 })
  expect(items).toEqual([])
  expect(sheet.rows).toMatchObject([
    { key: `settlement:${outside}`, name: 'Siam Pay', openingMinor: 300, oursMinor: 800, theirsMinor: 800 },
  ])
})

test('what is paid ahead of its day is no difference', () => {
  const { sheet, items } = sheetOf({ receivedMinor: 900, fellDueMinor: 500 })
  expect(items).toEqual([])
  expect(sheet.rows[0]).toMatchObject({
    steps: [{ code: 'fellDue' }, { code: 'otherDays', amountMinor: 400 }],
    differenceMinor: 0,
    status: 'balanced',
  })
})

test('a fee that is booked otherwise than agreed is a difference of its own', () => {
  const { sheet, items } = sheetOf({ paidCount: 2, agreedFeeMinor: 80, postedFeeMinor: 50 })
  expect(sheet).toMatchObject({ status: 'difference', rows: [{ key: `gatewayFee:${outside}` }] })
  expect(items).toMatchObject([
    { kind: 'gatewayFee', amountMinor: -30, bears: 'ledger', label: 'Siam Pay' },
  ])
})

test('what it owes, an asset, stands with the sign that people read', () => {
  const part = `gw:${outside}:receivable`
  const ledger = {
    sums: [{ part, kind: 'deposit.credited', entries: 1, inMinor: 0, outMinor: 700 }],
    balances: [{ part, openingMinor: -100, closingMinor: -800 }],
  }
  expect(gatewaySheet(ledger, [quiet]).sheet.rows[0]).toMatchObject({
    name: 'Siam Pay',
    openingMinor: 100,
    steps: [{ code: 'deposit.credited', amountMinor: 700 }],
    oursMinor: 800,
    status: 'notReported',
  })
})
