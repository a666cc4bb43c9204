// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { accounts, line, page, whole } from '../../testing/money.ts'
import type { LineWhole } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { expectShown } from '../../testing/seen.ts'
import { part, wordsOf } from '../../testing/seen.ts'
import type { Answers } from '../../testing/wire.ts'

// A line that left may have paid an invoice: the sheet offers those of exactly its amount alone.

inBrowser()

const matching = '/pre-transaction/matching'
const left = line(1, { direction: 'out' })
const invoice = (n: number) => ({
  id: id('providerInvoice', n),
  distributor: { id: id('distributor', n), name: `Games ${n}` },
  kind: 'fee' as const,
  month: '2026-10-01',
})
const option = (n: number, isExact: boolean) => ({
  invoice: invoice(n),
  settledMinor: isExact ? left.amountMinor : left.amountMinor + 1,
  dueOn: '2026-11-07',
  isExact,
  isAsked: false,
  version: 4,
})
/** The invoices of the sheet, in their order. */
const radios = () =>
  [...part('dialog', /./).querySelectorAll<HTMLInputElement>('input[type=radio]')].map((each) =>
    each.checked ? 'chosen' : each.disabled ? 'shut' : 'open',
  )
const known = (handling: Partial<LineWhole['handling']>): Answers => ({
  'preTransactions.accounts': accounts,
  'preTransactions.lines': page(left),
  'preTransactions.lineTotals': { count: 1, isEstimate: false, amountMinor: left.amountMinor, ages: {} },
  'preTransactions.line': whole(left, { handling: { ...whole(left).handling, ...handling } }),
})

it('a line of exactly an unpaid invoice says so; a second person is asked for it with a reason', async () => {
  await open(matching, {
    ...known({ invoicesSuggested: [invoice(1)] }),
    'preTransactions.invoiceOptions': { records: [option(1, true), option(2, false)] },
    'preTransactions.askInvoice': { state: 'waiting', approvalId: id('approval', 1) },
  })
  await expectShown('ยอดตรงพอดีกับใบแจ้งหนี้ที่รอจ่าย Games 1')
  await press('ดูรายละเอียด')
  await until(() => expect(radios()).toEqual(['chosen', 'shut']))
  await type('เหตุผลที่เป็นเงินจ่ายใบแจ้งหนี้นี้', 'โอนจ่ายตามใบแจ้งหนี้')
  await press(/^ขอบันทึกว่าจ่าย/, part('dialog', /./))
  await expectSent([
    'preTransactions.askInvoice',
    {
      id: left.id,
      version: left.version,
      invoiceId: id('providerInvoice', 1),
      invoiceVersion: 4,
      isConfirmed: false,
      reason: 'โอนจ่ายตามใบแจ้งหนี้',
    },
  ])
  await expectShown('รอคนที่สองอนุมัติ')
})

it('money that was sent ahead is no invoice of a month', async () => {
  const ahead = { ...invoice(1), kind: 'topUp' as const }
  await open(matching, {
    ...known({ invoicesSuggested: [ahead] }),
    'preTransactions.invoiceOptions': { records: [{ ...option(1, true), invoice: ahead }] },
  })
  await expectShown('Games 1 เติมเงินล่วงหน้า')
  await press('ดูรายละเอียด')
  await until(() => expect(radios()).toEqual(['chosen']))
  expect(wordsOf(part('dialog', /./))).not.toContain('ครบกำหนด')
})

it('a line that paid one says whose and of which month, and how it is taken back', async () => {
  await open(matching, {
    ...known({
      invoicePayment: {
        invoice: invoice(1),
        by: 'มาลี',
        checker: 'สมชาย',
        reason: 'โอนจ่ายแล้ว',
        paidAt: '2026-11-23T09:50:00.000Z',
        reversedAt: null,
      },
    }),
  })
  await expectShown('จ่ายใบแจ้งหนี้ Games 1')
  const words = wordsOf(part('region', 'จ่ายใบแจ้งหนี้ Games 1'))
  expect(words).toContain('มาลี · สมชาย')
  await press('ยกเลิกการจ่ายใบแจ้งหนี้')
  await expectShown('ใบแจ้งหนี้จะรอจ่ายตามเดิม')
})
