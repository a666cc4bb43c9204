import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { keysetPage, type KeysetRequest } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { storedIds } from '../../platform/db/outside-ids.ts'

interface OfMember extends Pick<KeysetRequest, 'actor' | 'secrets'> {
  readonly input: KeysetRequest['input'] & { readonly id: string }
}

/** Notes of a member, pinned ones first, then the newest. */
export async function notePage(db: Reader, asked: OfMember) {
  const query = db
    .selectFrom('member_notes as n')
    .innerJoin('employees as e', 'e.id', 'n.author_id')
    .select(['n.id', 'n.body', 'n.is_pinned', 'e.display_name', 'n.created_at'])
    .where('n.member_id', '=', asked.input.id)
  const page = await keysetPage(query, {
    ...asked,
    list: 'members.notes',
    sort: [
      { by: sql`n.is_pinned::int`, type: 'integer' },
      { by: sql.ref('n.id'), type: 'uuid' },
    ],
  })
  return {
    ...page,
    records: page.records.map((row) => ({
      id: row.id,
      body: row.body,
      isPinned: row.is_pinned,
      author: row.display_name,
      createdAt: row.created_at,
    })),
  }
}

export async function loginPage(db: Reader, asked: OfMember) {
  const query = db
    .selectFrom('member_logins as l')
    .select(['l.at', 'l.address', 'l.user_agent', 'l.result'])
    .where('l.member_id', '=', asked.input.id)
  const page = await keysetPage(query, {
    ...asked,
    list: 'members.logins',
    sort: [{ by: sql.ref('l.id'), type: 'uuid' }],
  })
  return {
    ...page,
    records: page.records.map((row) => ({
      at: row.at,
      address: row.address,
      userAgent: row.user_agent,
      result: row.result,
    })),
  }
}

/**
 * What was done to a member, from the log: acts about them, under both spellings of their id, and what people
 * did with lines and deposits of theirs. What machines credit is in the statement.
 */
function actsOf(memberId: string): RawBuilder<unknown> {
  const outside = encodeId('member', memberId)
  return sql`select id from activity_log
       where entity = 'member' and entity_id = any(${storedIds(outside)}::text[])
    union all select id from activity_log
       where entity in ('statementLine', 'deposit') and action <> 'credited'
         and detail ->> 'memberId' = ${outside}
    union all select id from activity_log where entity = 'adjustment' and detail ->> 'memberId' = ${outside}`
}

/** The history of a member; states in it were masked when they were written. */
export async function activityPage(db: Reader, asked: OfMember) {
  const query = db
    .selectFrom('activity_log as g')
    .select([
      'g.at',
      'g.actor_kind',
      'g.actor_name',
      'g.action',
      'g.result',
      'g.reason',
      'g.before',
      'g.after',
      sql<string | null>`g.detail ->> 'askedBy'`.as('asked_by'),
      sql<number | null>`coalesce(g.detail ->> 'amountMinor', g.after ->> 'amountMinor')::bigint`.as(
        'amount_minor',
      ),
    ])
    .where(sql<boolean>`g.id = any(array(${actsOf(asked.input.id)}))`)
  const page = await keysetPage(query, {
    ...asked,
    list: 'members.activity',
    sort: [{ by: sql.ref('g.id'), type: 'bigint' }],
  })
  return {
    ...page,
    records: page.records.map((row) => ({
      at: row.at,
      actor: row.actor_name ?? row.actor_kind,
      askedBy: row.asked_by,
      action: row.action,
      result: row.result,
      reason: row.reason,
      // Of money, the amount is what concerns the member; the rest is of the line or the form.
      before: row.amount_minor === null ? (row.before ?? null) : null,
      after: row.amount_minor === null ? (row.after ?? null) : { amountMinor: row.amount_minor },
    })),
  }
}
