import { randomBytes } from 'node:crypto'
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { sql } from 'kysely'
import type { Services } from '../../apps/server/src/platform/call/context.ts'
import { mintSession } from '../../apps/server/src/platform/people/sessions.ts'

/** Sessions of people of one role that may do everything, as signing in would make them. */
export async function cashierTokens(
  services: Pick<Services, 'db' | 'settings'>,
  count: number,
): Promise<string[]> {
  const { db } = services
  const name = `bench${randomBytes(4).toString('hex')}`
  const role = await db
    .insertInto('roles')
    .values({ name, is_admin: true, permission: JSON.stringify(permissionMap(() => true)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const settings = await services.settings.get()
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await db
      .insertInto('employees')
      .values({
        username: `${name}${n}`,
        display_name: `${name} ${n}`,
        type: 'staff',
        role_id: role.id,
        created_by: sql<string | null>`(select id from employees order by id limit 1)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = {
      employeeId: id,
      kind: 'full',
      address: '127.0.0.1',
      device: 'bench',
      settings,
    } as const
    tokens.push(await db.transaction().execute((tx) => mintSession(tx, session)))
  }
  return tokens
}
