import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { routes, type RoutePath } from '@khlang/contract/routes.ts'
import { useCallback } from 'react'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { transferPages } from '../../lib/address/transfers-page.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useOpenScreens } from '../../lib/address/screens.ts'

interface ThingPage {
  readonly path: RoutePath
  readonly href: string
  /** Where who may not open that page finds the thing. */
  readonly else?: ThingPage | undefined
}

/** Where a thing has its page, by the id that the outside knows it by; null where it has none. */
export function pageOf(id: string | null): ThingPage | null {
  if (id === null) return null
  const prefix = id.slice(0, 4)
  if (prefix === 'mbr_') {
    const path = '/member/member-detail/{id}'
    return { path, href: hrefOf({ to: path, id }) }
  }
  const open = (
    path:
      | '/pre-transaction/deposit-withdraw'
      | '/device/list'
      | `/employee/${'employee' | 'role'}-management`,
  ) => ({
    path,
    href: hrefOf({ to: path, search: { open: id } }),
  })
  if (prefix === 'dep_' || prefix === 'wdr_') return open('/pre-transaction/deposit-withdraw')
  if (prefix === 'emp_') return open('/employee/employee-management')
  if (prefix === 'rol_') return open('/employee/role-management')
  if (prefix === 'dev_') return open('/device/list')
  if (prefix === 'otr_') {
    const [first, second] = transferPages(id)
    return { ...first, else: second }
  }
  if (prefix !== 'stl_') return null
  const path = '/pre-transaction/matching'
  return { path, href: hrefOf({ to: path, search: { line: id } }) }
}

/** Where a request for a second person is decided and can be read. */
export const approvalPage = (id: string): ThingPage => ({
  path: '/setting',
  href: hrefOf(approvalsPage({ open: id })),
})

/** Tells the address of a page to whom may open it; a screen that is not there has no address. */
export function useHref(): (page: ThingPage | null) => string | null {
  const allowed = useAllows()
  const screens = useOpenScreens()
  return useCallback(
    (page) => {
      const mayOpen = (path: RoutePath) =>
        (path.includes('{id}') || screens.some((screen) => screen.path === path)) &&
        allowed(routes.find((route) => route.path === path)?.requires)
      return [page, page?.else].find((one) => one && mayOpen(one.path))?.href ?? null
    },
    [allowed, screens],
  )
}
