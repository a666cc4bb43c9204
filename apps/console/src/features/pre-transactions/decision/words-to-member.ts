import { rejectWithdrawalReasons } from '@khlang/contract/values/value-lists.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'

export type RejectReason = (typeof rejectWithdrawalReasons)[number]
/** What is typed of a refusal. */
export interface RejectDraft {
  readonly reasonCode: RejectReason | ''
  readonly remarkMember: string
}

/**
 * The sentence a member is offered for a reason; empty without one. It says what to do next, and never
 * which check stood in the way.
 */
const wordsFor = (t: TFunction<'pre-transactions'>, reason: RejectReason | ''): string =>
  reason === '' ? '' : t(`request.toMember.${reason}`)

/** What the member will read: the sentence of the reason chosen, until somebody writes their own. */
export function useWordsToMember({ draft, change }: Pick<FormOf<RejectDraft>, 'draft' | 'change'>) {
  const { t } = useTranslation('pre-transactions')
  const isOffered = (text: string) =>
    text === '' || rejectWithdrawalReasons.some((each) => wordsFor(t, each) === text)
  const [isOwn, setOwn] = useState(() => !isOffered(draft.remarkMember))
  return {
    choose: (reasonCode: RejectReason | '') =>
      change(isOwn ? { reasonCode } : { reasonCode, remarkMember: wordsFor(t, reasonCode) }),
    write: (remarkMember: string) => {
      setOwn(true)
      change({ remarkMember })
    },
  }
}
