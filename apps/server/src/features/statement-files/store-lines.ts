import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { businessOn, valueOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { joinProvisional } from '../bank-lines/intake/dedupe-key.ts'
import { absorbProvisional, findLine } from '../bank-lines/intake/intake-queries.ts'
import type { LineWork } from '../bank-lines/line-work.ts'
import { joinableOf, keyOfLine, withJoined, type StoredLine } from '../bank-lines/stored-line.ts'
import type { ImportPlan } from './joining/plan-import.ts'
import { amountsToSettle, insertLines, nameLines, usedKeys } from './line-rows.ts'
import type { KeptFile } from './queries.ts'
import type { FileRow } from './reading/statement-rows.ts'

/** So many of the newest are scored at once; who opens another is shown whose it may be all the same. */
const scoredMax = 200

/** Keys of lines: to the minute, as most banks' messages tell it, so that a late message finds its line. */
class Keys {
  readonly #used: Set<string>
  constructor(used: Iterable<string>) {
    this.#used = new Set(used)
  }

  next(line: StoredLine): string {
    const precision = line.bank_time_precision === 'day' ? 'day' : 'minute'
    const toTheMinute: StoredLine = { ...line, bank_time_precision: precision }
    for (let times = 0; ; times += 1) {
      const plain = keyOfLine(toTheMinute, times)
      const key = line.balance_after_minor === null || times === 0 ? plain : `${plain}#${times}`
      if (this.#used.has(key)) continue
      this.#used.add(key)
      return key
    }
  }
}

/** A row as a line that is not stored yet. */
function lineOf(work: LineWork, row: FileRow, doubleOf: string | null): StoredLine {
  const { account, settings, nowMs } = work.intake
  return {
    id: randomUUIDv7(),
    bank_account_id: account.id,
    direction: row.direction,
    amount_minor: row.amountMinor,
    bank_time: row.at,
    bank_time_precision: row.precision,
    received_at: new Date(nowMs).toISOString(),
    balance_after_minor: row.balanceAfterMinor,
    payer_bank: row.payer.bank,
    payer_mask: row.payer.mask,
    payer_name: row.payer.name,
    channel: row.channel,
    ref: row.ref,
    own_mask: null,
    flags: [],
    source: 'file',
    dedupe_key: '',
    chain: row.balanceAfterMinor === null ? 'noBalance' : 'linked',
    state: 'unmatched',
    hint_until: null,
    best_member_id: null,
    business_on: businessOn(settings, nowMs),
    value_on: valueOn(row.at),
    version: 1,
    possible_double_of: doubleOf,
    joined_sources: [],
    taught_format_id: null,
  }
}

/** The line with what a message without a balance adds, which ends. */
async function absorb(tx: Tx, line: StoredLine, hintId: string): Promise<StoredLine> {
  const hint = await findLine(tx, hintId)
  return hint ? withJoined(line, joinProvisional(joinableOf(line), joinableOf(hint)), hint) : line
}

/**
 * Stores the new rows as lines: those that may prove a payout by the rule of outgoing lines, the newest of
 * money in by their score, all others at once; none credits by itself. @returns the line of each row
 */
export async function storeLines(
  work: LineWork,
  file: KeptFile,
  plan: ImportPlan,
): Promise<ReadonlyMap<number, string>> {
  const { tx } = work.intake
  const keys = new Keys(await usedKeys(tx, file.accountId, plan.newRows))
  const settling = await amountsToSettle(tx, file.accountId, plan.newRows)
  const scored = new Set(
    plan.newRows
      .filter(({ direction }) => direction === 'in')
      .slice(-scoredMax)
      .map(({ no }) => no),
  )
  const plainLines: StoredLine[] = []
  const lineIds = new Map([...plan.known].map(([no, { id }]) => [no, id]))
  for (const row of plan.newRows) {
    const hint = plan.absorbed.get(row.no)
    const drawn = lineOf(work, row, plan.doubtful.get(row.no)?.id ?? null)
    const keyed = { ...drawn, dedupe_key: keys.next(drawn) }
    const line = hint ? await absorb(tx, keyed, hint.id) : keyed
    lineIds.set(row.no, line.id)
    const isOwn = row.direction === 'out' ? settling.has(row.amountMinor) : scored.has(row.no)
    if (isOwn || hint) await work.decide(line, { isNew: true, mayCredit: false, with: [] })
    else plainLines.push(line)
    if (hint) await endHint(work, hint.id, line.id)
  }
  await insertLines(tx, plainLines)
  for (const line of plainLines) if (line.direction === 'in') work.book(line)
  await nameLines(tx, file.id, lineIds)
  return lineIds
}

async function endHint(work: LineWork, hintId: string, into: string): Promise<void> {
  const { tx } = work.intake
  const hint = await findLine(tx, hintId)
  if (!hint) return
  for (const part of absorbProvisional(hint, into)) await sql`${part}`.execute(tx)
  work.lineIds.push(hintId)
}
