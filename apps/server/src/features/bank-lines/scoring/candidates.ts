import type { BankCode } from '@khlang/contract/values/banks.ts'
import { sql, type RawBuilder } from 'kysely'
import { fitMask, visibleDigitsOf } from '@khlang/bank-messages/mask.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Candidate, OpenRequest } from './scoring.ts'
import { soundsOf } from '../../../platform/people/name-sound.ts'
import { normaliseName } from '../../../platform/people/names.ts'
import { payerKeyOf, type StoredLine } from '../stored-line.ts'

/** Beyond so many members whose account fits nothing is credited by itself. */
const candidatesMax = 500
/** Of the many who ask for a usual amount so many are looked at; whom digits point at always is. */
const askingMax = 300
/** A payer is known again by so many digits of the account at least. */
const aliasDigitsMin = 4

interface CandidateRow {
  readonly id: string
  readonly state: string
  readonly can_deposit: boolean
  /** On the blacklist by anything they have, or the payer of the line is. */
  readonly is_listed: boolean
  readonly name: string
  readonly accounts: readonly { bank: BankCode; no: string; name: string; state: string }[] | null
  readonly requests:
    | readonly {
        id: string
        bankAccountId: string | null
        amountMinor: number
        isUniqueSatang: boolean
        isNoted: boolean
        at: string
      }[]
    | null
  readonly usual: readonly number[] | null
  readonly slips: readonly string[] | null
  readonly orders: readonly string[] | null
  readonly hits: number | null
  /** How many names sound like the printed one. */
  readonly alike: number
}

// Accounts that members have or had; one that was refused never came into use.
const inUse = sql`state in ('primary', 'alias')`

/** Which digits of a number are indexed: so many, that stand so many places before its end. */
const indexedDigits = [
  { count: 4, before: 0 },
  { count: 6, before: 1 },
  { count: 5, before: 1 },
  { count: 4, before: 1 },
] as const

/**
 * The accounts that the mask fits in the digits an index holds, so that nobody whose number fits is left
 * out; null when the mask shows no such digits.
 */
function byDigits(mask: string): RawBuilder<unknown> | null {
  for (const { count, before } of indexedDigits) {
    const shown = mask.slice(mask.length - before - count, mask.length - before)
    if (mask.length < before + count || !/^\d+$/.test(shown)) continue
    const part =
      before === 0
        ? sql`right(account_no, 4)`
        : sql`substr(account_no, length(account_no) - ${sql.lit(before + count - 1)}, ${sql.lit(count)})`
    // A number shorter than the mask counts as one with zeros in front.
    const whole = `${mask.replaceAll('?', '.')}$`
    return sql`(select member_id from member_bank_accounts where ${inUse} and ${part} = ${shown}
      and lpad(account_no, 20, '0') ~ ${whole} limit ${sql.lit(candidatesMax + 1)})`
  }
  return null
}

/** So many who are called alike are looked at; beyond them a name alone proves nothing. */
const namesakesMax = 100

/**
 * Members and accounts whose name begins to sound like the printed one, in both scripts; what a bank cuts
 * off at the end may change its last sound.
 */
function bySound(plainName: string): RawBuilder<unknown>[] {
  const sound = soundsOf(plainName)
  if (sound.length < 2) return []
  const prefix = sound.length > 3 ? sound.slice(0, -1) : sound
  const begins = (column: RawBuilder<unknown>) =>
    sql`${column} ~>=~ ${prefix} and ${column} ~<~ ${`${prefix}~`}`
  return [
    sql`(select member_id from member_bank_accounts where ${begins(sql`name_sound(account_name)`)}
      limit ${sql.lit(namesakesMax + 1)})`,
    sql`(select id as member_id from members where
      ${begins(sql`name_sound(first_name || ' ' || last_name)`)} limit ${sql.lit(namesakesMax + 1)})`,
  ]
}

export interface Found {
  readonly candidates: Candidate[]
  /** Nobody whose account fits what the bank printed of its number is missing. */
  readonly isComplete: boolean
  /** Nobody who bears the printed name is missing. */
  readonly areNamesComplete: boolean
}

/**
 * Every member a line may be of: who asked for this amount, whose account fits the payer's mask or whose
 * name sounds like the payer's, who was linked to this payer before, whose slip or order it names, whatever
 * their state. What this very line has credited is no history: a line does not vouch for itself.
 * @param only further members to score, whatever the line says
 * @param isBefore without the requests that were made once the line stood there for all to see
 */
export async function findCandidates(
  db: Reader,
  line: StoredLine,
  only: readonly string[] = [],
  isBefore = false,
): Promise<Found> {
  const plainName = line.payer_name === null ? '' : normaliseName(line.payer_name)
  const isShown = line.payer_mask !== null && visibleDigitsOf(line.payer_mask) >= aliasDigitsMin
  // Without digits a payer has no learnt aliases: a name is borne by many.
  const payerKey = isShown ? payerKeyOf(line, plainName) : null
  const printedKey = payerKeyOf(line, plainName)
  const digits = line.payer_mask === null ? null : byDigits(line.payer_mask)
  const alike = bySound(plainName)
  const none = sql`select null::uuid as member_id where false`
  const seen = isBefore
    ? sql`created_at < (select created_at from statement_lines where id = ${line.id})`
    : sql`true`
  const found = [sql`select member_id from asking`, sql`select member_id from alike`]
  if (digits) found.push(digits)
  if (payerKey !== null)
    found.push(sql`(select member_id from payer_aliases where payer_key = ${payerKey} limit 50)`)
  if (line.ref !== null) found.push(sql`select member_id from named`)
  if (only.length > 0) found.push(sql`select unnest(${[...only]}::uuid[])`)
  const { rows } = await sql<CandidateRow>`
    with requests as (
      select * from deposits where state in ('created', 'pending')
         and amount_requested_minor = ${line.amount_minor}
         and (bank_account_id = ${line.bank_account_id} or bank_account_id is null)
         and (expires_at > now() or expires_at is null and by_kind <> 'employee') and ${seen}),
    asking as (select member_id from requests order by is_unique_satang desc, id desc
      limit ${sql.lit(askingMax)}),
    alike as (${sql.join(alike.length > 0 ? alike : [none], sql` union `)}),
    named as (
      select member_id, slip_ref, gateway_ref, state in ('created', 'pending') as open from deposits
       where slip_ref = ${line.ref} or gateway_ref = ${line.ref})
    select m.id, m.state, m.can_deposit,
      is_listed_member(m.id) or is_listed('payer', ${printedKey ?? ''}) as is_listed,
      m.first_name || ' ' || m.last_name as name,
      (select json_agg(json_build_object('bank', b.bank, 'no', b.account_no, 'name', b.account_name,
        'state', b.state)) from member_bank_accounts b where b.member_id = m.id and ${inUse}) as accounts,
      (select json_agg(json_build_object('id', r.id, 'bankAccountId', r.bank_account_id, 'at', r.created_at,
              'amountMinor', r.amount_requested_minor, 'isUniqueSatang', r.is_unique_satang
                and not is_amount_contested(${line.bank_account_id}, ${line.amount_minor}, m.id, now()),
              'isNoted', r.by_kind = 'employee'))
         from requests r where r.member_id = m.id) as requests,
      (select json_agg(d.amount_minor) from (select amount_minor from deposits where member_id = m.id
          and state = 'credited' and statement_line_id is distinct from ${line.id}
        order by id desc limit 10) d) as usual,
      (select json_agg(n.slip_ref) from named n where n.member_id = m.id and n.open
          and n.slip_ref = ${line.ref}) as slips,
      (select json_agg(n.gateway_ref) from named n where n.member_id = m.id and n.open
          and n.gateway_ref = ${line.ref}) as orders,
      (select a.hits - (select count(*)::int from deposits d where d.statement_line_id = ${line.id}
              and d.member_id = m.id and d.state = 'credited')
         from payer_aliases a where a.member_id = m.id and a.payer_key = ${payerKey}) as hits,
      (select count(*)::int from alike) as alike
      from (${sql.join(found, sql` union `)}) f
      join members m on m.id = f.member_id`.execute(db)
  const fitting = rows.filter((row) => fitsMask(line, row))
  // An alias of few digits proves nothing where several members have an account that looks the same.
  const isShared = fitting.length > 1
  return {
    candidates: rows.map((row) => candidateOf(row, isShared)),
    isComplete: !isShown || (digits !== null && fitting.length <= candidatesMax),
    areNamesComplete: alike.length > 0 && (rows[0]?.alike ?? 0) <= namesakesMax,
  }
}

const fitsMask = (line: StoredLine, row: CandidateRow): boolean => {
  const mask = line.payer_mask
  return (
    mask !== null && (row.accounts ?? []).some((account) => fitMask(mask, account.no).visibleDigits >= 4)
  )
}

function candidateOf(row: CandidateRow, isShared: boolean): Candidate {
  const accounts = row.accounts ?? []
  const openRequests: OpenRequest[] = (row.requests ?? []).map((request) => ({
    id: request.id,
    amountMinor: request.amountMinor,
    requestedAt: request.at,
    isUniqueSatang: request.isUniqueSatang,
    accountId: request.bankAccountId,
    isNoted: request.isNoted,
  }))
  return {
    memberId: row.id,
    status:
      row.state === 'blacklisted' || row.is_listed
        ? 'blacklisted'
        : row.state === 'active' && row.can_deposit
          ? 'active'
          : 'suspended',
    accounts: accounts.map((account) => ({
      bank: account.bank,
      accountNo: account.no,
      isPrimary: account.state === 'primary',
      isAlias: account.state === 'alias',
    })),
    names: [...new Set([row.name, ...accounts.map((account) => account.name)])],
    openRequests,
    aliasHits: isShared ? 0 : (row.hits ?? 0),
    usualAmountsMinor: [...(row.usual ?? [])],
    slipRefs: [...(row.slips ?? [])],
    gatewayRefs: [...(row.orders ?? [])],
  }
}
