import { inflateRawSync } from 'node:zlib'
import { bounds, FileRefused } from './bounds.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endLength = 22
const commentMax = 65_535
/** A part so small may be packed as well as it likes. */
const smallBytes = 1024 * 1024

const read16 = (bytes: Buffer, at: number): number => bytes.readUInt16LE(at)
const read32 = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at)

/** Where the list of parts is, from the end of the file. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - commentMax)
  for (let at = bytes.length - endLength; at >= first; at -= 1) if (read32(bytes, at) === endMark) return at
  throw new FileRefused('unreadable')
}

/** Only what a table is made of: no pictures, no macros, nothing that is linked. */
const isWanted = (name: string): boolean =>
  /\.(xml|rels)$/.test(name) &&
  !/^(xl\/(drawings|media|externalLinks|embeddings|ctrlProps|activeX)|custom)/.test(name)

/**
 * The parts of an XLSX file that hold its table, unpacked with a bound on what comes out, whatever the file
 * says of its own sizes. Entities of XML are refused wherever one is declared.
 * @throws FileRefused
 */
export function unpackXlsx(bytes: Buffer): Record<string, Uint8Array> {
  try {
    return partsOf(bytes)
  } catch (cause) {
    throw cause instanceof FileRefused ? cause : new FileRefused('unreadable', { cause })
  }
}

function partsOf(bytes: Buffer): Record<string, Uint8Array> {
  const end = endOf(bytes)
  const count = read16(bytes, end + 10)
  if (count > bounds.parts) throw new FileRefused('unpackedTooLarge')
  const parts: Record<string, Uint8Array> = {}
  let left: number = bounds.unpackedBytes
  let at = read32(bytes, end + 16)
  for (let part = 0; part < count; part += 1) {
    if (read32(bytes, at) !== entryMark) throw new FileRefused('unreadable')
    const nameLength = read16(bytes, at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (isWanted(name)) {
      if (Object.hasOwn(parts, name)) throw new FileRefused('unreadable')
      const content = contentOf(bytes, at, left)
      left -= content.length
      parts[name] = content
    }
    at += 46 + nameLength + read16(bytes, at + 30) + read16(bytes, at + 32)
  }
  if (!Object.hasOwn(parts, 'xl/workbook.xml')) throw new FileRefused('unreadable')
  return parts
}

function contentOf(bytes: Buffer, entry: number, left: number): Buffer {
  if ((read16(bytes, entry + 8) & 1) === 1) throw new FileRefused('locked')
  const method = read16(bytes, entry + 10)
  const packedBytes = read32(bytes, entry + 20)
  const local = read32(bytes, entry + 42)
  if (read32(bytes, local) !== localMark) throw new FileRefused('unreadable')
  const start = local + 30 + read16(bytes, local + 26) + read16(bytes, local + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) throw new FileRefused('unreadable')
  const most = Math.min(left, Math.max(smallBytes, packedBytes * bounds.ratio))
  const content = method === 8 ? inflated(packed, most) : packed
  if (method !== 0 && method !== 8) throw new FileRefused('unreadable')
  if (content.length > most) throw new FileRefused('unpackedTooLarge')
  if (declaresEntities(content)) throw new FileRefused('xmlEntities')
  return content
}

function inflated(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) })
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new FileRefused(isTooLarge ? 'unpackedTooLarge' : 'unreadable', { cause })
  }
}

/** XML of a table has neither; in any other spelling of letters it is no XML that is read here. */
const declaresEntities = (content: Buffer): boolean =>
  content.includes('<!DOCTYPE') ||
  content.includes('<!ENTITY') ||
  (content[0] === 0xff && content[1] === 0xfe) ||
  (content[0] === 0xfe && content[1] === 0xff)
