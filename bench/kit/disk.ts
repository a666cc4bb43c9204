import type { BenchEnv } from './env.ts'

/** Bytes of each of the product's tables with its indexes; of a table in parts, all parts together. */
export async function diskOf(env: BenchEnv, database: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await env.admin(
    database,
    `select coalesce(i.inhparent, c.oid)::regclass::text as name,
            sum(pg_total_relation_size(c.oid))::float8 as bytes
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^(pg)?bench'
      group by 1`,
  )
  return new Map((rows as { name: string; bytes: number }[]).map(({ name, bytes }) => [name, bytes]))
}

const shownMax = 8

/** How much all tables grew by one of so many acts, and which the most. */
export function grownPerAct(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  acts: number,
): string {
  const grown = [...after]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / acts }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const sum = grown.reduce((total, { bytes }) => total + bytes, 0)
  const most = grown.slice(0, shownMax).map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`)
  return `${sum.toFixed(0)} bytes, indexes included (${most.join(', ')})`
}
