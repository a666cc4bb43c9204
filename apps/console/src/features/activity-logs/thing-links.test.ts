import { expect, it } from 'vitest'
import { pageOf } from './thing-links.ts'

it.each([
  ['member', 'mbr_1', '/member/member-detail/mbr_1'],
  ['deposit', 'dep_1', '/pre-transaction/deposit-withdraw?open=dep_1'],
  ['withdrawal', 'wdr_1', '/pre-transaction/deposit-withdraw?open=wdr_1'],
  ['statementLine', 'stl_1', '/pre-transaction/matching?line=stl_1'],
  ['session', 'emp_1', '/employee/employee-management?open=emp_1'],
  ['role', 'rol_1', '/employee/role-management?open=rol_1'],
  ['device', 'dev_1', '/device/list?open=dev_1'],
  ['ownTransfer', 'otr_1', '/payment-auto/approve-transfer?tab=all&open=otr_1'],
])('a %s has its page', (_, id, href) => {
  expect(pageOf(id)?.href).toBe(href)
})

it('what has no page has no address', () => {
  expect(pageOf('members.update')).toBeNull()
  expect(pageOf('members')).toBeNull()
  expect(pageOf(null)).toBeNull()
})
