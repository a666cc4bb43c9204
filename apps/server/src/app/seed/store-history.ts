import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { SeedMovement, SeedWithdrawal } from './history-shapes.ts'
import { iso } from './ids.ts'
import { lineRow, messageRow, messageRows, type LineFate, type SeedLine } from './line-rows.ts'
import {
  creditPosting,
  depositRow,
  openingPosting,
  ownTransferPostings,
  payoutRow,
  receivedPosting,
  withdrawalPostings,
  withdrawalRow,
} from './money-rows.ts'
import type { SeedWorld } from './world.ts'
import { storePastDeposits } from './store-past.ts'
import type { SandboxKeys } from './sandbox-keys.ts'
import { postWithPlay } from './play/store-play.ts'
import { drawReferences, insertRows, type TimedPosting } from './store.ts'

const dayMs = 86_400_000
const messageDays = 7
const duplicateCount = 5

/** References of what is stored after the history and happened before its end, in the order asked for. */
export interface OpenReferences {
  readonly deposits: readonly string[]
  readonly withdrawals: readonly string[]
}

/**
 * Stores the planned sixty days: lines, messages, deposits, withdrawals, and last the postings by
 * time, with the play of each day after its money.
 * @param open moments (ms) of what else needs a number among those of the history
 */
export async function storeHistory(
  world: SeedWorld,
  { adminUrl, keys }: { readonly adminUrl: string; readonly keys: SandboxKeys },
  startMs: number,
  open: { readonly deposits: readonly number[]; readonly withdrawals: readonly number[] },
): Promise<OpenReferences> {
  const { services, history, house, lines, employees } = world
  const { db } = services
  const fates = fatesOf(world)
  await insertRows(
    db,
    'statement_lines',
    lines.map((line) =>
      lineRow(line, fates.get(line.movement.lineId) ?? { state: 'unmatched', reason: 'noCandidate' }),
    ),
  )
  await noteLastLines(db, lines)
  await insertRows(db, 'bank_messages', messagesOf(world))
  const { deposits } = history
  const references = await drawReferences(db, 'D', [
    ...deposits.map((each) => each.createdAtMs),
    ...open.deposits,
  ])
  const paidOut = history.withdrawals
  const numbers = await drawReferences(db, 'W', [
    ...paidOut.map((each) => each.requestedAtMs),
    ...open.withdrawals,
  ])
  await storeWithdrawals(db, paidOut, numbers, world)
  await storePastDeposits(
    adminUrl,
    deposits.map((each, position) => depositRow(each, references[position] ?? '', employees.cashierId)),
  )
  const postings = [
    ...house.accounts.map((account) => openingPosting(account, startMs)),
    ...history.movements.filter(isReceived).map(receivedPosting),
    ...history.deposits.map(creditPosting),
    ...history.withdrawals.flatMap(withdrawalPostings),
    ...ownTransfers(history.movements),
  ]
  await postWithPlay({ db, adminUrl, keys }, postings, world.play)
  return {
    deposits: references.slice(deposits.length),
    withdrawals: numbers.slice(paidOut.length),
  }
}

const isReceived = ({ direction, cause }: SeedMovement): boolean =>
  direction === 'in' && cause !== 'ownTransfer'

function ownTransfers(movements: readonly SeedMovement[]): TimedPosting[] {
  const own = movements.filter(({ cause }) => cause === 'ownTransfer')
  return own
    .filter(({ direction }) => direction === 'out')
    .flatMap((out) => {
      const into = own.find(
        (each) => each.direction === 'in' && each.atMs > out.atMs && each.amountMinor === out.amountMinor,
      )
      return into === undefined ? [] : ownTransferPostings(out, into)
    })
}

/** What became of each line, by its id; money of strangers is matched to nobody. */
function fatesOf({ history, employees }: SeedWorld): Map<string, LineFate> {
  const fates = new Map<string, LineFate>()
  for (const deposit of history.deposits) {
    const memberId = deposit.member.id
    fates.set(
      deposit.movement.lineId,
      deposit.isAuto
        ? { state: 'autoMatched', score: deposit.hasRequest ? 127 : 73, reason: 'auto', memberId }
        : {
            state: 'manualMatched',
            score: 43,
            reason: 'scoreBelowAuto',
            memberId,
            handledBy: employees.cashierId,
            handledAtMs: deposit.creditedAtMs,
          },
    )
  }
  for (const { cause, lineId, direction } of history.movements) {
    if (cause === 'ownTransfer') fates.set(lineId, { state: 'internalTransfer' })
    else if (direction === 'out') fates.set(lineId, { state: 'settled' })
  }
  return fates
}

async function noteLastLines(db: Reader, lines: readonly SeedLine[]): Promise<void> {
  const last = new Map(lines.map(({ movement }) => [movement.account.id, movement.lineId]))
  await sql`update bank_account_feeds f set last_line_id = u.line
    from unnest(${[...last.keys()]}::uuid[], ${[...last.values()]}::uuid[]) as u (account, line)
    where f.bank_account_id = u.account`.execute(db)
}

/** The messages of the last week: some as SMS and push, a few twice under another id. */
function messagesOf({ lines, random, nowMs }: SeedWorld) {
  const recent = lines.filter(({ receivedAtMs }) => receivedAtMs > nowMs - messageDays * dayMs)
  const rows = recent.flatMap((line) => messageRows(line, random, random.chance(0.15)))
  const again = recent
    .filter(({ movement }) => movement.account.bank !== 'TMW')
    .slice(-duplicateCount)
    .flatMap((line) => {
      const [text] = line.texts
      if (text === undefined) return []
      const read = { state: 'duplicate', lineId: line.movement.lineId, parsed: line.parsed }
      return [messageRow(text, line.movement.account, line.receivedAtMs + 4000, random, read)]
    })
  return [...rows, ...again].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * A member has one open withdrawal at a time, and a withdrawal moves from state to state one step at a time:
 * so the first one of everybody goes all its way, then the second one, and so on.
 */
async function storeWithdrawals(
  db: Reader,
  withdrawals: readonly SeedWithdrawal[],
  references: readonly string[],
  { house, employees }: SeedWorld,
): Promise<void> {
  const rounds: { withdrawal: SeedWithdrawal; reference: string }[][] = []
  const counts = new Map<string, number>()
  for (const [position, withdrawal] of withdrawals.entries()) {
    const round = counts.get(withdrawal.member.id) ?? 0
    counts.set(withdrawal.member.id, round + 1)
    const list = rounds[round] ?? []
    rounds[round] = list
    list.push({ withdrawal, reference: references[position] ?? '' })
  }
  for (const round of rounds) {
    await insertRows(
      db,
      'withdrawals',
      round.map(({ withdrawal, reference }) => withdrawalRow(withdrawal, reference, employees.cashierId)),
    )
    await advance(
      db,
      round.map(({ withdrawal }) => withdrawal),
    )
  }
  const paid = withdrawals.filter(({ outcome }) => outcome === 'paid')
  await insertRows(
    db,
    'payouts',
    paid.map((withdrawal) => payoutRow(withdrawal, house.railId)),
  )
}

async function advance(db: Reader, round: readonly SeedWithdrawal[]): Promise<void> {
  const paid = round.filter(({ outcome }) => outcome === 'paid')
  const ids = paid.map(({ id }) => id)
  await sql`update withdrawals set state = 'sending' where id = any(${ids}::uuid[])`.execute(db)
  await sql`update withdrawals w set state = 'paid', paid_at = u.paid_at, settled_line_id = u.line
    from unnest(${ids}::uuid[], ${paid.map(({ paidAtMs }) => iso(paidAtMs))}::timestamptz[],
      ${paid.map(({ movement }) => movement?.lineId ?? null)}::uuid[]) as u (id, paid_at, line)
    where w.id = u.id`.execute(db)
  for (const state of ['rejected', 'cancelled'] as const) {
    const ended = round.filter(({ outcome }) => outcome === state).map(({ id }) => id)
    await sql`update withdrawals set state = ${state} where id = any(${ended}::uuid[])`.execute(db)
  }
}
