// @vitest-environment happy-dom
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { expectShown, part, wordsOf } from '../../testing/seen.ts'
import { refuse, type Answers } from '../../testing/wire.ts'

// A distributor that is paid ahead: what is left, money that is sent, and an invoice that it does not cover.

inBrowser()

type Distributor = OutputOf<CallOf<'distributors.get'>>
type Invoice = Distributor['invoices'][number]

const invoice = (n: number, change: Partial<Invoice>): Invoice => ({
  id: id('providerInvoice', n),
  kind: 'fee',
  month: '2026-10-01',
  state: 'issued',
  ggrMinor: 10_000_000,
  feeMinor: 900_000,
  toldMinor: 900_000,
  differenceMinor: 0,
  dueOn: '2026-11-07',
  reason: null,
  settledMinor: null,
  settledAt: null,
  approvalId: null,
  isAsked: false,
  paidReference: null,
  paidAt: null,
  paidBy: null,
  payment: null,
  isDrawn: false,
  isPaymentAsked: false,
  lines: [],
  version: 2,
  ...change,
})
const sums = { stakeMinor: 0, payoutMinor: 0, ggrMinor: 0 }
const standing = {
  id: id('distributor', 1),
  code: 'wallet-partner',
  name: 'Wallet Partner',
  contact: '',
  billingDay: 7,
  minimumFeeMinor: 0,
  billing: 'prepaid' as const,
  lowBalanceMinor: 5_000_000,
  state: 'active' as const,
  version: 1,
  isAsked: false,
  month: '2026-11-01',
  ...sums,
  feeMinor: 0,
  owedMinor: 0,
  owedDueOn: null,
  prepaid: { balanceMinor: 6_000_000, costsMinor: 1_500_000, leftMinor: 4_500_000 },
  unbilledMonth: null,
}
const numbered = { currentPage: 1, recordPerPage: 25, totalPages: 1, totalRecords: 1 }
const known = (...invoices: Invoice[]): Answers => ({
  'distributors.list': {
    ...numbered,
    records: [{ ...standing, providers: [], contracts: 1, invoice: null, openDifferences: 0 }],
  },
  'distributors.get': { ...standing, contracts: [], invoices },
  'distributors.statement': {
    ...numbered,
    records: [
      {
        id: 'a',
        at: '2026-11-20T03:00:00.000Z',
        kind: 'topUp',
        month: '2026-11-01',
        invoiceId: id('providerInvoice', 9),
        lineId: id('statementLine', 1),
        amountMinor: 6_000_000,
        balanceMinor: 6_000_000,
      },
    ],
  },
})
const address = `/distributor/providers?open=${id('distributor', 1)}`
const panel = () => wordsOf(part('dialog', 'Wallet Partner'))

it('what is left is less than what two agreed to be told of; money is asked to be sent', async () => {
  await open(address, { ...known(), 'distributors.addTopUp': { id: id('providerInvoice', 2) } })
  await expectShown('เหลือใช้ได้')
  await until(() => expect(panel()).toContain('ยอดเติมไว้ 60,000.00'))
  expect(panel()).toContain('เหลือใช้ได้ 45,000.00')
  expect(panel()).toContain('เหลือน้อยกว่าที่ตั้งเตือนไว้ 50,000.00')
  await until(() => expect(panel()).toContain('เติมเงิน'))
  await press('เติมเงินล่วงหน้า', part('dialog', 'Wallet Partner'))
  await expectShown('เติมเงินกับ Wallet Partner')
  const sheet = () => part('dialog', 'เติมเงินกับ Wallet Partner')
  await type('จำนวนเงิน', '20000', sheet())
  await type('เหตุผล', 'เติมรอบธันวาคม', sheet())
  await press('เติมเงินล่วงหน้า', sheet())
  await expectSent([
    'distributors.addTopUp',
    { id: id('distributor', 1), amountMinor: 2_000_000, reason: 'เติมรอบธันวาคม' },
  ])
  await expectShown('บันทึกคำขอเติมเงินแล้ว')
})

it('money that is sent ahead has no fee; an invoice says that it is drawn at once', async () => {
  const topUp = invoice(3, { kind: 'topUp', feeMinor: 2_000_000, toldMinor: 2_000_000, ggrMinor: 0 })
  await open(address, {
    ...known(topUp, invoice(1, {}), invoice(2, { state: 'paid', settledMinor: 1, isDrawn: true })),
    'distributors.settleInvoice': refuse('stateRefused', { reason: 'prepaidShort' }),
  })
  await until(() => expect(panel()).toContain('ยอดเติม 20,000.00'))
  expect(panel()).toContain('รอลงบัญชี')
  expect(panel()).toContain('ตัดจากยอดเติมไว้')
  const buttons = [...part('dialog', 'Wallet Partner').querySelectorAll('button')]
  const settles = buttons.filter((each) => wordsOf(each) === 'ลงบัญชี')
  expect(settles).toHaveLength(2)
  settles[0]?.click()
  await expectShown('ยังไม่มีเงินเคลื่อนไหว')
  expect(wordsOf(part('dialog', 'ลงบัญชีการเติมเงิน'))).not.toContain('ค่าธรรมเนียม')
  await press('ยกเลิก', part('dialog', 'ลงบัญชีการเติมเงิน'))
  settles[1]?.click()
  await expectShown('ระบบตัดจากยอดเติมไว้ทันที')
})
