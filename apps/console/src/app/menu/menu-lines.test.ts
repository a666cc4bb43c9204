import { expect, it } from 'vitest'
import { approvalsPage, isApprovalsPage } from '../../lib/address/approvals-page.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { approvalsLine, menuLines } from './menu-lines.ts'
import { menuRoutes } from '../routes.ts'

it('the approvals are a line of the menu, open to whoever may open their address', () => {
  expect(menuLines.filter(({ id }) => id === 'approvals')).toEqual([approvalsLine])
  expect(approvalsLine).toMatchObject({ to: '/setting', search: { tab: 'approvals' }, requires: 'token' })
  const others = menuLines.filter(({ id }) => id !== 'approvals').map(({ id }) => id)
  expect(others).toEqual(menuRoutes.map(({ path }) => path))
})

it.each([
  ['/setting', '?tab=approvals', true],
  ['/setting', '?scope=own&tab=approvals&open=apr_1', true],
  ['/setting', '', false],
  ['/setting', '?tab=profile', false],
  ['/dashboard', '?tab=approvals', false],
])('%s%s is their page: %s', (pathname, search, is) => {
  expect(isApprovalsPage(pathname, search)).toBe(is)
})

it('a link to one of them keeps the tab', () => {
  expect(hrefOf(approvalsPage({ open: 'apr_1' }))).toBe('/setting?tab=approvals&open=apr_1')
  expect(hrefOf(approvalsPage())).toBe('/setting?tab=approvals')
})
