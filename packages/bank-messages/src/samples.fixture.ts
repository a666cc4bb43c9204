import type { BankCode } from '@khlang/contract/values/banks.ts'
import { readdirSync, readFileSync } from 'node:fs'
import type { ParsedLine } from './parse-message.ts'

/**
 * One message and what must be read from it; the tables are `samples/<bank>.jsonl`, one message a line.
 * Shapes are from public test data, every digit and name is invented.
 */
export type Sample = {
  bank: BankCode
  /** SMS when absent. */
  source?: 'push'
  text: string
  /** Time of receipt; the evening of 18 May 2026 when absent from the table. */
  received: string
  direction: 'in' | 'out'
  amountMinor: number
  /**
   * Thai wall-clock time (`YYYY-MM-DD HH:mm[:ss]`, or only the day), `receipt` when the time of receipt
   * stands in, null when a stated time is cut off.
   */
  at: string | null
  balance?: number
  own?: string
  other?: string
  otherBank?: BankCode
  name?: string
  channel?: ParsedLine['channel']
  ref?: string
  flags?: ParsedLine['flags']
  /** The wording rests on one hand-written example or on memory; it is read with low confidence. */
  unattested?: true
}

const folder = new URL('./samples/', import.meta.url)

function samplesOf(file: string): Sample[] {
  const bank = file.replace('.jsonl', '').toUpperCase()
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  return lines.map(
    (line) => ({ received: '2026-05-18T22:00:00+07:00', ...JSON.parse(line), bank }) as Sample,
  )
}

export const samples: readonly Sample[] = readdirSync(folder).sort().flatMap(samplesOf)
