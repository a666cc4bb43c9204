import type { gameCatalogue } from '@khlang/contract/play/game-catalogue.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { bothNames } from '../../platform/db/named.ts'
import type { ProviderSetup } from './provider-setup.ts'

type Row = HandlerOutput<typeof gameCatalogue.providers>['records'][number]
type Settings = HandlerOutput<typeof gameCatalogue.provider>

/** As a provider is judged by now. */
export const stateNow = sql`provider_state(p.state, p.maintenance_from, p.maintenance_until)`

const standing = sql`p.id, p.code, p.adapter, p.currency, p.min_minor as "minMinor",
  p.max_minor as "maxMinor", p.fee_bps as "feeBps", p.state, ${stateNow} as "stateNow",
  p.maintenance_from as "maintenanceFrom", p.maintenance_until as "maintenanceUntil",
  p.logo_id is not null as "hasLogo", p.is_sandbox as "isSandbox", p.version,
  exists (select from approvals a where a.kind = 'gameProviderSetup' and a.state = 'pending'
    and a.entity_id = outside_id('gpr', p.id)) as "isSetupAsked"`

/**
 * The whole of a provider as it was read, held: what is asked for begins from here.
 * @throws notFound, stale
 */
export async function lockSetup(tx: Tx, id: string, version: number): Promise<ProviderSetup> {
  const { rows } = await sql<Omit<ProviderSetup, 'providerId'>>`
    select code, name_th as "nameTh", name_en as "nameEn", version, adapter, secret::text as secret,
           secret_last4 as "secretLast4", addresses, min_minor as "minMinor", max_minor as "maxMinor",
           fee_bps as "feeBps", games_address as "gamesAddress", api_address as "apiAddress",
           launch_address as "launchAddress", replay_address as "replayAddress",
           maintenance_from as "maintenanceFrom",
           maintenance_until as "maintenanceUntil", state
      from game_providers where id = ${id} for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw new ApiError('notFound')
  if (row.version !== version) throw new ApiError('stale', { details: { version: row.version ?? 0 } })
  return { providerId: encodeId('gameProvider', id), ...row }
}

/** Conditions that are all met. */
export const whereAll = (conditions: readonly (RawBuilder<boolean> | null)[]) => {
  const given = conditions.filter((each) => each !== null)
  return given.length === 0 ? sql`` : sql`where ${sql.join(given, sql` and `)}`
}

/** Whether one of these columns holds the text, in whatever case. */
export const holds = (search: string, columns: RawBuilder<unknown>) =>
  search.trim() === ''
    ? null
    : sql<boolean>`strpos(lower(concat_ws(' ', ${columns})), lower(${search.trim()})) > 0`

type ProviderFilter = HandlerInput<typeof gameCatalogue.providers>

export async function listProviders(db: Reader, { page, size, search, state }: ProviderFilter) {
  const where = whereAll([
    holds(search, sql`p.code, p.name_th, p.name_en`),
    state === undefined ? null : sql<boolean>`${stateNow} = ${state}`,
  ])
  const { rows: records } = await sql<Omit<Row, 'walletMode'>>`
    select ${standing}, ${bothNames('p')} as name, g.types,
           g.games::int as games, g.open::int as "gamesOpen"
      from game_providers p cross join lateral (
        select count(*) as games, count(*) filter (where g.state = 'active') as open,
               coalesce(array_agg(distinct g.type) filter (where g.state <> 'closed'), '{}') as types
          from games g where g.provider_id = p.id) g
     ${where} order by p.position, p.name_en, p.id
     limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from game_providers p ${where}`.execute(db)
  return { records, totalRecords: counted[0]?.count ?? 0 }
}

/** @throws notFound */
export async function findSettings(
  db: Reader,
  id: string,
): Promise<Omit<Settings, 'callPath' | 'walletMode' | 'heldMinor'> & { heldMinor: number }> {
  const { rows } = await sql<
    Omit<Settings, 'callPath' | 'walletMode' | 'secret' | 'heldMinor'> & {
      heldMinor: number
      last4: string
      secretAt: string
    }
  >`
    select ${standing}, p.name_th as "nameTh", p.name_en as "nameEn", p.addresses,
           p.games_address as "gamesAddress", p.api_address as "apiAddress",
           p.launch_address as "launchAddress", p.replay_address as "replayAddress",
           held_at(p.id) as "heldMinor", p.secret_last4 as last4, p.secret_at as "secretAt"
      from game_providers p where p.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  const { last4, secretAt, ...settings } = rows[0]
  return { ...settings, secret: { last4, at: secretAt } }
}
