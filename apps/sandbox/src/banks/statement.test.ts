import { expect, test } from 'vitest'
import { statementCsv, statementXlsx } from './statement.ts'

const other = { bank: 'SCB', accountNo: '1112223334', name: 'สมชาย ใจดี' }
const at = Date.parse('2026-11-22T02:15:07Z')
const statement = {
  accountNo: '1234567890',
  accountName: 'คลัง จำกัด',
  movements: [
    {
      direction: 'in',
      amountMinor: 123_450,
      balanceAfterMinor: 223_450,
      atMs: at,
      other,
      isPromptPay: false,
    },
    {
      direction: 'out',
      amountMinor: 50_000,
      balanceAfterMinor: 173_450,
      atMs: at + 60_000,
      other: null,
      isPromptPay: false,
    },
  ],
} as const

test('a bank prints Windows-874, years of the Buddhist Era, what went out in brackets', () => {
  const text = new TextDecoder('windows-874').decode(statementCsv(statement))
  expect(text.split('\r\n')).toEqual([
    'เลขที่บัญชี,1234567890,คลัง จำกัด',
    '',
    'วันที่,เวลา,รายการ,ถอน,ฝาก,ยอดคงเหลือ,รายละเอียด',
    ',,ยอดยกมา,,,"1,000.00",',
    '22/11/2569,09:15:07,รับโอนเงิน,,"1,234.50","2,234.50",SCB x3334 สมชาย ใจดี',
    '22/11/2569,09:16:07,โอนเงินออก,(500.00),,"1,734.50",',
    'รวม,,,500.00,"1,234.50",,',
    '',
  ])
})

test('the same is a spreadsheet', async () => {
  expect((await statementXlsx(statement)).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
})
