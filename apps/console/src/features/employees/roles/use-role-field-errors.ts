import { useTranslation } from 'react-i18next'
import { limits } from './rights.ts'
import { useRightValue } from '../right-words.ts'
import { roleFieldErrors, type RoleDraft } from './role-form.ts'
import { useOwnRights } from './use-own-rights.ts'

/** What both forms of a role say is wrong besides its limits: nobody gives more than they hold. */
export function useRoleFieldErrors() {
  const { t } = useTranslation('employees')
  const own = useOwnRights()
  const valueOf = useRightValue()
  return {
    fieldErrors: (draft: RoleDraft) => roleFieldErrors(draft, own),
    wordOf: (key: string, field: string) => {
      const limit = limits.find((name) => field === `abilities.${name}`)
      return limit ? t(key, { most: valueOf(own.abilities[limit]) }) : t(key)
    },
  }
}
