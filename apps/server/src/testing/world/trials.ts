import { permissionMap, type Action, type Resource } from '@khlang/contract/kit/permissions.ts'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { effectivePermissions, type EmployeeActor } from '../../platform/people/actor.ts'
import { createDatabase, createPool, type Tx } from '../../platform/db/db.ts'
import { createTestDatabase } from '../database.ts'

/** A uuid for the n-th of a kind, as SQL. */
export const uuid = (n: number): string => `'00000000-0000-7000-8000-${String(n).padStart(12, '0')}'`

export type Columns = Readonly<Record<string, string | number | boolean | null>>

/** A row as a statement; the values are SQL. */
export const row = (table: string, columns: Columns): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')})
   overriding system value values (${Object.values(columns).map(String).join(', ')});`

/** A role without any right, and other values of its columns. */
export const aRole = (n: number, columns: Columns = {}): string =>
  row('roles', { id: uuid(n), name: `'role ${n}'`, permission: `'{}'`, ...columns })

/** An active person of the staff with a password, of role 100 unless it is said otherwise. */
export const aPerson = (n: number, columns: Columns = {}): string =>
  row('employees', {
    id: uuid(n),
    username: `'p${n}'`,
    display_name: `'p${n}'`,
    role_id: uuid(100),
    password_hash: `'x'`,
    ...columns,
  })

/** A session of the first person: somebody has signed in, and the start is over. */
export const aSession = (n: number, columns: Columns = {}): string =>
  row('sessions', {
    id: uuid(n),
    token_hash: `'${n}'`,
    kind: `'full'`,
    employee_id: uuid(1),
    address: `''`,
    device: `''`,
    idle_ends_at: 'now()',
    expires_at: 'now()',
    ...columns,
  }).replace('overriding system value', '')

/** Person `of` stands linked to person `to` since a moment. */
export const aLink = (of: number, to: number, why = 'created', at = 'now()'): string =>
  row('employee_links', { employee_id: uuid(of), linked_to: uuid(to), why: `'${why}'`, at })

/** An approved request of person 1, decided by person 2. */
export const anApproval = (n: number, columns: Columns = {}): string =>
  row('approvals', {
    id: uuid(n),
    kind: `'x'`,
    entity: `'x'`,
    entity_id: `'x'`,
    document: `'{}'`,
    document_hash: `''`,
    reason: `'x'`,
    requires: `'{}'`,
    maker_id: uuid(1),
    state: `'approved'`,
    checker_id: uuid(2),
    settled_at: 'now()',
    ...columns,
  })

/** A member with a password and a name. */
export const aMember = (n: number, columns: Columns = {}): string =>
  row('members', {
    id: uuid(n),
    username: `'member${n}'`,
    phone: `'+668${String(n).padStart(8, '0')}'`,
    password_hash: `'x'`,
    first_name: `'x'`,
    last_name: `'x'`,
    ...columns,
  })

/** A file that person `of` has asked for, and that waits. */
export const aFile = (n: number, of: number, columns: Columns = {}): string =>
  row('export_jobs', {
    id: uuid(n),
    employee_id: uuid(of),
    session_id: uuid(of),
    call: `'x'`,
    list: `'x'`,
    filter: `'{}'`,
    columns: `'{}'`,
    file_name: `'x'`,
    is_xlsx_asked: false,
    language: `'th'`,
    address: `''`,
    device: `''`,
    request_id: `''`,
    ...columns,
  })

/** JSON as SQL. */
export const json = (value: unknown): string => `'${JSON.stringify(value)}'`

/** The uuid itself. */
export const idOf = (n: number): string => uuid(n).replaceAll(`'`, '')

/** Person n as the guard knows them, of role 100. */
export function actorOf(
  n: number,
  given: {
    readonly rights?: { readonly [R in Resource]?: readonly Action[] }
    readonly isAdmin?: boolean
    readonly type?: EmployeeActor['type']
    readonly role?: number
    readonly abilities?: Partial<EmployeeActor['role']['abilities']>
  } = {},
): EmployeeActor {
  const stored = permissionMap((resource, action) => given.rights?.[resource]?.includes(action) === true)
  const isAdmin = given.isAdmin ?? false
  return {
    kind: 'employee',
    id: idOf(n),
    username: `p${n}`,
    displayName: `p${n}`,
    type: given.type ?? 'staff',
    role: {
      id: idOf(given.role ?? 100),
      name: 'x',
      template: null,
      version: 1,
      isAdmin,
      stored,
      abilities: {
        revealPii: false,
        exportData: false,
        seeOwnBalances: false,
        approvalLimitMinor: null,
        adjustmentPerDayMinor: null,
        ...given.abilities,
      },
    },
    permissions: effectivePermissions(stored, isAdmin),
    session: {
      id: idOf(n),
      kind: 'full',
      idleTimeoutMs: 0,
      expiresAt: '',
      stepUpUntil: null,
      hasStepUp: false,
    },
    isEnrolled: false,
    address: '10.1.2.3',
    device: 'test',
  }
}

class Undone extends Error {}

export interface Trials {
  /** What a query of the server's finds on such rows, in the same moment; nothing of it stays. */
  readonly asked: <T>(setUp: readonly string[], work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * What the database says of a statement of the server's, on rows that were set up past every trigger;
   * nothing of it stays. All of it is one moment: `now()` is the same in rows and judges.
   * @returns `done`, or what was refused
   */
  readonly judged: (setUp: readonly string[], statement: string) => Promise<string>
  /** What a question answers on such rows. */
  readonly answer: (setUp: readonly string[], question: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

export async function openTrials(): Promise<Trials> {
  const database = await createTestDatabase()
  const db = createDatabase(createPool(database.adminUrl, { max: 1 }))
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  async function tried<T>(setUp: readonly string[], work: () => Promise<T>): Promise<T> {
    try {
      await client.query(`begin; set local session_replication_role = 'replica'; ${setUp.join(' ')};
        set local session_replication_role = 'origin'; set local role khlang_app`)
      return await work()
    } finally {
      await client.query('rollback')
    }
  }
  return {
    asked: async (setUp, work) => {
      const answers: Awaited<ReturnType<typeof work>>[] = []
      await db
        .transaction()
        .execute(async (tx) => {
          const set = `set local session_replication_role = 'replica'; ${setUp.join(' ')};
            set local session_replication_role = 'origin'; set local role khlang_app`
          await tx.executeQuery(CompiledQuery.raw(set))
          answers.push(await work(tx))
          throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
      return answers[0] as Awaited<ReturnType<typeof work>>
    },
    judged: (setUp, statement) =>
      tried(setUp, () =>
        client.query(statement).then(
          ({ rowCount }) => (rowCount === 0 ? 'nothing was touched' : 'done'),
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      ),
    answer: (setUp, question) =>
      tried(setUp, async () => {
        const { rows } = await client.query<{ it: unknown }>(`select (${question}) as it`)
        return rows[0]?.it
      }),
    close: async () => {
      await client.end()
      await db.destroy()
      await database.drop()
    },
  }
}
