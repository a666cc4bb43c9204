import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The roles a brand begins with, by the name they come with: until it is changed it has a Thai word. */
const templates: Readonly<Record<string, string>> = {
  Owner: 'owner',
  Manager: 'manager',
  Cashier: 'cashier',
  Risk: 'risk',
  Marketing: 'marketing',
  Accountant: 'accountant',
  Support: 'support',
  Auditor: 'auditor',
}
export const templateOf = (roleName: string): string | null => templates[roleName] ?? null

/** The name of a role: the word of its template until somebody gives it a name of its own. */
export function useRoleName(): (roleName: string) => string {
  const { t } = useTranslation('ui')
  return useCallback(
    (roleName) => {
      const template = templateOf(roleName)
      return template === null ? roleName : t(`roles.${template}`)
    },
    [t],
  )
}

type Described = { readonly roleName: string; readonly description: string }

/** What a role is for: what somebody wrote of it, or else the words of its template. */
export function useRoleAbout(): (role: Described) => string {
  const { t } = useTranslation('employees')
  return useCallback(
    ({ roleName, description }) => {
      const template = description === '' ? templateOf(roleName) : null
      return template === null ? description : t(`roleAbout.${template}`)
    },
    [t],
  )
}

/** Roles in the order of the names that their reader sees, which are not the stored ones. Pure. */
export function byShownName<R extends { readonly roleName: string }>(
  roles: readonly R[],
  nameOf: (roleName: string) => string,
  language: string,
): R[] {
  const { compare } = new Intl.Collator(language)
  return roles.toSorted((a, b) => compare(nameOf(a.roleName), nameOf(b.roleName)))
}

/**
 * A right by name, the same wherever it is read: `memberManagement.isUpdate` -> "members · edit", `revealPii`
 * by its own words. What is no right keeps its name.
 */
export function useRightName(): (field: string) => string {
  const { t, i18n } = useTranslation('employees')
  return useCallback(
    (field) => {
      const [resource = '', action] = field.split('.')
      if (action === undefined)
        return i18n.exists(`employees:abilities.${field}`) ? t(`abilities.${field}`) : field
      return i18n.exists(`employees:resources.${resource}`)
        ? `${t(`resources.${resource}`)} · ${t(`actions.${action}`)}`
        : field
    },
    [t, i18n],
  )
}
