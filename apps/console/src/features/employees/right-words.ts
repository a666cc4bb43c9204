import { formatBaht } from '@khlang/money/amount.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { templateOf } from './employee-shapes.ts'

/** The name of a role: the word of its template until somebody gives it a name of its own. */
export function useRoleName(): (roleName: string) => string {
  const { t } = useTranslation('employees')
  return useCallback(
    (roleName) => {
      const template = templateOf(roleName)
      return template === null ? roleName : t(`templates.${template}`)
    },
    [t],
  )
}

/** A right by name: `memberManagement.isUpdate` -> "members · edit", `revealPii` by its own words. */
export function useRightName(): (field: string) => string {
  const { t } = useTranslation('employees')
  return useCallback(
    (field) => {
      const [resource, action] = field.split('.')
      return action === undefined
        ? t(`abilities.${field}`)
        : `${t(`resources.${resource}`)} · ${t(`actions.${action}`)}`
    },
    [t],
  )
}

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
