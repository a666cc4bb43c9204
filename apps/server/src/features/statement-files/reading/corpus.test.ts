import { expect, test } from 'vitest'
import { utf16, windows874, sheetXml, xlsxOf } from './files.fixture.ts'
import { guessLayout, isOfAccount, statedAccountOf } from './layout.ts'
import { orderRows } from './running-balance.ts'
import { statementRows } from './statement-rows.ts'
import { textSheetOf } from './text-sheet.ts'

const nowMs = Date.parse('2026-11-28T03:00:00Z')

const lengths = { day: 10, minute: 16, second: 19 }

/** A file as one line of text for each row: when, what it moved, the balance; then what was refused. */
async function told(bytes: Buffer): Promise<string[]> {
  const { rows } = await textSheetOf(bytes)
  const { mapping } = guessLayout(rows, [])
  const read = statementRows(rows, mapping, nowMs)
  const ordered = orderRows(read.rows)
  return [
    ...ordered.rows.map(
      ({ at, precision, direction, amountMinor, balanceAfterMinor }) =>
        `${at.slice(0, lengths[precision])} ${direction === 'in' ? '+' : '-'}${amountMinor}` +
        (balanceAfterMinor === null ? '' : ` =${balanceAfterMinor}`),
    ),
    ...read.errors.map(({ no, fault }) => `${no} ${fault}`),
    ...ordered.holes.map(({ no, missingMinor }) => `${no} hole ${missingMinor}`),
  ]
}

// Midnight of the 22nd in Bangkok is 17:00 of the 21st in UTC, and so is a day without a time.
const usual = ['2026-11-22T02:15 +123450 =223450', '2026-11-22T03:30 -50000 =173450']

const corpus: Readonly<Record<string, { readonly bytes: Buffer; readonly rows: readonly string[] }>> = {
  'KBANK: Windows-874, BE of two digits, two columns, text above and below': {
    bytes: windows874(
      'ธนาคารกสิกรไทย\r\nเลขที่บัญชี,123-4-56789-0,ชื่อบัญชี,บจก. คลัง\r\n' +
        'รอบบัญชี,01/11/2569 - 30/11/2569\r\n\r\n' +
        'วันที่,เวลา,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ (บาท),ช่องทาง,รายละเอียด\r\n' +
        '22/11/69,,ยอดยกมา,,,"1,000.00",,\r\n' +
        '22/11/69,09:15,รับโอนเงิน,,"1,234.50","2,234.50",K PLUS,จาก X5678 นาย สมชาย ใจดี\r\n' +
        '22/11/69,10:30,โอนเงิน,500.00,,"1,734.50",K PLUS,\r\n' +
        'รวมถอนเงิน 1 รายการ,,,500.00,,,,\r\nรวมฝากเงิน 1 รายการ,,,,"1,234.50",,,\r\n',
    ),
    rows: usual,
  },
  'SCB: UTF-8 with its mark, year of four digits, codes X1 and X2 in one amount': {
    bytes: Buffer.from(
      '\uFEFFAccount No.,xxx-x-x6789-0\nDate,Time,Code,Amount,Balance,Description\n' +
        '22/11/2026,09:15,X1,"1,234.50","2,234.50",KBANK x5678\n22/11/2026,10:30,X2,500.00,"1,734.50",ATM\n',
    ),
    rows: usual,
  },
  'KTB: semicolons, a minus in brackets, date and time in one cell, newest first': {
    bytes: Buffer.from(
      'วันที่/เวลา;รายละเอียด;จำนวนเงิน;ยอดคงเหลือ\n22-11-2569 10:30;ถอน;(500.00);1,734.50\n' +
        '22-11-2569 09:15;ฝาก;1,234.50;2,234.50\n',
    ),
    rows: usual,
  },
  'BBL: tabs, named months, Withdrawal and Deposit': {
    bytes: Buffer.from(
      'Account Number\t1234567890\nTransaction Date\tTime\tParticulars\tWithdrawal\tDeposit\tBalance\n' +
        '22-Nov-26\t09:15\tTRF FR OTH BK\t-\t1234.50\t2234.50\n22-Nov-26\t10:30\tCASH\t500.00\t-\t1734.50\n',
    ),
    rows: usual,
  },
  'BAY: Thai months, Thai digits, the baht sign': {
    bytes: Buffer.from(
      'วันที่,เวลา,ถอน,ฝาก,คงเหลือ\n๒๒ พ.ย. ๒๕๖๙,๐๙:๑๕ น.,,"฿๑,๒๓๔.๕๐","฿๒,๒๓๔.๕๐"\n' +
        '22 พฤศจิกายน 2569,10:30 น.,฿500.00,,"฿1,734.50"\n',
    ),
    rows: usual,
  },
  'TTB: UTF-16, a minus behind': {
    bytes: utf16(
      'Date,Time,Amount,Balance\r\n22/11/26,09:15,"1,234.50","2,234.50"\r\n' +
        '22/11/26,10:30,500.00-,"1,734.50"\r\n',
    ),
    rows: usual,
  },
  'GSB: seconds, words for the way of money': {
    bytes: Buffer.from(
      'วันที่,เวลา,ประเภท,จำนวนเงิน,ยอดคงเหลือ\n22/11/2569,09:15:07,ฝาก,"1,234.50","2,234.50"\n' +
        '22/11/2569,10:30:59,ถอน,500,"1,734.50"\n',
    ),
    rows: ['2026-11-22T02:15:07 +123450 =223450', '2026-11-22T03:30:59 -50000 =173450'],
  },
  'BAAC: days without times': {
    bytes: windows874(
      'วันที่,รายการ,ถอน,ฝาก,คงเหลือ\n22/11/2569,รับโอน,,"1,234.50","2,234.50"\n' +
        '23/11/2569,ถอน,500.00,,"1,734.50"\n',
    ),
    rows: ['2026-11-21 +123450 =223450', '2026-11-22 -50000 =173450'],
  },
  'a business site: ISO, debit and credit, CR and DR at the amount': {
    bytes: Buffer.from(
      'Txn Date,Description,Debit/Credit,Amount,Balance\n2026-11-22T09:15:00,IN,CR,1234.50,2234.50\n' +
        '2026-11-22 10:30:00,OUT,DR,500.00 DR,1734.50\n',
    ),
    rows: ['2026-11-22T02:15:00 +123450 =223450', '2026-11-22T03:30:00 -50000 =173450'],
  },
  'headings that are said again on a new page, and text that runs over': {
    bytes: Buffer.from(
      'Date,Time,Withdrawal,Deposit,Balance,Description\n22/11/26,09:15,,"1,234.50","2,234.50",A\n' +
        ',,,,,of company B\n' +
        'Date,Time,Withdrawal,Deposit,Balance,Description\n22/11/26,10:30,500.00,,"1,734.50",C\n' +
        'Total,,500.00,1234.50,,\n',
    ),
    rows: usual,
  },
  'quotes with commas and line breaks inside': {
    bytes: Buffer.from(
      'Date,Time,"Withdrawal","Deposit",Balance,Description\n' +
        '22/11/26,09:15,,"1,234.50","2,234.50","A,\nB ""C"""\n' +
        '22/11/26,10:30,500.00,,"1,734.50","D"\n',
    ),
    rows: usual,
  },
  'no balance at all, one signed column': {
    bytes: Buffer.from('Date,Time,Amount\n22/11/26,09:15,"+1,234.50"\n22/11/26,10:30,"-500.00"\n'),
    rows: ['2026-11-22T02:15 +123450', '2026-11-22T03:30 -50000'],
  },
  'no balance and no sign: which way money went is not guessed': {
    bytes: Buffer.from('Date,Time,Amount\n22/11/26,09:15,1234.50\n'),
    rows: ['2 directionUnclear'],
  },
  'two equal transfers within a minute stay two': {
    bytes: Buffer.from(
      'Date,Time,Withdrawal,Deposit,Balance\n22/11/26,09:15,,5.00,15.00\n22/11/26,09:15,,5.00,20.00\n',
    ),
    rows: ['2026-11-22T02:15 +500 =1500', '2026-11-22T02:15 +500 =2000'],
  },
  'a row is missing: the balances do not follow': {
    bytes: Buffer.from(
      'Date,Time,Withdrawal,Deposit,Balance\n22/11/26,09:15,,5.00,15.00\n22/11/26,09:20,,5.00,27.00\n',
    ),
    rows: ['2026-11-22T02:15 +500 =1500', '2026-11-22T02:20 +500 =2700', '3 hole 700'],
  },
  'amounts that can be two things are refused': {
    bytes: Buffer.from(
      'Date,Withdrawal,Deposit,Balance\n22/11/26,,"1.234,50",1\n' +
        '22/11/26,,"1,23",1\n22/11/26,5.00,5.00,1\n22/11/26,,-5.00,1\n' +
        '22/11/26,,1.234,1\n22/11/26,,,1\n22/11/26,,5.00,\n',
    ),
    rows: [
      '2 amountUnclear',
      '3 amountUnclear',
      '4 amountTwice',
      '5 amountUnclear',
      '6 amountUnclear',
      '7 amountMissing',
      '8 balanceMissing',
    ],
  },
  'dates that can be two things, or none, are refused': {
    bytes: Buffer.from(
      'Date,Time,Amount,Balance\n11/22/26,,5.00,1\n31/02/2569,,5.00,1\n' +
        '22/11/40,,5.00,1\n22 Foo 2569,,5.00,1\n,09:00,5.00,1\n' +
        '22/11/69,25:00,5.00,1\n12112026,,5.00,6\n',
    ),
    rows: [
      '2026-11-11 +500 =600',
      '2 dateUnclear',
      '3 dateUnclear',
      '4 dateUnclear',
      '5 dateUnclear',
      '6 dateMissing',
      '7 timeUnclear',
    ],
  },
  'a code that can be both ways is refused': {
    bytes: Buffer.from('Date,Type,Amount,Balance\n22/11/26,D,5.00,1\n22/11/26,CR,-5.00,1\n'),
    rows: ['2 directionUnclear', '3 directionUnclear'],
  },
  'XLSX: real dates, numbers, a value that a formula left, merged headings': {
    bytes: xlsxOf(
      sheetXml([
        ['เลขที่บัญชี', '123-4-56789-0'],
        ['', '', 'รายการเดินบัญชี'],
        ['วันที่', 'ถอน', 'ฝาก', 'ยอดคงเหลือ', 'รายละเอียด'],
        [
          { attributes: 's="1"', xml: '<v>46348.385416666664</v>' },
          '',
          1234.5,
          { xml: '<f>D2+C4</f><v>2234.5</v>' },
          '=HYPERLINK()',
        ],
        ['22/11/2569 10:30', '500.00', '', 1734.5],
      ]),
    ),
    rows: ['2026-11-22T02:15:00 +123450 =223450', '2026-11-22T03:30 -50000 =173450'],
  },
  'XLSX: a date of the Buddhist Era in a calendar that knows none': {
    bytes: xlsxOf(
      sheetXml([
        ['วันที่', 'ถอน', 'ฝาก', 'คงเหลือ'],
        ['2569-11-22', '', 5, 15],
      ]),
    ),
    rows: ['2026-11-21 +500 =1500'],
  },
}

test.each(Object.entries(corpus))('%s', async (_name, { bytes, rows }) => {
  expect(await told(bytes)).toEqual(rows)
})

test('the account of a file is the one that stands above its table', () => {
  const above = (text: string) =>
    statedAccountOf(
      [
        { no: 1, cells: [text] },
        { no: 2, cells: ['Date'] },
      ],
      2,
    )
  expect(above('เลขที่บัญชี 123-4-56789-0')).toBe('1234567890')
  expect(above('Account No. xxx-x-x6789-0')).toBe('xxxxx67890')
  expect(above('โทร 02-888-8888')).toBeNull()
  expect(isOfAccount('1234567890', '1234567890')).toBe(true)
  expect(isOfAccount('xxxxx67890', '1234567890')).toBe(true)
  expect(isOfAccount('1234567891', '1234567890')).toBe(false)
  expect(isOfAccount('001234567890', '1234567890')).toBe(true)
  expect(isOfAccount('991234567890', '1234567890')).toBe(false)
})

test('columns that a person taught a bank are found again by their headings, wherever they stand', () => {
  const rows = [
    { no: 1, cells: ['x'] },
    { no: 2, cells: ['B', 'A', 'C'] },
  ]
  const found = guessLayout(rows, [{ date: 'A', amount: 'C' }])
  expect(found).toMatchObject({
    from: 'saved',
    mapping: { headerRow: 2, columns: { date: 1, amount: 2, balance: null } },
  })
  expect(guessLayout(rows, [{ date: 'A', amount: 'Z' }]).from).toBe('none')
})
