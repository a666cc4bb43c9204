import type { BenchEnv } from './env.ts'

/** What the server of a bench must be started with so that its statements are counted. */
export const countsStatements = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

export interface Statement {
  readonly text: string
  readonly calls: number
  readonly ms: number
  readonly planMs: number
  readonly buffers: number
}

export const openStatements = (env: BenchEnv, database: string) =>
  env.admin(database, 'create extension if not exists pg_stat_statements')

export const forgetStatements = (env: BenchEnv, database: string) =>
  env.admin(database, 'select pg_stat_statements_reset()')

/** Since they were forgotten, the dearest first; all runs of each together, buffers hit and read. */
export async function statementsOf(env: BenchEnv, database: string): Promise<Statement[]> {
  const { rows } = await env.admin(
    database,
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::float8 as calls,
            total_exec_time as ms, total_plan_time as "planMs",
            (shared_blks_hit + shared_blks_read)::float8 as buffers
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%' order by total_exec_time + total_plan_time desc`,
  )
  return rows as Statement[]
}

export const buffersOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { buffers }) => sum + buffers, 0)
