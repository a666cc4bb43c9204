import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { insideId, outsideId, storedIdsOf } from '../../platform/db/outside-ids.ts'
import { fresh, type Happened } from './happened.ts'

interface ReadActs {
  readonly found: Happened[]
  readonly upTo: number
  readonly isFull: boolean
}

/**
 * What follows from acts of people, read from the sealed log above a number.
 * @returns what happened, the number read up to, and whether more may follow it
 */
export async function fromActivity(tx: Tx, above: number, most: number): Promise<ReadActs> {
  const held = storedIdsOf('employee', sql`e.id`)
  const { rows } = await sql<{
    seq: number
    action: string
    entity: string
    entityId: string | null
    actor: string | null
    about: string | null
    /** The role that was given or changed. */
    role: string | null
    /** Who asked for what somebody else approved. */
    askedBy: string | null
    person: string | null
    address: string | null
    hour: string
    amount: number | null
    isNewAddress: boolean
    /** Signed in before, from anywhere: the very first sign-in is news to nobody. */
    hasSignedIn: boolean
    isFresh: boolean
  }>`
    select s.seq, s.action, s.entity, s.entity_id as "entityId", l.actor_name as actor, s.address,
           case when s.action = 'groupCreated' then l.after ->> 'name' else e.username end as about,
           coalesce(l.after ->> 'roleName', l.before ->> 'roleName', r.name) as role,
           l.detail ->> 'askedBy' as "askedBy",
           outside_id('emp', e.id) as person,
           to_char(s.at, 'YYYYMMDDHH24') as hour,
           coalesce(l.after ->> 'amountMinor', l.detail ->> 'amountMinor')::bigint as amount,
           s.action = 'login' and not exists (select from activity_seals b where b.entity_id = any(${held})
             and b.action = 'login' and b.address = s.address and b.seq < s.seq) as "isNewAddress",
           s.action = 'login' and exists (select from activity_seals b where b.entity_id = any(${held})
             and b.action = 'login' and b.seq < s.seq) as "hasSignedIn",
           s.at > now() - ${fresh} as "isFresh"
      from (select * from activity_seals where seq > ${above} order by seq limit ${most}) s
      join activity_log l on l.id = s.activity_id
      left join employees e on s.entity in ('session', 'employee')
        and s.entity_id in (e.id::text, outside_id('emp', e.id))
      left join roles r on s.entity = 'role' and s.entity_id = outside_id('rol', r.id)
     order by s.seq`.execute(tx)
  const members = await usernamesOf(tx, rows)
  const found = rows.flatMap((row): Happened[] => {
    const code = actCode(row)
    if (!row.isFresh) return []
    const isSignIn = row.entity === 'session'
    const own = ownNews(row)
    if (code === null) return own
    return [
      ...own,
      {
        code,
        entity: isSignIn ? 'employee' : row.entity,
        entityId: outsideId(row.entity, row.entityId ?? ''),
        // Failures at one name count once an hour; everything else is an act of its own.
        occurrence: code === 'admin.login_failed' ? row.hour : String(row.seq),
        detail: {
          actor: row.askedBy ?? row.actor ?? row.about,
          checker: row.askedBy !== null && row.askedBy !== row.actor ? row.actor : null,
          about: members.get(outsideId(row.entity, row.entityId ?? '')) ?? row.about,
          role: row.role,
          address: row.address,
        },
        amountMinor: row.amount,
      },
    ]
  })
  return { found, upTo: rows.at(-1)?.seq ?? above, isFull: rows.length >= most }
}

/** The user names of the members that rows are about, by the id the outside knows. */
async function usernamesOf(
  tx: Tx,
  rows: readonly { entity: string; entityId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.filter(({ entity }) => entity === 'member').map(({ entityId }) => entityId ?? '')
  if (ids.length === 0) return new Map()
  const uuids = ids.map((id) => insideId('member', id)).filter((id) => id !== null)
  const { rows: found } = await sql<{ id: string; username: string }>`
    select outside_id('mbr', id) as id, username from members where id = any(${uuids}::uuid[])`.execute(tx)
  return new Map(found.map(({ id, username }) => [id, username]))
}

/** What the owner of an account must know about it, so that they see what they did not do (safety P5, O5). */
const accountActs = [
  'passwordChanged',
  'passwordResetBegun',
  'adminCodeMade',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'otpReset',
  'otpReplaced',
  'limitsChanged',
  'roleGiven',
  'sessionEnded',
  'sessionsEnded',
]

function ownNews(act: {
  seq: number
  action: string
  actor: string | null
  askedBy: string | null
  person: string | null
  about: string | null
  role: string | null
  address: string | null
  isNewAddress: boolean
  hasSignedIn: boolean
}): Happened[] {
  const isTold = (act.isNewAddress && act.hasSignedIn) || accountActs.includes(act.action)
  if (!isTold || act.person === null) return []
  const isByOther = act.actor !== null && act.actor !== act.about
  return [
    {
      code: 'account.changed',
      entity: 'account',
      entityId: act.person,
      occurrence: String(act.seq),
      detail: {
        act: act.action,
        about: act.about,
        role: act.role,
        address: act.address,
        by: isByOther ? act.actor : null,
        askedBy: isByOther && act.askedBy !== act.actor ? act.askedBy : null,
      },
      amountMinor: null,
    },
  ]
}

/** Which event an act is; null for the many that are none. Pure. */
function actCode(act: {
  action: string
  entityId: string | null
  isNewAddress: boolean
}): EventCode | null {
  switch (act.action) {
    case 'loginFailed':
      return act.entityId === null ? null : 'admin.login_failed'
    case 'login':
      return act.isNewAddress ? 'admin.login_new_ip' : null
    case 'roleChanged':
    case 'roleGiven':
      return 'role.changed'
    case 'groupCreated':
      return 'group.created'
    case 'manualDeposit':
    case 'approveManualDeposit':
    case 'manualDepositApproved':
    case 'manualCreditApproved':
      return 'credit.manual'
    default:
      return null
  }
}
