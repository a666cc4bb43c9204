import { routes } from '@khlang/contract/routes.ts'
import { useTranslation } from 'react-i18next'

/** The screen a resource is known by: the one that reading it opens; undefined for what is no resource. */
function pathOf(resource: string): string | undefined {
  const those = routes.flatMap(({ path, requires }) => {
    const needed = typeof requires === 'object' ? Object.entries(requires) : []
    const own = needed.find(([name]) => name === resource)?.[1]
    return own ? [{ path, isForReading: own.length === 1 && own[0] === 'isRead' }] : []
  })
  return (
    those.find(({ isForReading }) => isForReading) ??
    those.find(({ path }) => path.endsWith('-management')) ??
    those[0]
  )?.path
}

/** `memberManagement.isUpdate` -> `สมาชิก · แก้ไข`: a flag in the menu's own words; null for other names. */
export function useRightName(): (field: string) => string | null {
  const { t, i18n } = useTranslation(['settings', 'ui'])
  return (field) => {
    const [resource = '', action = ''] = field.split('.')
    const path = pathOf(resource)
    if (path === undefined || !i18n.exists(`settings:actions.${action}`)) return null
    return `${t(`ui:routes.${path}`)} · ${t(`settings:actions.${action}`)}`
  }
}
