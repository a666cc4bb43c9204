import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionSlips } from '@khlang/contract/pre-transactions/slips.ts'
import { bankOfNumber } from '@khlang/contract/values/banks.ts'
import type { slipStates } from '@khlang/contract/values/slips/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { judgeSlip, type NamedAccount, type SlipFault } from './judge.ts'
import type { Told, ToldParty } from './services/service.ts'

type Shown = HandlerOutput<typeof preTransactionSlips.slip>

export interface SlipRow {
  readonly id: string
  readonly memberId: string
  readonly fileId: string
  readonly sha256: string
  readonly payload: string
  readonly sendingBank: string
  readonly transRef: string
  readonly state: (typeof slipStates)[number]
  readonly told: Told | null
  readonly reason: string | null
  readonly checks: number
  readonly checkedAt: string | null
  readonly nextCheckAt: string | null
  /** Null: the member, at the member site. */
  readonly by: string | null
  readonly createdAt: string
  readonly depositId: string | null
  readonly depositReference: string | null
  readonly depositState: string | null
  readonly depositMinor: number | null
  readonly isUsed: boolean
  readonly version: number
}

/** Slips as they stand, the newest first; `used`: another deposit or a credited line has their reference. */
export async function slipsWhere(db: Reader, where: RawBuilder<unknown>): Promise<SlipRow[]> {
  const { rows } = await sql<SlipRow>`
    select s.id, s.member_id as "memberId", s.private_file_id as "fileId",
           encode(f.sha256, 'hex') as sha256, s.qr_payload as payload, s.sending_bank as "sendingBank",
           s.trans_ref as "transRef", s.state, s.told, s.reason, s.checks, s.checked_at as "checkedAt",
           s.next_check_at as "nextCheckAt", e.display_name as by, s.created_at as "createdAt",
           d.id as "depositId", d.reference as "depositReference", d.state as "depositState",
           coalesce(d.amount_minor, d.amount_requested_minor) as "depositMinor", s.version,
           (exists (select from deposits o where o.slip_ref = s.trans_ref and o.id is distinct from d.id
                and o.state = 'credited')
             or exists (select from statement_lines l where l.ref = s.trans_ref
                and l.state in ('autoMatched', 'manualMatched')
                and l.id is distinct from d.statement_line_id)) as "isUsed"
      from slips s join private_files f on f.id = s.private_file_id
      left join employees e on e.id = s.uploaded_by left join deposits d on d.id = s.deposit_id
     where ${where} order by s.id desc limit 20`.execute(db)
  return rows
}

const accountsOf = async (db: Reader, rows: RawBuilder<unknown>): Promise<NamedAccount[]> =>
  (
    await sql<NamedAccount>`
      select id, bank, account_no as "accountNo", account_name as "accountName" from ${rows}`.execute(db)
  ).rows

/** Our accounts that members pay into, and every account that a member has or had. */
async function accountsAround(db: Reader, memberId: string) {
  const [ours, theirs] = await Promise.all([
    accountsOf(db, sql`bank_accounts where role = 'deposit' and state <> 'closed'`),
    accountsOf(db, sql`member_bank_accounts where member_id = ${memberId}`),
  ])
  return { ours, theirs }
}

/** What speaks against a slip for this amount as things are now. */
export async function judged(
  db: Reader,
  slip: SlipRow,
  { amountMinor, nowMs }: { readonly amountMinor: number | null; readonly nowMs: number },
): Promise<{ readonly accountId: string | null; readonly faults: readonly SlipFault[] }> {
  const { told, isUsed } = slip
  if (told === null) return { accountId: null, faults: isUsed ? ['used'] : [] }
  const accounts = await accountsAround(db, slip.memberId)
  return judgeSlip({ told, ...accounts, amountMinor, isUsed, nowMs })
}

const bankOf = (number: string | null): string | null =>
  number === null ? null : (bankOfNumber(number) ?? number)

/** A bank's own mask stays; a number that it tells whole is masked as ours are. */
const partyShown = ({ bank, account, name }: ToldParty) => ({
  bank: bankOf(bank),
  account: account !== null && /^[\d\s-]+$/.test(account) ? maskAccountNo(account) : account,
  name,
})

export async function shownSlip(
  db: Reader,
  slip: SlipRow,
  of: { readonly amountMinor: number | null; readonly nowMs: number; readonly seesBrand: boolean },
): Promise<Shown> {
  const amountMinor = slip.depositMinor ?? of.amountMinor
  const { accountId, faults } = await judged(db, slip, { amountMinor, nowMs: of.nowMs })
  const { told, depositId, depositReference, depositState } = slip
  return {
    id: slip.id,
    memberId: slip.memberId,
    state: slip.state,
    sendingBank: bankOf(slip.sendingBank) ?? slip.sendingBank,
    transRef: slip.transRef,
    told: told && {
      amountMinor: told.amountMinor,
      at: told.at,
      sender: partyShown(told.sender),
      receiver: partyShown(told.receiver),
    },
    accountId: of.seesBrand ? accountId : null,
    faults: [...faults],
    reason: slip.reason,
    nextCheckAt: slip.nextCheckAt,
    by: slip.by,
    createdAt: slip.createdAt,
    deposit:
      depositId === null || depositReference === null || depositState === null
        ? null
        : { id: depositId, reference: depositReference, state: depositState },
  }
}
