import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { breachOf, ruleOf } from '../../../lib/form/field-rules.ts'
import { reasonRule } from '../../../lib/form/reason-rule.ts'

/** The note of a link. `isAsked`: the server has said that this link needs one. */
export function useLinkNote(isAsked: boolean) {
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isTried, setTried] = useState(false)
  const isNeeded = isAsked || isRefused
  const isMissing = isNeeded && breachOf(reasonRule, text) !== null
  return {
    remark: text.trim(),
    /** At the press: whether the note may be sent; from then on the field says what it misses. */
    check: () => {
      setTried(true)
      return !isMissing
    },
    /** The server asked for a note that nobody knew of before. */
    refuse: () => {
      setRefused(true)
      setTried(true)
    },
    field: { value: text, onChange: setText, isNeeded, isWrong: isTried && isMissing },
  }
}

/** The field of the note, marked where something speaks against the member. */
export function LinkNote({ value, onChange, isNeeded, isWrong }: ReturnType<typeof useLinkNote>['field']) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <TextInput
      label={t(isNeeded ? 'remarkNeeded' : 'remark')}
      description={isNeeded ? t('remarkNeededHelp') : undefined}
      withAsterisk={isNeeded}
      required={isNeeded}
      error={isWrong ? t('remarkMissing') : null}
      value={value}
      maxLength={ruleOf('preTransactions.link', 'remark').max}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}
