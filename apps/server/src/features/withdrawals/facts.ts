import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Facts, MemberFacts, MoneyByHand, RiskFacts } from './checks.ts'
import { playColumn, shownPlay, type PlayFacts } from './play-checks.ts'

export interface FactsOf {
  readonly memberId: string
  readonly amountMinor: number
  readonly businessOn: string
  /** RFC 3339. */
  readonly now: string
}

interface MemberRow {
  username: string
  state: string
  can_withdraw: boolean
  is_auto_withdraw: boolean
  name: string
  phone: string
  device_hash: string | null
  register_address: string | null
  bank: string | null
  account_no: string | null
  account_name: string | null
  account_age_hours: number | null
  min_minor: number | null
  max_minor: number | null
  day_max_minor: number | null
  day_count_max: number | null
  has_open: boolean
  day_minor: number
  day_count: number
  cash_minor: number | null
  statement_minor: number | null
}

/** The member, held against changes of state until the transaction ends, with what the wallet says. */
async function memberRow(db: Reader, of: FactsOf, isLocked: boolean): Promise<MemberRow> {
  if (isLocked) await sql`select from members where id = ${of.memberId} for share`.execute(db)
  const cash = memberCash(encodeId('member', of.memberId)).code
  const { rows } = await sql<MemberRow>`
    select m.username, m.state, m.can_withdraw, m.is_auto_withdraw,
      m.first_name || ' ' || m.last_name as name,
           m.phone, m.device_hash, m.register_address, a.bank, a.account_no, a.account_name,
           (extract(epoch from ${of.now}::timestamptz
             - m.account_changed_at) / 3600)::float8 as account_age_hours,
           m.withdrawal_min_minor as min_minor, m.withdrawal_max_minor as max_minor,
           m.withdrawal_day_minor as day_max_minor, m.withdrawal_day_count as day_count_max,
           w.has_open, w.day_minor, w.day_count, c.balance_minor as cash_minor,
             e.after_minor as statement_minor
      from members m
      left join member_bank_accounts a on a.member_id = m.id and a.state = 'primary'
      cross join lateral (
        select coalesce(bool_or(state in ('review', 'approved', 'sending', 'failed', 'unknown')),
          false) as has_open,
               coalesce(sum(amount_minor) filter (where business_on = ${of.businessOn}),
                 0)::bigint as day_minor,
               count(*) filter (where business_on = ${of.businessOn}) as day_count
          from withdrawals where member_id = m.id and state not in ('rejected', 'cancelled')) w
      left join account_balances c on c.code = ${cash}
      left join lateral (select after_minor from account_statement(${cash}, null, 1)) e on true
     where m.id = ${of.memberId}`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('memberNotFound')
  return row
}

/**
 * Everything around the member in one statement. Shared: other members by device, address or name. Credit
 * typed by one person counts until a second one has decided.
 */
async function riskFacts(
  db: Reader,
  of: FactsOf,
  row: MemberRow,
  settings: BrandSettings,
): Promise<RiskFacts> {
  const { rows } = await sql<{
    paid_count: number
    average_minor: number | null
    deposits_since: number
    shared: number
    shared_by: string | null
    recent: number
    blacklisted_by: string | null
    unchecked_minor: number
    by_hand: ByHandRow | null
    play: PlayFacts | null
  }>`
    with past as (
      select count(*) filter (where state = 'paid') as paid_count,
             (avg(amount_minor) filter (where state = 'paid'
                and paid_at > ${of.now}::timestamptz - interval '30 days'))::bigint as average_minor,
             max(requested_at) filter (where state = 'paid') as last_at,
             count(*) filter (where state <> 'cancelled' and requested_at >
                ${of.now}::timestamptz - make_interval(mins => ${settings.velocityMinutes})) as recent
        from withdrawals where member_id = ${of.memberId}),
    shared as (
      select id, 'device' as by from members
       where device_hash = ${row.device_hash} and id <> ${of.memberId}
      union all
      select id, 'address' from members
       where register_address = ${row.register_address} and id <> ${of.memberId}
      union all
      select id, 'name' from members
       where first_name || ' ' || last_name = ${row.name} and id <> ${of.memberId})
    select past.paid_count, past.average_minor, past.recent + 1 as recent,
           (select count(*) from deposits where member_id = ${of.memberId} and state = 'credited'
               and (past.last_at is null or credited_at > past.last_at)) as deposits_since,
           (select count(distinct id) from shared) as shared,
           (select string_agg(distinct by, ',') from shared) as shared_by,
           (select min(case kind when 'nameBank' then 'name' else kind end) from blacklist
             where removed_at is null and (expires_at is null or expires_at > now()) and (kind, value) in (
              ('phone', ${row.phone}), ('bankAccount', ${row.account_no ?? ''}),
              ('bankAccount', ${`${row.bank ?? ''}:${row.account_no ?? ''}`}),
              ('device', ${row.device_hash ?? ''}), ('name', ${row.name}),
              ('name', ${row.account_name ?? ''}),
              ('nameBank', ${`${row.bank ?? ''}:${row.account_name ?? ''}`}),
              ('nameBank', ${`${row.bank ?? ''}:${row.name}`}))) as blacklisted_by,
           (select coalesce(sum(amount_minor), 0)::bigint from adjustments
             where member_id = ${of.memberId} and checker_id is null and created_at >
               ${of.now}::timestamptz - make_interval(hours
                 => ${settings.manualCreditHours})) as unchecked_minor,
           ${byHandOf(of, settings)} as by_hand, ${playColumn(of)} as play
      from past`.execute(db)
  const found = rows[0]
  if (!found) throw new Error('no facts')
  return {
    paidCount: found.paid_count,
    averageMinor: found.average_minor,
    depositsSinceLast: found.deposits_since,
    sharedMembers: found.shared,
    sharedBy: found.shared_by ?? '',
    recentCount: found.recent,
    blacklistedBy: found.blacklisted_by,
    uncheckedCreditMinor: found.unchecked_minor,
    byHand: shownByHand(found.by_hand),
    play: shownPlay(found.play),
  }
}

type ByHandRow = Omit<MoneyByHand, 'lineId'> & { readonly lineId: string | null }

/** Money by hand of the last hours as JSON, null where there is none; the newest gives its name. */
const byHandOf = (of: Pick<FactsOf, 'memberId' | 'now'>, settings: BrandSettings) => sql<ByHandRow | null>`(
  select json_build_object('count', count(*), 'amountMinor', sum(h.amount_minor),
           'kind', (array_agg(h.kind order by h.at desc))[1],
           'reference', (array_agg(h.reference order by h.at desc))[1],
           'lineId', (array_agg(h.statement_line_id order by h.at desc))[1])
    from money_by_hand(${of.memberId}, ${of.now}::timestamptz
           - make_interval(hours => ${settings.handLinkHours})) h
  having count(*) > 0)`

const shownByHand = (row: ByHandRow | null): MoneyByHand | null =>
  row && { ...row, lineId: row.lineId === null ? null : encodeId('statementLine', row.lineId) }

/** Money by hand that keeps a withdrawal from leaving by an automatic decision, at this moment. */
export async function moneyByHand(
  db: Reader,
  of: Pick<FactsOf, 'memberId' | 'now'>,
  settings: BrandSettings,
): Promise<MoneyByHand | null> {
  const { rows } = await sql<{
    found: ByHandRow | null
  }>`select ${byHandOf(of, settings)} as found`.execute(db)
  return shownByHand(rows[0]?.found ?? null)
}

/**
 * Risk facts that cannot be read are null; the rules then hold. Inside a transaction a savepoint keeps it
 * alive.
 */
async function riskOrNull(
  db: Reader,
  of: FactsOf,
  row: MemberRow,
  settings: BrandSettings,
): Promise<RiskFacts | null> {
  if (db.isTransaction) await sql`savepoint risk_facts`.execute(db)
  try {
    return await riskFacts(db, of, row, settings)
  } catch {
    if (db.isTransaction) await sql`rollback to savepoint risk_facts`.execute(db)
    return null
  }
}

function memberFactsOf(row: MemberRow, of: FactsOf, settings: BrandSettings): MemberFacts {
  const { bank, account_no: accountNo, account_name: accountName } = row
  return {
    amountMinor: of.amountMinor,
    state: row.state,
    canWithdraw: row.can_withdraw,
    isAutoWithdraw: row.is_auto_withdraw,
    name: row.name,
    hasOpenWithdrawal: row.has_open,
    account:
      bank !== null && accountNo !== null && accountName !== null ? { bank, accountNo, accountName } : null,
    accountAgeHours: row.account_age_hours,
    cashMinor: row.cash_minor ?? 0,
    statementMinor: row.statement_minor,
    minMinor: row.min_minor ?? settings.withdrawalMinMinor,
    maxMinor: row.max_minor ?? settings.withdrawalMaxMinor,
    dayMaxMinor: row.day_max_minor ?? settings.withdrawalDayMinor,
    dayCountMax: row.day_count_max ?? settings.withdrawalDayCount,
    dayMinor: row.day_minor,
    dayCount: row.day_count,
  }
}

/**
 * What the checks judge, from this transaction's view.
 * @param isLocked hold the member's row until the end, so that a change of state and this decision have
 * an order
 * @throws memberNotFound
 */
export async function withdrawalFacts(
  db: Reader,
  of: FactsOf,
  settings: BrandSettings,
  isLocked: boolean,
): Promise<Facts> {
  const row = await memberRow(db, of, isLocked)
  return { ...memberFactsOf(row, of, settings), risk: await riskOrNull(db, of, row, settings) }
}
