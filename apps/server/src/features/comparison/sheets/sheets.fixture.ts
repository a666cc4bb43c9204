import { deflateRawSync } from 'node:zlib'
import writeXlsx from 'write-excel-file/node'
import { readSheet } from '../../../platform/files/read-sheet.ts'

/** The spreadsheet as somebody sends it back, with a decision and a remark in each of its rows. */
export async function filledIn(base64: string, words: readonly (readonly string[])[]): Promise<string> {
  const cells = await readSheet(Buffer.from(base64, 'base64'), 100)
  const rows = cells.map((row, at) =>
    row.map((cell, place) =>
      (place === 2 || place === 3) && at > 0 ? (words[at - 1]?.[place - 2] ?? '') : cell,
    ),
  )
  const sheet = rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String })))
  return (await writeXlsx(sheet, {}).toBuffer()).toString('base64')
}

/** A small file of one part that unpacks to far more than it says. */
export function swelling(): string {
  const name = Buffer.from('xl/workbook.xml')
  const data = deflateRawSync(Buffer.alloc(40 * 1024 * 1024))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(100, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(data.length, 20)
  entry.writeUInt32LE(100, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, name, data, entry, name, end]).toString('base64')
}
