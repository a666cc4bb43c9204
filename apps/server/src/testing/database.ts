import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '../platform/migrate.ts'

export interface TestDatabase {
  /** As the server signs in. */
  readonly appUrl: string
  /** As a superuser: for planting what the product itself refuses. */
  readonly adminUrl: string
  /** Writes past every trigger, as only a superuser can: states that the product itself never makes. */
  readonly plant: (statement: string, values?: readonly unknown[]) => Promise<void>
  readonly drop: () => Promise<void>
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database of one's own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${database} template khlang_template`)
  const adminUrl = withDatabase(inject('adminUrl'), { database })
  return {
    adminUrl,
    plant: async (statement, values = []) => {
      const client = new pg.Client({ connectionString: adminUrl })
      await client.connect()
      try {
        await client.query("set session_replication_role = 'replica'")
        await client.query(statement, [...values])
      } finally {
        await client.end()
      }
    },
    appUrl: withDatabase(adminUrl, { user: 'khlang_app', password: 'test' }),
    drop: () => asAdmin(`drop database if exists ${database} with (force)`),
  }
}
