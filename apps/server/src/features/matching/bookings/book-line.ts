import type { BookingCategory } from '@khlang/contract/pre-transactions/booking-words.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bookingAccounts } from '@khlang/ledger/accounts.ts'
import { lineCost, lineIncome } from '@khlang/ledger/bookings.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../../platform/db/alarms.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { announce } from '../../../platform/live/live.ts'
import { openAccounts, postStrict } from '../../../platform/posting/ledger-store.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { reversalOfPosting, timesIn } from '../../bank-lines/receipts.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { openAgain } from '../open-again.ts'

interface Booking {
  readonly category: BookingCategory
  /** By a person, alone or with a second one, or by a rule. */
  readonly makerId: string | null
  readonly ruleId: string | null
  readonly approvalId: string | null
  readonly reason: string | null
  readonly on: string
}

/** The state of a line that is the company's own. */
export const bookedState = ({ direction }: StoredLine) => (direction === 'in' ? 'income' : 'settled')

const postingOf = (line: StoredLine, category: BookingCategory, of: { on: string; occurrence: number }) =>
  (line.direction === 'in' ? lineIncome : lineCost)({
    sourceId: encodeId('statementLine', line.id),
    occurrence: of.occurrence,
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    category,
    businessOn: of.on,
    valueOn: line.value_on,
  })

/** A held, open line becomes the company's own; the database judges by whom. */
export async function book(tx: Tx, line: StoredLine, { on, ...booking }: Booking): Promise<void> {
  const lineId = encodeId('statementLine', line.id)
  await tx
    .insertInto('line_bookings')
    .values({
      line_id: line.id,
      category: booking.category,
      amount_minor: line.amount_minor,
      rule_id: booking.ruleId,
      maker_id: booking.makerId,
      approval_id: booking.approvalId,
      reason: booking.reason,
    })
    .execute()
  const outcome = { ...plainOutcome(line, bookedState(line), 'booked'), handledBy: booking.makerId }
  await writeRow(tx, updateLine(line, outcome))
  await announce(tx, 'statementLine', lineId, line.version + 1)
  await alarmCleared('bank.outgoingUnknown', lineId).execute(tx)
  await openAccounts(tx, [bookingAccounts[booking.category]])
  const occurrence = await timesIn(tx, 'line_bookings', line.id)
  await postStrict(tx, [postingOf(line, booking.category, { on, occurrence })])
}

/** A booking that two agreed to take back: its line is open again, as one that was somebody's. */
export async function unbook(
  tx: Tx,
  line: StoredLine,
  { category, approvalId, on }: { category: BookingCategory; approvalId: string; on: string },
): Promise<void> {
  await sql`update line_bookings set reversed_at = now(), reversal_approval_id = ${approvalId}
    where line_id = ${line.id} and reversed_at is null`.execute(tx)
  await openAgain(tx, line)
  const posted = postingOf(line, category, { on, occurrence: await timesIn(tx, 'line_bookings', line.id) })
  await postStrict(tx, [await reversalOfPosting(tx, line, { posted, on })])
}
