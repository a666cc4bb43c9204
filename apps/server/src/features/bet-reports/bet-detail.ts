import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { prizesCode } from '../play/adapters/adapter.ts'
import { rowsOf } from './queries.ts'
import { notVoidableOf, standingBet } from './voids.ts'

type Detail = HandlerOutput<typeof betReports.get>

/** What was told of a bet, oldest first; what was refused changed nothing and is left out. */
async function wordsOf(db: Reader, id: string): Promise<Detail['words']> {
  const { rows } = await sql<Detail['words'][number]>`
    select transaction_ref as "transactionRef", kind, amount_minor as "amountMinor",
           balance_minor as "balanceMinor", told_at as "toldAt", 'trf_' || transfer_id as "transferId"
      from play_words where bet_id = ${id} order by told_at, transaction_ref`.execute(db)
  return rows
}

async function outcomesOf(db: Reader, id: string): Promise<Detail['outcomes']> {
  const { rows } = await sql<Detail['outcomes'][number]>`
    select version, kind, business_on as "businessOn", stake_minor as "stakeMinor",
           payout_minor as "payoutMinor", valid_minor as "validMinor", counted_minor as "countedMinor",
           reason, contribution_bp as "contributionBp", told_at as "toldAt"
      from bet_outcomes where bet_id = ${id} order by version`.execute(db)
  return rows
}

/** Who asked that it be void, while that waits. Names are for the house. */
async function askedOf(db: Reader, actor: EmployeeActor, id: string): Promise<Detail['asked']> {
  const { rows } = await sql<NonNullable<Detail['asked']>>`
    select a.id as "approvalId", case when ${seesBrand(actor)} then e.username end as by,
           a.maker_id = ${actor.id} as "isOwn"
      from approvals a join employees e on e.id = a.maker_id
     where a.kind = 'betVoid' and a.entity_id = outside_id('bet', ${id}::uuid) and a.state = 'pending'
       and a.expires_at > now()`.execute(db)
  return rows[0] ?? null
}

/** What its provider said when people asked it last, while nothing of it was taken. */
async function lastSaidOf(db: Reader, actor: EmployeeActor, id: string): Promise<Detail['lastSaid']> {
  const { rows } = await sql<NonNullable<Detail['lastSaid']>>`
    select l.at, case when ${seesBrand(actor)} then l.actor_name end as by, l.detail ->> 'answer' as answer,
           case when l.detail ? 'state' then json_build_object('state', l.detail ->> 'state',
             'stakeMinor', (l.detail -> 'stakeMinor')::bigint,
             'payoutMinor', (l.detail -> 'payoutMinor')::bigint) end as theirs
      from activity_log l
     where l.id = (select n.id from activity_log n
       where n.entity_id = outside_id('bet', ${id}::uuid) and n.entity = 'bet'
         and n.action in ('betAsked', 'betAnswerTaken') order by n.id desc limit 1)
       and l.action = 'betAsked'`.execute(db)
  return rows[0] ?? null
}

/** Who said that it never was, and why. */
async function voidedOf(db: Reader, actor: EmployeeActor, id: string): Promise<Detail['voided']> {
  const { rows } = await sql<NonNullable<Detail['voided']>>`
    select m.username as "askedBy", case when not a.is_sole_owner then c.username end as "agreedBy",
           v.reason, v.created_at as at
      from bet_voids v join approvals a on a.id = v.approval_id join employees m on m.id = a.maker_id
      left join employees c on c.id = a.checker_id
     where v.bet_id = ${id}`.execute(db)
  const [found] = rows
  if (!found || seesBrand(actor)) return found ?? null
  return { askedBy: null, agreedBy: null, reason: null, at: found.at }
}

/** The game of a bet, where that has a picture. */
async function pictureOf(db: Reader, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select g.id from bets b join games g on g.id = b.game_id
     where b.id = ${id} and g.image_id is not null`.execute(db)
  return rows[0]?.id ?? null
}

/** Where people look at the round at its provider. The places of its address are filled in once. */
async function replayOf(db: Reader, actor: EmployeeActor, id: string): Promise<string | null> {
  if (!seesBrand(actor)) return null
  const { rows } = await sql<{ address: string; round: string; game: string; member: string }>`
    select p.replay_address as address, b.ref as round, g.code as game, b.member_id as member
      from bets b join games g on g.id = b.game_id join game_providers p on p.id = b.provider_id
     where b.id = ${id} and p.replay_address is not null and g.code <> ${prizesCode}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { address, round, game, member } = found
  const places = { round, game, member: encodeId('member', member) }
  return address.replaceAll(/\{(round|game|member)\}/g, (_, place: keyof typeof places) =>
    encodeURIComponent(places[place]),
  )
}

/** One bet with everything that was told of it. */
export async function findBet(db: Reader, actor: EmployeeActor, id: string): Promise<Detail | undefined> {
  const { rows } = await rowsOf(
    actor,
    sql`, array[]::text[] as "keysetKey"`,
    sql`where b.id = ${id}`,
  ).execute(db)
  const standing = await standingBet(db, id)
  const [found] = rows
  if (!found || !standing) return undefined
  const { keysetKey: _key, ...bet } = found
  return {
    ...bet,
    imageOf: await pictureOf(db, id),
    replayUrl: await replayOf(db, actor, id),
    words: await wordsOf(db, id),
    outcomes: await outcomesOf(db, id),
    lastSaid: await lastSaidOf(db, actor, id),
    asked: await askedOf(db, actor, id),
    voided: await voidedOf(db, actor, id),
    notVoidable: notVoidableOf(standing),
  }
}
