import { readdirSync, readFileSync } from 'node:fs'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { KnownMessage } from './problems.ts'

interface Row {
  readonly text: string
  readonly source?: 'sms' | 'push'
}

const folders = ['../field/', '../samples/'].map((folder) => new URL(folder, import.meta.url))

function messagesOf(folder: URL, file: string): KnownMessage[] {
  const bank = file.replace('.jsonl', '').toUpperCase() as BankCode
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { text, source = 'sms' } = JSON.parse(line) as Row
    return { bank, source, text }
  })
}

let read: readonly KnownMessage[] | null = null

/** The messages that are known of each bank, read from the tables once. */
export function knownMessages(): readonly KnownMessage[] {
  read ??= folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .sort()
      .flatMap((file) => messagesOf(folder, file)),
  )
  return read
}
