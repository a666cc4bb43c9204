import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { ApprovalKinds } from '../../platform/approvals/approval-kinds.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transfers } from './derive-transfers.ts'
import { fresh, type Happened } from './happened.ts'
import { playFiguresOf } from './play-figures.ts'

const uuids = (kind: IdKind, ids: readonly string[]): string[] =>
  ids.map((id) => decodeId(kind, id)).filter((id) => id !== null)

/** What is known besides what is stored of each thing. */
interface Known {
  readonly settings: BrandSettings
  readonly kinds: ApprovalKinds
}
type Derive = (tx: Tx, ids: readonly string[], known: Known) => Promise<Happened[]>

const deposits: Derive = async (tx, ids, { settings }) => {
  const { rows } = await sql<{
    id: string
    reference: string
    username: string
    bank: string | null
    amount: number
    credits: number
    isFirst: boolean
  }>`
    select outside_id('dep', d.id) as id, d.reference, m.username, a.bank, d.amount_minor as amount,
           d.credits,
           not exists (select from deposits o where o.member_id = d.member_id and o.id <> d.id
             and o.credited_at is not null and o.credited_at < d.credited_at) as "isFirst"
      from deposits d join members m on m.id = d.member_id
      left join bank_accounts a on a.id = d.bank_account_id
     where d.id = any(${uuids('deposit', ids)}::uuid[]) and d.state = 'credited'
       and d.credited_at > now() - ${fresh}`.execute(tx)
  return rows.flatMap((row) => {
    const { id, reference, username, bank, amount } = row
    const base = {
      entity: 'deposit',
      entityId: id,
      occurrence: String(row.credits),
      detail: { reference, username, bank },
      amountMinor: amount,
    }
    return [
      { ...base, code: 'deposit.credited' as const },
      ...(amount >= settings.bigAmountMinor ? [{ ...base, code: 'deposit.large' as const }] : []),
      ...(row.isFirst ? [{ ...base, code: 'member.first_deposit' as const, occurrence: '' }] : []),
    ]
  })
}

const withdrawals: Derive = async (tx, ids, { settings }) => {
  const { rows } = await sql<{
    id: string
    reference: string
    username: string
    bank: string
    amount: number
    state: string
    band: string | null
    isDecided: boolean
    tries: number
    first: string | null
    firstAt: string | null
  }>`
    select outside_id('wdr', w.id) as id, w.reference, m.username, w.to_bank as bank,
           w.amount_minor as amount,
           w.state, w.band, w.decided_at is not null as "isDecided", w.tries,
           f.display_name as first, w.first_approved_at as "firstAt"
      from withdrawals w join members m on m.id = w.member_id
      left join employees f on f.id = w.first_approved_by
     where w.id = any(${uuids('withdrawal', ids)}::uuid[])
       and greatest(w.requested_at, w.first_approved_at, w.decided_at, w.sent_at, w.paid_at)
         > now() - ${fresh}`.execute(tx)
  return rows.flatMap((row) => {
    const { id, reference, username, bank, amount, state, tries } = row
    const isApproved = row.isDecided && !['rejected', 'cancelled', 'review'].includes(state)
    const when = (is: boolean, code: EventCode, occurrence = '') => (is ? [{ code, occurrence }] : [])
    const codes = [
      ...when(true, 'withdraw.requested'),
      ...when(row.band !== 'auto', 'withdraw.held'),
      ...when(amount >= settings.bigAmountMinor, 'withdraw.large'),
      ...when(isApproved, 'withdraw.approved'),
      ...when(state === 'paid', 'withdraw.paid'),
      ...when(state === 'failed', 'withdraw.failed', String(tries)),
      ...when(state === 'unknown', 'withdraw.unknown', String(tries)),
    ]
    const isWaiting = state === 'review' && row.firstAt !== null
    const waits = isWaiting && { kind: 'withdrawal', maker: row.first }
    const second = waits ? when(true, 'approval.waiting', row.firstAt ?? '') : []
    return [...codes, ...second].map(({ code, occurrence }) => ({
      code,
      entity: 'withdrawal',
      entityId: id,
      occurrence,
      detail: { reference, username, bank, ...(code === 'approval.waiting' && waits) },
      amountMinor: amount,
    }))
  })
}

const lines: Derive = async (tx, ids) => {
  const { rows } = await sql<{ id: string; bank: string; label: string; amount: number; state: string }>`
    select outside_id('stl', l.id) as id, a.bank, a.label, l.amount_minor as amount, l.state
      from statement_lines l join bank_accounts a on a.id = l.bank_account_id
     where l.id = any(${uuids('statementLine', ids)}::uuid[]) and l.direction = 'in'
       and l.state in ('suggested', 'unmatched', 'quarantined') and l.received_at > now() - ${fresh}`.execute(
    tx,
  )
  return rows.map(({ id, bank, label, amount, state }) => ({
    code: state === 'quarantined' ? 'deposit.quarantined' : 'deposit.unmatched',
    entity: 'statementLine',
    entityId: id,
    occurrence: '',
    detail: { bank, label },
    amountMinor: amount,
  }))
}

const members: Derive = async (tx, ids) => {
  const { rows } = await sql<{ id: string; username: string }>`
    select outside_id('mbr', id) as id, username from members
     where id = any(${uuids('member', ids)}::uuid[]) and created_at > now() - ${fresh}`.execute(tx)
  return rows.map(({ id, username }) => ({
    code: 'member.registered',
    entity: 'member',
    entityId: id,
    occurrence: '',
    detail: { username },
    amountMinor: null,
  }))
}

/**
 * A request that waits is told to who may check it, what became of it to who asked for it. Some kinds
 * wait in the news of their thing (`waitsInNewsOf`).
 */
const approvals: Derive = async (tx, ids, { kinds }) => {
  const toldOfThings = Object.values(kinds)
    .filter(({ waitsInNewsOf }) => waitsInNewsOf === 'thing')
    .map(({ kind }) => kind)
  const { rows } = await sql<{
    id: string
    kind: string
    state: 'pending' | 'approved' | 'rejected'
    maker: string
    person: string
    checker: string | null
    comment: string | null
    amount: number | null
    checks: number
  }>`
    select outside_id('apr', a.id) as id, a.kind, a.state, e.display_name as maker,
           outside_id('emp', e.id) as person, c.display_name as checker, a.comment,
           a.amount_minor as amount,
           (select count(*) from approval_checks k where k.approval_id = a.id) as checks
      from approvals a join employees e on e.id = a.maker_id left join employees c on c.id = a.checker_id
     where a.id = any(${uuids('approval', ids)}::uuid[])
       and (a.state = 'pending' and a.expires_at > now() and a.kind <> all(${toldOfThings}::text[])
         or a.state in ('approved', 'rejected') and not a.is_sole_owner
           and a.settled_at > now() - ${fresh})`.execute(tx)
  return rows.map(({ id, state, amount, checks, ...detail }) => ({
    code: state === 'pending' ? 'approval.waiting' : `approval.${state}`,
    entity: 'approval',
    entityId: id,
    // A waiting one is told again when one of two has approved.
    occurrence: state !== 'pending' || checks === 0 ? '' : String(checks),
    detail,
    amountMinor: amount,
  }))
}

const exportJobs: Derive = async (tx, ids) => {
  const { rows } = await sql<{ id: string; person: string; file: string; rows: number; state: string }>`
    select outside_id('exp', id) as id, outside_id('emp', employee_id) as person, file_name as file,
           row_count as rows, state
      from export_jobs where id = any(${uuids('export', ids)}::uuid[]) and state in ('done', 'failed')
       and done_at > now() - ${fresh}`.execute(tx)
  return rows.map(({ id, person, file, state, rows: count }) => ({
    code: state === 'done' ? 'export.ready' : 'export.failed',
    entity: 'export',
    entityId: id,
    occurrence: '',
    detail: { person, file, rows: count.toLocaleString('en-US') },
    amountMinor: null,
  }))
}

/** What follows from things that screens were told of, by topic. */
export const fromHints: Readonly<Record<string, Derive>> = {
  deposit: deposits,
  withdrawal: withdrawals,
  statementLine: lines,
  member: members,
  approval: approvals,
  export: exportJobs,
  ownTransfer: transfers,
}

/** Alarms by their code. Those not named are alerts of risk. */
const alarmCodes: Readonly<Record<string, EventCode>> = {
  'bank.silent': 'bank.silent',
  'bank.frozen': 'bank.frozen',
  'bank.balanceLow': 'bank.balance_low',
  'bank.balanceHigh': 'bank.balance_high',
  'device.offline': 'device.offline',
  'device.lowBattery': 'device.low_battery',
  'device.clockOff': 'device.clock_off',
  'device.appOld': 'device.app_old',
  'device.noMessages': 'device.no_messages',
  'device.disagree': 'device.disagree',
  'gateway.down': 'gateway.down',
  'gateway.mismatch': 'gateway.mismatch',
  'provider.mismatch': 'provider.mismatch',
  'provider.owed': 'provider.owed',
  'provider.lowBalance': 'provider.low_balance',
  'play.rtpDrift': 'play.rtp_drift',
  'play.unusualWin': 'play.unusual_win',
  'bank.chainGap': 'bank.chain_gap',
  'bank.chainContradiction': 'bank.chain_gap',
  'activity.chainBroken': 'ledger.check_failed',
  'activity.unsealed': 'ledger.check_failed',
  'ledger.dayNotClosed': 'ledger.check_failed',
}

/**
 * What follows from alarms that were raised since a moment; a minute before it too, for they are seen once
 * they are committed.
 */
export async function fromAlarms(tx: Tx, since: string): Promise<Happened[]> {
  const { rows } = await sql<{
    id: string
    code: string
    entity: string
    entityId: string
    label: string | null
    detail: Readonly<Record<string, unknown>>
  }>`
    select id, code, entity, entity_id as "entityId", detail ->> 'label' as label, detail
      from alarms
     where raised_at > greatest(now() - ${fresh}, ${since}::timestamptz - interval '1 minute')`.execute(tx)
  const labels = await accountLabels(
    tx,
    rows.filter(({ label }) => label === null).map(({ entityId }) => entityId),
  )
  return rows.map((row) => ({
    code: row.code.startsWith('proof.') ? 'ledger.check_failed' : (alarmCodes[row.code] ?? 'risk.alert'),
    entity: row.entity,
    entityId: row.entityId,
    occurrence: row.id,
    detail: {
      alarm: row.code,
      label: row.label ?? labels.get(row.entityId) ?? null,
      ...playFiguresOf(row),
    },
    // Of a distributor that is paid ahead: what is left.
    amountMinor: typeof row.detail['leftMinor'] === 'number' ? row.detail['leftMinor'] : null,
  }))
}

/** What the accounts are called that these things are, or belong to: accounts and lines of theirs. */
async function accountLabels(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; label: string }>`
    select outside_id('oba', id) as id, label from bank_accounts
     where id = any(${uuids('bankAccount', ids)}::uuid[])
    union all
    select outside_id('stl', l.id), a.label from statement_lines l
      join bank_accounts a on a.id = l.bank_account_id
     where l.id = any(${uuids('statementLine', ids)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
