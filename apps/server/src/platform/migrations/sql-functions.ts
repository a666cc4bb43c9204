import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartRefused } from '../start-refused.ts'

const folder = fileURLToPath(new URL('../../../../../database/functions/', import.meta.url))

export interface SqlFile {
  readonly name: string
  readonly sql: string
}

export const digestOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** The SQL files of a folder, in order of name. */
export const sqlFilesOf = (path: string): SqlFile[] =>
  readdirSync(path)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(path, name), 'utf8') }))

/** The functions in force in this version (ADR 0032). */
export const currentFunctions = (): SqlFile[] => sqlFilesOf(folder)

/**
 * Functions that an index, a check or a generated column rests on, and those that they call: what is stored
 * was made by their text. PostgreSQL does not note what the text of a function calls: it is read here.
 */
const frozenOnes = `
  with recursive frozen (id) as (
    select d.refobjid from pg_depend d
      left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
      left join pg_attrdef e on d.classid = 'pg_attrdef'::regclass and e.oid = d.objid
      left join pg_attribute a on a.attrelid = e.adrelid and a.attnum = e.adnum
      join pg_proc p on p.oid = d.refobjid and p.pronamespace = 'public'::regnamespace
     where d.refclassid = 'pg_proc'::regclass
       and (c.relkind in ('i', 'I', 'p') or a.attgenerated <> ''
         or d.classid in ('pg_constraint'::regclass, 'pg_statistic_ext'::regclass))
    union
    select p.oid from frozen f join pg_proc s on s.oid = f.id
      join pg_proc p on p.pronamespace = 'public'::regnamespace
       and s.prosrc ~ ('\\m' || p.proname || '\\s*\\('))
  select id::regprocedure::text as name, pg_get_functiondef(id) as text from frozen
   where not exists (select from pg_depend x where x.objid = id and x.deptype = 'e') order by 1`

/** Name with types, and text. */
export async function frozenFunctions(admin: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query<{ name: string; text: string }>(frozenOnes)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/**
 * Applies the functions of this version, all of them in one transaction, where one of the files is not as it
 * was applied last (a migration forgets them all).
 * @returns names of the files that are new or changed
 * @throws StartRefused when a file changes what stored rows rest on; nothing was changed then
 */
export async function applyFunctions(admin: pg.ClientBase, files: readonly SqlFile[]): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; digest: string }>(
    'select name, digest from public.schema_functions',
  )
  const known = new Map(rows.map(({ name, digest }) => [name, digest]))
  const changed = files.filter(({ name, sql }) => known.get(name) !== digestOf(sql)).map(({ name }) => name)
  if (changed.length === 0 && known.size === files.length) return []
  await admin.query('begin')
  try {
    const frozen = await frozenFunctions(admin)
    await admin.query('set local role khlang_owner')
    for (const file of files) await applyOne(admin, file)
    await admin.query('reset role')
    assertSame(frozen, await frozenFunctions(admin))
    await admin.query('delete from public.schema_functions')
    await admin.query(
      'insert into public.schema_functions (name, digest) select * from unnest($1::text[], $2::text[])',
      [files.map(({ name }) => name), files.map(({ sql }) => digestOf(sql))],
    )
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
  return changed
}

async function applyOne(admin: pg.ClientBase, { name, sql }: SqlFile): Promise<void> {
  try {
    await admin.query(sql)
  } catch (error) {
    throw new Error(
      `Functions of ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

function assertSame(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  for (const [name, text] of before) {
    if (after.get(name) !== text)
      throw new StartRefused(
        `The function ${name} is what stored rows rest on (an index, a check or a generated column), and ` +
          'database/functions has another text of it than the migrations. It changes by a migration that ' +
          'makes anew what rests on it. Nothing of the functions was changed.',
      )
  }
}
