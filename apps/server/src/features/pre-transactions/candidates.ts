import type { BankCode } from '@khlang/contract/banks.ts'
import { sql, type RawBuilder } from 'kysely'
import { fitMask } from '../auto-api/parsers/mask.ts'
import type { Reader } from '../../platform/db.ts'
import type { Candidate, OpenRequest } from './matching.ts'
import { normaliseName } from './names.ts'
import { payerKeyOf, type StoredLine } from './stored-line.ts'

/** Beyond so many members in question nothing is credited by itself. */
export const candidatesMax = 500

interface CandidateRow {
  readonly id: string
  readonly state: string
  readonly can_deposit: boolean
  readonly name: string
  readonly accounts: readonly { bank: BankCode; no: string; name: string; state: string }[] | null
  readonly requests:
    | readonly {
        id: string
        bankAccountId: string | null
        amountMinor: number
        isUniqueSatang: boolean
        at: string
      }[]
    | null
  readonly usual: readonly number[] | null
  readonly slips: readonly string[] | null
  readonly orders: readonly string[] | null
  readonly hits: number | null
}

const inUse = sql`state in ('primary', 'alias')`

/**
 * The accounts whose number shows the mask's last digits, by the index over the last four, or over the six or
 * five before the last; none when it shows fewer.
 */
function byDigits(mask: string | null): RawBuilder<unknown>[] {
  const tail = /\d{4,}$/.exec(mask ?? '')?.[0]
  if (tail !== undefined)
    return [
      sql`select member_id from member_bank_accounts where ${inUse}
        and right(account_no, 4) = ${tail.slice(-4)} and right(account_no, ${tail.length}::int) = ${tail}`,
    ]
  const six = /(\d{6})\?$/.exec(mask ?? '')?.[1]
  if (six !== undefined)
    return [
      sql`select member_id from member_bank_accounts where ${inUse}
        and substr(account_no, length(account_no) - 6, 6) = ${six}`,
    ]
  const five = /(\d{5})\?$/.exec(mask ?? '')?.[1]
  if (five === undefined) return []
  return [
    sql`select member_id from member_bank_accounts where ${inUse}
      and substr(account_no, length(account_no) - 5, 5) = ${five}`,
  ]
}

/** The spellings a registered name may begin with: banks print Latin names in capitals. */
function namePrefixes(plainName: string): string[] {
  const first = plainName.split(' ')[0] ?? ''
  if (first.length < 3) return []
  return [...new Set([first, first.charAt(0) + first.slice(1).toLowerCase()])]
}

/**
 * Every member a line may be of: who asked for this amount, whose account fits the payer's mask or name,
 * who was linked to this payer before, whose slip or order it names. What this very line has credited is no
 * history: a line does not vouch for itself.
 * @param only further members to score, whatever the line says
 */
export async function findCandidates(
  db: Reader,
  line: StoredLine,
  only: readonly string[] = [],
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const plainName = line.payer_name === null ? '' : normaliseName(line.payer_name)
  const prefixes = namePrefixes(plainName)
  const payerKey = payerKeyOf(line, plainName)
  const found = [sql`select member_id from requests`, ...byDigits(line.payer_mask)]
  if (prefixes.length > 0)
    found.push(sql`(select b.member_id from unnest(${prefixes}::text[]) p (text) join member_bank_accounts b
      on b.account_name ~>=~ p.text and b.account_name ~<~ (p.text || chr(1114111)) limit 20)`)
  if (payerKey !== null) found.push(sql`select member_id from payer_aliases where payer_key = ${payerKey}`)
  if (line.ref !== null) found.push(sql`select member_id from named`)
  if (only.length > 0) found.push(sql`select unnest(${[...only]}::uuid[])`)
  const { rows } = await sql<CandidateRow>`
    with requests as (
      select * from deposits where state in ('created', 'pending')
         and amount_requested_minor = ${line.amount_minor}
         and (bank_account_id = ${line.bank_account_id} or bank_account_id is null)
         and (expires_at is null or expires_at > now())),
    named as (
      select member_id, slip_ref, gateway_ref, state in ('created', 'pending') as open from deposits
       where slip_ref = ${line.ref} or gateway_ref = ${line.ref})
    select m.id, m.state, m.can_deposit, m.first_name || ' ' || m.last_name as name,
      (select json_agg(json_build_object('bank', b.bank, 'no', b.account_no, 'name', b.account_name,
        'state', b.state)) from member_bank_accounts b where b.member_id = m.id and ${inUse}) as accounts,
      (select json_agg(json_build_object('id', r.id, 'bankAccountId', r.bank_account_id, 'at', r.created_at,
              'amountMinor', r.amount_requested_minor, 'isUniqueSatang', r.is_unique_satang))
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
         from payer_aliases a where a.member_id = m.id and a.payer_key = ${payerKey}) as hits
      from (${sql.join(found, sql` union `)} limit ${candidatesMax + 1}) f
      join members m on m.id = f.member_id`.execute(db)
  const fitting = rows.filter((row) => fitsMask(line, row))
  // An alias of few digits proves nothing where several members have an account that looks the same.
  const isShared = fitting.length > 1
  return {
    candidates: rows.slice(0, candidatesMax).map((row) => candidateOf(row, isShared)),
    isCut: rows.length > candidatesMax,
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
  }))
  return {
    memberId: row.id,
    status:
      row.state === 'blacklisted'
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
