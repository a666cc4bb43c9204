import type { BankCode } from '@khlang/contract/values/banks.ts'
import { readdirSync, readFileSync } from 'node:fs'
import type { ParsedLine } from './parse-message.ts'

/**
 * A message as public code, tests or notes show it, and what must be read from it; the tables are
 * `field/<bank>.jsonl`, one message a line. The wording is a fact of the source named in `from`, every
 * name, number and amount is invented.
 */
export type FieldMessage = {
  from: string
  bank: BankCode
  source: 'sms' | 'push'
  sender: string
  text: string
  received: string
} & (
  | {
      kept?: never
      direction: ParsedLine['direction']
      amountMinor: number
      balance?: number
      /** The digits shown, `?` where the bank hides them; absent when the message names no own account. */
      own?: string
      /** As in `Sample`. */
      at: string | null
    }
  /** No movement, or one whose amount or direction is not certain: it must not become a line. */
  | { kept: true }
)

const folder = new URL('./field/', import.meta.url)

function messagesOf(file: string): FieldMessage[] {
  const bank = file.replace('.jsonl', '').toUpperCase()
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  return lines.map(
    (line) =>
      ({
        received: '2026-05-18T22:00:00+07:00',
        source: 'sms',
        sender: '',
        ...JSON.parse(line),
        bank,
      }) as FieldMessage,
  )
}

export const fieldMessages: readonly FieldMessage[] = readdirSync(folder).sort().flatMap(messagesOf)
