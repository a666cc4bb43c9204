import type { BankCode } from '@khlang/contract/values/banks.ts'
import { describe, expect, it } from 'vitest'
import { parseBankMessage, shapesByBank, type BankMessage } from './parse-message.ts'
import { samples, type Sample } from './samples.fixture.ts'

const SENDERS: Partial<Record<BankCode, string>> = {
  KBANK: 'KBank',
  SCB: '027777777',
  KTB: 'Krungthai',
  BBL: 'BANGKOKBANK',
  BAY: 'Krungsri',
  TTB: 'ttbbank',
  GSB: 'GSB',
  BAAC: 'BAAC',
  TMW: 'TrueMoney',
}

function read(sample: Sample) {
  const { bank, text, received, source = 'sms' } = sample
  return parseBankMessage({ bank, source, sender: SENDERS[bank] ?? '', text, receivedAt: received })
}

function thaiTime(at: string, received: string) {
  if (at === 'receipt') return { bankTime: new Date(received).toISOString(), bankTimePrecision: 'none' }
  const [day = '', clock] = at.split(' ')
  const full = clock === undefined ? '00:00:00' : clock.length === 5 ? `${clock}:00` : clock
  const precision = clock === undefined ? 'day' : clock.length === 5 ? 'minute' : 'second'
  return { bankTime: new Date(`${day}T${full}+07:00`).toISOString(), bankTimePrecision: precision }
}

function expected(sample: Sample) {
  const flags = [...(sample.flags ?? []), ...(sample.unattested ? (['lowConfidence'] as const) : [])]
  return {
    kind: 'line',
    direction: sample.direction,
    amountMinor: sample.amountMinor,
    ...(sample.at === null
      ? { bankTime: null, bankTimePrecision: 'none' }
      : thaiTime(sample.at, sample.received)),
    balanceAfterMinor: sample.balance ?? null,
    ownMask: sample.own ?? null,
    payerBank: sample.otherBank ?? null,
    payerName: sample.name ?? null,
    channel: sample.channel ?? null,
    ref: sample.ref ?? null,
    flags,
  }
}

/**
 * Leading hidden places say nothing: they only fill up to the length that the bank's numbers usually have.
 */
function bareMask(mask: string | null | undefined): string | null {
  return mask === null || mask === undefined ? null : mask.replace(/^\?+/, '')
}

describe('every known shape is read whole', () => {
  it.each(samples.map((sample) => [sample.bank, sample.text, sample] as const))(
    '%s: %s',
    (_bank, _text, sample) => {
      const line = read(sample)
      expect(line).toMatchObject(expected(sample))
      if (line.kind !== 'line') throw new Error('not a line')
      expect(bareMask(line.payerMask)).toBe(bareMask(sample.other))
    },
  )

  it('has a sample for every shape that a public source attests', () => {
    const used = new Set(
      samples.map((sample) => {
        const line = read(sample)
        return line.kind === 'line' ? line.shape : ''
      }),
    )
    const attested = Object.values(shapesByBank)
      .flatMap((shapes) => shapes)
      .filter((shape) => shape.confidence !== 'C')
    expect(attested.map((shape) => shape.id).filter((id) => !used.has(id))).toEqual(NOT_SAMPLED)
  })
})

/** Variants of a sampled wording that no message of the public test data shows literally. */
const NOT_SAMPLED: string[] = []

function parse(bank: BankCode, text: string, rest: Partial<BankMessage> = {}) {
  return parseBankMessage({
    bank,
    text,
    source: 'sms',
    sender: SENDERS[bank] ?? '',
    receivedAt: '2026-05-18T22:00:00+07:00',
    ...rest,
  })
}

describe('what surrounds a message', () => {
  const body = '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.'
  it.each([
    `KBank: ${body}`,
    `${body} สอบถามโทร 02-8888888`,
    `  ${body}\n`,
    body.replaceAll(' ', '\u00a0'),
    body.replaceAll(' ', '  '),
    `[Web]${body}`,
    body.replaceAll('1', '๑').replaceAll('5', '๕'),
    body.replaceAll(',', '，'),
    body.normalize('NFD'),
    `\u200b${body}`,
    body.replace('คงเหลือ', 'คงเหลือ\n'),
  ])('does not matter: %s', (text) => {
    expect(parse('KBANK', text)).toMatchObject({
      kind: 'line',
      direction: 'in',
      amountMinor: 15_000,
      balanceAfterMinor: 969_218,
      ownMask: '??????1234',
      payerMask: '??????5678',
      payerBank: 'KBANK',
      bankTime: '2026-04-28T16:26:00.000Z',
    })
  })
  it('reads sara am written in two characters', () => {
    const text = '20/05/68 17:52:48 บัญชี x9571 รับโอนพร้อมเพย์ จํานวน 10.00 บาท ยอดเงินคงเหลือ 10.39 บาท'
    expect(parse('BAAC', text)).toMatchObject({ kind: 'line', amountMinor: 1_000 })
  })
  it.each([
    `${body} บันทึกช่วยจำ: OTP 123456`,
    `${body} หมายเหตุ: ครั้งก่อนโอนไม่สำเร็จ`,
    `${body} memo: cancelled, refunded 900.00`,
    `${body} บันทึก: เงินออก 900.00 บาท`,
  ])('is no part of it where whoever sent the money wrote it: %s', (text) => {
    expect(parse('KBANK', text)).toMatchObject({ kind: 'line', direction: 'in', amountMinor: 15_000 })
  })
  it('is suspicious with a link, even there', () => {
    const failed = { kind: 'failure', reason: 'link' }
    expect(parse('KBANK', `${body} memo: bit.ly/x`)).toMatchObject(failed)
  })
  it('is a second movement in whichever wording', () => {
    const failed = { kind: 'failure', reason: 'severalMovements' }
    expect(parse('KBANK', `${body} เงินเข้า 90.00 บาท`)).toMatchObject(failed)
  })
  it('is no balance before the amount, though it stands there too', () => {
    const text = `ยอดเดิม 150.00 คงเหลือ 1.00 บ. ${body}`
    expect(parse('KBANK', text)).toMatchObject({ kind: 'line', balanceAfterMinor: 969_218, flags: [] })
  })
  it('names another bank as the sender of an SMS, which is not ours then; an app may be called so', () => {
    expect(parse('KBANK', body, { sender: 'SCB' })).toMatchObject({
      kind: 'failure',
      reason: 'unknownShape',
    })
    expect(parse('KBANK', body, { sender: 'SCB', source: 'push' })).toMatchObject({ kind: 'line' })
  })
  it('flags an SMS sender that no public source knows, but not a push', () => {
    expect(parse('KBANK', body, { sender: 'K8ANK' })).toMatchObject({
      kind: 'line',
      flags: ['unknownSender'],
    })
    expect(parse('KBANK', body, { sender: 'com.example', source: 'push' })).toMatchObject({ flags: [] })
  })
  it('accepts a Date as receipt time and refuses nonsense', () => {
    expect(parse('KBANK', body, { receivedAt: new Date('2026-05-01') })).toMatchObject({ kind: 'line' })
    expect(() => parse('KBANK', body, { receivedAt: 'soon' })).toThrow(RangeError)
  })
})

describe('the time of a movement', () => {
  it('is none where the bank’s own date is lost, though an hour is left', () => {
    const pushed = (date: string) =>
      parse('KBANK', `เงินเข้าบัญชี xxx-x-x1234-x จำนวนเงิน 100.00 บาท วันที่ ${date}เวลา 21:02 น.`)
    expect(pushed('18 พ.ค. 69 ')).toMatchObject({ bankTime: '2026-05-18T14:02:00.000Z', flags: [] })
    expect(pushed('')).toMatchObject({ bankTime: null, bankTimePrecision: 'none', flags: ['truncated'] })
  })
  it('may be up to a day after the receipt in a plain wording; what is later is only announced', () => {
    const said = (clock: string) => parse('KBANK', `เงินเข้า 100.00 บาท เมื่อ 19/05/2026 ${clock}`)
    expect(said('22:00')).toMatchObject({ kind: 'line', bankTime: '2026-05-19T15:00:00.000Z' })
    expect(said('22:01')).toMatchObject({ kind: 'failure', reason: 'unknownShape' })
  })
})

describe('messages that move no money', () => {
  it.each([
    ['KBANK', 'OTP=123456 [รหัสอ้างอิง:ABCD] โอนเงิน 1,000.00 บาท ไป X-1234 ห้ามบอกรหัส', 'otp'],
    ['KTB', 'ใส่รหัส OTP 123456 Ref:AbCd เพื่อโอนเงินออก -20.00 บาท จากบัญชี XXX-X-XX162-4', 'otp'],
    ['SCB', '<OTP 123456> Ref. ABCD ถอน/โอนเงิน 10,000.00บ บ/ชx833111 18/05@12:29', 'otp'],
    [
      'TTB',
      'โอนเงินไม่สำเร็จ โอนเงิน1.00บ.ไปยังบ/ช KBANK X2871 นาย สมชาย ใจ เหลือ371.00บ.12/04/26@17:39',
      'failedMovement',
    ],
    ['KBANK', 'มีการเข้าสู่ระบบ K PLUS จากอุปกรณ์ใหม่ 18/05/69 10:00', 'signIn'],
    ['KBANK', 'ยินดีต้อนรับสู่ระบบ K PLUS โปรโมชั่นพิเศษวันนี้', 'promotion'],
    ['KTB', '【KTB】คุณได้รับสิทธิ์ยื่นกู้ 200,000 บาท คลิ๊ก cutt.ly/abc', 'promotion'],
    ['BBL', 'ยินดีด้วย คุณได้รับซองแดงกับ 5977 บาท คลิก cutt.ly/abc', 'promotion'],
    ['KBANK', 'KBANK: ยอดคงเหลือ 50,000.00 บาท', 'balanceInfo'],
    ['KBANK', '22/11/18 12:34 A/C X999911X Outstanding Balance 9999.99 Baht.', 'balanceInfo'],
    ['KBANK', '22/11/62 12:34 บช X999911X คงเหลือ 9999.99บ', 'balanceInfo'],
    ['SCB', 'ยอดเงินใช้ได้บ/ช x999911 วันที่ 18/05 เวลา 08:00 คือ 1,000.00 บ', 'balanceInfo'],
  ] as const)('%s: %s is %s', (bank, text, about) => {
    expect(parse(bank, text)).toMatchObject({ kind: 'notMoney', about })
  })
})

describe('messages that are refused', () => {
  it.each([
    ['KBANK', '', 'empty'],
    ['KBANK', '   \u200b ', 'empty'],
    ['KBANK', 'x'.repeat(1001), 'tooLong'],
    ['CITI', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.', 'bankNotSupported'],
    ['SCB', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.', 'unknownShape'],
    ['KBANK', 'KBank Live แจ้งเตือนรายการเงินเข้า', 'unknownShape'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 1,50.00 คงเหลือ 9,692.18 บ.', 'amountUnclear'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 1,000.0 คงเหลือ 9,692.18 บ.', 'amountUnclear'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 0.00 คงเหลือ 9,692.18 บ.', 'amountUnclear'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150 คงเหลือ 9,692.18 บ.', 'amountUnclear'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,69.18 บ.', 'balanceUnclear'],
    ['KBANK', '28/04/69 23:26 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ. bit.ly/x', 'link'],
    ['KBANK', 'หักบัญชี บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.', 'directionConflict'],
    [
      'KBANK',
      'บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9.18 บ. บช X-1234 รับโอนจาก X-5678 90.00 คงเหลือ 99.18 บ.',
      'severalMovements',
    ],
    [
      'KBANK',
      'บช X-1234 เงินเข้า 90.00 คงเหลือ 99.18 บ. บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 249.18 บ.',
      'severalMovements',
    ],
    [
      'KBANK',
      'บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9.18 บ. หักบช X-1234 เข้า X-5678 90.00 คงเหลือ 99.18 บ.',
      'directionConflict',
    ],
  ] as const)('%s: %s because of %s', (bank, text, reason) => {
    expect(parse(bank, text)).toMatchObject({ kind: 'failure', reason })
  })
})

describe('a movement that is not what its shape says', () => {
  const scb = '18/05@14:45 500.00 จากKBNK/x146111เข้าx421222 ใช้ได้954.62บ'
  const worded = (word: string) => [`${word} ${scb}`, `${scb} (${word})`].map((text) => parse('SCB', text))
  it.each([
    'คืนเงิน',
    'เงินคืน',
    'โอนคืน',
    'โอนผิด แจ้งคืน',
    'ตีกลับ',
    'Refund',
    'Returned',
    'Bounced',
    'Chargeback',
    'Charge-back',
  ])('is read, and only suggests, where the money comes back: %s', (word) => {
    for (const result of worded(word))
      expect(result).toMatchObject({ kind: 'line', amountMinor: 50_000, flags: ['lowConfidence'] })
  })
  it.each(['อายัด', 'รอยืนยัน', 'รอการตรวจสอบ', 'รออนุมัติ', 'Pending'])(
    'is no line while it is held: %s',
    (word) => {
      for (const result of worded(word)) expect(result).toMatchObject({ kind: 'failure' })
    },
  )
  it('is what it says where a name only begins so', () => {
    for (const name of ['K. RETURNO PENDINGTON', 'นาย คืน เงินดี'])
      expect(parse('SCB', scb.replace('จากKBNK/x146111', ` โอนจาก${name}`))).toMatchObject({ flags: [] })
  })
})
