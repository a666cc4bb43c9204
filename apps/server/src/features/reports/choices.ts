import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { bothNames } from '../../platform/db/named.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand } from '../../platform/people/visibility.ts'

type Choices = HandlerOutput<typeof reports.choices>

const choicesMax = 1000

/** What reports are filtered by: all providers, the games of the chosen ones, the games chosen, sellers. */
export async function choicesOf(
  db: Reader,
  actor: EmployeeActor,
  { providerId = [], gameId = [] }: HandlerInput<typeof reports.choices>,
): Promise<Choices> {
  const providers = await sql<Choices['providers'][number]>`
    select p.id, ${bothNames('p')} as name from game_providers p order by code`.execute(db)
  const games = await sql<Choices['games'][number]>`
    select g.id, ${bothNames('g')} as name from games g
     where provider_id = any(${[...providerId]}::uuid[]) or id = any(${[...gameId]}::uuid[])
     order by name_en, id limit ${sql.lit(choicesMax)}`.execute(db)
  const sellers = await sql<Choices['sellers'][number]>`
    select id, display_name as name from employees
     where type = 'seller' and ${seesBrand(actor)}::boolean
     order by display_name, id limit ${sql.lit(choicesMax)}`.execute(db)
  return { providers: providers.rows, games: games.rows, sellers: sellers.rows }
}
