import { randomBytes } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sheetXml, xlsxOf } from './files.fixture.ts'
import { readOnThread } from './read-thread.ts'
import { textSheetOf } from './text-sheet.ts'

const faultOf = (bytes: Buffer, read: (bytes: Buffer) => Promise<unknown> = textSheetOf) =>
  read(bytes).then(
    () => 'read',
    (error: { fault?: string }) => error.fault,
  )
const part = (xml: string) => ({ 'xl/worksheets/sheet1.xml': strToU8(xml) })
const data = (xml: string) => `<worksheet><sheetData>${xml}</sheetData></worksheet>`
const plain = sheetXml([
  ['Date', 'Amount'],
  ['22/11/26', '5.00'],
])

/** The same file with another size said of its first part: what it says is not believed. */
function lying(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let at = 0; at < copy.length - 4; at += 1)
    if (copy.readUInt32LE(at) === 0x02014b50) copy.writeUInt32LE(1, at + 24)
  return copy
}

const hostile: Readonly<Record<string, readonly [string, Buffer]>> = {
  nothing: ['empty', Buffer.alloc(0)],
  'blank lines': ['empty', Buffer.from('\n , ,\n;\n'.replace(';', ''))],
  'a picture': ['unreadable', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), randomBytes(500)])],
  'letters of no known kind': ['encoding', Buffer.from([0xe0, 0xa1, 0xff, 0xfe, 0x41])],
  'an old or locked Excel file': ['oldExcel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
  'a zip that is none': ['unreadable', Buffer.from('PK\u0003\u0004 and nothing else')],
  'a zip without a table': ['unreadable', Buffer.from(zipSync({ 'a.xml': strToU8('<a/>') }))],
  'one line of eight million letters': ['cellTooLong', Buffer.alloc(8_000_000, 0x61)],
  'a quote that is never closed': ['cellTooLong', Buffer.from(`"${'a,\n'.repeat(100_000)}`)],
  'a cell of 1,001 letters': ['cellTooLong', Buffer.from(`a,${'b'.repeat(1001)}\n`)],
  '61 columns': ['tooManyColumns', Buffer.from('a,'.repeat(61) + 'b\n')],
  '100,001 rows': ['tooManyRows', Buffer.from('a,b\n'.repeat(100_001))],
  'a part that unpacks to 120 MB': ['unpackedTooLarge', xlsxOf(plain, part(' '.repeat(120_000_000)))],
  'the same that says it is one byte': [
    'unpackedTooLarge',
    lying(xlsxOf(plain, part(' '.repeat(120_000_000)))),
  ],
  'entities that grow': [
    'xmlEntities',
    xlsxOf(plain, part(`<!DOCTYPE x [<!ENTITY a "${'b'.repeat(9)}">]>${data(plain)}`)),
  ],
  'a file outside that is asked for': [
    'xmlEntities',
    xlsxOf(plain, part(`<!DOCTYPE x SYSTEM "file:///etc/passwd">${data(plain)}`)),
  ],
  'a cell at the end of the sheet': [
    'tooManyColumns',
    xlsxOf(plain, part(data('<row r="1"><c r="XFD1"><v>1</v></c></row>'))),
  ],
  'a row at the end of the sheet': [
    'tooManyRows',
    xlsxOf(plain, part(data('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))),
  ],
}

test.each(Object.entries(hostile))('%s is refused', async (_name, [fault, bytes]) => {
  expect(await faultOf(bytes)).toBe(fault)
})

test('on its thread a file is refused by the same codes', async () => {
  expect(
    await faultOf(Buffer.from('PK\u0003\u0004 and nothing else'), (bytes) => readOnThread(bytes, null)),
  ).toBe('unreadable')
})

test('a formula is the value that was kept with it, or nothing', async () => {
  const xml = sheetXml([
    ['a', { xml: '<f>WEBSERVICE("http://127.0.0.1")</f>' }, { xml: '<f>1+1</f><v>2</v>' }],
  ])
  const { rows } = await textSheetOf(xlsxOf(xml))
  expect(rows[0]?.cells).toEqual(['a', '', '2'])
})
