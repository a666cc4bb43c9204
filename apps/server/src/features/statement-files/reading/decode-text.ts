import { FileRefused, type FileEncoding } from './bounds.ts'

export interface DecodedText {
  readonly encoding: Exclude<FileEncoding, 'xlsx'>
  readonly text: string
}

/** Bytes that Windows-874 has no letter for, beside what no text holds: control characters. */
const isNoThaiByte = (byte: number): boolean =>
  (byte >= 0x81 && byte <= 0x84) ||
  (byte >= 0x86 && byte <= 0x90) ||
  (byte >= 0x98 && byte <= 0x9f) ||
  (byte >= 0xdb && byte <= 0xde) ||
  byte >= 0xfc

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d

/**
 * The text of a CSV file. UTF-8 is known by its own rules, which Thai in Windows-874 (TIS-620) never fits by
 * chance for long; what is neither is refused.
 * @throws FileRefused
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf16', 'utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) throw new FileRefused('encoding')
  if (bytes.some(isControl)) throw new FileRefused('unreadable')
  try {
    return { encoding: 'utf8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    if (bytes.some(isNoThaiByte)) throw new FileRefused('encoding')
    return decoded('windows874', 'windows-874', bytes)
  }
}

function decoded(encoding: DecodedText['encoding'], label: string, bytes: Uint8Array): DecodedText {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    if (text.includes('\u0000')) throw new FileRefused('unreadable')
    return { encoding, text }
  } catch (cause) {
    throw cause instanceof FileRefused ? cause : new FileRefused('encoding', { cause })
  }
}
