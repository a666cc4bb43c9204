import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { outsideId } from '../../platform/db/outside-ids.ts'
import { visibleMember, visibleTo } from '../../platform/people/visibility.ts'

interface About {
  readonly entity: string
  /** As the log holds it or as the outside knows it. */
  readonly entityId: string | null
}
interface Named {
  readonly kind: IdKind
  readonly table: string
  readonly column: string
  /** Rows of members are named to whom may see them, also in one's own log. */
  readonly seen?: (actor: EmployeeActor) => RawBuilder<boolean>
}

const ofMember = (actor: EmployeeActor) => visibleMember(actor, sql.ref('m.member_id'))

/** What has a name, by the word of the log. A session is the person's whose it is. */
const namedThings: Readonly<Record<string, Named>> = {
  member: { kind: 'member', table: 'members', column: 'username', seen: (actor) => visibleTo(actor) },
  employee: { kind: 'employee', table: 'employees', column: 'username' },
  session: { kind: 'employee', table: 'employees', column: 'username' },
  deposit: { kind: 'deposit', table: 'deposits', column: 'reference', seen: ofMember },
  withdrawal: { kind: 'withdrawal', table: 'withdrawals', column: 'reference', seen: ofMember },
  adjustment: { kind: 'adjustment', table: 'adjustments', column: 'reference', seen: ofMember },
  role: { kind: 'role', table: 'roles', column: 'name' },
  group: { kind: 'group', table: 'chat_groups', column: 'name' },
  bankAccount: { kind: 'bankAccount', table: 'bank_accounts', column: 'label' },
  device: { kind: 'device', table: 'devices', column: 'name' },
  ownTransfer: { kind: 'ownTransfer', table: 'own_transfers', column: 'reference' },
  reconcileDay: { kind: 'reconcileDay', table: 'reconcile_days', column: 'reference' },
  taughtFormat: { kind: 'taughtFormat', table: 'taught_formats', column: 'name' },
  bookingRule: { kind: 'bookingRule', table: 'booking_rules', column: 'name' },
  listView: { kind: 'listView', table: 'list_views', column: 'name' },
}
const tables = [...new Map(Object.values(namedThings).map((each) => [each.table, each])).values()]

const namedAs = ({ entity }: About): Named | undefined =>
  Object.hasOwn(namedThings, entity) ? namedThings[entity] : undefined

/** `employees:<uuid>`, or null for what has no name or no id that is one. */
function keyOf(about: About): { table: string; id: string } | null {
  const named = namedAs(about)
  const outside = outsideId(about.entity, about.entityId)
  const id = named && outside !== null ? decodeId(named.kind, outside) : null
  return named && id !== null ? { table: named.table, id } : null
}

/**
 * Under which ids the log may hold what people call by a user name, a reference, a name or a label; none
 * where nothing in sight is called so.
 */
export async function idsNamed(db: Reader, actor: EmployeeActor, name: string): Promise<string[]> {
  const forms = [...new Set([name, name.toLowerCase(), name.toUpperCase()])]
  const found = await Promise.all(
    tables.map(async ({ kind, table, column, seen }) => {
      const { rows } = await sql<{ id: string }>`
        select m.id from ${sql.table(table)} m
         where m.${sql.ref(column)} = any(${forms}::text[]) and ${seen ? seen(actor) : sql`true`}
         limit 20`.execute(db)
      return rows.flatMap(({ id }) => [id, encodeId(kind, id)])
    }),
  )
  return found.flat()
}

/**
 * The rows with how the thing of each is called: user name, reference, name or label; null where it has
 * none or is out of sight. One statement for each kind of thing among them, however many rows.
 */
export async function withNames<R extends About>(
  db: Reader,
  actor: EmployeeActor,
  rows: readonly R[],
): Promise<(R & { entityName: string | null })[]> {
  const keys = rows.map(keyOf)
  const found = await Promise.all(
    tables.map(async ({ table, column, seen }) => {
      const ids = new Set(keys.flatMap((key) => (key?.table === table ? [key.id] : [])))
      if (ids.size === 0) return []
      const { rows: named } = await sql<{ id: string; name: string }>`
        select m.id, m.${sql.ref(column)} as name from ${sql.table(table)} m
         where m.id = any(${[...ids]}::uuid[]) and ${seen ? seen(actor) : sql`true`}`.execute(db)
      return named.map(({ id, name }) => [`${table}:${id}`, name] as const)
    }),
  )
  const names = new Map(found.flat())
  return rows.map((row, at) => {
    const key = keys[at]
    return { ...row, entityName: key ? (names.get(`${key.table}:${key.id}`) ?? null) : null }
  })
}
