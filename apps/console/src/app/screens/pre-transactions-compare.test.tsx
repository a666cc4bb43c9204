// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { press } from '../../testing/hands.ts'
import { line as lineOf, member, page, whole } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// What a row of a compared day leads to: each act is that of its own screen, for whom that one is open.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Detail = Of<'preTransactions.reconcileDepositRow'>
type Row = Detail['row']
const accountId = id('bankAccount', 1)
const on = '2026-11-23'

const line: NonNullable<Row['line']> = {
  id: id('statementLine', 1),
  direction: 'in',
  amountMinor: 70_025,
  at: '2026-11-23T03:00:00.000Z',
  isBankTime: true,
  valueOn: on,
  balanceAfterMinor: 5_000_050,
  chain: 'linked',
  state: 'unmatched',
  payerBank: 'SCB',
  payerMask: null,
  payerName: null,
  channel: null,
  ref: null,
  source: 'sms',
  handler: null,
  version: 1,
}
const record: NonNullable<Row['record']> = {
  kind: 'deposit',
  id: id('deposit', 1),
  reference: 'D2611-000001',
  amountMinor: 70_025,
  at: '2026-11-23T03:00:09.000Z',
  businessOn: on,
  state: 'credited',
  member: { id: member(1).id, username: member(1).username },
  version: 1,
}
const matched: Row = {
  id: line.id,
  class: 'matchedManual',
  reason: null,
  was: null,
  isOpen: false,
  line: { ...line, state: 'manualMatched' },
  record,
  deltaSeconds: 9,
  deltaMinor: 0,
  theirsMinor: 70_025,
  oursMinor: 70_025,
  other: null,
  note: null,
  isAsked: false,
  decisions: ['note'],
  facts: '0123456789abcdef',
}
const extra: Row = { ...matched, class: 'extra', reason: 'noRecord', isOpen: true, line, record: null }
const missing: Row = {
  ...matched,
  id: record.id,
  class: 'missing',
  reason: 'noLine',
  isOpen: true,
  line: null,
}

const reading = {
  pretransactionReconcileDeposit: ['isRead', 'isUpdate'],
  pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
} as const
/** The drawer of a row, as somebody with these rights beside the screen's sees it. */
async function openRow(row: Row, more: object = {}, answers: Answers = {}) {
  await open(
    `/pre-transaction/reconcile-deposit?accountId=${accountId}&on=${on}&open=${row.id}`,
    {
      'preTransactions.reconcileDepositAccounts': {
        records: [{ id: accountId, bank: 'SCB', label: 'SCB รับฝาก 1', role: 'deposit' }],
      },
      'preTransactions.reconcileDepositList': page(row),
      'preTransactions.reconcileDepositTotals': {
        accountId,
        on,
        count: 1,
        isEstimate: false,
        theirsMinor: 70_025,
        oursMinor: 70_025,
        differenceMinor: 0,
        explainedMinor: 0,
        openMinor: 0,
        openCount: 0,
        classes: [],
      },
      'preTransactions.reconcileDepositRow': {
        accountId,
        on,
        row,
        messages: [],
        candidates: [],
        history: [],
        asked: null,
      },
      ...answers,
    },
    { who: person({ rights: { ...reading, ...more } }) },
  )
  await expectShown('จดหมายเหตุ')
  return until(() => part('dialog', /./))
}
const way = (name: string): string | null | undefined => buttons(name)[0]?.getAttribute('href')

it('money that nobody has goes to the screen that finds its owner, for whom that one is open', async () => {
  await openRow(extra, { pretransactionNotMatch: ['isRead'] })
  expect(way('หาเจ้าของเงิน')).toBe(`/pre-transaction/matching?line=${line.id}&amount=700.25`)
  await openRow(extra)
  expect(way('หาเจ้าของเงิน')).toBeUndefined()
})

it('a line that is missing is brought by the bank’s own file, by who may import it', async () => {
  await openRow(missing, { paymentAuto: ['isRead', 'isUpdate'] })
  expect(way('นำเข้าไฟล์จากธนาคาร')).toBe(`/payment-auto/transactions/${accountId}?tab=import`)
  await openRow(missing, { paymentAuto: ['isRead'] })
  expect(way('นำเข้าไฟล์จากธนาคาร')).toBeUndefined()
})

it('a link is taken back in the sheet of all screens, alone or by two as the line says', async () => {
  const preview = {
    member: member(1),
    beforeMinor: 90_000,
    afterMinor: 19_975,
    shortfallMinor: 0,
    legs: [],
    checkers: [],
    isAlone: false,
  }
  const linking = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const
  await openRow(matched, linking, {
    'preTransactions.line': whole(lineOf(1), { canAskUnlink: true }),
    'preTransactions.previewTakeBack': preview,
  })
  expect(way('เปิดในหน้าจับคู่')).toContain('tab=handled')
  await press('ยกเลิกการจับคู่')
  await until(() => expect(askedOf('preTransactions.line')).toEqual([{ id: line.id }]))
  await until(() => expect(askedOf('preTransactions.previewTakeBack')).toEqual([{ id: line.id }]))
  await openRow(matched, { pretransactionNotMatch: ['isRead'] })
  expect(buttons('ยกเลิกการจับคู่')).toEqual([])
  // What is not credited has no link to take back.
  await openRow({ ...matched, record: { ...record, state: 'reversed' } }, linking)
  expect(buttons('ยกเลิกการจับคู่')).toEqual([])
  expect(wordsOf(document.body)).toContain('D2611-000001')
})
