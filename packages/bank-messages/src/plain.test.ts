import type { BankCode } from '@khlang/contract/values/banks.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePushed } from './pushed.fixture.ts'

describe('a text with words of movement', () => {
  it.each<[BankCode, string]>([
    ['KBANK', 'ยอดชำระบัตรเครดิต 5,000.00 บาท ครบกำหนด 25/05/69'],
    ['KBANK', 'กรุณาชำระค่าไฟ 1,250.00 บาท ภายใน 25/05/69'],
    ['KBANK', 'แจ้งเตือน ค่าบริการ AIS ชำระ 599.00 บาท ก่อนวันที่ 30/05'],
    ['SCB', 'รับเงินคืน 500.00 บาท เมื่อใช้จ่าย 3,000.00 บาท'],
    ['SCB', 'รับเงิน 100.00 บาท ทันที เมื่อเปิดบัญชีใหม่'],
    ['SCB', 'Payment 500.00 THB is due 25/05'],
    ['SCB', 'ชำระเงิน 500.00 บาท ไม่สำเร็จ'],
    ['KTB', 'รับเงิน 1,000.00 บาท ฟรี เพียงเปิดบัญชี'],
    ['KTB', 'โอนเงินเข้า 500.00 บาท ไม่สำเร็จ เนื่องจากบัญชีปิด'],
    ['KTB', 'คุณขอเงิน 300.00 บาท จาก นาย ก'],
    ['KTB', 'นาย ก ขอรับเงิน 300.00 บาท จากคุณ'],
    ['BBL', 'โอนเงิน 500.00 บาท จาก นาย ก ให้คุณ'],
    ['BBL', 'Transfer 500.00 THB from account x1234 to your account x5678'],
    ['BBL', 'Payment received 500.00 THB'],
    ['BBL', 'You will receive 500.00 THB'],
    ['BAY', 'รายการใช้จ่ายบัตร 500.00 บาท รออนุมัติ'],
    ['BAY', 'ใช้จ่าย 500.00 บาท ที่ ร้าน A วงเงินคงเหลือ 20,000.00 บาท'],
    ['BAY', 'ใช้จ่ายผ่านบัตร x1234 500.00 บาท วงเงินใช้ได้ 20,000.00 บาท'],
    ['KBANK', 'วงเงินคงเหลือ 20,000.00 บาท'],
    ['KBANK', 'เงินเข้า 500.00 บาท แล้วเงินออก 300.00 บาท'],
    ['KBANK', 'รับเงิน 500.00 บาท รับเงิน 700.00 บาท'],
    ['KBANK', 'SCB: เงินเข้า 500.00 บาท'],
    ['KBANK', 'ธนาคารไทยพาณิชย์ เงินเข้า 500.00 บาท'],
    ['SCB', 'KBank: Receive 10,000.00 THB from A/C x5671'],
    ['KBANK', 'เงินเข้า 50.00 USD'],
    ['KBANK', 'เงินเข้า USD 50.00'],
    ['KBANK', 'Received USD 50.00 from X'],
    ['KBANK', 'Received 50.00 USD from X'],
    ['KBANK', 'ฝากเงิน 500.00 บาท วันนี้ รับดอกเบี้ย 5%'],
    ['KBANK', 'ถอนเงิน 500.00 บาท ต้องยืนยันตัวตน'],
    ['KBANK', 'ต้องการโอนเงิน 500.00 บาท ให้ นาย ก ใช่หรือไม่'],
    ['KBANK', 'ยืนยันการโอนเงิน 500.00 บาท ให้ นาย ก'],
    ['KBANK', 'ตั้งเวลาโอนเงิน 500.00 บาท ให้ นาย ก วันที่ 25/05/69'],
    ['KBANK', 'รายการโอนเงินล่วงหน้า โอนเงิน 500.00 บาท ไปยัง นาย ก วันที่ 25/05/69'],
    ['KBANK', 'พรุ่งนี้ เงินเข้า 500.00 บาท'],
    ['KBANK', 'ค่าธรรมเนียม 10.00 บาท'],
    ['TMW', 'รับเงิน 500.00 บาท สิทธิพิเศษ'],
    ['KBANK', 'Scheduled payment 500.00 THB to AIS'],
    ['KBANK', 'Get cashback! Deposit 500.00 THB today'],
    ['KBANK', 'Refund: Payment 500.00 THB'],
    ['KBANK', 'คืนเงิน ชำระเงิน 500.00 บาท'],
    ['KBANK', 'เงินคืน: ชำระเงิน 500.00 บาท จากร้าน A เข้าบัญชี x1234'],
    ['KBANK', 'นาย ก โอนเงิน 500.00 บาท ให้คุณ'],
    ['KBANK', 'นาย ก โอนเงิน 500.00 บาท ให้คุณแล้ว'],
    ['KBANK', 'นาย ก โอนเงิน 500.00 บาท ไปยังบัญชีของคุณ'],
    ['KBANK', 'โอนเงิน 500.00 บาท ไปยัง บัญชี x1234 ของคุณ'],
    ['KBANK', 'โอนเงินให้ คุณ 500.00 บาท'],
    ['KBANK', 'นาย ก จ่ายเงิน 500.00 บาท ให้คุณ'],
    ['KBANK', 'ลูกค้าชำระเงิน 500.00 บาท ผ่าน QR'],
    ['KBANK', 'ร้าน A ได้รับเงิน 500.00 บาท จากคุณ'],
    ['KBANK', 'ผู้รับ นาย ก รับเงิน 500.00 บาท แล้ว'],
    ['KBANK', 'Mr A paid 500.00 THB to you'],
    ['KBANK', 'Paid 500.00 THB to you by Mr A'],
    ['KBANK', 'Mr A received 500.00 THB from you'],
    ['KBANK', 'Mr A received THB 500.00 from your account'],
    ['KBANK', 'Transferred 500.00 THB to your account x1234'],
    ['KBANK', 'Withdrawal limit 500.00 THB'],
    ['KBANK', 'เงินเข้า 1,23.00 บาท'],
    ['KBANK', 'เงินเข้า 1000 บาท'],
    ['KBANK', 'เงินเข้า 1.5 บาท'],
    ['KBANK', 'เงินเข้า 1,000.000 บาท'],
    ['KBANK', 'เงินเข้า 0.00 บาท'],
    ['KBANK', 'เงินเข้า -500.00 บาท'],
    ['KBANK', 'เงินออก +500.00 บาท'],
    ['KBANK', 'ยกเลิกรายการ เงินเข้า 500.00 บาท'],
    ['KBANK', 'Reversal: Deposit 500.00 THB'],
  ])('%s: %s is kept, not read', (bank, text) => {
    expect(parsePushed(bank, text).kind).not.toBe('line')
  })
})

const TEMPLATES: readonly (readonly [BankCode, 'in' | 'out', string])[] = [
  ['KBANK', 'in', 'เงินเข้า {amount} {unit} เข้าบัญชี x-1231 คงเหลือ {balance} บาท'],
  ['KBANK', 'in', 'เงินเข้าบัญชี XX5671 จำนวน {amount} {unit} จาก นางสมศรี ยอดเงินคงเหลือ {balance} บาท'],
  ['KBANK', 'in', 'คุณได้รับโอนเงินจาก นายวิทยา จำนวน {amount} {unit} คงเหลือ {balance} บาท'],
  ['KBANK', 'out', 'เงินออกจากบัญชี X-1231 จำนวนเงิน {amount} {unit} คงเหลือ {balance} บาท'],
  ['SCB', 'in', 'SCB: Transfer in {amount} {unit} A/C x8891 Bal {balance} THB'],
  ['SCB', 'in', 'Received: THB{amount} from X. Y. Balance THB{balance}'],
  ['SCB', 'out', 'SCB: Transfer out {amount} {unit} to A/C x8891 Bal {balance} THB'],
  ['BBL', 'out', 'BBL: Withdrawal {amount} {unit} from A/C x1231 via ATM Bal {balance} THB'],
  ['BAY', 'out', 'Krungsri: ATM withdrawal {amount} {unit} A/C x3341 Bal {balance} THB'],
  ['KTB', 'out', 'Krungthai NEXT จ่ายเงินให้ ร้าน จำนวน {amount} {unit} จาก บช. x-1291 เหลือ {balance} บาท'],
  ['KBANK', 'in', 'แจ้งเตือนเงินเข้า {amount} {unit} เข้าบัญชีออมทรัพย์ x-1231 คงเหลือ {balance} บาท'],
  ['KBANK', 'out', 'โอนเงิน {amount} {unit} ไปยัง SCB x-1231 นาย สมชาย คงเหลือ {balance} บาท'],
  ['SCB', 'in', 'Received {amount} {unit} from KBANK x1231 Bal {balance} THB'],
  ['GSB', 'in', 'GSB: เงินฝากเข้า {amount} {unit} บช x1121 คงเหลือ {balance} บาท'],
  ['CIMBT', 'out', 'CIMB: โอนเงิน {amount} {unit} บช xxx4561 ไปยัง นายรับเงิน คงเหลือ {balance} บาท'],
]

describe('plain wordings', () => {
  it('give any amount and balance exactly as printed, whatever the unit', () => {
    const money = fc.integer({ min: 1, max: 999_999_999_99 })
    fc.assert(
      fc.property(
        fc.constantFrom(...TEMPLATES),
        money,
        money,
        fc.constantFrom('บาท', 'บ.', 'THB', 'Baht', 'B'),
        fc.boolean(),
        ([bank, direction, template], amount, balance, unit, isGrouped) => {
          const printed = (minor: number) =>
            isGrouped ? formatBaht(minor) : formatBaht(minor).replaceAll(',', '')
          const text = template
            .replace('{amount}', printed(amount))
            .replace('{balance}', printed(balance))
            .replace('{unit}', unit)
          expect(parsePushed(bank, text)).toMatchObject({
            kind: 'line',
            direction,
            amountMinor: amount,
            balanceAfterMinor: balance,
          })
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('take our account, not the other side of the movement', () => {
    const own = (text: string) => {
      const line = parsePushed('KBANK', text)
      return line.kind === 'line' ? line.ownMask : line.kind
    }
    expect([
      own('เงินเข้า 25.00 บาท จากบัญชี x-1111 เข้าบัญชี x-2222'),
      own('โอนเงินออก 25.00 บาท จากบัญชี x-2222 ไปยังบัญชี x-1111'),
      own('Receive 25.00 THB from A/C x1111'),
      own('Transfer out 25.00 THB to A/C x1111'),
      own('เงินเข้า 25.00 บาท บช 123-4-56789-0'),
      own('เงินเข้า 25.00 บาท เข้าบัญชี x-1111 เข้าบัญชี x-2222'),
    ]).toEqual(['??????2222', '??????2222', null, null, '1234567890', null])
  })
})
