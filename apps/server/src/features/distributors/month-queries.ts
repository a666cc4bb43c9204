import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import { addDays, businessOn } from '../../platform/business-day.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Reader } from '../../platform/db/db.ts'
import { idAndNames } from '../../platform/db/named.ts'
import { prizesCode } from '../play/adapters/adapter.ts'
import { contractFees, type ContractFee, type PlayedLine } from './fee-rules.ts'
import { shownEnd } from './terms.ts'

type ContractRow = HandlerOutput<typeof distributors.get>['contracts'][number]
type Stored = Pick<
  ContractRow,
  'id' | 'provider' | 'gameType' | 'feeBps' | 'validFrom' | 'isAsked' | 'version'
> & {
  readonly distributorId: string
  readonly providerId: string
  readonly validUntil: string
}
export type MonthContract = Stored & ContractFee & { readonly types: ContractRow['types'] }

export interface Month {
  readonly firstOn: string
  readonly lastOn: string
}

/** A calendar month of business days by its first one; absent: the one that runs. */
export const monthOf = (settings: BrandSettings, nowMs: number, given: string | undefined): Month =>
  monthOfDay(given ?? businessOn(settings, nowMs))

/** The month of a day. Pure. */
export function monthOfDay(on: string): Month {
  const firstOn = `${on.slice(0, 7)}-01`
  return { firstOn, lastOn: addDays(`${addDays(firstOn, 31).slice(0, 7)}-01`, -1) }
}

/**
 * Sums of play under contracts, by contract and type: from the figures of days (ADR 0056). Prizes are no
 * play: no share is agreed of them.
 */
async function playedOf(
  db: Reader,
  distributorIds: readonly string[],
  { firstOn, lastOn }: Month,
): Promise<PlayedLine[]> {
  const { rows } = await sql<PlayedLine>`
    select c.id as "contractId", g.type, sum(f.stake_minor)::bigint as "stakeMinor",
           sum(f.payout_minor)::bigint as "payoutMinor"
      from play_games f join games g on g.id = f.game_id
      join distributor_contracts c on c.id = contract_of(g.provider_id, g.type, f.business_on)
     where f.business_on between ${firstOn}::date and ${lastOn}::date and g.code <> ${prizesCode}
       and g.provider_id in (select provider_id from distributor_contracts
         where distributor_id = any(${[...distributorIds]}::uuid[]))
       and c.distributor_id = any(${[...distributorIds]}::uuid[])
     group by 1, 2 order by 2`.execute(db)
  return rows
}

/** Contracts with what each comes to in a month; `isOfMonth`: those that stand on a day of it alone. */
export async function monthContracts(
  db: Reader,
  distributorIds: readonly string[],
  month: Month,
  isOfMonth: boolean,
): Promise<MonthContract[]> {
  if (distributorIds.length === 0) return []
  const { rows } = await sql<Stored>`
    select c.id, c.distributor_id as "distributorId", c.provider_id as "providerId",
           ${idAndNames('p')}
             as provider,
           c.game_type as "gameType", c.fee_bps as "feeBps", c.valid_from as "validFrom",
           c.valid_until as "validUntil", c.version,
           exists (select from approvals a where a.kind = 'distributorContract' and a.state = 'pending'
             and a.entity_id = outside_id('dtc', c.id)) as "isAsked"
      from distributor_contracts c join game_providers p on p.id = c.provider_id
     where c.distributor_id = any(${[...distributorIds]}::uuid[])
       and (not ${isOfMonth}::boolean
         or c.valid_from <= ${month.lastOn}::date and c.valid_until >= ${month.firstOn}::date)
     order by p.name_en, c.game_type, c.valid_from desc, c.id`.execute(db)
  const played = await playedOf(db, distributorIds, month)
  return contractFees(rows, played).map((contract) => ({
    ...contract,
    types: played
      .filter(({ contractId }) => contractId === contract.id)
      .map(({ type, stakeMinor, payoutMinor }) => ({
        type: type as ContractRow['types'][number]['type'],
        stakeMinor,
        payoutMinor,
        ggrMinor: stakeMinor - payoutMinor,
      })),
  }))
}

/** Of contracts those that stand on a day of a month: what is owed for it follows from them. Pure. */
export const standingIn = <C extends Pick<Stored, 'validFrom' | 'validUntil'>>(
  contracts: readonly C[],
  { firstOn, lastOn }: Month,
): C[] => contracts.filter((each) => each.validFrom <= lastOn && each.validUntil >= firstOn)

/** As the outside sees a contract. Pure. */
export const shownContract = ({
  distributorId: _of,
  providerId: _provider,
  validUntil,
  ...contract
}: MonthContract): ContractRow => ({ ...contract, validUntil: shownEnd(validUntil) })

const sumOf = (contracts: readonly MonthContract[], of: 'stakeMinor' | 'payoutMinor' | 'ggrMinor') =>
  contracts.reduce((sum, contract) => sum + contract[of], 0)

/** What was played under contracts together. Pure. */
export const monthSums = (contracts: readonly MonthContract[]) => ({
  stakeMinor: sumOf(contracts, 'stakeMinor'),
  payoutMinor: sumOf(contracts, 'payoutMinor'),
  ggrMinor: sumOf(contracts, 'ggrMinor'),
})
