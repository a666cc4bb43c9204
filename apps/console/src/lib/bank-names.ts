import { findBank } from '@khlang/contract/banks.ts'
import { language } from './i18n.ts'

/** Name (in the language now shown) and colour of a bank; an unknown code names itself. */
export function bankFace(code: string): { readonly name: string; readonly colour: string | null } {
  const bank = findBank(code)
  if (bank === null) return { name: code, colour: null }
  return { name: language() === 'th' ? bank.nameTh : bank.nameEn, colour: bank.colour }
}
