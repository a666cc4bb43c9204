import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { bothNames } from '../../platform/db/named.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { visibleTo } from '../../platform/people/visibility.ts'

type Choices = HandlerOutput<typeof betReports.choices>

const gamesMax = 1000

/** What bets are filtered by, by name: whoever reads bets need not have the right to reports of games. */
export async function choicesOf(
  db: Reader,
  actor: EmployeeActor,
  chosen: HandlerInput<typeof betReports.choices>,
): Promise<Choices> {
  const { providerId = null, gameId = null, memberId = null } = chosen
  const providers = await sql<Choices['providers'][number]>`
    select p.id, ${bothNames('p')} as name from game_providers p order by position, name_en, id`.execute(db)
  const games = await sql<Choices['games'][number]>`
    select g.id, ${bothNames('g')} as name from games g
     where provider_id = ${providerId}::uuid or id = ${gameId}::uuid
     order by id = ${gameId}::uuid desc nulls last, name_en, id limit ${sql.lit(gamesMax)}`.execute(db)
  const members = await sql<NonNullable<Choices['member']>>`
    select m.id, m.username from members m
     where m.id = ${memberId}::uuid and ${visibleTo(actor)}`.execute(db)
  return { providers: providers.rows, games: games.rows, member: members.rows[0] ?? null }
}
