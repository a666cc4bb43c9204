import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { feeDue } from './fee-rules.ts'
import { invoicesOf, owedTo, type Owed } from './invoices/invoice-queries.ts'
import { prepaidOf } from './invoices/prepaid-queries.ts'
import {
  monthContracts,
  monthSums,
  shownContract,
  standingIn,
  type Month,
  type MonthContract,
} from './month-queries.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import type { ContractTerms, DistributorTerms } from './terms.ts'

type Filter = Pick<HandlerInput<typeof distributors.list>, 'page' | 'size' | 'search' | 'state'>
type Row = HandlerOutput<typeof distributors.list>['records'][number]
type Stored = Omit<
  Row,
  | 'month'
  | 'stakeMinor'
  | 'payoutMinor'
  | 'ggrMinor'
  | 'feeMinor'
  | 'providers'
  | 'contracts'
  | 'invoice'
  | 'prepaid'
  | keyof Owed
>

const standing = sql`d.id, d.code, d.name, d.contact, d.billing_day as "billingDay",
  d.minimum_fee_minor as "minimumFeeMinor", d.billing, d.low_balance_minor as "lowBalanceMinor", d.state,
  d.version,
  exists (select from approvals a where a.kind = 'distributorSetup' and ${isWaitingApproval('a')}
    and a.entity_id = outside_id('dtb', d.id)) as "isAsked",
  (select l.month::date from (select date_trunc('month', brand_day()) - interval '1 month' as month) l
    where exists (select from distributor_contracts c where c.distributor_id = d.id
        and c.valid_from < l.month + interval '1 month' and c.valid_until >= l.month)
      and not exists (select from provider_invoices i where i.distributor_id = d.id and i.month = l.month
        and i.kind = 'fee'))
    as "unbilledMonth"`

/** What a distributor comes to in a month. Pure. */
const figuresOf = (
  { minimumFeeMinor }: { readonly minimumFeeMinor: number },
  contracts: readonly MonthContract[],
  month: Month,
) => ({
  month: month.firstOn,
  ...monthSums(contracts),
  feeMinor: feeDue(standingIn(contracts, month), minimumFeeMinor),
})

export async function listDistributors(db: Reader, { page, size, search, state }: Filter, month: Month) {
  const sought = search.trim()
  const where = sql`where (${sought} = ''
      or strpos(lower(concat_ws(' ', d.code, d.name)), lower(${sought})) > 0)
    and (${state ?? null}::text is null or d.state = ${state ?? null})`
  const { rows } = await sql<Stored>`
    select ${standing}, (
        with last as materialized (
          select day::date, report_of(p.provider_id, day::date) as report_id
            from (select distinct c.provider_id from distributor_contracts c
                   where c.distributor_id = d.id and c.valid_from <= ${month.lastOn}::date
                     and c.valid_until >= ${month.firstOn}::date) p,
                 generate_series(${month.firstOn}::date, ${month.lastOn}::date, interval '1 day') day)
        select count(*)::int from last join provider_report_differences f
          on f.report_id = last.report_id and f.business_on = last.day and f.state = 'open')
        as "openDifferences"
      from distributors d ${where} order by d.state, d.name, d.id
     limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from distributors d ${where}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const contracts = await monthContracts(db, ids, month, true)
  const invoices = await invoicesOf(db, ids)
  const owed = await owedTo(db, ids)
  const prepaid = await prepaidOf(db, ids)
  const records = rows.map((row): Row => {
    const own = contracts.filter(({ distributorId }) => distributorId === row.id)
    const names = new Map(own.map(({ provider }) => [provider.id, provider.name]))
    return {
      ...row,
      ...figuresOf(row, own, month),
      ...owed(row.id),
      prepaid: prepaid(row.id),
      providers: [...names.values()],
      contracts: own.length,
      invoice: invoices.find(({ distributorId }) => distributorId === row.id)?.invoice ?? null,
    }
  })
  return { records, totalRecords: counted[0]?.count ?? 0 }
}

/** @throws notFound */
export async function findDistributor(
  db: Reader,
  id: string,
  month: Month,
): Promise<HandlerOutput<typeof distributors.get>> {
  const { rows } = await sql<Omit<Stored, 'openDifferences'>>`
    select ${standing} from distributors d where d.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  const contracts = await monthContracts(db, [id], month, false)
  const invoices = await invoicesOf(db, [id])
  const owed = await owedTo(db, [id])
  const prepaid = await prepaidOf(db, [id])
  return {
    ...rows[0],
    ...figuresOf(rows[0], contracts, month),
    ...owed(rows[0].id),
    prepaid: prepaid(rows[0].id),
    contracts: contracts.map(shownContract),
    invoices: invoices.map(({ invoice }) => invoice),
  }
}

/** @throws notFound */
export async function assertKnown(db: Reader, id: string): Promise<void> {
  const known = await db.selectFrom('distributors').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw new ApiError('notFound')
}

const stale = (version: number) => new ApiError('stale', { details: { version } })

/** The whole of a distributor as it was read, held. @throws notFound, stale */
export async function lockDistributor(
  tx: Tx,
  id: string,
  version?: number,
): Promise<DistributorTerms & { readonly version: number }> {
  const { rows } = await sql<Omit<DistributorTerms, 'distributorId'> & { version: number }>`
    select code, name, contact, billing_day as "billingDay", minimum_fee_minor as "minimumFeeMinor", billing,
           low_balance_minor as "lowBalanceMinor", state, version
      from distributors where id = ${id} for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw new ApiError('notFound')
  if (version !== undefined && row.version !== version) throw stale(row.version)
  return { distributorId: encodeId('distributor', id), ...row }
}

/** The whole of a contract as it was read, held. @throws notFound, stale */
export async function lockContract(tx: Tx, id: string, version: number): Promise<ContractTerms> {
  const { rows } = await sql<
    Omit<ContractTerms, 'contractId' | 'distributorId' | 'providerId'> & {
      distributorId: string
      providerId: string
      version: number
    }
  >`
    select c.distributor_id as "distributorId", c.provider_id as "providerId", d.name as distributor,
           p.name_en as provider, c.game_type as "gameType", c.fee_bps as "feeBps",
           c.valid_from as "validFrom", c.valid_until as "validUntil", c.version
      from distributor_contracts c join distributors d on d.id = c.distributor_id
      join game_providers p on p.id = c.provider_id
     where c.id = ${id} for no key update of c`.execute(tx)
  const [row] = rows
  if (!row) throw new ApiError('notFound')
  if (row.version !== version) throw stale(row.version)
  return {
    ...row,
    contractId: encodeId('distributorContract', id),
    distributorId: encodeId('distributor', row.distributorId),
    providerId: encodeId('gameProvider', row.providerId),
  }
}

/** Whether another contract of the same games stands on a day of this one. */
export async function overlaps(
  db: Reader,
  {
    contractId,
    providerId,
    gameType,
    validFrom,
    validUntil,
  }: Pick<ContractTerms, 'contractId' | 'providerId' | 'gameType' | 'validFrom' | 'validUntil'>,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from distributor_contracts c
      where c.provider_id = ${uuidOf('gameProvider', providerId)} and c.game_type = ${gameType}
        and c.id <> ${uuidOf('distributorContract', contractId)} and c.valid_from <= ${validUntil}::date
        and c.valid_until >= ${validFrom}::date) as is`.execute(db)
  return rows[0]?.is === true
}
