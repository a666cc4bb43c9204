import { rejectWithdrawalReasons } from '@khlang/contract/values/value-lists.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKept } from '../../../lib/person/kept.ts'

export type RejectReason = (typeof rejectWithdrawalReasons)[number] | ''

/**
 * The sentence a member is offered for a reason; empty without one. It says what to do next, and never
 * which check stood in the way.
 */
const wordsFor = (t: TFunction<'pre-transactions'>, reason: RejectReason): string =>
  reason === '' ? '' : t(`request.toMember.${reason}`)

/**
 * What the member will read of a refusal: the sentence of the reason chosen, until somebody writes his own.
 * @param id of the withdrawal: what was typed outlives the end of a session
 */
export function useWordsToMember(id: string) {
  const { t } = useTranslation('pre-transactions')
  const [reason, setReason] = useState<RejectReason>('')
  const [words, setWords] = useKept(`toMember:${id}`, () => '')
  const isOffered = (text: string) =>
    text === '' || rejectWithdrawalReasons.some((each) => wordsFor(t, each) === text)
  const [isOwn, setOwn] = useState(() => !isOffered(words))
  return {
    reason,
    words,
    choose: (next: RejectReason) => {
      setReason(next)
      if (!isOwn) setWords(wordsFor(t, next))
    },
    write: (typed: string) => {
      setOwn(true)
      setWords(typed)
    },
  }
}
