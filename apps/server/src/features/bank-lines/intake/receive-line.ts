import { encodeId } from '@khlang/contract/values/values.ts'
import type { RawBuilder } from 'kysely'
import type { ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { alarmCleared, alarmRaised } from '../../../platform/db/alarms.ts'
import {
  movedMeanwhile,
  tellScreens,
  writeInTurn,
  type LiveNews,
  type Write,
} from '../../../platform/db/write-together.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fillGaps } from '../chain-gaps.ts'
import { plainOutcome } from '../decide-line.ts'
import { doubtedFileLine, fileLineOf } from '../file-lines.ts'
import { joinProvisional } from './dedupe-key.ts'
import * as queries from './intake-queries.ts'
import {
  equalLines,
  findJoin,
  provisionalLinesOf,
  mayRecur,
  possibleDoubleOf,
  sequenceOf,
} from './join-messages.ts'
import { placeLines } from './place-lines.ts'
import {
  chainLineOf,
  draftLine,
  joinableOf,
  keyOfLine,
  withJoined,
  type FeedRow,
  type StoredLine,
} from '../stored-line.ts'
import type { Intake, LockedIntake } from './intake.ts'
import { LineWork } from '../line-work.ts'

/** A message that was read, of an account that is known. */
export interface ReadMessage {
  readonly deviceId: string
  readonly externalId: string
  readonly source: 'sms' | 'push'
  /** When the phone got it, RFC 3339. */
  readonly receivedAt: string
  readonly parsed: ParsedLine
  /** Stored already, and read again by a format that was taught since. */
  readonly isReread?: boolean
  /** The part of a statement that stores the message; it must return one row. */
  readonly store: (state: 'read' | 'joined' | 'duplicate', lineId: string) => RawBuilder<unknown>
}

export interface Received {
  readonly state: 'read' | 'joined' | 'duplicate'
  readonly lineId: string
  readonly lineState: string
}

/**
 * Takes a read message into its account: finds the line it repeats or belongs to, or makes a new one,
 * places it in the balance chain, decides everything that is linked now, and credits; money is posted last.
 * @returns null when the same message was stored by another request meanwhile
 */
export async function receiveLine(intake: LockedIntake, message: ReadMessage): Promise<Received | null> {
  const { tx, account } = intake
  const { feed } = account
  const first = draftLine(message.parsed, {
    bankAccountId: account.id,
    source: message.source,
    receivedAt: message.receivedAt,
    businessOn: businessOn(intake.settings, intake.nowMs),
    nowMs: intake.nowMs,
  })
  const keyed = { ...first, dedupe_key: keyOfLine(first, 0) }
  const near = await queries.readNearby(tx, keyed, message)
  if (near.isKnown && message.isReread !== true) return null
  const counted = { ...keyed, dedupe_key: keyOfLine(first, sequenceOf(keyed, near.lines)) }
  const equal = equalLines(counted, near.lines)
  const last = await staying(tx, equal.at(-1))
  const isAnew =
    last !== undefined &&
    mayRecur(counted, last, feed) &&
    (await queries.isToldAnew(
      tx,
      equal.map(({ id }) => id),
      message,
      feed.last_line_id,
    ))
  const same = isAnew ? undefined : (last ?? (await staying(tx, fileLineOf(counted, near.lines))))
  const long = message.isReread === true ? await queries.saidLongBefore(tx, counted) : null
  const filed = same === undefined ? doubtedFileLine(counted, near.lines) : null
  const double = possibleDoubleOf(counted, near.lines)?.id ?? filed?.id ?? long
  const draft: StoredLine = {
    ...counted,
    dedupe_key: isAnew ? `${counted.dedupe_key}#${equal.length}` : counted.dedupe_key,
    possible_double_of: double,
  }
  if (same?.joined_sources.includes(message.source)) {
    await writeInTurn(tx, [
      { part: message.store('duplicate', same.id), rows: 1 },
      { part: queries.touchFeed(account.id) },
    ])
    return { state: 'duplicate', lineId: same.id, lineState: same.state }
  }
  const join = same ?? (account.hasBalances ? findJoin(draft, near.lines) : null)
  if (join) return joinLine(intake, message, join.id, draft, near)
  if (account.hasBalances && draft.balance_after_minor === null)
    return keepProvisional(intake, message, draft)
  return account.hasBalances
    ? placeLine(intake, message, draft, feed, near)
    : takeUnchecked(intake, message, draft, near)
}

/** A double that ended in another line is never anything by itself again: what tells of it tells of that. */
async function staying(tx: Tx, line: StoredLine | null | undefined): Promise<StoredLine | undefined> {
  if (line?.state !== 'duplicate') return line ?? undefined
  return (await queries.mergedInto(tx, line.id)) ?? line
}

/** A second message of a line: what it adds may be enough to decide an open line anew. */
async function joinLine(
  intake: Intake,
  message: ReadMessage,
  lineId: string,
  draft: StoredLine,
  { lines: near, hasLate }: queries.Nearby,
): Promise<Received> {
  const { tx } = intake
  const locked = await queries.lockLine(tx, lineId)
  if (!locked) throw movedMeanwhile()
  const line = withJoined(locked, joinProvisional(joinableOf(locked), joinableOf(draft)), draft)
  const store = { part: message.store('joined', line.id), rows: 1 }
  const work = new LineWork(intake, near, hasLate)
  const isOpen = line.direction === 'in' && (line.state === 'suggested' || line.state === 'unmatched')
  if (isOpen && line.chain !== 'hint' && line.chain !== 'contradiction') {
    await work.decide(line, { isNew: false, mayCredit: true, with: [store] })
  } else {
    await writeInTurn(tx, [store, { part: queries.fillLine(line), rows: 1 }])
    work.lineIds.push(line.id)
  }
  await work.finish()
  return { state: 'joined', lineId, lineState: work.stateOf(lineId) ?? line.state }
}

/** A message without a balance waits for the line it belongs to; alone it never credits (decisions 28). */
async function keepProvisional(intake: Intake, message: ReadMessage, draft: StoredLine): Promise<Received> {
  const until = new Date(intake.nowMs + intake.settings.hintWaitSeconds * 1000).toISOString()
  const provisional: StoredLine = { ...draft, chain: 'hint', hint_until: until }
  await writeInTurn(intake.tx, [
    { part: queries.insertLine(provisional, plainOutcome(provisional, 'waiting', 'hintWithoutBalance')) },
    { part: message.store('read', provisional.id), rows: 1 },
    { part: queries.touchFeed(intake.account.id) },
    { part: tellScreens(newsOf(intake.account.id, [provisional.id])) },
  ])
  return { state: 'read', lineId: provisional.id, lineState: 'waiting' }
}

/** On an account without balances there is no chain; only a unique proof credits there (decisions 28). */
async function takeUnchecked(
  intake: Intake,
  message: ReadMessage,
  draft: StoredLine,
  { lines: near, hasLate }: queries.Nearby,
): Promise<Received> {
  const work = new LineWork(intake, near, hasLate)
  const store = [
    { part: message.store('read', draft.id), rows: 1 },
    { part: queries.touchFeed(intake.account.id) },
  ]
  await work.decide(draft, { isNew: true, mayCredit: true, with: store })
  await work.finish()
  return { state: 'read', lineId: draft.id, lineState: work.stateOf(draft.id) ?? 'unmatched' }
}

async function placeLine(
  intake: Intake,
  message: ReadMessage,
  fresh: StoredLine,
  feed: FeedRow,
  { lines: near, hasLate }: queries.Nearby,
): Promise<Received> {
  const provisionals = provisionalLinesOf(fresh, near)
  const draft = provisionals.reduce(
    (line, provisional) =>
      withJoined(line, joinProvisional(joinableOf(line), joinableOf(provisional)), provisional),
    fresh,
  )
  const work = new LineWork(intake, near, hasLate)
  const store: Write[] = [{ part: message.store('read', draft.id), rows: 1 }]
  for (const provisional of provisionals) {
    const [ended, moved] = queries.absorbProvisional(provisional, draft.id)
    if (ended) store.push({ part: ended, rows: 1 })
    if (moved) store.push({ part: moved })
    work.lineIds.push(provisional.id)
  }
  const behind = near.filter((line) => line.state === 'waiting' && line.chain === 'afterHole')
  await placeAll(work, feed, [...behind, draft], { id: draft.id, with: store })
  await work.finish()
  return { state: 'read', lineId: draft.id, lineState: work.stateOf(draft.id) ?? 'waiting' }
}

/**
 * Places loose lines in the account's chain and moves each of them on: linked ones are decided, and those
 * that fill a gap a person went on behind; those behind a hole wait with an alarm, contradictions are
 * quarantined. The feed must be locked.
 * @param fresh the one line that is not stored yet, with the writes that go with it
 */
export async function placeAll(
  work: LineWork,
  feed: FeedRow,
  loose: readonly StoredLine[],
  fresh: { readonly id: string; readonly with: readonly Write[] } | null,
): Promise<void> {
  const { tx, account } = work.intake
  const chainLines = loose.flatMap((line) => chainLineOf(line) ?? [])
  const tip = { balanceMinor: feed.last_balance_minor, at: feed.last_line_at }
  const isPlain =
    loose.length === 1 &&
    chainLines.every((line) => line.balanceAfterMinor - signed(line) === tip.balanceMinor)
  const filling = isPlain ? [] : await fillGaps(tx, account.id, chainLines)
  const before = isPlain ? [] : await queries.recentLinks(tx, account.id)
  const placed = placeLines(
    tip,
    chainLines.filter(({ id }) => !filling.includes(id)),
    before,
  )
  const isBroken = placed.held.length > 0
  const move = queries.moveFeed(account.id, {
    balanceMinor: placed.tip.balanceMinor,
    lineId: placed.lastLinkedId ?? feed.last_line_id,
    at: placed.tip.at,
    isBroken,
  })
  const feedWrites: Write[] = [{ part: move }]
  const accountId = encodeId('bankAccount', account.id)
  if (isBroken)
    feedWrites.push({
      part: alarmRaised({
        code: 'bank.chainGap',
        entity: 'bankAccount',
        entityId: accountId,
        detail: { gapMinor: placed.gapMinor },
      }),
    })
  else if (feed.is_broken) feedWrites.push({ part: alarmCleared('bank.chainGap', accountId) })
  const linked = [...filling, ...placed.linked]
  const placeOf = (id: string): StoredLine['chain'] =>
    linked.includes(id) ? 'linked' : placed.held.includes(id) ? 'afterHole' : 'contradiction'
  const ordered = [...linked, ...placed.held, ...placed.contradictions].flatMap(
    (id) => loose.find((line) => line.id === id) ?? [],
  )
  let extra = feedWrites
  for (const line of ordered) {
    const isNew = line.id === fresh?.id
    const chain = placeOf(line.id)
    const writes = [...extra, ...(isNew ? fresh.with : [])]
    // A stored line that still waits behind the hole is as it was.
    if (!isNew && chain === 'afterHole') continue
    extra = []
    const twin = filling.includes(line.id) ? await queries.linkedTwin(tx, line) : null
    const known = line.possible_double_of ?? twin
    const placedLine: StoredLine = { ...line, chain, possible_double_of: known }
    await work.place(placedLine, { isNew, mayCredit: true, with: writes })
  }
  await writeInTurn(tx, extra)
}

const signed = (line: { direction: 'in' | 'out'; amountMinor: number }): number =>
  line.direction === 'in' ? line.amountMinor : -line.amountMinor

const newsOf = (accountId: string, lineIds: readonly string[]): LiveNews[] => [
  ...lineIds.map((id) => ({ topic: 'statementLine', id: encodeId('statementLine', id) })),
  { topic: 'bankAccount', id: encodeId('bankAccount', accountId) },
]
