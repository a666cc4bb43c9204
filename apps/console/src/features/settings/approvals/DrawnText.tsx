import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listedValue } from '../../../lib/words/listed-value.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'

/** Texts that are more than words: what draws each, by its field. */
export const drawnTexts: Readonly<Record<string, (props: { value: string }) => ReactNode>> = {
  listedValue: Listed,
  listedFor: ListedFor,
  wording: Wording,
}

/** By what somebody is on the blacklist, masked, behind the mark of its bank where it is of one. */
function Listed({ value }: { value: string }) {
  const { bank, text } = listedValue(value)
  return bank === null ? text : <BankTag code={bank}>{text}</BankTag>
}

/** `mule: what somebody wrote`: the reason in words. */
function ListedFor({ value }: { value: string }) {
  const { t } = useTranslation('pre-transactions-acts')
  const [, code = '', said = value] = /^(\w+): (.*)$/s.exec(value) ?? []
  return code === '' ? said : `${t(`blacklist.reasonCode.${code}`)}: ${said}`
}

/** The shape of a taught message: its words, and in brackets what each varying part is. */
function Wording({ value }: { value: string }) {
  const { t, i18n } = useTranslation('pre-transactions-taught')
  // Every second piece is what stood in brackets.
  return value.split(/\[(\w+)\]/).map((piece, place) => {
    const key = `pre-transactions-taught:slots.${piece}`
    if (place % 2 === 0) return piece
    return i18n.exists(key) ? <mark key={place}>{t(key)}</mark> : `[${piece}]`
  })
}
