import { fitMask } from '@khlang/bank-messages/mask.ts'
import type { BankMessage, ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'
import { isSenderOfOtherBank } from '@khlang/bank-messages/senders.ts'
import { knownMessages } from '@khlang/bank-messages/taught/known-messages.ts'
import { knownReadBy, problemsOf, type Problem } from '@khlang/bank-messages/taught/problems.ts'
import { readTaught, teachableText } from '@khlang/bank-messages/taught/read-taught.ts'
import { shapeOfMarks, soundMarks } from '@khlang/bank-messages/taught/shape-of-marks.ts'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { TaughtMark, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isTeachable } from '../bank-lines/intake/read-by-taught.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import { messagesById, newestUnread, type HeardAccount, type StoredMessage } from './message-queries.ts'

/** An unread message of one bank, which a format may be taught by. */
export interface Teachable {
  readonly stored: StoredMessage
  readonly bank: BankCode
  readonly message: BankMessage
  readonly text: string
}

/**
 * The unread message that somebody marks. @throws notFound; stateRefused for one that is read, set aside, of
 * a sender of several banks or none, or that the bank's own shapes have judged
 */
export async function teachableOf(db: Reader, messageId: string): Promise<Teachable> {
  const [stored] = await messagesById(db, [messageId])
  if (stored === undefined) throw new ApiError('notFound')
  const [bank, ...more] = new Set(stored.accounts.map((account) => account.bank))
  if (stored.state !== 'parseFailed' || stored.isDismissed || bank === undefined || more.length > 0)
    throw new ApiError('stateRefused')
  const { source, sender, text } = stored
  const message = { bank, source, sender, text, receivedAt: receiptOf(stored) }
  const plain = teachableText(text)
  const isOpen = isTeachable(parseBankMessage(message)) && !isSenderOfOtherBank(bank, sender)
  if (!isOpen || plain === '') throw new ApiError('stateRefused')
  return { stored, bank, message, text: plain }
}

interface Marking {
  readonly direction: 'in' | 'out'
  readonly era: TaughtShape['era']
  readonly marks: readonly TaughtMark[]
}

export interface Judged {
  readonly shape: TaughtShape
  readonly reading: ParsedLine | null
  readonly account: HeardAccount | null
  readonly problems: readonly Problem[]
}

/** Whose account the message is about: its printed places must fit one, or there is but one. */
function accountOf(
  accounts: readonly HeardAccount[],
  reading: ParsedLine,
): { account: HeardAccount | null; problem: Problem | null } {
  const { ownMask } = reading
  const fitting =
    ownMask === null ? accounts : accounts.filter(({ accountNo }) => fitMask(ownMask, accountNo).fits)
  const [account = null, ...more] = fitting
  if (account !== null && more.length === 0) return { account, problem: null }
  return { account: null, problem: { code: ownMask === null ? 'ownMissing' : 'ownUnknown', words: null } }
}

/** The shape of the marks, and everything that speaks against it. @throws invalidValue where marks overlap */
export function judgeMarks(teachable: Teachable, { direction, era, marks }: Marking): Judged {
  const { message, text, stored } = teachable
  const sound = soundMarks(text, marks)
  if (sound === null) throw new ApiError('invalidValue', { field: 'marks' })
  const shape = shapeOfMarks(text, sound, { direction, era })
  const problems = problemsOf(shape, message)
  const reading = readTaught(message, { id: '', shape })
  const owner = reading === null ? null : accountOf(stored.accounts, reading)
  if (owner?.problem) problems.push(owner.problem)
  const known = knownReadBy(shape, message.text, knownMessages())
  if (known !== null) problems.push({ code: 'readsOthers', words: known.bank })
  return { shape, reading, account: owner?.account ?? null, problems }
}

/** How many of the newest unread messages of these senders a shape reads. */
export async function countFitting(
  db: Reader,
  {
    bank,
    shape,
    ...of
  }: { bank: BankCode; shape: TaughtShape; source: string; senders: readonly string[] },
) {
  const unread = await newestUnread(db, of)
  const fits = ({ source, sender, text, ...times }: StoredMessage) =>
    readTaught({ bank, source, sender, text, receivedAt: receiptOf(times) }, { id: '', shape }) !== null
  return { fitting: unread.filter(fits).length, looked: unread.length }
}
