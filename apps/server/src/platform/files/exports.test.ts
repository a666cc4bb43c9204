import { describe, expect, it } from 'vitest'
import { bookOf, csvOf, escapeFormula } from './export-file.ts'
import type { ExportColumn, Sheet } from './sheet-shape.ts'
import { fileBase } from './exports.ts'
import { maskAccountNo, maskOwnAccountNo, maskPhone } from '../people/masks.ts'
import { cellsOf } from './xlsx-book.ts'
import { xlsxOf } from './xlsx-thread.ts'

interface Row {
  readonly name: string
  readonly amountMinor: number
  readonly at?: string
  readonly on?: string
  readonly seconds?: number | null
}
const name: ExportColumn<Row> = { key: 'name', heading: 'field.name', kind: 'text', of: (row) => row.name }
const amount: ExportColumn<Row> = {
  key: 'balance',
  heading: 'field.balance',
  kind: 'amount',
  isSummed: true,
  of: (row) => row.amountMinor,
}
const at: ExportColumn<Row> = {
  key: 'createdAt',
  heading: 'field.createdAt',
  kind: 'instant',
  of: (row) => row.at ?? null,
}
const sheet = (rows: readonly Row[], more: Partial<Sheet<Row>> = {}): Sheet<Row> => ({
  area: 'members',
  language: 'th',
  columns: [name, amount],
  rows,
  isCut: false,
  mark: 'mark',
  ...more,
})
const csv = (...rows: Row[]) => csvOf(sheet(rows))
const sheetOf = (file: Sheet<Row>) => {
  const book = bookOf(file)
  return { data: cellsOf(book), widths: book.widths }
}
const linesOf = (text: string) => text.split('\r\n')

describe('an exported file', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    '  =1',
    '=HYPERLINK("http://x","y")',
  ])('keeps a spreadsheet from calculating %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    const { data } = sheetOf(sheet([{ name: text, amountMinor: 1 }]))
    expect(data[1]?.[0]).toMatchObject({ value: `'${text}`, type: String })
  })

  it('opens with its mark for Excel and follows RFC 4180', () => {
    const text = csv({ name: 'a "b", c;\nd', amountMinor: 5 })
    expect(text).toBe(
      '\ufeffชื่อ-นามสกุล,เครดิตคงเหลือ\r\n"a ""b"", c;\nd",0.05\r\nรวม (1 รายการ),0.05\r\nmark\r\n',
    )
  })

  it('keeps amounts numbers, negative ones too', () => {
    expect(csv({ name: 'x', amountMinor: -123_456_789_012_345 })).toContain('x,-1234567890123.45\r\n')
    expect(csv({ name: '-x', amountMinor: 0 })).toContain("'-x,0.00\r\n")
  })

  it('prints moments in Bangkok, over midnight and New Year', () => {
    const rows = [{ name: 'x', amountMinor: 0, at: '2026-12-31T17:30:05.700Z' }]
    const columns = [at, name]
    expect(linesOf(csvOf(sheet(rows, { columns })))[1]).toBe('2027-01-01 00:30:05,x')
    const { data } = sheetOf(sheet(rows, { columns }))
    // A cell's date has no zone: what Bangkok's clocks showed, to the second.
    expect(data[1]?.[0]).toEqual({
      value: new Date('2027-01-01T00:30:05Z'),
      type: Date,
      format: 'yyyy-mm-dd hh:mm:ss',
    })
  })

  it('prints a time of waiting as hours, minutes and seconds, over a day too', () => {
    const waited: ExportColumn<Row> = {
      key: 'age',
      heading: 'field.note',
      kind: 'duration',
      of: (row) => row.seconds ?? null,
    }
    const rows = [9, 3_725, 100_000, null].map((seconds) => ({ name: 'x', amountMinor: 0, seconds }))
    const file = sheet(rows, { columns: [name, waited] })
    expect(linesOf(csvOf(file)).slice(1, 5)).toEqual(['x,0:00:09', 'x,1:02:05', 'x,27:46:40', 'x,'])
    const cells = sheetOf(file).data.map((row) => row[1])
    expect(cells[2]).toEqual({ value: 3_725 / 86_400, type: Number, format: '[h]:mm:ss' })
    expect(cells[4]).toBeNull()
  })

  it('has dates and numbers as such in a workbook, in columns wide enough', () => {
    const on: ExportColumn<Row> = {
      key: 'on',
      heading: 'field.birthOn',
      kind: 'date',
      of: (row) => row.on ?? null,
    }
    const rows = [{ name: 'ก'.repeat(30), amountMinor: 123_456_789, on: '2026-11-20' }]
    const { data, widths } = sheetOf(sheet(rows, { columns: [name, amount, on] }))
    expect(data[1]?.slice(1)).toEqual([
      { value: 1_234_567.89, type: Number, format: '#,##0.00' },
      { value: new Date('2026-11-20T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
    ])
    const [nameWidth = 0, amountWidth = 0, dateWidth = 0] = widths
    expect(nameWidth).toBeGreaterThan(30)
    expect(amountWidth).toBeGreaterThan('1,234,567.89'.length)
    expect(dateWidth).toBeGreaterThan('2026-11-20'.length)
  })
})

describe('a workbook', () => {
  it('is written while everything else goes on', async () => {
    const book = bookOf(sheet(Array.from({ length: 3000 }, () => ({ name: 'ชื่อ', amountMinor: 1 }))))
    const writing = xlsxOf(book)
    const order: string[] = []
    // Written on this thread, the file would be there before the timers that are due at once.
    const written = writing.then(() => order.push('written'))
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((done) => setTimeout(done, 0))
      order.push('turn')
    }
    await written
    expect(order).toEqual(['turn', 'turn', 'turn', 'turn', 'turn', 'written'])
    expect((await writing).subarray(0, 2).toString()).toBe('PK')
  })
})

describe('the lines of totals', () => {
  const rows = [
    { name: 'in', amountMinor: 10_010 },
    { name: 'out', amountMinor: 2_005 },
    { name: 'in', amountMinor: 20_000 },
  ]

  it('sum to the satang, in the first cell that no sum needs, above the mark', () => {
    expect(linesOf(csvOf(sheet(rows))).slice(-3)).toEqual(['รวม (3 รายการ),320.15', 'mark', ''])
    const { data } = sheetOf(sheet(rows, { columns: [amount, name], language: 'en' }))
    expect(data.at(-2)).toEqual([
      expect.objectContaining({ value: 320.15, type: Number, format: '#,##0.00' }),
      expect.objectContaining({ value: 'Total (rows: 3)', type: String }),
    ])
    expect(data.at(-1)).toEqual([{ value: 'mark', type: String }])
  })

  it('are one for each part and their net when the file holds several', () => {
    const parts = [
      { label: 'field.deposit', has: (row: Row) => row.name === 'in', sign: 1 as const },
      { label: 'field.withdrawal', has: (row: Row) => row.name === 'out', sign: -1 as const },
    ]
    const more = { parts, netLabel: 'field.net' }
    expect(linesOf(csvOf(sheet(rows, more))).slice(-5, -2)).toEqual([
      'ยอดฝากรวม (2 รายการ),300.10',
      'ยอดถอนรวม (1 รายการ),20.05',
      'ฝากลบถอน (3 รายการ),280.05',
    ])
    const ins = rows.filter(({ name: kind }) => kind === 'in')
    expect(linesOf(csvOf(sheet(ins, more))).slice(-3, -2)).toEqual(['รวม (2 รายการ),300.10'])
  })

  it('leave out rows in no part, which get a line of their own below', () => {
    const part = (of: string) => ({ label: `field.${of}`, has: (row: Row) => row.name === of })
    const parts = [
      { ...part('deposit'), sign: 1 as const },
      { ...part('withdrawal'), sign: -1 as const },
    ]
    const more = { parts, netLabel: 'field.net', notCountedLabel: 'field.state' }
    const rowOf = (of: string, amountMinor: number) => ({ name: of, amountMinor })
    const left = [rowOf('x', 5_000), rowOf('y', 1)]
    const all = [rowOf('deposit', 30_000), ...left, rowOf('withdrawal', 2_000)]
    expect(linesOf(csvOf(sheet(all, more))).slice(-6, -2)).toEqual([
      'ยอดฝากรวม (1 รายการ),300.00',
      'ยอดถอนรวม (1 รายการ),20.00',
      'ฝากลบถอน (2 รายการ),280.00',
      'สถานะ (2 รายการ),50.01',
    ])
    const one = linesOf(csvOf(sheet(all.slice(0, 2), more)))
    expect(one.slice(-4, -2)).toEqual(['รวม (1 รายการ),300.00', 'สถานะ (1 รายการ),50.00'])
    const nothing = linesOf(csvOf(sheet(left, more)))
    expect(nothing.slice(-4, -2)).toEqual(['รวม (0 รายการ),0.00', 'สถานะ (2 รายการ),50.01'])
  })

  it('say so when the filter holds more', () => {
    const [, , line = ''] = linesOf(csvOf(sheet(rows.slice(0, 1), { isCut: true, language: 'en' })))
    expect(line).toBe('Total (first 1 rows only – the filter holds more),100.10')
  })
})

describe('the name of a file', () => {
  it('is the list’s and has the dates that its filter keeps to', () => {
    expect(fileBase('deposits', { from: '2026-11-20', to: '2026-11-20' })).toBe('deposits_2026-11-20')
    const both = { from: '2026-11-01', to: '2026-11-20' }
    expect(fileBase('deposits', both)).toBe('deposits_2026-11-01_2026-11-20')
    expect(fileBase('deposits', { from: '2026-11-01' })).toBe('deposits_from-2026-11-01')
    expect(fileBase('deposits', { to: '2026-11-20' })).toBe('deposits_to-2026-11-20')
    expect(fileBase('members', {})).toBe('members')
  })
})

describe('masks', () => {
  it('show a phone by its last four digits', () => {
    expect(maskPhone('+66812345678')).toBe('08x-xxx-5678')
    expect(maskPhone('+8562012345678')).toBe('+xxxxxxxxx5678')
    expect(maskPhone('+12345678')).toBe('+xxxx5678')
  })

  it('show an account number by the four digits before its last', () => {
    expect(maskAccountNo('1234567890')).toBe('xxx-x-x6789-x')
    expect(maskAccountNo('123456789012')).toBe('xxxxxxx8901x')
    expect(maskAccountNo('12345678')).toBe('xxx4567x')
  })

  it('show an account of our own by its last four digits, as the bank’s messages do', () => {
    expect(maskOwnAccountNo('1230709561')).toBe('xxxxxx9561')
    expect(maskOwnAccountNo('561')).toBe('561')
  })
})
