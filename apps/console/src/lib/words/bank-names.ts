import { findBank } from '@khlang/contract/values/banks.ts'
import { language, type Language } from './i18n.ts'

/** Name (in a language, else the one now shown) and colour of a bank; an unknown code names itself. */
export function bankFace(
  code: string,
  shown: Language = language(),
): { readonly name: string; readonly colour: string | null } {
  const bank = findBank(code)
  if (bank === null) return { name: code, colour: null }
  return { name: shown === 'th' ? bank.nameTh : bank.nameEn, colour: bank.colour }
}
