import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../lib/person/right-words.ts'
import type { SecondPerson } from './employee-shapes.ts'

/** Before an act that takes a second person: who may agree to it, or that it is done at once. */
export function useSecondRule(): (second: SecondPerson) => string {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  return useCallback(
    ({ isAlone, checkers }) => {
      if (isAlone) return t('second.alone')
      if (checkers.length === 0) return t('second.nobody')
      return t('second.waits', { roles: checkers.map(nameOf).join(', ') })
    },
    [t, nameOf],
  )
}
