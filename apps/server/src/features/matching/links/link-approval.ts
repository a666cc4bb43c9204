import { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { linkReasons } from '@khlang/contract/pre-transactions/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { rolesThatMay, wouldBeAlone } from '../../../platform/approvals/checkers.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { balancesOf } from '../../../platform/posting/ledger-store.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { isWaitingApproval } from '../../../platform/waiting.ts'

export const linkKind = 'lineLink'

/** A link that waits for a second person, frozen; ids as the outside sees them. */
export const LinkDocument = z.strictObject({
  lineId: outsideIdSchema('statementLine'),
  /** The line as it was asked for: whatever changes it voids the request. */
  lineVersion: z.int(),
  state: z.string(),
  memberId: outsideIdSchema('member'),
  /** The open request that it would close. */
  depositId: outsideIdSchema('deposit').nullable(),
  /** The deposit credited before it came whose suspense it would clear; then nobody is credited. */
  clearsId: outsideIdSchema('deposit').nullable(),
  amountMinor: z.int(),
  score: z.int(),
  reasons: z.array(z.enum(linkReasons)),
  contradictions: z.array(z.string()),
  isConfirmed: z.boolean(),
  isOtherMoney: z.boolean(),
  /** For people who read of it: whose money it would be. */
  name: z.string(),
})
export type LinkDocument = z.infer<typeof LinkDocument>

const { requires } = preTransactionMatching.link

/** Who would have to agree to this person's link; `isAlone`: nobody else ever could. */
export async function whoMayLink(
  db: Reader,
  actor: EmployeeActor,
  memberId: string,
  amountMinor: number,
): Promise<{ isAlone: boolean; checkers: string[] }> {
  const act = { kind: linkKind, actor, requires }
  if (await wouldBeAlone(db, act)) return { isAlone: true, checkers: [] }
  const concerns = sql<boolean>`(${memberId}::uuid in (select own_members(e.id)))`
  return {
    isAlone: false,
    checkers: await rolesThatMay(db, { requires, amountMinor, exceptId: actor.id, concerns }),
  }
}

/** The request to link this line that waits. */
export const waitingLink = (db: Reader, lineId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'p.reason', 'e.display_name as maker'])
    .select(['p.entity', 'p.entity_id', 'p.document', 'p.before'])
    .where('p.kind', '=', linkKind)
    .where('p.entity_id', '=', encodeId('statementLine', lineId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** Nobody links a line while a link of it waits. @throws conflict with who asked */
export async function assertNoWaitingLink(db: Reader, lineId: string): Promise<void> {
  const waiting = await waitingLink(db, lineId)
  if (!waiting) return
  const details = {
    reason: 'approvalPending' as const,
    by: waiting.maker,
    approvalId: waiting.id,
  }
  throw new ApiError('conflict', { details })
}

/** What the second person sees of a link: the wallet, the points, and why it is theirs to look at. */
export async function linkDifferences(db: Reader, document: LinkDocument) {
  const { memberId, amountMinor, state, score, reasons, contradictions, name } = document
  const { code } = memberCash(memberId)
  const before = (await balancesOf(db, [code])).get(code) ?? 0
  const request = await referenceOf(db, document.depositId)
  const cleared = await referenceOf(db, document.clearsId)
  return [
    { field: 'lineState', before: state, after: 'manualMatched' },
    { field: 'balanceMinor', before, after: cleared === null ? before + amountMinor : before },
    { field: 'member', before: null, after: name },
    { field: 'score', before: null, after: score },
    { field: 'linkReasons', before: null, after: reasons.join(',') },
    ...(contradictions.length === 0
      ? []
      : [{ field: 'contradictions', before: null, after: contradictions.join(',') }]),
    ...(request === null ? [] : [{ field: 'closesRequest', before: null, after: request }]),
    ...(cleared === null ? [] : [{ field: 'clearsDeposit', before: null, after: cleared }]),
  ]
}

async function referenceOf(db: Reader, depositId: LinkDocument['depositId']): Promise<string | null> {
  if (depositId === null) return null
  const row = await db
    .selectFrom('deposits')
    .select('reference')
    .where('id', '=', uuidOf('deposit', depositId))
    .executeTakeFirst()
  return row?.reference ?? null
}
