import { zipSync, strToU8, type Zippable } from 'fflate'

/** Thai as Windows-874 has it: each letter of U+0E01…U+0E5B is one byte. */
export const windows874 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (code < 0x80) return code
      if (code >= 0x0e01 && code <= 0x0e5b) return code - 0x0e01 + 0xa1
      throw new Error(`Windows-874 has no ${letter}`)
    }),
  )

export const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const officeRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const rels = (items: string): string =>
  `${head}<Relationships xmlns="${packages}/relationships">${items}</Relationships>`

/** A spreadsheet as a program of a bank writes one: the XML of its rows, and parts that are changed. */
export function xlsxOf(sheetXml: string, others: Zippable = {}): Buffer {
  const parts: Zippable = {
    '[Content_Types].xml': strToU8(
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ),
    '_rels/.rels': strToU8(
      rels(`<Relationship Id="rId1" Type="${officeRels}/officeDocument" Target="xl/workbook.xml"/>`),
    ),
    'xl/workbook.xml': strToU8(
      `${head}<workbook ${ns} xmlns:r="${officeRels}">` +
        '<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      rels(
        `<Relationship Id="rId1" Type="${officeRels}/worksheet" Target="worksheets/sheet1.xml"/>` +
          `<Relationship Id="rId2" Type="${officeRels}/styles" Target="styles.xml"/>`,
      ),
    ),
    'xl/styles.xml': strToU8(
      `${head}<styleSheet ${ns}><cellXfs count="2"><xf numFmtId="0"/>` +
        '<xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `${head}<worksheet ${ns}><sheetData>${sheetXml}</sheetData></worksheet>`,
    ),
    ...others,
  }
  return Buffer.from(zipSync(parts))
}

const letters = (at: number): string => String.fromCodePoint(65 + at)

/** Rows of cells: texts, numbers, or XML of a cell's inside with its attributes. */
export const sheetXml = (
  rows: readonly (readonly (string | number | { readonly xml: string; readonly attributes?: string })[])[],
): string =>
  rows
    .map((cells, row) => {
      const inside = cells.map((cell, at) => {
        const place = `r="${letters(at)}${row + 1}"`
        if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
        if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`
        return `<c ${place} ${cell.attributes ?? ''}>${cell.xml}</c>`
      })
      return `<row r="${row + 1}">${inside.join('')}</row>`
    })
    .join('')
