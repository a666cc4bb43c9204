import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const roleOf = async (person: Person): Promise<string> => {
  const { role } = await person.call('auth.self', {})
  return role['_id']
}

test('an administrator sees a role as it is, and it is in the log', async () => {
  const owner = await server.person({
    isAdmin: true,
    abilities: { revealPii: true, approvalLimitMinor: null },
  })
  const permissions = { memberManagement: ['isRead', 'isUpdate'] } as const
  const cashier = await server.person({ permissions, abilities: { approvalLimitMinor: 5_000 } })
  const id = await roleOf(cashier)
  const seen = await owner.call('roles.viewAs', { id })
  const flags = permissionMap(
    (resource, action) => resource === 'memberManagement' && ['isRead', 'isUpdate'].includes(action),
  )
  expect(seen).toMatchObject({ _id: id, isAdmin: false, permission: flags, isNarrowed: false })
  expect(seen.abilities).toMatchObject({ revealPii: false, approvalLimitMinor: 5_000 })
  const row = await server.services.db
    .selectFrom('activity_log')
    .select(['actor_id', 'entity', 'entity_id', 'result'])
    .where('action', '=', 'roleViewed')
    .executeTakeFirst()
  expect(row).toEqual({ actor_id: owner.id, entity: 'role', entity_id: id, result: 'done' })
})

test('nobody is shown more of a role than they hold themselves, and their own rights stay', async () => {
  const lead = await server.person({
    permissions: { roleManagement: ['isRead'], memberManagement: ['isRead'] },
    abilities: { approvalLimitMinor: 1_000 },
  })
  const owner = await server.person({ isAdmin: true, abilities: { exportData: true } })
  const before = await lead.call('auth.self', {})
  const seen = await lead.call('roles.viewAs', { id: await roleOf(owner) })
  expect(seen).toMatchObject({ isAdmin: false, isNarrowed: true, permission: before.permissions })
  expect(seen.abilities.exportData).toBe(false)
  expect(await lead.call('auth.self', {})).toMatchObject({ permissions: before.permissions })
  expect(await codeOf(lead.call('employees.list', {}))).toBe('403 forbidden')
})

test('it takes the right to read roles, and a role that is there', async () => {
  const cashier = await server.person({ permissions: { memberManagement: ['isRead'] } })
  const id = await roleOf(cashier)
  expect(await codeOf(cashier.call('roles.viewAs', { id }))).toBe('403 forbidden')
  const owner = await server.person({ isAdmin: true })
  const nowhere = encodeId('role', '019aa111-2222-7333-8444-555566667777')
  expect(await codeOf(owner.call('roles.viewAs', { id: nowhere }))).toBe('404 notFound')
})
