import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

const book = (rows: string, more: Record<string, Uint8Array> = {}): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      ),
      'xl/workbook.xml': strToU8(
        `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
          `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` +
          `<sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<?xml version="1.0"?><Relationships ` +
          `xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
          `<Relationship Id="rId1" Target="worksheets/sheet1.xml" ` +
          `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>` +
          `</Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
          `<sheetData>${rows}</sheetData></worksheet>`,
      ),
      ...more,
    }),
  )

test('the cells of a small book are read as text', async () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2.5</v></c></row>'
  expect(await readSheet(book(rows), 10)).toEqual([['1', '2.5']])
})

test.each([
  ['a row far away', '<row r="500000000"><c r="A500000000"><v>1</v></c></row>'],
  ['a row beyond those that are read', '<row r="11"><c r="A11"><v>1</v></c></row>'],
  ['a column far away, in other quotes', `<row r='1'><c r='XFDA1'><v>1</v></c></row>`],
  ['a place that is none', '<row r="-1"><c r="A1"><v>1</v></c></row>'],
  ['a document type', '<!DOCTYPE x><row r="1"><c r="A1"><v>1</v></c></row>'],
])('a book with %s is refused before it is read', async (_, rows) => {
  await expect(readSheet(book(rows), 10)).rejects.toMatchObject({ code: 'sheetUnreadable' })
})

test.each([
  ['a document type', strToU8('<?xml version="1.0"?><!DOCTYPE x [<!ELEMENT x ANY>]><sst/>')],
  ['an entity', strToU8('<?xml version="1.0"?><sst><!ENTITY a "aaaa"></sst>')],
  ['letters of another spelling', Buffer.from('\ufeff<!DOCTYPE x><sst/>', 'utf16le')],
])('a book with %s in its shared texts is refused before it is read', async (_, part) => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const given = book(rows, { 'xl/sharedStrings.xml': part })
  await expect(readSheet(given, 10)).rejects.toMatchObject({ code: 'sheetUnreadable' })
})

test('a book of which a part is encrypted is refused', async () => {
  const given = book('<row r="1"><c r="A1"><v>1</v></c></row>')
  const entry = given.indexOf(Buffer.from('504b0102', 'hex'))
  given.writeUInt16LE(given.readUInt16LE(entry + 8) | 1, entry + 8)
  await expect(readSheet(given, 10)).rejects.toMatchObject({ code: 'sheetUnreadable' })
})
