import { findBank, type BankCode } from '@khlang/contract/values/banks.ts'
import { textsOf, type BankText } from '../../../../sandbox/src/message-shapes.ts'
import type { Random } from '../../../../sandbox/src/random.ts'
import { parseBankMessage, type ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { dedupeKeyOf } from '../../features/bank-lines/intake/dedupe-key.ts'
import { valueOn } from '../../platform/business-day.ts'
import type { SeedMovement } from './history-shapes.ts'
import { iso, uuidAt } from './ids.ts'
import type { SeedAccount } from './own-accounts.ts'

/** What the intake would have made of a movement's message. */
export interface SeedLine {
  readonly movement: SeedMovement
  readonly balanceAfterMinor: number
  readonly receivedAtMs: number
  readonly texts: readonly BankText[]
  readonly parsed: ParsedLine
  readonly dedupeKey: string
}

/** Statement lines in the order of each bank's book, and what every account holds afterwards. */
export function linesOf(
  movements: readonly SeedMovement[],
  accounts: readonly SeedAccount[],
): { lines: SeedLine[]; balances: Map<string, number> } {
  const balances = new Map(accounts.map((account) => [account.id, account.openingMinor]))
  const lines = movements.map((movement) => {
    const { account, direction, amountMinor, atMs, other } = movement
    const before = balances.get(account.id) ?? 0
    const balanceAfterMinor = before + (direction === 'in' ? amountMinor : -amountMinor)
    if (balanceAfterMinor < 0) throw new RangeError(`${account.label} would fall below zero`)
    balances.set(account.id, balanceAfterMinor)
    return lineOf(
      movement,
      balanceAfterMinor,
      textsOf(account.bank, account.accountNo, {
        direction,
        amountMinor,
        balanceAfterMinor,
        atMs,
        other,
        isPromptPay: false,
      }),
    )
  })
  return { lines, balances }
}

export function lineOf(movement: SeedMovement, balanceAfterMinor: number, texts: BankText[]): SeedLine {
  const { account, atMs } = movement
  const [text] = texts
  const receivedAtMs = atMs + 1500
  const bank = findBank(account.bank)?.code as BankCode
  const parsed = text && parseBankMessage({ ...text, bank, receivedAt: new Date(receivedAtMs) })
  if (parsed?.kind !== 'line') throw new RangeError(`not readable: ${text?.text ?? account.bank}`)
  const dedupeKey = dedupeKeyOf({
    accountId: account.id,
    direction: parsed.direction,
    amountMinor: parsed.amountMinor,
    bankTime: parsed.bankTime,
    bankTimePrecision: parsed.bankTimePrecision,
    receivedAt: iso(receivedAtMs),
    balanceAfterMinor: parsed.balanceAfterMinor,
    // Only wallets have no balance, and there two equal lines of one minute must stay two.
    sequenceInMinute: parsed.balanceAfterMinor === null ? receivedAtMs % 60_000 : 0,
  })
  return { movement, balanceAfterMinor, receivedAtMs, texts, parsed, dedupeKey }
}

export interface LineFate {
  readonly state: string
  readonly chain?: string
  readonly score?: number | null
  readonly reason?: string | null
  readonly memberId?: string | null
  readonly handledBy?: string | null
  readonly handledAtMs?: number | null
}

/** A row of statement_lines. */
export function lineRow({ movement, receivedAtMs, parsed, dedupeKey, texts }: SeedLine, fate: LineFate) {
  const { account, lineId, atMs } = movement
  return {
    id: lineId,
    bank_account_id: account.id,
    direction: parsed.direction,
    amount_minor: parsed.amountMinor,
    bank_time: parsed.bankTime,
    bank_time_precision: parsed.bankTimePrecision,
    received_at: iso(receivedAtMs),
    balance_after_minor: parsed.balanceAfterMinor,
    payer_bank: parsed.payerBank,
    payer_mask: parsed.payerMask,
    payer_name: parsed.payerName,
    channel: parsed.channel,
    ref: parsed.ref,
    own_mask: parsed.ownMask,
    flags: parsed.flags,
    source: texts[0]?.source ?? 'sms',
    dedupe_key: dedupeKey,
    chain: fate.chain ?? (parsed.balanceAfterMinor === null ? 'noBalance' : 'linked'),
    state: fate.state,
    score: fate.score ?? null,
    reason: fate.reason ?? null,
    best_member_id: fate.memberId ?? null,
    suggestion_count: fate.memberId === undefined || fate.memberId === null ? 0 : 1,
    handled_by: fate.handledBy ?? null,
    handled_at: fate.handledAtMs === undefined || fate.handledAtMs === null ? null : iso(fate.handledAtMs),
    business_on: valueOn(receivedAtMs),
    value_on: valueOn(atMs),
    version: 1,
    created_at: iso(receivedAtMs),
  }
}

/** The messages of a line as the phone sent them: the first made it, a push after it was joined. */
export function messageRows(line: SeedLine, random: Random, withPush: boolean) {
  const texts = withPush ? line.texts : line.texts.slice(0, 1)
  return texts.map((text, position) =>
    messageRow(text, line.movement.account, line.receivedAtMs + position * 2500, random, {
      state: position === 0 ? 'read' : 'joined',
      lineId: line.movement.lineId,
      parsed: position === 0 ? line.parsed : null,
    }),
  )
}

/** A row of bank_messages. */
export function messageRow(
  text: BankText,
  account: SeedAccount,
  atMs: number,
  random: Random,
  read: { state: string; lineId?: string; parsed?: ParsedLine | null; failure?: string },
) {
  return {
    id: uuidAt(atMs, random.next),
    device_id: account.deviceId,
    external_id: `seed-${random.digits(14)}`,
    source: text.source,
    sender: text.sender,
    raw_text: text.text,
    sent_at: iso(atMs - 1200),
    received_at: iso(atMs),
    state: read.state,
    failure: read.failure ?? null,
    parsed: read.parsed ?? null,
    parse_version: read.parsed?.parseVersion ?? null,
    bank_account_id: account.id,
    statement_line_id: read.lineId ?? null,
  }
}
