import type { RoutePath } from '@khlang/contract/routes.ts'
import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { transferPages } from '../../lib/address/transfers-page.ts'
import type { Notice } from './notice-shapes.ts'

interface NoticePlace {
  /** The screen to be shown; who may not open it is not sent there. */
  readonly to: RoutePath
  /** The line of the menu that this screen belongs to: it is there once the area is built. */
  readonly menu: RoutePath
  readonly href: string
}

const place = (to: RoutePath, href: string, menu = to): NoticePlace => ({ to, menu, href })

/**
 * Where one looks at what a message is about, the best place first. Empty for what has none.
 * @returns all of them, whoever may open them
 */
export function placesOf({
  code,
  entity,
  entityId,
}: Pick<Notice, 'code' | 'entity' | 'entityId'>): NoticePlace[] {
  const id = entityId ?? ''
  const queue = '/pre-transaction/deposit-withdraw'
  const request = '/pre-transaction/request'
  const matching = '/pre-transaction/matching'
  const bets = '/bet-report'
  const open = id === '' ? undefined : id
  switch (entity) {
    case 'deposit':
      return [place(queue, hrefOf({ to: queue, search: { open } }))]
    case 'withdrawal':
      return [
        place(queue, hrefOf({ to: queue, search: { open } })),
        place(request, hrefOf({ to: request, search: { open } })),
      ]
    case 'statementLine':
      return [place(matching, hrefOf({ to: matching, search: { line: open } }))]
    case 'message':
      return [place(matching, hrefOf({ to: matching, search: { tab: 'messages' } }))]
    case 'taughtFormat':
      return [place(matching, hrefOf({ to: matching, search: { tab: 'formats', line: open } }))]
    case 'bankAccount':
      return [place(queue, hrefOf({ to: queue, search: { accountId: open } }))]
    case 'group': {
      const to = '/group-notification/list'
      return [place(to, hrefOf({ to, search: { open } }))]
    }
    case 'device': {
      const to = '/device/list'
      return [place(to, hrefOf({ to, search: { open } }))]
    }
    case 'ownTransfer':
      return transferPages(open, true).map(({ path, href }) => place(path, href))
    case 'account':
      return [place('/setting', hrefOf({ to: '/setting', search: { tab: 'sessions' } }))]
    case 'export':
      return [place('/setting', hrefOf({ to: '/setting', search: { tab: 'files' } }))]
    case 'game':
      return [place(bets, hrefOf({ to: bets, search: { gameId: open } }))]
    case 'member': {
      const to = '/member/member-detail/{id}'
      const detail = place(to, hrefOf({ to, id }), '/member/member-management')
      if (code !== 'play.unusual_win') return [detail]
      return [place(bets, hrefOf({ to: bets, search: { memberId: open } })), detail]
    }
    case 'employee': {
      const to = '/employee/employee-management'
      return [place(to, hrefOf({ to, search: { open } }))]
    }
    case 'role': {
      const to = '/employee/role-management'
      return [place(to, hrefOf({ to, search: { open } }))]
    }
    case 'approval':
      return [place('/setting', hrefOf(approvalsPage({ open })))]
    case 'activity':
      return [place('/activity-logs', hrefOf({ to: '/activity-logs' }))]
    case 'brand':
      return [place('/dashboard', hrefOf({ to: '/dashboard' }))]
    default:
      return []
  }
}
