import type { BankCode } from '@khlang/contract/values/banks.ts'
import { parseBankMessage } from './parse-message.ts'

/** What becomes of a text that a phone's push brings, in the evening of 18 May 2026. */
export const parsePushed = (bank: BankCode, text: string) =>
  parseBankMessage({
    bank,
    text,
    source: 'push',
    sender: '',
    receivedAt: '2026-05-18T22:00:00+07:00',
  })
