import { listedValue } from '../../../lib/words/listed-value.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'

/** By what somebody is on the blacklist, masked, behind the mark of its bank where it is of one. */
export function ListedDifference({ value }: { value: string }) {
  const { bank, text } = listedValue(value)
  return bank === null ? text : <BankTag code={bank}>{text}</BankTag>
}
