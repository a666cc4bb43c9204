import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDatabase, createPool, type Database } from '../../platform/db/db.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

/** A database without a server: for what queries promise on their own. */
export interface BareDatabase extends TestDatabase {
  readonly db: Database
  /** What a statement answers, read as a superuser. */
  readonly rows: <R extends object>(statement: string, values?: readonly unknown[]) => Promise<R[]>
  /** A person of a role without any right. @returns the id */
  readonly person: () => Promise<string>
  /** A session of the person; `change` names other values of its columns, as SQL. @returns the id */
  readonly session: (employeeId: string, change?: Readonly<Record<string, string>>) => Promise<string>
  readonly close: () => Promise<void>
}

const idOf = (rows: readonly { id: string }[]): string => rows[0]?.id ?? ''

export async function openBareDatabase(): Promise<BareDatabase> {
  const database = await createTestDatabase()
  const db = createDatabase(createPool(database.appUrl, { max: 4 }))
  // Kept open, as dozens of short statements of a table of cases need it.
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 })
  const rows: BareDatabase['rows'] = async <R extends object>(
    statement: string,
    values: readonly unknown[] = [],
  ) => (await admin.query<R>(statement, [...values])).rows
  return {
    ...database,
    db,
    rows,
    plant: async (statement, values = []) => {
      await admin.query("set session_replication_role = 'replica'")
      await admin.query(statement, [...values])
      await admin.query('reset session_replication_role')
    },
    person: async () => {
      const name = `p${randomBytes(5).toString('hex')}`
      const role = await rows<{ id: string }>(
        `insert into roles (name, permission) values ($1, '{}') returning id`,
        [name],
      )
      const made = await rows<{ id: string }>(
        'insert into employees (username, display_name, role_id) values ($1, $1, $2) returning id',
        [name, idOf(role)],
      )
      return idOf(made)
    },
    session: async (employeeId, change = {}) => {
      const columns = {
        kind: `'full'`,
        token_hash: `decode('${randomBytes(32).toString('hex')}', 'hex')`,
        address: `''`,
        device: `''`,
        idle_ends_at: `now() + interval '1 hour'`,
        expires_at: `now() + interval '2 hours'`,
        ...change,
      }
      const made = await rows<{ id: string }>(
        `insert into sessions (employee_id, ${Object.keys(columns).join(', ')})
         values ($1, ${Object.values(columns).join(', ')}) returning id`,
        [employeeId],
      )
      return idOf(made)
    },
    close: async () => {
      await db.destroy()
      await admin.end()
      await database.drop()
    },
  }
}
