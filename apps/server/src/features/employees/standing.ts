import { employees } from '@khlang/contract/employees.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { rolesThatMay } from '../../platform/approvals/checkers.ts'
import type { Handler } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import { isoOf, lockPerson } from './employee-queries.ts'

/** How many accounts are named that count as one person. */
const namedMax = 20

interface Standing {
  readonly links: { why: 'created' | 'code'; by: string; at: string }[]
  readonly lastLink: number | null
  readonly same: string[]
  readonly confirmed: { how: 'person' | 'upgrade' | 'time'; by: string | null; at: string } | null
  readonly blocked: 'linked' | 'inactive' | 'noPassword' | 'codeOpen' | null
  /** When a day has passed since all that the account needs to count without anybody's word. */
  readonly aloneFrom: string | null
}

/** Whether an account counts as a person of its own, and what keeps the reader from saying so. */
async function readStanding(db: Reader, actor: EmployeeActor, id: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (select max(l.id) from open_links l where l.employee_id = e.id) as "lastLink",
           coalesce((select json_agg(json_build_object('why', l.why, 'by', m.username,
             'at', ${isoOf(sql`l.at`)}) order by l.id)
             from open_links l join employees m on m.id = l.linked_to
            where l.employee_id = e.id), '[]') as links,
           coalesce((select json_agg(s.username) from (
             select o.username from person_accounts(e.id) as p (id) join employees o on o.id = p.id
              where o.id <> e.id order by o.username limit ${namedMax}) s), '[]') as same,
           (select json_build_object('how', c.how, 'by', m.username, 'at', ${isoOf(sql`c.at`)})
              from employee_confirmations c left join employees m on m.id = c.confirmed_by
             where c.employee_id = e.id order by c.id desc limit 1) as confirmed,
           case when ${isSamePerson(sql`e.id`, actor.id)} then 'linked'
                when e.state <> 'active' then 'inactive'
                when e.password_hash is null then 'noPassword'
                when exists (select from one_time_codes c where c.employee_id = e.id
                  and c.used_at is null and c.expires_at > now()) then 'codeOpen' end as blocked,
           (select greatest(max(l.at), max(t.told_at), e.otp_confirmed_at) + interval '24 hours'
              from open_links l left join employee_link_tellings t on t.link_id = l.id
             where l.employee_id = e.id and e.otp_confirmed_at is not null
            having bool_and(t.told_at is not null)) as "aloneFrom"
      from employees e where e.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('notFound')
  return row
}

/** The same for the page of a person, with the roles whose people may confirm. */
export async function standingOf(db: Reader, actor: EmployeeActor, id: string) {
  const { requires } = employees.confirm
  const [{ aloneFrom, ...standing }, confirmers] = await Promise.all([
    readStanding(db, actor, id),
    rolesThatMay(db, { requires, amountMinor: 0, exceptId: id }),
  ])
  return { ...standing, confirmers, aloneFrom: confirmers.length === 0 ? aloneFrom : null }
}

/**
 * Somebody whom none of the account's links leads to says that another person sits behind it. The database
 * judges it again (migration 0030).
 */
export const confirm: Handler<typeof employees.confirm> = async ({
  tx,
  input,
  actor,
  record,
  announce,
}) => {
  assertBrand(actor)
  const { id, lastLink, reason } = input
  const person = await lockPerson(tx, id)
  const standing = await readStanding(tx, actor, id)
  if (standing.blocked === 'linked') throw new ApiError('fourEyes')
  if (standing.lastLink === null)
    throw new ApiError('stateRefused', { details: { reason: 'alreadyConfirmed' } })
  if (standing.lastLink !== lastLink)
    throw new ApiError('stale', { details: { lastLink: standing.lastLink } })
  if (standing.blocked !== null)
    throw new ApiError('stateRefused', { details: { reason: standing.blocked } })
  await tx
    .insertInto('employee_confirmations')
    .values({ employee_id: id, confirmed_by: actor.id, comment: reason })
    .execute()
  const entityId = encodeId('employee', id)
  const detail = { linkedTo: [...new Set(standing.links.map(({ by }) => by))] }
  await record({ entity: 'employee', entityId, action: 'accountConfirmed', reason, detail })
  await announce('employee', entityId, person.version)
  return {}
}
