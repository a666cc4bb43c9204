import fc from 'fast-check'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { TaughtMark, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtProblem, TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { describe, expect, test } from 'vitest'
import { fieldMessages } from '../field.fixture.ts'
import { parseBankMessage, type BankMessage } from '../parse-message.ts'
import { samples } from '../samples.fixture.ts'
import { fitShape } from './fit.ts'
import { guessMarks } from './guess-marks.ts'
import { knownMessages } from './known-messages.ts'
import { knownReadBy, problemsOf } from './problems.ts'
import { readTaught, teachableText } from './read-taught.ts'
import { shapeOfMarks, soundMarks } from './shape-of-marks.ts'

const receivedAt = '2026-11-28T03:25:00Z'
const message = (text: string, bank: BankCode = 'KBANK'): BankMessage => ({
  bank,
  source: 'sms',
  sender: bank,
  text,
  receivedAt,
})

/** Marks written into the text: `{amount:1,500.00}`. */
function marked(written: string): { text: string; marks: TaughtMark[] } {
  const marks: TaughtMark[] = []
  let text = ''
  for (const part of written.split(/(\{\w+:[^}]*\})/)) {
    const slot = /^\{(\w+):([^}]*)\}$/.exec(part)
    if (slot === null) text += part
    else {
      const [, name = '', held = ''] = slot
      marks.push({ slot: name as TaughtSlot, from: text.length, to: text.length + held.length })
      text += held
    }
  }
  return { text, marks }
}
const shapeOf = (written: string, direction: 'in' | 'out' = 'in'): { text: string; shape: TaughtShape } => {
  const { text, marks } = marked(written)
  return { text, shape: shapeOfMarks(text, marks, { direction, era: 'auto' }) }
}
const codesOf = (
  written: string,
  direction: 'in' | 'out' = 'in',
  bank: BankCode = 'KBANK',
): TaughtProblem[] => {
  const { text, shape } = shapeOf(written, direction)
  return problemsOf(shape, message(text, bank)).map(({ code }) => code)
}

const good =
  'แจ้งรายการ: บัญชี {own:x-1234} มียอดโอนเข้า {amount:1,500.00} บาท จาก {payerName:นาย สมชาย ใจดี} ' +
  'เมื่อ {time:28/11/69 10:22} น. ยอดคงเหลือ {balance:25,300.50} บาท'

describe('a wording that was marked', () => {
  test('reads the next message of it, as the bank’s own readers read', () => {
    const { shape, text } = shapeOf(good)
    expect(problemsOf(shape, message(text))).toEqual([])
    const next = text
      .replace('1,500.00', '42.37')
      .replace('25,300.50', '25,342.87')
      .replace('นาย สมชาย ใจดี', 'น.ส. มาลี ทอง')
      .replace('10:22', '10:24')
    expect(parseBankMessage(message(next)).kind).toBe('failure')
    expect(readTaught(message(next), { id: 'f', shape })).toMatchObject({
      direction: 'in',
      amountMinor: 4237,
      balanceAfterMinor: 2_534_287,
      ownMask: '??????1234',
      payerName: 'น.ส. มาลี ทอง',
      bankTime: '2026-11-28T03:24:00.000Z',
      bankTimePrecision: 'minute',
      taughtFormatId: 'f',
    })
  })

  test('reads nothing that differs by a letter, fails, is undone, links or is another bank’s', () => {
    const { shape, text } = shapeOf(good)
    const reads = (other: string, bank: BankCode = 'KBANK') =>
      readTaught(message(other, bank), { id: 'f', shape })
    expect(reads(text)).not.toBeNull()
    for (const other of [
      text.replace('มียอด', 'มี ยอด'),
      `${text} โปรดชำระ`,
      text.slice(0, -1),
      text.replace('1,500.00', '1500'),
      text.replace('1,500.00', '15,00.00'),
      text.replace('1,500.00', '1,500.000'),
      text.replace('25,300.50', '25,300'),
      text.replace('นาย สมชาย ใจดี', 'ยกเลิกรายการ'),
      text.replace('นาย สมชาย ใจดี', 'ดู www.kbank.cc'),
      text.replace('28/11/69', '31/02/69'),
      text.replace('28/11/69', '28/12/69'),
    ])
      expect([other, reads(other)]).toEqual([other, null])
    expect(readTaught({ ...message(text), sender: 'SCB' }, { id: 'f', shape })).toBeNull()
  })

  test('is proposed by itself for wordings of many kinds', () => {
    const texts: readonly (readonly [BankCode, string, number, number | null])[] = [
      [
        'SCB',
        'SCB: x123456 +1,500.00 THB เงินเข้าแล้ว จาก KBNK x998877 @ 28 พ.ย. 2569 10:22 ยอดบัญชี 9,000.00 THB',
        150_000,
        900_000,
      ],
      [
        'KTB',
        'มีเงินโอนเข้า 500 บาท เข้าบัญชี XXX-X-XX123-4 วันที่ 28.11.69 เวลา 10.22 น. ยอดเงินในบัญชี 12,500 บาท',
        50_000,
        1_250_000,
      ],
      [
        'BBL',
        'Account x1234 credited THB 700.00 on 28-11-2026 10:22 by SOMCHAI J. Ref 12345678. Bal THB 8,300.00',
        70_000,
        830_000,
      ],
      [
        'GSB',
        'รายการรับโอน 2026-11-28 10:22:33 เข้าบัญชีเลขที่ 0204XXXX0741 จำนวนเงิน 300.00 บาท ผู้โอน น.ส. มาลี ทองดี ยอดเงินคงเหลือ 400.00 บาท โทร 1115',
        30_000,
        40_000,
      ],
      ['TTB', 'เงินเข้าบ/ช xx5441 ยอด 50.14 บ. รวมเป็น 17,081.71 บ. (28/11/26 10:22)', 5014, 1_708_171],
    ]
    for (const [bank, text, amountMinor, balanceAfterMinor] of texts) {
      const plain = teachableText(text)
      const { direction, marks } = guessMarks(plain, new Date(receivedAt))
      const shape = shapeOfMarks(plain, marks, { direction, era: 'auto' })
      expect(problemsOf(shape, message(text, bank))).toEqual([])
      expect(knownReadBy(shape, text, knownMessages())).toBeNull()
      expect(readTaught(message(text, bank), { id: 'f', shape })).toMatchObject({
        direction: 'in',
        amountMinor,
        balanceAfterMinor,
        bankTime: expect.stringMatching(/^2026-11-28T03:22/),
      })
    }
  })
})

// Whoever teaches may be careless, or may mean harm: what each of them is told.
describe('a hostile or careless teaching is refused', () => {
  const cases: readonly (readonly [string, string, TaughtProblem, ('in' | 'out')?])[] = [
    ['reads everything', '{text:เงินเข้า} {amount:500.00} {payerName:จากใครก็ได้}', 'tooGeneral'],
    ['has nothing but places', '{text:เงินเข้า}{amount:500.00}', 'slotsTouch'],
    [
      'takes the account’s end as the amount',
      'บัญชี X{amount:5349} รับโอนเงินเข้า {balance:99.00} คงเหลือ',
      'amountUnclear',
    ],
    [
      'leaves the amount in the words',
      'รับโอนเงินเข้าบัญชี {own:x1234} 500.00 บาท จำนวน {amount:700.00} บาท',
      'digitsLeft',
    ],
    ['leaves the account in the words', 'บัญชี x1234 รับโอนเงินเข้า {amount:500.00} บาท', 'digitsLeft'],
    [
      'takes the balance as the amount',
      'บัญชี {own:x1234} รับโอนเงินเข้า {text:ก} ยอดคงเหลือ {amount:500.00} บาท',
      'amountIsBalance',
    ],
    [
      'takes a fee as the balance',
      'บัญชี {own:x1234} รับโอนเงินเข้า {amount:500.00} บาท ค่าธรรมเนียม {balance:9.00} บาท',
      'balanceUnnamed',
    ],
    [
      'hides an amount in what varies',
      'บัญชี {own:x1234} รับโอนเงินเข้า {text:500.00} บาท จำนวน {amount:7.00} บาท',
      'moneyInText',
    ],
    ['calls money out money in', 'ถอนเงินจากบัญชี {own:x1234} จำนวน {amount:500.00} บาท', 'directionUnclear'],
    [
      'calls money in money out',
      'รับโอนเงินเข้าบัญชี {own:x1234} จำนวน {amount:500.00} บาท',
      'directionUnclear',
      'out',
    ],
    [
      'takes the payer’s account for ours',
      'รับโอนเงินจากบัญชี {own:x1234} จำนวน {amount:500.00} บาท',
      'ownOnOtherSide',
    ],
    [
      'takes our account for the payer’s',
      'รับโอนเงินเข้าบัญชี {payerMask:x1234} จำนวน {amount:500.00} บาท',
      'payerOnOurSide',
    ],
    ['has no word of money', 'สวัสดีค่ะ คุณลูกค้า {own:x1234} {amount:500.00} ขอให้มีความสุข', 'noMoneyWord'],
    ['is an advertisement', 'สมัคร รับเงินเข้า {own:x1234} {amount:5,000.00} บาททันที', 'notMovement'],
    [
      'is a movement that failed',
      'รับโอนเงินเข้าบัญชี {own:x1234} จำนวน {amount:500.00} บาท ไม่สำเร็จ',
      'notMovement',
    ],
    ['has a link', 'รับโอนเงินเข้าบัญชี {own:x1234} จำนวน {amount:500.00} บาท ดู bit.ly/x', 'notMovement'],
    [
      'whole baht without a balance',
      'รับโอนเงินเข้าบัญชี {own:x1234} จำนวน {amount:500} บาท',
      'wholeNeedsBalance',
    ],
    [
      'a name without an end',
      'รับโอนเงินเข้าจาก {payerName:นาย ก} {payerBank:KBNK} จำนวน {amount:500.00} บาท',
      'freeUnbounded',
    ],
    ['two amounts', 'รับโอนเงินเข้า {amount:500.00} บาท และ {amount:600.00} บาท', 'slotTwice'],
    ['no amount', 'รับโอนเงินเข้าบัญชี {own:x1234} แล้ว', 'amountMissing'],
    ['a date that is none', 'รับโอนเงินเข้า {amount:500.00} บาท เมื่อ {time:99/99/69}', 'timeUnclear'],
    [
      'a bank that nobody knows',
      'รับโอนเงินเข้าจาก {payerBank:QQQA} จำนวน {amount:500.00} บาท',
      'bankUnknown',
    ],
    [
      'what is read already',
      '{time:28/11/69 10:22} บช {own:X-1234} เงินเข้า {amount:1,000.00} คงเหลือ {balance:17,922.78} บ.',
      'alreadyRead',
    ],
  ]
  test.each(cases.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest }) => {
    const [written, code, direction = 'in'] = rest
    expect(codesOf(written, direction)).toContain(code)
  })

  test('what would read messages of other banks', () => {
    const { shape, text } = shapeOf(
      '{text:บช} {own:X1234} เงินเข้า {amount:500.00} คงเหลือ {balance:900.00} {text:บ.}',
    )
    const known = [
      { bank: 'SCB' as const, source: 'sms' as const, text: 'บช X9999 เงินเข้า 1.00 คงเหลือ 2.00 บ.' },
    ]
    expect(knownReadBy(shape, text, known)).toEqual(known[0])
  })

  test('marks that overlap or leave the text', () => {
    const mark = (from: number, to: number): TaughtMark => ({ from, to, slot: 'text' })
    expect(soundMarks('abcdef', [mark(0, 3), mark(2, 4)])).toBeNull()
    expect(soundMarks('abcdef', [mark(4, 7)])).toBeNull()
    expect(soundMarks('abcdef', [mark(3, 3)])).toBeNull()
    expect(soundMarks('abcdef', [mark(3, 6), mark(0, 3)])).toHaveLength(2)
  })
})

describe('the matcher', () => {
  const slots: readonly TaughtSlot[] = [
    'amount',
    'own',
    'balance',
    'time',
    'payerName',
    'payerBank',
    'payerMask',
    'ref',
    'channel',
    'text',
  ]
  const piece = fc.oneof(
    fc.record({ words: fc.string({ minLength: 1, maxLength: 30 }) }),
    fc.record({
      slot: fc.constantFrom(...slots),
      form: fc.constantFrom(null, 'whole', '0/0/0 0:0', '0 ¤ 0'),
    }),
  )
  /** What once made engines that go back run for years. */
  const wild = fc.oneof(
    fc.string({ maxLength: 1000 }),
    fc
      .tuple(
        fc.constantFrom('a', ' ', '0', 'x', 'ก', '(a+)+$', '1,', 'aaaaaaaaab'),
        fc.integer({ min: 1, max: 1000 }),
      )
      .map(([part, times]) => part.repeat(times).slice(0, 1000)),
  )

  test('looks at each letter a bounded number of times, whatever was taught and whatever came', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 61 }), wild, (pieces, text) => {
        const { steps } = fitShape({ pieces }, text)
        const words = pieces.reduce((sum, each) => sum + ('words' in each ? each.words.length : 0), 0)
        // Free text is at most 60 letters; behind each of them the next words and one closed place are tried.
        expect(steps).toBeLessThanOrEqual(61 * (words + pieces.length * 100))
      }),
      { numRuns: 500 },
    )
  })

  test('never fits a part of a message, and what it finds lies in order', () => {
    const { shape, text } = shapeOf(good)
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ minLength: 1, maxLength: 5 }), (at, more) => {
        const other = text.slice(0, at) + more + text.slice(at)
        const read = readTaught(message(other), { id: 'f', shape })
        const { filled } = fitShape(shape, other)
        if (filled !== null) {
          const places = filled.flatMap(({ from, to }) => [from, to])
          expect(places).toEqual(places.toSorted((a, b) => a - b))
        }
        // One more letter may stand in a name; it never makes an amount that is not printed.
        if (read !== null)
          expect(teachableText(other)).toContain((read.amountMinor / 100).toFixed(2).slice(-6))
      }),
      { numRuns: 300 },
    )
  })

  test('a wording taught by one public message reads no other message of the tables differently', () => {
    const known = [
      ...fieldMessages,
      ...samples.map((each) => ({ ...each, source: each.source ?? 'sms', sender: '' })),
    ]
    const { shape } = shapeOf(good)
    expect(known.filter(({ text }) => fitShape(shape, teachableText(text)).filled !== null)).toEqual([])
  })
})
