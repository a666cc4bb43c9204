import type { CompiledQuery } from 'kysely'
import pg from 'pg'

export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly Plan[]
}

/** What some statements read of the tables that grow. */
export interface Reads {
  readonly rows: number
  /** Those of which a plan reads more than a few in the order in which they lie. */
  readonly scans: readonly string[]
}

/** Rows that a node took from its table or index, those that did not fit too. */
function takenBy(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0))
}

/** A plan may read so many rows in the order in which they lie. */
const scanMost = 10_000

const readers = new Set(['Seq Scan', 'Sample Scan', 'Index Scan', 'Index Only Scan', 'Tid Scan'])
const bitmaps = new Set(['Bitmap Index Scan', 'BitmapAnd', 'BitmapOr'])

/** What the indexes below a bitmap found. */
const foundBy = (plan: Plan): number =>
  plan['Node Type'] === 'Bitmap Index Scan'
    ? takenBy(plan)
    : (plan.Plans ?? [])
        .filter((child) => bitmaps.has(child['Node Type']))
        .reduce((sum, child) => sum + foundBy(child), 0)

/** What a plan that has run read of the given tables. */
export function readsOfPlan(plan: Plan, tables: ReadonlySet<string>): Reads {
  const type = plan['Node Type']
  const table = plan['Relation Name'] ?? ''
  const below = (plan.Plans ?? []).map((child) => readsOfPlan(child, tables))
  const scans = below.flatMap((each) => each.scans)
  let rows = below.reduce((sum, each) => sum + each.rows, 0)
  if (tables.has(table)) {
    if (readers.has(type)) rows += takenBy(plan)
    // What its indexes find is what it reads, unless they only say in which pages to look.
    if (type === 'Bitmap Heap Scan') rows += Math.max(takenBy(plan), foundBy(plan))
    if (type === 'Seq Scan' && takenBy(plan) > scanMost) scans.push(table)
  }
  return { rows, scans }
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
      const read = readsOfPlan(await keptPlanOf(client, query), tables)
      scans.push(...read.scans)
      rows += read.rows
    }
  } finally {
    client.release()
  }
  return { rows, scans }
}
