import type { OutsideId } from '@khlang/contract/values/id-kinds.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { alarmRaised, raiseAlarm } from '../../platform/db/alarms.ts'
import {
  tellScreens,
  writeInTurn,
  writeTogether,
  type LiveNews,
  type Write,
} from '../../platform/db/write-together.ts'
import { businessOn } from '../../platform/business-day.ts'
import {
  creditPostings,
  creditRows,
  newCredit,
  postCredits,
  receivedPosting,
  type Credit,
} from './credit-deposit.ts'
import { decideLine, learningOf, plainOutcome } from './decide-line.ts'
import * as queries from './intake/intake-queries.ts'
import { clearByLateLine, creditedBefore } from './intake/late-line.ts'
import type { Intake } from './intake/intake.ts'
import { settleByLine } from '../withdrawals/settle-by-line.ts'
import type { StoredLine } from './stored-line.ts'

interface Step {
  /** The line is not stored yet. */
  readonly isNew: boolean
  /** False where a person sent the line back: then it is suggested at most. */
  readonly mayCredit: boolean
  /** Who sent it back. */
  readonly handledBy?: string
  /** Writes that go with the line's own, in the same statement. */
  readonly with: readonly Write[]
}

/** The lines one transaction moves on, and the money of all of them, which is posted once and last. */
export class LineWork {
  readonly intake: Intake
  /** Lines whose change the screens are told of. */
  readonly lineIds: string[] = []
  readonly #postings: Posting[] = []
  readonly #credits: Credit[] = []
  readonly #states = new Map<string, string>()
  readonly #others: StoredLine[]
  readonly #hasLate: boolean

  /** @param hasLate false where no deposit of the account waits for its late line */
  constructor(intake: Intake, others: readonly StoredLine[], hasLate = true) {
    this.intake = intake
    this.#others = [...others]
    this.#hasLate = hasLate
  }

  /** The state a line was given by this work. */
  stateOf(lineId: string): string | undefined {
    return this.#states.get(lineId)
  }

  /** Moves a line on by its place in the chain. */
  async place(line: StoredLine, step: Step): Promise<void> {
    if (line.chain === 'linked') return this.decide(line, step)
    const isHole = line.chain === 'afterHole'
    const outcome = plainOutcome(
      line,
      isHole ? 'waiting' : 'quarantined',
      isHole ? 'chainHole' : 'chainContradiction',
    )
    const lineId = encodeId('statementLine', line.id)
    const alarm = alarmRaised({
      code: 'bank.chainContradiction',
      entity: 'statementLine',
      entityId: lineId,
      detail: { bankAccountId: encodeId('bankAccount', line.bank_account_id) },
    })
    await this.#write(line, outcome, step, isHole ? [] : [{ part: alarm }])
  }

  /** Decides an incoming line by its score; an outgoing one goes to the payout it proves. */
  async decide(placed: StoredLine, asked: Step): Promise<void> {
    // What people gave us as a file credits nobody by itself, whoever tells of it besides.
    const step = { ...asked, mayCredit: asked.mayCredit && placed.source !== 'file' }
    if (placed.direction === 'out') return this.#settle(placed, step)
    const line = step.isNew ? placed : await this.#doubted(placed)
    const mayCredit = step.mayCredit && this.intake.mayCredit !== false
    const mayClear = this.#hasLate && mayCredit && line.chain !== 'hint'
    if (mayClear && (await this.#mayActAlone(line)) && (await this.#clearLate(line, step))) return
    const { tx, settings, account, nowMs } = this.intake
    const context = {
      settings,
      nowMs,
      hasBalances: account.hasBalances,
      others: this.#others,
      mayCredit,
      mayBeCredited: this.#hasLate && (await creditedBefore(tx, line)).length > 0,
    }
    const { outcome, credit: found } = await decideLine(tx, line, context)
    const on = businessOn(settings, nowMs)
    if (!found) {
      await this.#write(line, outcome, step, [])
      // A provisional line alone does not prove money: nothing is posted until a person links it.
      if (line.chain !== 'hint') this.#postings.push(receivedPosting(line, on))
      return
    }
    const credit = newCredit({
      line,
      memberId: found.memberId,
      requestId: found.requestId,
      businessOn: on,
      actor: this.intake.actor,
      mustBeActive: true,
      remark: null,
    })
    await this.credit(credit, outcome, step)
  }

  /** Whether nothing of how the line was read wants a person to look at it first. */
  async #mayActAlone(line: StoredLine): Promise<boolean> {
    return !line.flags.includes('readLate') && (await learningOf(this.intake.tx, line)) === null
  }

  /** A line that waited may be said twice: the same money, credited while it did, is not credited again. */
  async #doubted(line: StoredLine): Promise<StoredLine> {
    if (line.balance_after_minor === null || line.possible_double_of !== null) return line
    return { ...line, possible_double_of: await queries.creditedTwin(this.intake.tx, line) }
  }

  /** Credits a member with a line; the rows now, the money with `finish`. */
  async credit(credit: Credit, outcome: queries.LineOutcome, step: Step): Promise<void> {
    const rows = creditRows(credit)
    await this.#write(
      credit.line,
      outcome,
      step,
      [{ part: rows.deposit, rows: 1 }, ...rows.others.map((part) => ({ part }))],
      rows.news,
    )
    this.#credits.push(credit)
    this.#postings.push(...creditPostings(credit))
  }

  /** The line of money that people credited before it came clears suspense, and credits nobody again. */
  async #clearLate(line: StoredLine, step: Step): Promise<boolean> {
    const { tx, settings, nowMs } = this.intake
    const late = await clearByLateLine(tx, line, businessOn(settings, nowMs))
    if (!late) return false
    const outcome = plainOutcome(line, 'manualMatched', 'lateLine')
    await this.#write(
      line,
      outcome,
      step,
      [],
      [{ topic: 'deposit', id: encodeId('deposit', late.depositId) }],
    )
    this.#postings.push(...late.postings)
    return true
  }

  /** Posts with the rest what was received by a line that is stored otherwise. */
  book(line: StoredLine): void {
    this.#postings.push(receivedPosting(line, businessOn(this.intake.settings, this.intake.nowMs)))
  }

  async #settle(line: StoredLine, step: Step): Promise<void> {
    const { tx, settings, nowMs } = this.intake
    const lineId = encodeId('statementLine', line.id)
    const isAlone = await this.#mayActAlone(line)
    await this.#write(
      line,
      plainOutcome(line, 'unmatched', isAlone ? 'outgoing' : 'formatLearning'),
      step,
      [],
    )
    if (!isAlone) return this.#tellOutgoing(line, lineId)
    const isTransferAwaited = await queries.isTransferAwaited(tx, line)
    const { postings, withdrawalId } = await settleByLine(tx, {
      isTransferAwaited,
      id: line.id,
      bankAccountId: line.bank_account_id,
      amountMinor: line.amount_minor,
      bankTime: line.bank_time,
      receivedAt: line.received_at,
      payeeBank: line.payer_bank,
      payeeMask: line.payer_mask,
      payeeName: line.payer_name,
      ref: line.ref,
      businessOn: businessOn(settings, nowMs),
      valueOn: line.value_on,
    })
    this.#postings.push(...postings)
    if (withdrawalId === null) {
      // What was agreed to leave is looked for by its own work, on both statements.
      if (!isTransferAwaited) await this.#tellOutgoing(line, lineId)
      return
    }
    await writeInTurn(tx, [
      { part: queries.settleLine(line.id), rows: 1 },
      { part: tellScreens([{ topic: 'withdrawal', id: encodeId('withdrawal', withdrawalId) }]) },
    ])
    this.#states.set(line.id, 'settled')
  }

  /** Money has left, and nothing says whose it was. */
  async #tellOutgoing(line: StoredLine, entityId: OutsideId<'statementLine'>): Promise<void> {
    await raiseAlarm(this.intake.tx, {
      code: 'bank.outgoingUnknown',
      entity: 'statementLine',
      entityId,
      detail: { amountMinor: line.amount_minor },
    })
  }

  async #write(
    line: StoredLine,
    outcome: queries.LineOutcome,
    step: Step,
    writes: readonly Write[],
    news: readonly LiveNews[] = [],
  ): Promise<void> {
    const own = step.isNew
      ? { part: queries.insertLine(line, outcome) }
      : {
          part: queries.updateLine(line, {
            ...outcome,
            handledBy: outcome.handledBy ?? step.handledBy ?? null,
          }),
          rows: 1,
        }
    const told = [
      { topic: 'statementLine', id: encodeId('statementLine', line.id) },
      { topic: 'bankAccount', id: encodeId('bankAccount', line.bank_account_id) },
      ...news,
    ]
    await writeTogether(this.intake.tx, [own, ...step.with, ...writes, { part: tellScreens(told) }])
    this.#states.set(line.id, outcome.state)
    const known = this.#others.findIndex((other) => other.id === line.id)
    if (known >= 0) this.#others.splice(known, 1)
    this.#others.push({ ...line, state: outcome.state, best_member_id: outcome.bestMemberId })
  }

  /**
   * Tells the screens of lines that were only touched, then moves the money: the last locks of the
   * transaction.
   */
  async finish() {
    if (this.lineIds.length > 0) {
      const told = this.lineIds.map((id) => ({ topic: 'statementLine', id: encodeId('statementLine', id) }))
      await tellScreens(told).execute(this.intake.tx)
    }
    return postCredits(this.intake.tx, this.#postings, this.#credits)
  }
}
