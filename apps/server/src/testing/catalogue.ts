import pg from 'pg'

const ours = "n.nspname = 'public' and c.relname not in ('schema_migrations', 'schema_functions')"
const notOfExtension = (oid: string): string =>
  `not exists (select from pg_depend x where x.objid = ${oid} and x.deptype = 'e')`

/** Everything that makes a schema, one line each; rights and owners included. */
const parts: readonly string[] = [
  `select format('database %s', (select string_agg(a::text, ' ' order by a::text) from unnest(datacl) a))
     from pg_database where datname = current_database()`,
  `select format('schema %s %s %s', nspname, nspowner::regrole,
       (select string_agg(a::text, ' ' order by a::text) from unnest(nspacl) a))
     from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  `select format('%s %s owner %s rls %s %s options %s rights %s view %s', c.relkind, c.relname,
       c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
       (select string_agg(a::text, ' ' order by a::text) from unnest(c.relacl) a),
       case when c.relkind = 'v' then pg_get_viewdef(c.oid) end)
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relkind in ('r', 'v', 'm', 'p', 'S')`,
  `select format('column %s.%s number %s %s null %s default %s %s %s collation %s rights %s', c.relname,
       a.attname, row_number() over (partition by c.oid order by a.attnum),
       format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
       a.attidentity, a.attgenerated, a.attcollation,
       (select string_agg(x::text, ' ' order by x::text) from unnest(a.attacl) x))
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${ours} and c.relkind in ('r', 'v', 'm', 'p') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s on %s %s valid %s enforced %s', k.conname, c.relname,
       pg_get_constraintdef(k.oid), k.convalidated, k.conenforced)
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours}`,
  `select format('index %s valid %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours}`,
  `select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal`,
  `select format('function %s owner %s rights %s settings %s %s', p.oid::regprocedure, p.proowner::regrole,
       (select string_agg(a::text, ' ' order by a::text) from unnest(p.proacl) a), p.proconfig,
       pg_get_functiondef(p.oid))
     from pg_proc p where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid')}`,
  `select format('type %s %s', t.typname, t.typtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e') and ${notOfExtension('t.oid')}`,
  `select format('extension %s', extname) from pg_extension`,
  `select format('rights to come %s', x) from pg_default_acl x`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`,
]

/**
 * What a schema is made of, sorted, to be compared with another's. Runs of blanks count as one: they change
 * nothing of what a function does.
 */
export async function catalogueOf(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const lines: string[] = []
    for (const part of parts) {
      const { rows } = await client.query<string[]>({ text: part, rowMode: 'array' })
      lines.push(...rows.map(([line]) => String(line).replaceAll(/\s+/g, ' ')))
    }
    return lines.toSorted()
  } finally {
    await client.end()
  }
}
