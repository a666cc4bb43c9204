import { describe, expect, it } from 'vitest'
import { csvOf, escapeFormula, type ExportColumn } from './exports.ts'
import { maskAccountNo, maskPhone } from './masks.ts'

interface Row {
  readonly name: string
  readonly amountMinor: number
}
const columns: readonly ExportColumn<Row>[] = [
  { key: 'name', th: 'ชื่อ', en: 'Name', kind: 'text', of: (row) => row.name },
  { key: 'amountMinor', th: 'ยอด', en: 'Amount', kind: 'amount', of: (row) => row.amountMinor },
]
const csv = (...rows: Row[]) => csvOf(columns, rows, 'th', 'mark')

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
  ])('keeps a spreadsheet from calculating %j', (name) => {
    expect(escapeFormula(name)).toBe(`'${name}`)
  })

  it('opens with its mark for Excel and follows RFC 4180', () => {
    const text = csv({ name: 'a "b", c;\nd', amountMinor: 5 })
    expect(text).toBe('\ufeffชื่อ,ยอด\r\n"a ""b"", c;\nd",0.05\r\nmark\r\n')
  })

  it('keeps amounts numbers, negative ones too', () => {
    expect(csv({ name: 'x', amountMinor: -123_456_789_012_345 })).toContain('x,-1234567890123.45\r\n')
    expect(csv({ name: '-x', amountMinor: 0 })).toContain("'-x,0.00\r\n")
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
})
