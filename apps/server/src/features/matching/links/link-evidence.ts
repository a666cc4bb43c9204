import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { linkReasons } from '@khlang/contract/pre-transactions/shapes.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Reader } from '../../../platform/db/db.ts'
import {
  contradictions as contradictionsIn,
  needsNote,
  type Contradiction,
  type Score,
  type Signal,
  type SignalCode,
} from '../../bank-lines/scoring/scoring.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { scoresOf } from '../suggestions.ts'

export type LinkReason = (typeof linkReasons)[number]

export interface LinkedBy {
  readonly actor: Pick<EmployeeActor, 'id'>
  readonly settings: BrandSettings
  readonly nowMs: number
}

/** What speaks for and against a link by hand. */
export interface LinkJudgement {
  /** Without what is no witness: what the linker noted themselves, and what came after the line. */
  readonly score: number
  readonly signals: readonly Signal[]
  readonly contradictions: Contradiction[]
  /** Why a second person must agree; empty where one may link alone (decisions 42). */
  readonly reasons: LinkReason[]
  /** A signal of the score speaks against the member. */
  readonly hasDoubt: boolean
  readonly needsNote: boolean
  readonly isOwnMember: boolean
}

interface Found {
  readonly reasons: LinkReason[]
  readonly mask: boolean
  readonly payer: boolean
  readonly bank: boolean
  readonly isOwnMember: boolean
}

/** The database's own judgement: the same that it holds every credit of a line to. */
async function foundInBook(
  db: Reader,
  line: StoredLine,
  memberId: string,
  { score, actor, settings, nowMs }: LinkedBy & { readonly score: number },
): Promise<Found> {
  const { payer_mask: mask, payer_bank: bank } = line
  const { rows } = await sql<Found>`
    select link_reasons(${line.id}, ${memberId}, ${actor.id}, ${score}, ${new Date(nowMs).toISOString()},
             ${businessOn(settings, nowMs)}) as reasons,
           payer_contradicts(${mask}, null, ${memberId}) as mask,
           payer_contradicts(null, ${bank}, ${memberId}) as bank,
           payer_contradicts(${mask}, ${bank}, ${memberId}) as payer,
           ${memberId}::uuid in (select own_members(${actor.id})) as "isOwnMember"`.execute(db)
  const found = rows[0]
  if (!found) throw new Error(`No judgement of line ${line.id}.`)
  return found
}

/** What of the printed payer is of no account or name of the member. Pure. */
export function contradictionsOf(
  book: Pick<Found, 'mask' | 'bank' | 'payer'>,
  signals: readonly Signal[],
): Contradiction[] {
  // Digits of one account and the bank of another: the bank is the one that cannot be.
  const isBankWrong = book.bank || (book.payer && !book.mask)
  const found = [
    ...(book.mask ? (['payerMask'] as const) : []),
    ...(isBankWrong ? (['payerBank'] as const) : []),
    ...contradictionsIn({ signals: [...signals] }),
  ]
  return [...new Set<Contradiction>(found)]
}

const ofRequest: readonly SignalCode[] = [
  'requestAmountEqual',
  'notedAmountEqual',
  'uniqueSatang',
  'requestTime',
]

const ofPayer: readonly SignalCode[] = ['payerMaskFits', 'payerBankEqual', 'payerName']

interface NoWitness {
  readonly isOwnRequest: boolean
  /** Another member was told the same amount shortly before, and has not paid. */
  readonly isContested: boolean
  readonly isLateAccount: boolean
}

/**
 * What of the evidence is no witness, because whoever saw the line could have made it: a request that the
 * linker noted, by whichever of their accounts; a member or an account that came after the line.
 */
async function noWitness(
  db: Reader,
  line: StoredLine,
  { memberId, requestId }: Pick<Score, 'memberId' | 'requestId'>,
  actorId: string,
): Promise<NoWitness> {
  const { rows } = await sql<NoWitness>`
    select exists (select from deposits where id = ${requestId} and by_kind = 'employee'
              and is_same_person(by_id, ${actorId})) as "isOwnRequest",
           is_amount_contested(l.bank_account_id, l.amount_minor, ${memberId}, l.created_at) as "isContested",
           not exists (select from member_bank_accounts a where a.member_id = ${memberId}
              and a.state <> 'refused' and a.since < l.created_at
              and (l.payer_mask is null or mask_fits(l.payer_mask, a.account_no))
              and (l.payer_bank is null or a.bank = l.payer_bank)) as "isLateAccount"
      from statement_lines l where l.id = ${line.id}`.execute(db)
  return rows[0] ?? { isOwnRequest: true, isContested: true, isLateAccount: true }
}

const noScore = (memberId: string): Score => ({ memberId, score: 0, signals: [], requestId: null })

/** Whether what came after the line would be enough for a link: then that is why it needs a second person. */
async function wouldBeEnough(
  db: Reader,
  line: StoredLine,
  memberId: string,
  { settings }: LinkedBy,
): Promise<boolean> {
  const scores = await scoresOf(db, line, [memberId])
  const score = scores.find((each) => each.memberId === memberId)?.score ?? 0
  return score >= settings.matchSuggestScore
}

/** Judges a link of a line to a member by a person, as things are now. */
export async function judgeLink(
  db: Reader,
  line: StoredLine,
  memberId: string,
  by: LinkedBy,
): Promise<LinkJudgement> {
  const scores = await scoresOf(db, line, [memberId], true)
  const whole = scores.find((each) => each.memberId === memberId)
  const { signals: all, ...of } = whole ?? noScore(memberId)
  const { isOwnRequest: isOwn, isContested, isLateAccount } = await noWitness(db, line, of, by.actor.id)
  const silent = [...(isOwn || isContested ? ofRequest : []), ...(isLateAccount ? ofPayer : [])]
  const signals = all.filter(({ code }) => !silent.includes(code))
  const score = signals.reduce((sum, { points }) => sum + points, 0)
  const book = await foundInBook(db, line, memberId, { ...by, score })
  const contradictions = contradictionsOf(book, signals)
  const reasons = new Set(book.reasons)
  if (contradictions.length > 0) reasons.add('contradicted')
  if (isOwn && reasons.has('lowScore')) reasons.add('ownRequest')
  if (!isOwn && !isContested && reasons.has('lowScore') && (await wouldBeEnough(db, line, memberId, by)))
    reasons.add('lateEvidence')
  const hasDoubt = whole === undefined || needsNote(whole)
  return {
    score,
    signals,
    contradictions,
    reasons: [...reasons],
    hasDoubt,
    needsNote: hasDoubt || reasons.size > 0,
    isOwnMember: book.isOwnMember,
  }
}
