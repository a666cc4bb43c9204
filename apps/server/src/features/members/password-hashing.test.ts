import type * as crypto from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { key, newMember, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

// To hash takes long on purpose: nobody may keep a connection while waiting for it.

/** Asked before each hash is computed. */
const hooks = vi.hoisted(() => ({ beforeHash: (): Promise<void> => Promise.resolve() }))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  const argon2: typeof real.argon2 = (algorithm, given, done) => {
    void hooks.beforeHash().finally(() => real.argon2(algorithm, given, done))
  }
  return { ...real, argon2 }
})

let server: TestServer
let staff: Person
beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const
  staff = await server.person({ permissions, hasStepUp: true })
})
afterAll(() => server.stop())

/** How many transactions waited for a hash, of all those that were computed while something is done. */
async function waiting(work: () => Promise<unknown>): Promise<number[]> {
  const open: number[] = []
  hooks.beforeHash = async () => {
    const { rows } = await server.services.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    open.push(rows[0]?.count ?? -1)
  }
  await work()
  hooks.beforeHash = () => Promise.resolve()
  return open
}

test('no transaction is open while the password of a new member, or a new password, is hashed', async () => {
  let id = ''
  const create = async () => ({ id } = await staff.call('members.create', newMember(), key()))
  expect(await waiting(create)).toEqual([0])
  const change = () => staff.call('members.changePassword', { id, reason: 'asked for it' }, key())
  expect(await waiting(change)).toEqual([0])
})
