import { allowsAll } from '@khlang/contract/kit/permissions.ts'
import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { ApprovalKinds } from '../../platform/approvals/approval-kinds.ts'
import { hasPartIn } from '../../platform/approvals/approval-levels.ts'
import { keysetPage } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { insideId } from '../../platform/db/outside-ids.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { visibleApproval } from '../../platform/people/visibility.ts'

export type Scope = 'toSettle' | 'own' | 'settled'

/** The kinds of act whose flags this person holds. */
const kindsOf = (kinds: ApprovalKinds, actor: EmployeeActor): string[] =>
  Object.keys(kinds).filter((name) => {
    const kind = kinds[name]
    if (kind === undefined || !allowsAll(actor.permissions, kind.requires)) return false
    return kind.alsoNeeds === undefined || allowsAll(actor.permissions, kind.alsoNeeds)
  })

const among = (kinds: ApprovalKinds, names: readonly string[]): ApprovalKinds =>
  Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name)))

/**
 * Those of which something waits. Each kind has a question of its own about who is concerned, and to plan all
 * of them takes many times as long as to answer.
 */
async function waitingKinds(db: Reader, kinds: ApprovalKinds): Promise<ApprovalKinds> {
  const found = await db
    .selectFrom('approvals')
    .select('kind')
    .distinct()
    .where('state', '=', sql.lit('pending'))
    .execute()
  return among(
    kinds,
    found.map(({ kind }) => kind),
  )
}

/** Null before the first check; whether an admin gave it. */
const isCheckedByAdmin = sql<boolean | null>`(select bool_or(r.is_admin) from approval_checks k
  join employees e on e.id = k.checker_id join roles r on r.id = e.role_id where k.approval_id = a.id)`

const firstChecks = sql<{ by: string; at: string; comment: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('by', e.display_name, 'comment', k.comment,
      'at', to_char(k.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by k.checked_at)
    from approval_checks k join employees e on e.id = k.checker_id where k.approval_id = a.id), '[]')`

const isWaiting = sql<boolean>`(a.state = 'pending' and a.expires_at > now())`

/** Whether the actor may decide a request, aliased a, by what holds now. Who may be concerned may not. */
function mayDecide(kinds: ApprovalKinds, actor: EmployeeActor): RawBuilder<boolean> {
  const limit = actor.role.abilities.approvalLimitMinor
  const concerns = kindsOf(kinds, actor).flatMap((name) => {
    const is = kinds[name]?.concerns?.(actor)
    return is ? [sql`(a.kind = ${name} and coalesce(${is}, true))`] : []
  })
  const parts = [
    isWaiting,
    sql`a.kind = any(${kindsOf(kinds, actor)}::text[])`,
    sql`not ${hasPartIn(actor)}`,
    sql`(a.checkers_needed = 1 or ${actor.role.isAdmin}::boolean or ${isCheckedByAdmin} is not false)`,
    ...(limit === null ? [] : [sql`coalesce(a.amount_minor, 0) <= ${limit}`]),
    ...concerns.map((concerned) => sql`not ${concerned}`),
  ]
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/**
 * Whether the actor may see what proves a request, aliased a, also once it is decided: its maker, and who
 * holds the flags of its checkers and is not concerned.
 */
function mayLook(kinds: ApprovalKinds, actor: EmployeeActor): RawBuilder<boolean> {
  const concerns = kindsOf(kinds, actor).flatMap((name) => {
    const is = kinds[name]?.concerns?.(actor)
    return is ? [sql`and not (a.kind = ${name} and coalesce(${is}, true))`] : []
  })
  return sql<boolean>`(a.maker_id = ${actor.id}
    or a.kind = any(${kindsOf(kinds, actor)}::text[]) ${sql.join(concerns, sql` `)})`
}

const rows = (db: Reader, kinds: ApprovalKinds, actor: EmployeeActor) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('employees as m', 'm.id', 'a.maker_id')
    .leftJoin('employees as c', 'c.id', 'a.checker_id')
    .select([
      'a.id',
      'a.kind',
      'a.entity',
      'a.entity_id',
      'a.amount_minor as amountMinor',
      'a.reason',
      'm.display_name as maker',
      sql<boolean>`a.maker_id = ${actor.id}`.as('isOwn'),
      mayDecide(kinds, actor).as('mayDecide'),
      sql<'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn'>`case when a.state = 'pending' and
        a.expires_at <= now() then 'expired' else a.state end`.as('state'),
      'c.display_name as checker',
      'a.comment',
      'a.is_sole_owner as isSoleOwner',
      'a.checkers_needed as checkersNeeded',
      firstChecks.as('checks'),
      'a.created_at as createdAt',
      'a.expires_at as expiresAt',
      'a.settled_at as settledAt',
      // As the thing was called: by its name, what staff call it, or its number; a bank line by its account,
      // a business day by its date.
      sql<string | null>`coalesce(a.document ->> 'name', a.document ->> 'label',
        a.document ->> 'reference', case a.entity when 'statementLine' then (
          select b.label from statement_lines l join bank_accounts b on b.id = l.bank_account_id
           where l.id = inside_id(a.entity_id)) when 'reconcileDay' then a.document ->> 'businessOn' end)`.as(
        'frozenName',
      ),
    ])
    .where(visibleApproval(actor))

const inScope = (kinds: ApprovalKinds, actor: EmployeeActor, scope: Scope): RawBuilder<boolean> => {
  if (scope === 'toSettle') return mayDecide(kinds, actor)
  return scope === 'own' ? sql`a.maker_id = ${actor.id}` : sql`not ${isWaiting}`
}

export interface Reading {
  readonly kinds: ApprovalKinds
  readonly actor: EmployeeActor
}

export async function listApprovals(
  db: Reader,
  { kinds: all, actor }: Reading,
  input: { scope: Scope; size: number; after?: string | undefined; before?: string | undefined },
  secrets: Secrets,
) {
  const kinds = await waitingKinds(db, all)
  return keysetPage(rows(db, kinds, actor).where(inScope(kinds, actor, input.scope)), {
    list: 'approvals',
    sort: [
      { by: sql.ref('a.created_at'), type: 'timestamptz' },
      { by: sql.ref('a.id'), type: 'uuid' },
    ],
    input,
    actor,
    secrets,
  })
}

export async function countApprovals(
  db: Reader,
  { kinds: all, actor }: Reading,
): Promise<{ toSettle: number; own: number }> {
  const kinds = await waitingKinds(db, all)
  const { rows: counted } = await sql<{ toSettle: number; own: number }>`
    select count(*) filter (where ${mayDecide(kinds, actor)}) as "toSettle",
           count(*) filter (where a.maker_id = ${actor.id}) as own
      from approvals a
     where a.state = 'pending' and a.expires_at > now() and ${visibleApproval(actor)}`.execute(db)
  return counted[0] ?? { toSettle: 0, own: 0 }
}

/** One request with its document; undefined when it is out of sight. */
export async function findApproval(db: Reader, { kinds: all, actor }: Reading, id: string) {
  const own = await db.selectFrom('approvals').select('kind').where('id', '=', id).executeTakeFirst()
  if (!own) return undefined
  const kinds = among(all, [own.kind])
  return rows(db, kinds, actor)
    .select([
      'a.document',
      'a.before',
      'a.document_hash',
      'a.maker_id as makerId',
      'm.username as makerUsername',
      mayLook(kinds, actor).as('mayLook'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()
}

/** How the things are called that requests are about, by `entity:entity_id`; a few statements for all. */
export async function namesOf(
  db: Reader,
  things: readonly { entity: string; entity_id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const tables = { employee: 'username', role: 'name', member: 'username' } as const
  const named = await Promise.all(
    Object.entries(tables).map(async ([entity, column]) => {
      const ids = things
        .filter((thing) => thing.entity === entity)
        .map((thing) => insideId(entity as IdKind, thing.entity_id))
        .filter((id) => id !== null)
      if (ids.length === 0) return []
      const { rows: found } = await sql<{ id: string; name: string }>`
        select id, ${sql.ref(column)} as name from ${sql.table(`${entity}s`)}
         where id = any(${ids}::uuid[])`.execute(db)
      return found.map(({ id, name }) => [`${entity}:${id}`, name] as const)
    }),
  )
  const byId = new Map(named.flat())
  return new Map(
    things.flatMap(({ entity, entity_id: id }) => {
      const name = byId.get(`${entity}:${insideId(entity as IdKind, id) ?? ''}`)
      return name === undefined ? [] : [[`${entity}:${id}`, name] as const]
    }),
  )
}
