import { expect, test } from 'vitest'
import { textsOf, type Movement } from '../message-shapes.ts'

const movement: Movement = {
  direction: 'in',
  amountMinor: 123_456,
  balanceAfterMinor: 987_654,
  atMs: Date.parse('2026-05-04T08:04:09Z'),
  other: { bank: 'SCB', accountNo: '4111577222', name: 'สมชาย ใจดี' },
  isPromptPay: false,
}
const out = { direction: 'out' } as const
const promptPay = { isPromptPay: true }
const cash = { other: null }
const fee = { ...out, ...cash }
const baacEnd = 'จำนวน 1,234.56 บาท ยอดเงินคงเหลือ 9,876.54 บาท'

// What the parser makes of them is tried where both can be seen: apps/server/src/app/seed.
test.each([
  ['BBL', {}, 'เงินโอนเข้าบ/ชX4182ผ่านระบบ 1,234.56บ ใช้ได้ 9,876.54บ@15:04'],
  ['BBL', promptPay, 'เงินเข้าบ/ชX4182 จากพร้อมเพย์ผ่านMB 1,234.56บ เงินในบ/ชใช้ได้9,876.54บ'],
  ['BBL', cash, 'ฝาก/โอนเงินเข้าบ/ชX4182 ผ่านCDM 1,234.56บ ใช้ได้9,876.54บ'],
  ['BBL', out, 'ถอน/โอน/จ่ายเงินจากบ/ชX4182 ผ่านMB 1,234.56บ ใช้ได้9,876.54บ'],
  ['BBL', fee, 'ถอน/โอน/จ่ายเงินจากบ/ชX4182 ผ่านระบบ 1,234.56บ ใช้ได้9,876.54บ'],
  ['BAY', {}, 'โอนเข้า xxx700418x  1,234.56 เหลือ 9,876.54 (4/5/69,15:04)'],
  ['BAY', fee, 'ถอน xxx700418x  1,234.56 เหลือ 9,876.54 (4/5/69,15:04)'],
  ['BAAC', {}, `04/05/69 15:04:09 บัญชี x4182 รับโอนพร้อมเพย์ ${baacEnd}`],
  ['BAAC', fee, `04/05/69 15:04:09 บัญชี x4182 ถอนเงิน ${baacEnd}`],
] as const)('%s tells of %j in its own words', (bank, of, text) => {
  expect(textsOf(bank, '1987004182', { ...movement, ...of })[0]?.text).toBe(text)
})

test.each([
  [
    {},
    'เงินเข้า: มีการฝาก/โอนเงิน 1,234.56 บาท จากบัญชี SCBA 0041XXXX7222 เข้าบัญชี GSBA 0204XXXX0741 ' +
      'วันที่ 4 พ.ค. 2569 เวลา 15:04 น. คงเหลือ 9,876.54 บาท',
  ],
  [
    promptPay,
    'เงินเข้า: มีการฝาก/โอนเงิน 1,234.56 บาท เข้าบัญชี GSBA 0204XXXX0741 ' +
      'วันที่ 4 พ.ค. 2569 เวลา 15:04 น. คงเหลือ 9,876.54 บาท',
  ],
  [
    out,
    'เงินออก: มีการถอน/โอนเงิน 1,234.56 บาท จากบัญชี GSBA 0204XXXX0741 เข้าบัญชี SCBA 0041XXXX7222 ' +
      'วันที่ 4 พ.ค. 2569 เวลา 15:04 น. คงเหลือ 9,876.54 บาท',
  ],
])('GSB tells of %j with both ends of twelve digits', (of, text) => {
  expect(textsOf('GSB', '020458210741', { ...movement, ...of })[0]?.text).toBe(text)
})

test.each([
  ['BBL', 'เงินโอนเข้า บช. x-4182 จำนวน 1,234.56 บาท จาก นายสมชาย ใ.', 'Bualuang mBanking'],
  ['BAY', 'KMA เงินเข้าบัญชี 1,234.56 บาท', 'KMA'],
  ['GSB', 'MyMo มีเงินเข้าบัญชี 1,234.56 บาท', 'MyMo'],
])('the app of %s tells of it, too', (bank, text, sender) => {
  expect(textsOf(bank, '1987004182', movement)[1]).toEqual({ source: 'push', sender, text })
})
