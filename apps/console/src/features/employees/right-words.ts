import type { Resource } from '@khlang/contract/kit/permissions.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useRightName } from '../../lib/person/right-words.ts'

/** The value of a right: has it or not; a limit in baht, or none. */
export function useRightValue(): (value: boolean | number | null) => string {
  const { t } = useTranslation('employees')
  return useCallback(
    (value) => {
      if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
      return value === null ? t('value.noLimit') : t('value.baht', { amount: formatBaht(value) })
    },
    [t],
  )
}

/** What the flags of a screen let somebody do, where their names alone do not tell; null: they do. */
export function useRightMeaning(): (resource: Resource) => string | null {
  const { t, i18n } = useTranslation('employees')
  return useCallback(
    (resource) => (i18n.exists(`employees:means.${resource}`) ? t(`means.${resource}`) : null),
    [t, i18n],
  )
}

const namedMax = 6

/** Several rights in one sentence; of many only the first are named. */
export function useRightList(): (fields: readonly string[]) => string {
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  return useCallback(
    (fields) => {
      const named = fields.slice(0, namedMax).map(nameOf).join(', ')
      const left = fields.length - namedMax
      return left > 0 ? t('andMore', { named, count: left }) : named
    },
    [t, nameOf],
  )
}
