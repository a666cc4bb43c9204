import type { CompiledQuery } from 'kysely'
import pg from 'pg'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** What some statements read of the tables that grow. */
export interface Reads {
  readonly rows: number
  /** Those that a plan reads from end to end. */
  readonly scans: readonly string[]
}

/** A node with the table that it, or what it works for, reads. */
function* nodesOf(plan: Plan, above = ''): Generator<{ readonly node: Plan; readonly table: string }> {
  const table = plan['Relation Name'] ?? above
  yield { node: plan, table }
  for (const child of plan.Plans ?? []) yield* nodesOf(child, table)
}

/** Rows that a node took from its table or index, those that did not fit too. */
function takenBy(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
}

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`)
}

/** The plan that this very connection has kept for a statement, run once. */
async function keptPlanOf(client: pg.PoolClient, { sql, parameters }: CompiledQuery): Promise<Plan> {
  const values = [...parameters]
  await client.query(sql, values)
  const known = await client.query({
    text: 'select name from pg_prepared_statements where statement = $1',
    values: [sql],
  })
  const name = (known.rows[0] as { name: string } | undefined)?.name
  const kept = `execute "${name}"(${values.map(literalOf).join(', ')})`
  const { rows } = await client.query(`explain (analyze, format json) ${name === undefined ? sql : kept}`)
  const [first] = (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN']
  if (!first) throw new Error(`No plan of: ${sql}`)
  return first.Plan
}

/** Runs statements by the plans that their pool keeps, and counts what they read of the given tables. */
export async function readsOf(
  pool: pg.Pool,
  tables: ReadonlySet<string>,
  asked: readonly CompiledQuery[],
): Promise<Reads> {
  const client = await pool.connect()
  const scans: string[] = []
  let rows = 0
  try {
    for (const query of asked) {
      // What the planner is asked to expect reads no row, and has no plan of its own.
      if (query.sql.trimStart().startsWith('explain')) continue
      for (const { node, table } of nodesOf(await keptPlanOf(client, query))) {
        if (!tables.has(table) || !node['Node Type'].endsWith('Scan')) continue
        if (node['Node Type'] === 'Seq Scan') scans.push(table)
        // Its indexes have been counted: what they find is what it reads.
        if (node['Node Type'] !== 'Bitmap Heap Scan') rows += takenBy(node)
      }
    }
  } finally {
    client.release()
  }
  return { rows, scans }
}
