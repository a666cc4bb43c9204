import type { listViews } from '@khlang/contract/list-views.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { visibleView } from '../../platform/people/visibility.ts'
import { layoutsMax, type ViewScope } from './rules.ts'

export type ViewInput = Omit<HandlerInput<typeof listViews.create>, 'list'>
type Layout = HandlerInput<typeof listViews.saveLayout>['layout']

export interface ViewRow {
  readonly id: string
  readonly list: string
  readonly name: string
  readonly scope: ViewScope
  readonly roleId: string | null
  readonly filters: ViewInput['filters']
  readonly layout: Layout | null
  readonly ownerId: string
  readonly owner: string
  readonly version: number
}

const columns = sql`v.id, v.list, v.name, v.scope, v.role_id as "roleId", v.filters, v.layout,
  v.owner_id as "ownerId", o.display_name as owner, v.version`

/** What a person sees above a list: their own first, then their role's, then everyone's, each by name. */
export async function viewsOf(db: Reader, actor: EmployeeActor, list: string): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from list_views v join employees o on o.id = v.owner_id
     where v.list = ${list} and ${visibleView(actor)}
     order by v.owner_id <> ${actor.id}, v.scope = 'everyone', lower(v.name), v.id`.execute(db)
  return rows
}

/** One view that the caller sees, held until the end of the transaction; undefined when it has gone. */
export async function lockView(tx: Tx, actor: EmployeeActor, id: string): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from list_views v join employees o on o.id = v.owner_id
     where v.id = ${id} and ${visibleView(actor)} for update of v`.execute(tx)
  return rows[0]
}

/** How many views a person has, of this list and of all. Whoever asks at the same time waits. */
export async function countViews(
  tx: Tx,
  ownerId: string,
  list: string,
): Promise<{ here: number; all: number }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`khlang.views.${ownerId}`}))`.execute(tx)
  const { rows } = await sql<{ here: number; all: number }>`
    select count(*) filter (where list = ${list}) as here, count(*) as all from list_views
     where owner_id = ${ownerId} and archived_at is null`.execute(tx)
  return rows[0] ?? { here: 0, all: 0 }
}

/** A view shared with a role stays that role's, whatever role its owner has since. */
const written = (actor: EmployeeActor, input: ViewInput, row?: ViewRow) => ({
  name: input.name,
  scope: input.scope,
  role_id: input.scope === 'role' ? (row?.roleId ?? actor.role.id) : null,
  filters: JSON.stringify(input.filters),
  layout: input.layout === null ? null : JSON.stringify(input.layout),
})

export const addView = (tx: Tx, actor: EmployeeActor, list: string, input: ViewInput) =>
  tx
    .insertInto('list_views')
    .values({ list, owner_id: actor.id, ...written(actor, input) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const changeView = (tx: Tx, actor: EmployeeActor, row: ViewRow, input: ViewInput) =>
  tx
    .updateTable('list_views')
    .set({ ...written(actor, input, row), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()

export const archiveView = (tx: Tx, row: ViewRow) =>
  tx
    .updateTable('list_views')
    .set({ archived_at: new Date(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()

export async function layoutOf(db: Reader, employeeId: string, list: string): Promise<Layout | null> {
  const row = await db
    .selectFrom('list_layouts')
    .select('layout')
    .where('employee_id', '=', employeeId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row ? (row.layout as unknown as Layout) : null
}

/** Keeps a layout; of more lists than a person can have, the oldest fall out. */
export async function keepLayout(tx: Tx, employeeId: string, list: string, layout: Layout): Promise<void> {
  const saved = { layout: JSON.stringify(layout), saved_at: sql<string>`clock_timestamp()` }
  await tx
    .insertInto('list_layouts')
    .values({ employee_id: employeeId, list, ...saved })
    .onConflict((conflict) => conflict.columns(['employee_id', 'list']).doUpdateSet(saved))
    .execute()
  await sql`
    delete from list_layouts where employee_id = ${employeeId} and list in (
      select list from list_layouts where employee_id = ${employeeId}
       order by saved_at desc offset ${layoutsMax})`.execute(tx)
}
