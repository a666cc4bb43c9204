// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'
import { membersHref, type PartRow } from './report-cells.tsx'

// Reports of the members of a seller, or of a level.

inBrowser()

const span = { from: '2026-11-23', to: '2026-11-23' }
const sums = {
  bets: 1,
  stakeMinor: 12_300,
  validMinor: 12_300,
  countedMinor: 12_300,
  payoutMinor: 0,
  winLossMinor: -12_300,
  companyMinor: 12_300,
  marginBps: 10_000,
}
const money = {
  depositCount: 0,
  depositMinor: 0,
  withdrawalCount: 0,
  withdrawalMinor: 0,
  netMinor: 0,
}
const unknown = { creditMinor: null, bonusMinor: null, feeMinor: 0, ngrMinor: null }
const beside: Answers = {
  'reports.choices': { providers: [], games: [], sellers: [{ id: id('employee', 4), name: 'Somchai' }] },
  'reports.asOf': { days: [], since: null },
}

it('a day of some members leads to these, and tells nothing that is known of all wallets alone', async () => {
  const figures = { members: 1, ...sums, ...money, ...unknown }
  const row = {
    id: span.from,
    ...span,
    isClosed: false,
    type: null,
    provider: null,
    game: null,
    ...figures,
  }
  const shares = { rtpBps: 0, declaredRtpBps: null, balanceMinor: null }
  const records = [{ ...row, ...shares }]
  const asked = { level: '3', sellerId: id('employee', 4) }
  await open(`/report/total-daily?${new URLSearchParams({ ...span, ...asked })}`, {
    ...beside,
    'reports.daily': { records, currentPage: 1, recordPerPage: 50, totalPages: 1, totalRecords: 1 },
    'reports.dailyTotals': {
      count: 1,
      isEstimate: false,
      ...span,
      ...figures,
      before: { ...span, ...figures },
      span: 'day',
      points: [],
    },
  })
  await expectShown('Somchai')
  expect(askedOf('reports.daily').at(-1)).toMatchObject({ level: 3, sellerId: [id('employee', 4)] })
  const grid = part('grid', /./)
  expect(wordsOf(grid)).toContain('ยอดฝาก')
  for (const heading of ['ยอดคงเหลือ', 'กำไรสุทธิ (NGR)']) expect(wordsOf(grid)).not.toContain(heading)
  const of = { level: 3, sellerId: [id('employee', 4)] }
  expect(membersHref(records[0] as PartRow, of)).toBe(
    `/report/total-user?from=2026-11-23&to=2026-11-23&sellerId=${id('employee', 4)}&level=3`,
  )
})

it('sums of too many members are not told as 0, and it is said what to do', async () => {
  const nothing = Object.fromEntries(Object.keys(sums).map((name) => [name, null])) as Record<
    keyof typeof sums,
    null
  >
  const row = {
    id: id('member', 1),
    member: { id: id('member', 1), username: 'mali8899' },
    level: 3,
    seller: null,
    ...sums,
    ...money,
    feeMinor: 0,
    ngrMinor: 12_300,
    balanceMinor: 0,
  }
  await open('/report/total-user?level=3', {
    ...beside,
    'reports.users': { ...page(row), ...span, canSort: false },
    'reports.userTotals': {
      count: 1,
      isEstimate: true,
      ...span,
      ...nothing,
      feeMinor: null,
      ngrMinor: null,
    },
  })
  await expectShown('mali8899')
  await expectShown('เลือกช่วงวันให้สั้นลง')
  const lines = [...document.querySelectorAll('tfoot tr')].map(wordsOf)
  const [ofPage, ofAll] = lines
  expect(ofPage).toContain('123.00')
  expect(ofAll).toContain('–')
  expect(ofAll).not.toMatch(/\d\.\d\d/)
})
