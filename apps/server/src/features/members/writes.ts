import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { memberList } from '@khlang/contract/members/list.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { lastChange, lockMember } from './queries.ts'

type Update = HandlerInput<typeof memberList.update>

/** What the form shows of a member, by the names of the call. */
const shownAs = {
  canLogin: 'can_login',
  canDeposit: 'can_deposit',
  canWithdraw: 'can_withdraw',
  canBet: 'can_bet',
  isAutoWithdraw: 'is_auto_withdraw',
  withdrawalMinMinor: 'withdrawal_min_minor',
  withdrawalMaxMinor: 'withdrawal_max_minor',
  withdrawalDayMinor: 'withdrawal_day_minor',
  withdrawalDayCount: 'withdrawal_day_count',
  level: 'level',
  tags: 'tags',
} as const
type Field = keyof typeof shownAs
const fields = Object.keys(shownAs) as Field[]

/**
 * Saves flags, limits, level and tags over the version they were read with.
 * @returns the new version and only what changed
 * @throws stale with who changed it, when and what
 */
export async function updateFlags(tx: Tx, input: Update) {
  const member = await lockMember(tx, input.id)
  if (member.version !== input.version) {
    throw new ApiError('stale', {
      details: { version: member.version, last: await lastChange(tx, input.id) },
    })
  }
  const tags = [...new Set(input.tags.map((tag) => tag.trim()))]
  const wanted: Record<Field, unknown> = { ...input, tags }
  const changed = fields.filter((field) => {
    return JSON.stringify(wanted[field]) !== JSON.stringify(member[shownAs[field]])
  })
  const { version } = await tx
    .updateTable('members')
    .set({
      ...Object.fromEntries(changed.map((field) => [shownAs[field], wanted[field]])),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', input.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return {
    version,
    before: Object.fromEntries(changed.map((field) => [field, member[shownAs[field]]])),
    after: Object.fromEntries(changed.map((field) => [field, wanted[field]])),
  }
}

/**
 * The new state of a member whose row the caller holds; a locked or closed one is signed out by their next
 * call.
 */
export async function updateState(
  tx: Tx,
  input: { readonly id: string; readonly state: string; readonly reason: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('members')
    .set({ state: input.state, state_reason: input.reason, version: sql<number>`version + 1` })
    .where('id', '=', input.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** A free user name: `kh` and the last seven digits of the phone, else a random one. */
export async function suggestUsername(db: Reader, phone: string | undefined): Promise<string> {
  const digits = (phone ?? '').slice(-7)
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 'kh' || ${digits} as name, 0 as place where ${digits} ~ '^[0-9]{7}$'
      union all
      select 'kh' || lpad((random() * 99999999)::int::text, 8, '0'), n from generate_series(1, 8) n) s
     where not exists (select from members where username = name) order by place limit 1`.execute(db)
  return rows[0]?.name ?? `kh${Date.now()}`
}
