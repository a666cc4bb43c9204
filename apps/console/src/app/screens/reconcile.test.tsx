// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { expectShown, part, wordsOf } from '../../testing/seen.ts'
import type { Answers } from '../../testing/wire.ts'

// The close of a day: what is not compared with any report is told, and leads to the report that is kept.

inBrowser()

type Day = Extract<Answers['reconcile.day'], { [key: string]: unknown }>
const on = '2026-11-22'
const listed = {
  id: id('reconcileDay', 1),
  businessOn: on,
  state: 'open',
  status: 'notCompared',
  differenceCount: 0,
  openCount: 0,
  differenceMinor: 0,
  lateCount: 0,
  closedAt: null,
  closedBy: null,
} as const
const day: Day = {
  ...listed,
  netMinor: 0,
  isFrozen: false,
  sheets: [
    {
      sheet: 'provider',
      status: 'notCompared',
      rows: [
        {
          key: `play:${id('gameProvider', 1)}`,
          name: 'Gold · ค่ายทอง',
          account: null,
          providerId: id('gameProvider', 1),
          reportId: null,
          kept: { id: id('providerReport', 1), isComparing: false, isOfDay: true },
          openingMinor: null,
          steps: [{ code: 'staked', count: 2, amountMinor: 5000 }],
          oursMinor: 5000,
          theirsMinor: null,
          differenceMinor: null,
          ledger: null,
          toldAt: null,
          unidentified: null,
          status: 'notCompared',
        },
      ],
    },
  ],
  items: [],
  late: [],
  closes: [],
  ledgerClosedAt: '2026-11-22T17:10:00.000Z',
  ledgerDigest: 'ab',
  transferCount: 2,
  factsHash: 'a'.repeat(64),
  waiting: null,
  oldestOpenOn: on,
}

it('a provider without a report is told beside the button that closes the day', async () => {
  const answers = { 'reconcile.day': day, 'reconcile.days': { records: [listed], oldestOpenOn: on } }
  await open(`/reconcile?on=${on}`, answers, {
    who: person({ rights: { reconcile: ['isRead', 'isUpdate'], betReport: ['isRead'] } }),
  })
  await expectShown('ค่ายเกมยังไม่ได้เทียบ')
  const closing = part('region', 'ปิดวัน')
  expect(wordsOf(closing)).toContain('ยังไม่ได้เทียบกับรายงานของค่าย: Gold · ค่ายทอง')
  const [close] = [...closing.querySelectorAll('button')]
  expect([close?.textContent, close?.disabled]).toEqual(['ปิดวัน', false])
  const sheet = part('region', 'ค่ายเกม')
  expect(wordsOf(sheet)).toContain('ยังไม่ได้เทียบกับค่าย')
  const ways = [...sheet.querySelectorAll('a')].map((way) => [way.textContent, way.getAttribute('href')])
  expect(ways).toContainEqual([
    'มีรายงานของวันนี้ที่ยังไม่ได้เทียบ',
    `/distributor/providers?tab=reports&report=${id('providerReport', 1)}`,
  ])
})
