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

/** What a ZIP says of a part, at its data and once more in its list: there two bytes further on. */
function partHeader(mark: number, length: number, at: number, packed: number, name: Buffer): Buffer {
  const header = Buffer.alloc(length)
  header.writeUInt32LE(mark, 0)
  header.writeUInt16LE(8, at)
  header.writeUInt32LE(packed, at + 10)
  // So much it claims to unpack to.
  header.writeUInt32LE(100, at + 14)
  header.writeUInt16LE(name.length, at + 18)
  return Buffer.concat([header, name])
}

/** A small file of one part that unpacks to far more than it says. */
export function swelling(): string {
  const name = Buffer.from('xl/workbook.xml')
  const data = deflateRawSync(Buffer.alloc(40 * 1024 * 1024))
  const local = partHeader(0x04034b50, 30, 8, data.length, name)
  const entry = partHeader(0x02014b50, 46, 10, data.length, name)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length + data.length, 16)
  return Buffer.concat([local, data, entry, end]).toString('base64')
}
