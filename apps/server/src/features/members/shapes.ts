import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { memberList } from '@khlang/contract/members/list.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { maskAccountNo, maskPhone } from '../../platform/people/masks.ts'
import type { ListedMember } from './list/list-queries.ts'
import { holdUntil, withdrawBlocks } from './rules.ts'

type Row = HandlerOutput<typeof memberList.list>['records'][number]
type Detail = HandlerOutput<typeof memberList.get>

/** A row of members with what findMember joins to it. */
export interface MemberDetailRow extends ListedMember {
  readonly can_login: boolean
  readonly can_deposit: boolean
  readonly can_withdraw: boolean
  readonly can_bet: boolean
  readonly is_auto_withdraw: boolean
  readonly withdrawal_min_minor: number | null
  readonly withdrawal_max_minor: number | null
  readonly withdrawal_day_minor: number | null
  readonly withdrawal_day_count: number | null
  readonly line_id: string | null
  readonly email: string | null
  readonly birth_on: string | null
  readonly source_channel: Detail['sourceChannel']
  readonly state_reason: string | null
  readonly deposit_count: number
  readonly withdrawal_count: number
  readonly first_deposit_at: string | null
  readonly account_changed_at: string | null
  readonly seller_id: string | null
  readonly seller_name: string | null
  readonly referrer_id: string | null
  readonly referrer_username: string | null
  readonly has_open_withdrawal: boolean
}

const stateOf = (state: string): Row['state'] => state as Row['state']

/** A row as everybody may see it. */
export const memberRow = (row: ListedMember): Row => ({
  id: row.id,
  username: row.username,
  name: `${row.first_name} ${row.last_name}`,
  phoneMasked: maskPhone(row.phone),
  bank: row.bank,
  accountNoMasked: row.account_no === null ? null : maskAccountNo(row.account_no),
  level: row.level,
  tags: row.tags,
  state: stateOf(row.state),
  balanceMinor: row.balance_minor,
  depositMinor: row.deposit_minor,
  withdrawalMinor: row.withdrawal_minor,
  netMinor: row.net_minor,
  lastDepositAt: row.last_deposit_at,
  lastLoginAt: row.last_login_at,
  waitingChange: row.waiting_change,
  createdAt: row.created_at,
  version: row.version,
})

interface Around {
  readonly cashMinor: number
  readonly lockedMinor: number
  readonly accounts: readonly {
    id: string
    bank: string
    account_no: string
    account_name: string
    state: string
    since: string
    until: string | null
    asked_by: string | null
    approved_by: string | null
    reason: string | null
  }[]
  readonly pending: { id: string; kind: string; maker: string; created_at: string } | undefined
  readonly settings: BrandSettings
  readonly now: number
}

/** One member whole; the balances are the ledger's, not the copy of the lists. */
export function memberDetail(row: MemberDetailRow, around: Around): Detail {
  const { cashMinor, lockedMinor, accounts, pending, settings, now } = around
  const held = holdUntil(row.account_changed_at, settings, now)
  const blocks = withdrawBlocks(
    {
      state: row.state,
      canWithdraw: row.can_withdraw,
      hasOpenWithdrawal: row.has_open_withdrawal,
      hasAccount: row.bank !== null,
      holdUntil: held,
      cashMinor,
      minMinor: row.withdrawal_min_minor,
    },
    settings,
  )
  return {
    ...memberRow(row),
    balanceMinor: cashMinor,
    lockedMinor,
    canLogin: row.can_login,
    canDeposit: row.can_deposit,
    canWithdraw: row.can_withdraw,
    canBet: row.can_bet,
    isAutoWithdraw: row.is_auto_withdraw,
    withdrawalMinMinor: row.withdrawal_min_minor,
    withdrawalMaxMinor: row.withdrawal_max_minor,
    withdrawalDayMinor: row.withdrawal_day_minor,
    withdrawalDayCount: row.withdrawal_day_count,
    firstName: row.first_name,
    lastName: row.last_name,
    lineId: row.line_id,
    email: row.email,
    birthOn: row.birth_on,
    sourceChannel: row.source_channel,
    stateReason: row.state_reason,
    depositCount: row.deposit_count,
    withdrawalCount: row.withdrawal_count,
    firstDepositAt: row.first_deposit_at,
    withdrawHoldUntil: held,
    seller: row.seller_id === null ? null : { id: row.seller_id, name: row.seller_name ?? '' },
    referrer:
      row.referrer_id === null ? null : { id: row.referrer_id, username: row.referrer_username ?? '' },
    withdrawBlocks: blocks,
    pendingChange: pending
      ? { id: pending.id, kind: pending.kind, maker: pending.maker, createdAt: pending.created_at }
      : null,
    accounts: accounts.map((account) => ({
      id: account.id,
      bank: account.bank,
      accountNoMasked: maskAccountNo(account.account_no),
      accountName: account.account_name,
      state: account.state as Detail['accounts'][number]['state'],
      since: account.since,
      until: account.until,
      askedBy: account.asked_by,
      approvedBy: account.approved_by,
      reason: account.reason,
    })),
  }
}

type Of = (row: ListedMember) => string | null
const heading = (name: string) => `field.${name}`
const text = (key: string, of: Of, name = key) =>
  ({ key, heading: heading(name), kind: 'text', of }) as const
const amount = (key: string, of: (row: ListedMember) => number) =>
  ({ key, heading: heading(key), kind: 'amount', isSummed: true, of }) as const
const instant = (key: string, of: Of) => ({ key, heading: heading(key), kind: 'instant', of }) as const

/** Columns of the file, by the keys of the list's columns; masked like the list. */
export const memberColumns: readonly ExportColumn<ListedMember>[] = [
  text('username', (row) => row.username),
  text('name', (row) => `${row.first_name} ${row.last_name}`),
  text('phone', (row) => maskPhone(row.phone)),
  text('account', (row) => row.bank, 'bank'),
  text('account', (row) => row.account_no && maskAccountNo(row.account_no)),
  { key: 'level', heading: heading('level'), kind: 'integer', of: (row) => row.level },
  text('level', (row) => row.tags.join(' '), 'tags'),
  { key: 'state', heading: heading('state'), kind: 'word', group: 'states', of: (row) => row.state },
  amount('balance', (row) => row.balance_minor),
  amount('deposit', (row) => row.deposit_minor),
  amount('withdrawal', (row) => row.withdrawal_minor),
  amount('net', (row) => row.net_minor),
  instant('lastDepositAt', (row) => row.last_deposit_at),
  instant('lastLoginAt', (row) => row.last_login_at),
  instant('createdAt', (row) => row.created_at),
]
