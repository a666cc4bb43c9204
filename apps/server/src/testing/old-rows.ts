import type pg from 'pg'
import { onConnection } from './cluster/kept-connections.ts'
import type { TestDatabase } from './database.ts'

export interface OldRow {
  readonly actor_kind: string
  readonly actor_id?: string
  readonly actor_name?: string
  readonly entity: string
  readonly entity_id: string | null
  readonly action: string
  readonly result?: string
  readonly after?: object
  readonly detail?: object
  readonly request_id?: string
}

/** Does something as an administrator while a table takes ids in either spelling, as it did before 0025. */
const before = (
  { adminUrl }: TestDatabase,
  table: string,
  then: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> =>
  onConnection(adminUrl, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ rule: string }>(
      'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
      [`${table}_outside_id`],
    )
    await client.query(`alter table ${table} drop constraint ${table}_outside_id`)
    await then(client)
    await client.query(`alter table ${table} add constraint ${table}_outside_id ${rows[0]?.rule ?? ''}`)
    await client.query('commit')
  })

/** Rows of the log as they were written before ids had one spelling; they stay for good. */
export const plantOldRows = (database: TestDatabase, rows: readonly OldRow[]): Promise<void> =>
  before(database, 'activity_log', (client) =>
    client.query(
      `insert into activity_log (actor_kind, actor_id, actor_name, entity, entity_id, action, result, after,
         detail, request_id)
       select actor_kind, actor_id, actor_name, entity, entity_id, action, coalesce(result, 'done'), after,
              detail, request_id from jsonb_populate_recordset(null::activity_log, $1)`,
      [JSON.stringify(rows)],
    ),
  )
