import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { DayFacts, Item } from '../day-shapes.ts'
import { packPaper } from './pack-paper.ts'
import { packXlsx } from './pack-xlsx.ts'

const difference = (key: string, amountMinor: number): Item => ({
  key,
  sheet: 'bank',
  kind: 'gap',
  amountMinor,
  count: 1,
  bears: 'bank',
  accountId: null,
  label: 'SCB',
  fromMinor: null,
  toMinor: null,
  at: null,
  lineId: null,
  reference: null,
  explanation: { reasonCode: 'bankFee', note: 'why', by: 'Nok', at: '2026-11-28T02:00:00.000Z' },
})

/** The sheet of differences of a day's book, the rows that add them up first, then what stands below. */
async function differencesOf(...items: Item[]) {
  const facts: DayFacts = {
    version: 1,
    businessOn: '2026-11-27',
    round: 1,
    ledgerDigest: 'aa',
    ledgerClosedAt: '2026-11-27T17:10:00.000Z',
    transferCount: 3,
    sheets: [],
    items,
  }
  const close = {
    round: 1,
    closedAt: '2026-11-28T03:00:00.000Z',
    closedBy: 'Nok',
    agreedBy: 'Lek',
    isAlone: false,
    differenceCount: items.length,
    factsHash: 'bb',
    reopenedAt: null,
    reopenedBy: null,
    reopenReason: null,
    isPacked: false,
  }
  const paper = packPaper({ brand: 'Khlang', facts, factsHash: 'bb', close, shifts: [], fingerprint: 'cc' })
  const place = paper.tables.findIndex(({ name }) => name === 'Differences')
  const rows = await readSheet(await packXlsx(paper), place + 1)
  return rows.slice(1 + items.length)
}

test('differences are added up without their signs and with them, and each sum says so', async () => {
  const [absolute, net] = await differencesOf(difference('a', -1_916), difference('b', 500))
  expect([absolute?.[1], absolute?.[4]]).toEqual([
    'รวมผลต่าง (ค่าสัมบูรณ์) / Sum of differences (absolute)',
    24.16,
  ])
  expect([net?.[1], net?.[4]]).toEqual(['ผลต่างสุทธิ / Net difference', -14.16])
})

test('a day on which nothing differs has no sums', async () => {
  const [first] = await differencesOf()
  expect(first?.[0]).toBe('ไม่มีผลต่าง / Nothing differs')
})
