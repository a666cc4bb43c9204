import { accountDigitsOf, bankFromAlias, type BankCode } from '@khlang/contract/values/banks.ts'
import { readMask } from '@khlang/bank-messages/mask.ts'

/** Who paid, or was paid, as far as the bank printed it. */
export interface FilePayer {
  readonly bank: BankCode | null
  readonly mask: string | null
  readonly name: string | null
}

const maskText = /(?:^|[\s/(])([xX*]{1,10}[-\dxX*]*\d{3,}[-\dxX*]*|\d{3}-\d-\d{5}-\d|\d{10,15})(?=$|[\s/)])/
const titled = /(?:นาย|นาง(?:สาว)?|น\.ส\.|ด\.ช\.|ด\.ญ\.|บจก\.|บริษัท|MR\.?|MRS\.?|MISS|MS\.?)\s*[ก-๙A-Z].*$/i

/** The bank that a text names as a word of its own. */
function bankIn(text: string): BankCode | null {
  for (const word of text.split(/[\s/():,]+/)) {
    const code = word.length < 3 ? null : bankFromAlias(word)
    if (code !== null) return code
  }
  return null
}

/** From the cell of the payer; else from the description, where only what has a title is a name. */
export function payerOf(payerCell: string, description: string): FilePayer {
  const text = payerCell === '' ? description : payerCell
  const bank = bankIn(text)
  const printed = maskText.exec(text)?.[1]
  const mask = printed === undefined ? null : readMask(printed, accountDigitsOf(bank))
  const rest = payerCell
    .replace(printed ?? '', '')
    .split(/[\s/]+/)
    .filter((word) => bankFromAlias(word) === null)
    .join(' ')
    .trim()
  const name = payerCell === '' ? (titled.exec(description)?.[0].trim() ?? null) : rest
  return { bank, mask, name: name === null || !/[ก-๙A-Za-z]{2}/.test(name) ? null : name.slice(0, 120) }
}
