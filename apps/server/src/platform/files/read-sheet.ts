import { zipSync } from 'fflate'
import { inflateRawSync } from 'node:zlib'
import { readSheet as readXlsx } from 'read-excel-file/node'
import { ApiError } from '../api-error.ts'

/** What a spreadsheet may unpack to, whole and in how many parts. Source: safety.md row 68, U3. */
const unpackedMax = 16 * 1024 * 1024
const partsMax = 200
const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]

const unreadable = (cause?: unknown) =>
  new ApiError('sheetUnreadable', cause === undefined ? {} : { cause })

/**
 * A single cell far away would be read as a table of that size, and places are judged in the very bytes that
 * are read.
 */
function assertPlaces(part: Uint8Array, rowsMax: number): void {
  const text = Buffer.from(part).toString('latin1')
  for (const [, place = ''] of text.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
    const row = /^[A-Z]{0,2}([0-9]{1,6})$/.exec(place)?.[1]
    if (row === undefined || Number(row) > rowsMax) throw unreadable()
  }
}

/** XML of a table declares neither; in another spelling of letters it is no XML that is read here. */
const declaresEntities = (part: Buffer): boolean =>
  part.includes('<!DOCTYPE') ||
  part.includes('<!ENTITY') ||
  (part[0] === 0xff && part[1] === 0xfe) ||
  (part[0] === 0xfe && part[1] === 0xff)

/**
 * Unpacks every part once, so that no reader is given a file that swells: sizes that a file states of itself
 * prove nothing, and parts that its list does not name are not read. Nor is one that is encrypted, or that
 * declares entities of XML.
 */
function boundedParts(bytes: Buffer): Record<string, Uint8Array> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || bytes.length < end + 22 || bytes.readUInt32LE(end) !== endSignature) throw unreadable()
  const parts = bytes.readUInt16LE(end + 10)
  if (parts > partsMax) throw unreadable()
  const unpacked: Record<string, Uint8Array> = {}
  let left = unpackedMax
  let at = bytes.readUInt32LE(end + 16)
  for (let count = 0; count < parts; count += 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw unreadable()
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw unreadable()
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(local) !== localSignature || (method !== 0 && method !== 8)) throw unreadable()
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(begin, begin + packed)
    const part = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, left) })
    if (declaresEntities(part)) throw unreadable()
    left -= part.length
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
    if (left < 0 || Object.hasOwn(unpacked, name)) throw unreadable()
    unpacked[name] = part
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return unpacked
}

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell).trim()
    : ''
}

/**
 * The cells of the first sheet of an XLSX file as text, row by row; formulas count by the value that the file
 * holds for them. @throws sheetUnreadable for what is no such file, or unpacks to more than it may
 */
export async function readSheet(bytes: Buffer, rowsMax: number): Promise<string[][]> {
  try {
    const parts = boundedParts(bytes)
    for (const [name, part] of Object.entries(parts))
      if (name.startsWith('xl/worksheets/')) assertPlaces(part, rowsMax)
    const rows = await readXlsx(Buffer.from(zipSync(parts, { level: 0 })))
    if (rows.length > rowsMax) throw unreadable()
    return rows.map((row) => row.map(textOf))
  } catch (cause) {
    throw cause instanceof ApiError ? cause : unreadable(cause)
  }
}
