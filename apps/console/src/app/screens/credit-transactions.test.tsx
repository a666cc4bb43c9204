// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { until, wait } from '../../testing/clock.ts'
import { press, type } from '../../testing/hands.ts'
import { accounts, member, page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { button, buttons, expectShown, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// What moved in wallets, its sums, and the posting behind a row.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
type Row = Of<'creditTransactions.list'>['records'][number]
const { id: memberId, username, name } = member(1)
const entry = (n: number, change: Partial<Row> = {}): Row => ({
  id: `entry-${n}`,
  at: '2026-11-22T18:30:00.000Z',
  kind: 'deposit.credited',
  member: { id: memberId, username, name },
  amountMinor: 50_025,
  beforeMinor: 10_000,
  afterMinor: 60_025,
  reference: `D2611-00000${n}`,
  sourceId: id('deposit', n),
  by: null,
  remark: null,
  businessOn: '2026-11-23',
  valueOn: '2026-11-23',
  fate: null,
  reversedBy: null,
  reverses: null,
  takeBack: null,
  ...change,
})
const outgoing = entry(2, {
  kind: 'withdraw.hold',
  amountMinor: -20_010,
  reference: 'W2611-000002',
  fate: 'paid',
})
const known: Answers = {
  'preTransactions.accounts': accounts,
  'creditTransactions.list': { ...page(entry(1), outgoing), isBehind: false },
  'creditTransactions.totals': {
    count: 40,
    isEstimate: false,
    inMinor: 900_050,
    outMinor: -300_025,
    netMinor: 600_025,
    kinds: [{ kind: 'deposit.credited', count: 30, inMinor: 900_050, outMinor: -100_000 }],
  },
}
const lineOf = (reference: string) =>
  [...document.querySelectorAll('tbody tr')].map(wordsOf).find((words) => words.includes(reference))

it('a row tells what moved, before and after; sums are of the page and of the whole filter', async () => {
  await open('/credit-transaction?from=2026-11-22&to=2026-11-23&kind=deposit.credited', known)
  await expectShown('D2611-000001')
  expect(lineOf('D2611-000001')).toContain('23/11/2569 01:30:00')
  expect(lineOf('D2611-000001')).not.toContain('วันทำการ')
  expect(lineOf('D2611-000001')).toContain('+500.25 100.00 600.25')
  expect(lineOf('W2611-000002')).toContain('-200.10')
  await expectShown('6,000.25')
  expect(wordsOf(part('region', 'ยอดรวมตามตัวกรอง'))).toContain('เข้า 9,000.50 ออก -3,000.25 สุทธิ 6,000.25')
  expect(wordsOf(part('region', 'ยอดรวมตามตัวกรอง'))).toContain('30 รายการ +8,000.50')
  expect(wordsOf(document.querySelector('tfoot') ?? document.body)).toContain('+300.15')
  expect(wordsOf(document.querySelector('tfoot') ?? document.body)).toContain('+6,000.25')
  const filter = { from: '2026-11-22', to: '2026-11-23', kind: ['deposit.credited'] }
  expect(askedOf('creditTransactions.list').at(-1)).toMatchObject(filter)
  expect(askedOf('creditTransactions.totals').at(-1)).toEqual(filter)
})

const journal: Of<'creditTransactions.journal'> = {
  postingId: 'posting-1',
  kind: 'deposit.credited',
  at: '2026-11-22T18:30:00.000Z',
  businessOn: '2026-11-23',
  valueOn: '2026-11-23',
  sourceId: id('deposit', 1),
  reference: 'D2611-000001',
  fate: null,
  reversedBy: null,
  reverses: null,
  takeBack: { lineId: null },
  lines: [
    {
      transferId: 'transfer-1',
      debit: 'suspense',
      credit: `member:${memberId}:cash`,
      amountMinor: 50_025,
      debitAfterMinor: -50_025,
      creditAfterMinor: 60_025,
    },
    {
      transferId: 'transfer-2',
      debit: `member:${memberId}:locked`,
      credit: `bank:${id('bankAccount', 1)}:in_transit`,
      amountMinor: 20_010,
      debitAfterMinor: 10_005,
      creditAfterMinor: null,
    },
  ],
}
const openEntry = (of: Partial<typeof journal> = {}, who = person(), answers: Answers = {}) =>
  open(
    '/credit-transaction?entry=entry-1',
    { ...known, ...answers, 'creditTransactions.journal': { ...journal, ...of } },
    { who },
  )

it('a posting tells from where to where, and what each account held after', async () => {
  await openEntry()
  await expectShown('เดบิตและเครดิต')
  const drawer = await until(() => part('dialog', /./))
  await until(() => expect(wordsOf(drawer)).toContain('บัญชีพักกลาง หลัง -500.25'))
  expect(wordsOf(drawer)).toMatch(/กระเป๋าสมาชิก หลัง 600.25 500.25/)
  expect(wordsOf(drawer)).toMatch(/เงินสมาชิกที่กันไว้รอถอน หลัง 100.05 เงินระหว่างโอน .*200.10/)
})

it('a typed credit is taken back by who may type one, one of a line by who may link', async () => {
  const mayTakeBack = async (lineId: string | null, rights: Parameters<typeof person>[0]) => {
    const read = { creditTransaction: ['isRead'] } as const
    const takeBack = { lineId: lineId === null ? null : id('statementLine', 1) }
    await openEntry({ takeBack }, person({ rights: { ...read, ...rights?.rights } }))
    await expectShown('เดบิตและเครดิต')
    await until(() => part('dialog', /./))
    return buttons('ย้อนรายการ').length > 0
  }
  const typing = { rights: { memberManagement: ['isCreate'] } } as const
  const linking = { rights: { pretransactionNotMatch: ['isRead', 'isUpdate'] } } as const
  expect(await mayTakeBack(null, typing)).toBe(true)
  expect(await mayTakeBack(null, linking)).toBe(false)
  expect(await mayTakeBack('line', linking)).toBe(true)
  expect(await mayTakeBack('line', typing)).toBe(false)
  expect(await mayTakeBack(null, {})).toBe(false)
})

const credit: Of<'preTransactions.previewReversal'> = {
  id: id('deposit', 1),
  reference: 'D2611-000001',
  kind: 'goodwill',
  amountMinor: 50_025,
  creditedAt: '2026-11-22T18:30:00.000Z',
  member: member(1),
  beforeMinor: 60_025,
  afterMinor: 10_000,
  shortfallMinor: 0,
  legs: [],
  checkers: ['เจ้าของ'],
  isAlone: false,
  asked: null,
}

it('a sheet that stood open is not shown to the next one at the desk', async () => {
  const openAs = (who: ReturnType<typeof person>) =>
    openEntry({ takeBack: { lineId: null } }, who, { 'preTransactions.previewReversal': credit })
  await openAs(person())
  await press('ย้อนรายการ')
  await until(() => expect(askedOf('preTransactions.previewReversal')).toHaveLength(1))
  await openAs({ ...person(), username: 'wipa' })
  await expectShown('เดบิตและเครดิต')
  await wait(500)
  expect(askedOf('preTransactions.previewReversal')).toEqual([])
})

it('Escape closes the sheet above a drawer alone, and only then the drawer', async () => {
  await openEntry({ takeBack: { lineId: null } }, person(), { 'preTransactions.previewReversal': credit })
  const dialogs = () => document.querySelectorAll('[role=dialog]').length
  const escape = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await press('ย้อนรายการ')
  await until(() => expect(dialogs()).toBe(2))
  escape()
  await until(() => expect(dialogs()).toBe(1))
  await expectShown('เดบิตและเครดิต')
  escape()
  await until(() => expect(dialogs()).toBe(0))
})

it('what a member had is asked for at the moment in Bangkok', async () => {
  await open(`/credit-transaction?memberId=${memberId}`, {
    ...known,
    'creditTransactions.balanceAt': { cashMinor: 60_025, lockedMinor: 20_010, around: [] },
  })
  await press('ยอด ณ เวลาใดก็ได้')
  await type('เวลา (กรุงเทพ)', '05:15')
  await expectShown('เครดิตคงเหลือ 600.25 กันไว้รอถอน 200.10')
  expect(askedOf('creditTransactions.balanceAt').at(-1)).toEqual({
    memberId,
    at: '2026-11-22T22:15:00.000Z',
  })
  expect(() => button('ย้อนรายการ')).toThrow('No button')
})
