import { bookingCategories } from '@khlang/contract/pre-transactions/booking-words.ts'
import { preTransactionBookings } from '@khlang/contract/pre-transactions/bookings.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'

const RuleDocument = z.strictObject({
  ruleId: outsideIdSchema('bookingRule'),
  name: z.string(),
  direction: z.enum(['in', 'out']),
  category: z.enum(bookingCategories),
  accountId: outsideIdSchema('bankAccount').nullable(),
  /** What the account is called, as it was when this was asked for; empty where it is of more than one. */
  account: z.string(),
  bank: z.string().nullable(),
  texts: z.array(z.string()),
  channel: z.string().nullable(),
  amountMinor: z.int().nullable(),
  maxMinor: z.int(),
})
type RuleDocument = z.infer<typeof RuleDocument>

/** The newest lines are asked how many of them the rule would have taken. */
const triedMax = 2000

/** How many of the last 30 days' lines the rule would have booked. */
async function wouldHaveBooked(db: Reader, document: RuleDocument): Promise<number> {
  const accountId = document.accountId === null ? null : uuidOf('bankAccount', document.accountId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select l from statement_lines l
       where l.id > (select uuidv7(interval '-30 days')) and l.direction = ${document.direction}
         and l.amount_minor <= ${document.maxMinor} and l.payer_mask is null and l.payer_name is null
       order by l.id desc limit ${sql.lit(triedMax)}) x,
      (select jsonb_populate_record(null::booking_rules, ${JSON.stringify({
        direction: document.direction,
        bank_account_id: accountId,
        bank: document.bank,
        texts: document.texts,
        channel: document.channel,
        amount_minor: document.amountMinor,
        max_minor: document.maxMinor,
      })}::jsonb) as rule) r
     where rule_fits(r.rule, x.l)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lines that a rule tells are booked by themselves. */
export const bookingRule = defineApproval({
  kind: 'bookingRule',
  requires: preTransactionBookings.askRule.requires,
  document: RuleDocument,
  before: z.null(),
  subject: ({ ruleId }) => ({ entity: 'bookingRule', id: ruleId }),
  differences: async (db, { document }) => {
    const { name, direction, category, account, bank, texts, channel, amountMinor, maxMinor } = document
    const said = {
      name,
      direction,
      category,
      ...(account === '' ? {} : { account: account }),
      ...(bank === null ? {} : { bank }),
      ...(texts.length === 0 ? {} : { texts: texts.join(' + ') }),
      ...(channel === null ? {} : { channel }),
      ...(amountMinor === null ? {} : { amountMinor }),
      maxMinor,
      wouldHaveBooked: await wouldHaveBooked(db, document),
    }
    return Object.entries(said).map(([field, after]) => ({
      field: field === 'account' ? 'from' : field,
      before: null,
      after,
    }))
  },
  execute: async ({ tx, record }, { document, ...request }) => {
    await tx
      .insertInto('booking_rules')
      .values({
        id: uuidOf('bookingRule', document.ruleId),
        name: document.name,
        bank_account_id: document.accountId === null ? null : uuidOf('bankAccount', document.accountId),
        bank: document.bank,
        direction: document.direction,
        category: document.category,
        texts: document.texts,
        channel: document.channel,
        amount_minor: document.amountMinor,
        max_minor: document.maxMinor,
        maker_id: request.makerId,
        approval_id: request.id,
      })
      .execute()
    const { name, direction, category, maxMinor } = document
    await record({
      entity: 'bookingRule',
      entityId: document.ruleId,
      action: 'ruleAgreed',
      reason: request.comment ?? request.reason,
      after: { name, direction, category, maxMinor },
    })
  },
})
