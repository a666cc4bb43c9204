import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { transferHref } from '../../../lib/address/transfers-page.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatDateOn } from '../../../lib/words/formats.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'
import { useReading } from '../../../ui/use-reading.ts'

export type Approval = OutputOf<CallOf<'approvals.get'>>
export type ApprovalRow = OutputOf<CallOf<'approvals.list'>>['records'][number]
export type Difference = Approval['differences'][number]

export const stateTones: Readonly<Record<ApprovalRow['state'], Tone>> = {
  pending: 'amber',
  approved: 'green',
  rejected: 'red',
  expired: 'grey',
  withdrawn: 'grey',
}

/** What a kind of request is called; one this console does not know yet keeps its own name. */
export function useKindName(): (kind: string) => string {
  const { t, i18n } = useTranslation('approvals')
  return (kind) => (i18n.exists(`approvals:kinds.${kind}`) ? t(`kinds.${kind}`) : kind)
}

/** What whoever decided it said, or why it ended by itself. */
export function useComment(): (comment: string | null) => string {
  const { t, i18n } = useTranslation('approvals')
  return (comment) => {
    if (comment === null || comment === '') return '–'
    return i18n.exists(`approvals:ended.${comment}`) ? t(`ended.${comment}`) : comment
  }
}

type About = Pick<ApprovalRow, 'entity' | 'entityId' | 'entityName'>

/** The page of the thing a request is about; undefined where this person may not go. */
export function useAboutLink(): (about: About) => string | undefined {
  const allowed = useAllows()
  return ({ entity, entityId: id, entityName }) => {
    if (entity === 'reconcileDay' && allowed({ reconcile: ['isRead'] }))
      return hrefOf({ to: '/reconcile', search: { on: entityName } })
    if (entity === 'member' && allowed({ memberManagement: ['isRead'] }))
      return hrefOf({ to: '/member/member-detail/{id}', id })
    if (entity === 'statementLine' && allowed({ pretransactionNotMatch: ['isRead'] }))
      return hrefOf({ to: '/pre-transaction/matching', search: { tab: 'handled', line: id } })
    if (entity === 'withdrawal' && allowed({ pretransactionRequest: ['isRead'] }))
      return hrefOf({ to: '/pre-transaction/request', search: { open: id } })
    if (entity === 'alarm' && allowed({ dashboard: ['isRead'] })) return hrefOf({ to: '/dashboard' })
    if (entity === 'role' && allowed({ roleManagement: ['isUpdate', 'isRead'] }))
      return hrefOf({ to: '/employee/role-edit/{id}', id })
    if (entity === 'device' && allowed({ deviceManagement: ['isRead'] }))
      return hrefOf({ to: '/device/list', search: { open: id } })
    if (entity === 'taughtFormat' && allowed({ pretransactionNotMatch: ['isRead'] }))
      return hrefOf({ to: '/pre-transaction/matching', search: { tab: 'formats', line: id } })
    if (entity === 'bet' && allowed({ betReport: ['isRead'] }))
      return hrefOf({ to: '/bet-report', search: { open: id } })
    if (entity === 'ownTransfer') return transferHref(id, allowed)
    if (entity === 'settingsVersion' && allowed({ websiteConfigAndCoreSystem: ['isRead'] }))
      return hrefOf({ to: '/website/core-system' })
    if (entity === 'employee' && allowed({ employeeManagement: ['isRead'] }))
      return hrefOf({ to: '/employee/employee-management', search: { open: id } })
    return undefined
  }
}

/** The name of the thing, or what things of its sort are called where it has none. */
export function useAboutName(): (about: About) => string {
  const { t } = useTranslation('settings')
  const roleName = useRoleName()
  const reading = useReading()
  return ({ entity, entityName: name }) => {
    if (name === '') return t(`about.${entity}`)
    if (entity === 'reconcileDay') return `${t(`about.${entity}`)} ${formatDateOn(name, reading)}`
    return entity === 'role' ? roleName(name) : name
  }
}
