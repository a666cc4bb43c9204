import {
  openLineStates,
  waitingDepositStates,
  waitingWithdrawalStates,
} from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { readRollup, sumOf } from '../../platform/work/rollups.ts'
import { seesBrand, visibleMember } from '../../platform/people/visibility.ts'
import { isUnreadMessage, isWaitingDeposit, isWaitingWithdrawal } from '../../platform/waiting.ts'

interface Waiting {
  readonly count: number
  readonly amountMinor: number
  readonly oldestAt: string | null
}

const waiting = async (db: Reader, rows: RawBuilder<unknown>): Promise<Waiting> => {
  const { rows: found } = await sql<Waiting>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as "amountMinor", min(at) as "oldestAt"
      from (${rows}) x`.execute(db)
  return found[0] ?? { count: 0, amountMinor: 0, oldestAt: null }
}

/** When the first of those that wait in one of these states began; their ids are in the order of time. */
async function oldestOf(
  db: Reader,
  { table, at, states }: { table: string; at: string; states: readonly string[] },
): Promise<string | null> {
  const each = states.map(
    (state) => sql`(select ${sql.ref(at)} as at from ${sql.table(table)} where state = ${sql.lit(state)}
      order by id limit 1)`,
  )
  const { rows } = await sql<{ at: string | null }>`
    select min(at) as at from (${sql.join(each, sql` union all `)}) x`.execute(db)
  return rows[0]?.at ?? null
}

const waitingDeposits = { table: 'deposits', at: 'created_at', states: waitingDepositStates }
const waitingWithdrawals = { table: 'withdrawals', at: 'requested_at', states: waitingWithdrawalStates }
const openLines = { table: 'statement_lines', at: 'received_at', states: openLineStates }

/** What waits for whoever sees the whole brand: from what is kept counted. */
async function brandWaiting(db: Reader) {
  const [queue, lines, deposit, withdrawal, line] = await Promise.all([
    readRollup(db, 'queue', null),
    readRollup(db, 'line', null),
    oldestOf(db, waitingDeposits),
    oldestOf(db, waitingWithdrawals),
    oldestOf(db, openLines),
  ])
  const isOneOf = (states: readonly string[], state: string | null | undefined): boolean =>
    states.some((each) => each === state)
  const of = (kind: string, states: readonly string[]) =>
    sumOf(queue.filter(({ parts }) => parts[0] === kind && isOneOf(states, parts[1])))
  return {
    waitingDeposits: { ...of('deposit', waitingDepositStates), oldestAt: deposit },
    waitingWithdrawals: { ...of('withdrawal', waitingWithdrawalStates), oldestAt: withdrawal },
    unmatchedLines: {
      ...sumOf(lines.filter(({ parts }) => isOneOf(openLineStates, parts[0]))),
      oldestAt: line,
    },
  }
}

/** What waits of the members that an agent or a seller sees, counted row by row; lines are the brand's. */
async function ownWaiting(db: Reader, actor: EmployeeActor) {
  const [deposits, withdrawals] = await Promise.all([
    waiting(
      db,
      sql`select coalesce(d.amount_minor, d.amount_requested_minor) as amount, d.created_at as at
      from deposits d where ${isWaitingDeposit('d')} and ${visibleMember(actor, sql.ref('d.member_id'))}`,
    ),
    waiting(
      db,
      sql`select w.amount_minor as amount, w.requested_at as at
      from withdrawals w where ${isWaitingWithdrawal('w')} and
        ${visibleMember(actor, sql.ref('w.member_id'))}`,
    ),
  ])
  const unmatchedLines: Waiting = { count: 0, amountMinor: 0, oldestAt: null }
  return { waitingDeposits: deposits, waitingWithdrawals: withdrawals, unmatchedLines }
}

/** What waits, by the same states as the lists that the figures open. */
export async function waitingNow(db: Reader, actor: EmployeeActor) {
  const [figures, messages] = await Promise.all([
    seesBrand(actor) ? brandWaiting(db) : ownWaiting(db, actor),
    sql<{ n: number }>`select count(*) as n from bank_messages b
      where ${isUnreadMessage('b')} and ${seesBrand(actor)}`.execute(db),
  ])
  return { ...figures, unreadMessages: messages.rows[0]?.n ?? 0 }
}

/** Own bank accounts with the ledger's balance of each, as a screen prints it. */
export async function ownAccounts(db: Reader) {
  const accounts = await db
    .selectFrom('bank_accounts as a')
    .leftJoin('bank_account_feeds as f', 'f.bank_account_id', 'a.id')
    .select(['a.id', 'a.label', 'a.bank', 'a.state', 'f.last_message_at as lastMessageAt'])
    .where('a.state', '<>', 'closed')
    .orderBy('a.priority')
    .orderBy('a.id')
    .execute()
  const codeOf = (id: string): string => bankAccount(encodeId('bankAccount', id)).code
  const balances = await balancesOf(
    db,
    accounts.map((account) => codeOf(account.id)),
  )
  return accounts.map((account) => ({
    ...account,
    balanceMinor: screenMinor('asset', balances.get(codeOf(account.id)) ?? 0),
  }))
}

/**
 * What all members together may ask for: their cash (at most a second behind) and what is held for
 * withdrawals.
 */
export async function memberLiability(db: Reader): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select (coalesce((select sum(balance_minor) from member_sums), 0)
          + coalesce((select sum(amount_minor) from holds where state = 'open'), 0))::bigint as owed`.execute(
    db,
  )
  return rows[0]?.owed ?? 0
}

export const openAlarms = (db: Reader) =>
  db
    .selectFrom('alarms')
    .select(['code', 'entity', 'entity_id as entityId', 'raised_at as raisedAt'])
    .where('cleared_at', 'is', null)
    .orderBy('raised_at')
    .limit(50)
    .execute()
