import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { membersFound } from '../../platform/people/member-search.ts'
import { visibleTo } from '../../platform/people/visibility.ts'
import { findCandidates } from '../bank-lines/scoring/candidates.ts'
import { scoreCandidate, type Score, type Signal } from '../bank-lines/scoring/scoring.ts'
import { matchLineOf, type StoredLine } from '../bank-lines/stored-line.ts'

export type Suggestion = HandlerOutput<typeof preTransactionMatching.line>['suggestions'][number]

const shownMax = 20
/** Of the nearest that a search finds, so many are read to show the first of them. */
const lookedAt = 100

/**
 * Every member a line may be of, scored as of now, best first.
 * @param isBefore by what was said before the line was there
 */
export async function scoresOf(
  db: Reader,
  line: StoredLine,
  only: readonly string[] = [],
  isBefore = false,
): Promise<Score[]> {
  const { candidates } = await findCandidates(db, line, only, isBefore)
  const matchLine = matchLineOf(line)
  return candidates
    .map((candidate) => scoreCandidate(matchLine, candidate))
    .toSorted((a, b) => b.score - a.score || (a.memberId < b.memberId ? -1 : 1))
}

// Reasons name requests by their inside id; what leaves the server names them by the outside one.
const shownSignal = ({ code, points, detail }: Signal): Suggestion['signals'][number] => {
  const { requestId, ...rest } = detail
  const named = typeof requestId === 'string' ? { depositId: encodeId('deposit', requestId) } : {}
  return { code, points, detail: { ...rest, ...named } }
}
export const shownSignals = (signals: readonly Signal[]) => signals.map(shownSignal)

/** Scores as people see them: members with masked accounts and their open requests. */
export async function suggestionsOf(db: Reader, scores: readonly Score[]): Promise<Suggestion[]> {
  const shown = scores.slice(0, shownMax)
  const requestIds = shown.flatMap((score) => score.requestId ?? [])
  const { rows } = await sql<{
    id: string
    username: string
    name: string
    state: string
    bank: string | null
    accountNo: string | null
  }>`select m.id, m.username, m.first_name || ' ' || m.last_name as name, m.state, b.bank,
    b.account_no as "accountNo"
       from members m left join member_bank_accounts b on b.member_id = m.id and b.state = 'primary'
      where m.id = any(${shown.map((score) => score.memberId)}::uuid[])`.execute(db)
  const requests = await sql<{ id: string; reference: string; amountMinor: number; at: string }>`
    select id, reference, amount_requested_minor as "amountMinor", created_at as at from deposits
     where id = any(${requestIds}::uuid[])`.execute(db)
  return shown.flatMap((score) => {
    const member = rows.find((row) => row.id === score.memberId)
    if (!member) return []
    const { accountNo, ...known } = member
    return [
      {
        member: { ...known, accountNoMasked: accountNo === null ? null : maskAccountNo(accountNo) },
        score: score.score,
        signals: score.signals.map(shownSignal),
        deposit: requests.rows.find((row) => row.id === score.requestId) ?? null,
      },
    ]
  })
}

export interface FoundMember {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly state: string
  readonly bank: string | null
  readonly accountNo: string | null
  readonly phone: string
}

/** Members in the actor's sight that a search finds. */
export async function searchMembers(
  db: Reader,
  actor: EmployeeActor,
  search: string,
): Promise<FoundMember[]> {
  const found = membersFound(actor, search, lookedAt)
  if (found === null) return []
  const { rows } = await sql<FoundMember>`
    select m.id, m.username, m.first_name || ' ' || m.last_name as name, m.state, b.bank,
           b.account_no as "accountNo", m.phone
      from members m left join member_bank_accounts b on b.member_id = m.id and b.state = 'primary'
     where ${visibleTo(actor)} and m.id = any(array(${found})) order by m.username limit 20`.execute(db)
  return rows
}
