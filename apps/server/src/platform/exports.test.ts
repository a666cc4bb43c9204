import { describe, expect, it } from 'vitest'
import type { Activity } from './activity.ts'
import type { EmployeeActor } from './actor.ts'
import { csvOf, escapeFormula, exportRows, exportRowsMax, type ExportColumn } from './exports.ts'
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

describe('a file of a list', () => {
  interface Event {
    readonly at: string
    readonly count: number
  }
  const eventColumns: readonly ExportColumn<Event>[] = [
    { key: 'at', th: 'เวลา', en: 'Time', kind: 'instant', of: (row) => row.at },
    { key: 'count', th: 'จำนวน', en: 'Count', kind: 'integer', of: (row) => row.count },
  ]
  const event = { at: '2026-12-31T17:30:05.000Z', count: 3 }

  it('prints moments in Bangkok, over midnight and New Year', () => {
    const lines = csvOf(eventColumns, [event], 'en', 'mark').split('\r\n')
    expect(lines).toEqual(['\ufeffTime,Count', '2027-01-01 00:30:05,3', 'mark', ''])
  })

  const fileOf = (found: number) => {
    const records: Activity[] = []
    const context = {
      actor: { username: 'p1', role: { abilities: { exportData: true } } } as EmployeeActor,
      language: 'en' as const,
      services: { now: () => Date.parse('2026-12-31T17:30:05.000Z') },
      record: async (activity: Activity) => void records.push(activity),
      input: { format: 'csv' as const },
    }
    const read = async (limit: number) => Array.from({ length: Math.min(limit, found) }, () => event)
    return exportRows(context, { list: 'events', columns: eventColumns, read }).then((file) => ({
      file,
      records,
    }))
  }

  it('is cut after 10,000 rows and says so, also on record; it bears Bangkok’s date', async () => {
    const whole = await fileOf(exportRowsMax)
    expect(whole.file).toMatchObject({ rows: 10_000, isCut: false, fileName: 'events-2027-01-01.csv' })
    const cut = await fileOf(exportRowsMax + 1)
    expect(cut.file).toMatchObject({ rows: 10_000, isCut: true })
    expect(cut.records[0]?.detail).toMatchObject({ rows: 10_000, isCut: true })
    const lines = Buffer.from(cut.file.base64, 'base64').toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(10_000 + 2)
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
