import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { sqlState } from '../platform/db/db.ts'
import { withDatabase } from '../platform/migrations/migrate.ts'
import { closeConnections, onConnection } from './cluster/kept-connections.ts'

export interface TestDatabase {
  /** As the server signs in. */
  readonly appUrl: string
  /** As a superuser: for planting what the product itself refuses. */
  readonly adminUrl: string
  /** Writes past every trigger, as only a superuser can: states that the product itself never makes. */
  readonly plant: (statement: string, values?: readonly unknown[]) => Promise<void>
  /** One statement as the start of a brand makes its first people: past the rights, not past the triggers. */
  readonly asAdmin: <R extends object>(statement: string, values?: readonly unknown[]) => Promise<R[]>
  readonly drop: () => Promise<void>
}

const asAdmin = (statement: string): Promise<void> =>
  onConnection(inject('adminUrl'), async (client) => void (await client.query(statement)))

const inUse = '55006'

/** A connection that is just ending would take its end by force for a fault, in a test that is over. */
async function drop(database: string): Promise<void> {
  await closeConnections(database)
  for (let tries = 0; tries < 10; tries += 1) {
    try {
      return await asAdmin(`drop database if exists ${database}`)
    } catch (error) {
      if (sqlState(error) !== inUse) throw error
      await sleep(20)
    }
  }
  await asAdmin(`drop database if exists ${database} with (force)`)
}

/** A database of one's own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${database} template khlang_template strategy file_copy`)
  const adminUrl = withDatabase(inject('adminUrl'), { database })
  return {
    adminUrl,
    plant: (statement, values = []) =>
      onConnection(
        adminUrl,
        async (client) => void (await client.query(statement, [...values])),
        '-c session_replication_role=replica',
      ),
    asAdmin: <R extends object>(statement: string, values: readonly unknown[] = []) =>
      onConnection(adminUrl, async (client) => (await client.query<R>(statement, [...values])).rows),
    appUrl: withDatabase(adminUrl, { user: 'khlang_app', password: 'test' }),
    drop: () => drop(database),
  }
}
