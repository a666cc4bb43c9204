import { fitMask } from '@khlang/bank-messages/mask.ts'
import type { ParsedLine, parseBankMessage } from '@khlang/bank-messages/parse-message.ts'
import { readTaught, saysTheSame, type TaughtFormat } from '@khlang/bank-messages/taught/read-taught.ts'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import { teachableFailures } from '@khlang/contract/values/taught-values.ts'

/** An active version of a taught format. */
export interface BankFormat extends TaughtFormat {
  readonly bank: BankCode
}

interface Said {
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
  readonly receivedAt: string
}

/** Whether a message that the bank's own shapes did not read may be read by a format that people taught. */
export const isTeachable = (parsed: ReturnType<typeof parseBankMessage>): boolean =>
  parsed.kind === 'failure' && teachableFailures.includes(parsed.reason)

/**
 * Reads a message by the taught formats of its banks. It is of the account whose number fits, or of the only
 * one that this sender may speak of; where two formats differ about it, nobody reads it. Pure.
 * @param accounts all of those that this sender of the phone may speak of
 */
export function readByTaught<A extends { readonly bank: BankCode; readonly accountNo: string }>(
  message: Said,
  accounts: readonly A[],
  formats: readonly BankFormat[],
): { readonly account: A; readonly parsed: ParsedLine } | null {
  const found = formats.flatMap((format) => {
    const parsed = readTaught({ ...message, bank: format.bank }, format)
    if (parsed === null) return []
    const { ownMask } = parsed
    const fitting =
      ownMask === null
        ? accounts
        : accounts.filter(({ bank, accountNo }) => bank === format.bank && fitMask(ownMask, accountNo).fits)
    const [account, ...more] = fitting
    return account === undefined || more.length > 0 || account.bank !== format.bank
      ? []
      : [{ account, parsed }]
  })
  const [first] = found
  if (first === undefined) return null
  const isOne = found.every(
    ({ account, parsed }) => account === first.account && saysTheSame(parsed, first.parsed),
  )
  return isOne ? first : null
}
