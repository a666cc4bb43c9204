import { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { accountRoles } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank } from '@khlang/ledger/accounts.ts'
import { bankOpened } from '@khlang/ledger/deposits.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval, type ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf, type Thing } from '../../platform/db/outside-ids.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'

type AccountId = Extract<Thing, { entity: 'bankAccount' }>['entityId']

const NewAccount = z.strictObject({
  accountId: outsideIdSchema('bankAccount'),
  bank: z.string(),
  accountNo: z.string(),
  accountName: z.string(),
  label: z.string(),
  role: z.enum(accountRoles),
  priority: z.int(),
  openingMinor: z.int(),
  hasBalances: z.boolean(),
  usesUniqueSatang: z.boolean(),
  /** By its name; null where nothing is paid from it by machine. */
  rail: z.string().nullable(),
  transferLimitMinor: z.int().nullable(),
  dayLimitMinor: z.int().nullable(),
})
type NewAccount = z.output<typeof NewAccount>

const isThere = async (db: Reader, { bank, accountNo }: Pick<NewAccount, 'bank' | 'accountNo'>) =>
  (await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('bank', '=', bank)
    .where('account_no', '=', accountNo)
    .executeTakeFirst()) !== undefined

/** The names of the rails that payouts may leave by. */
export async function railsInUse(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_rails')
    .select('name')
    .where('state', '=', 'active')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The account with its feed and its books; what the bank says is on it is its anchor. */
async function open({ tx, services, settings }: ExecutionContext, account: NewAccount, asked: Asked) {
  const { accountId, openingMinor } = account
  const id = uuidOf('bankAccount', accountId)
  const addedAt = new Date(services.now())
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('bank_accounts')
    .values({
      id,
      bank: account.bank,
      account_no: account.accountNo,
      account_name: account.accountName,
      label: account.label,
      role: account.role,
      priority: account.priority,
      state: 'paused',
      state_reason: asked.reason,
      state_by: asked.byId,
      // One moment: whoever resumes it, or pauses it again, gives its state another.
      state_at: addedAt,
      created_at: addedAt,
      anchor_balance_minor: openingMinor,
      has_balances: account.hasBalances,
      uses_unique_satang: account.usesUniqueSatang,
      transfer_limit_minor: account.transferLimitMinor,
      day_limit_minor: account.dayLimitMinor,
      rail_id: sql`(select id from payment_rails where name = ${account.rail})`,
      add_approval_id: asked.approvalId,
    })
    .onConflict((conflict) => conflict.columns(['bank', 'account_no']).doNothing())
    .executeTakeFirstOrThrow()
  if (added === 0n) throw new ApiError('stateRefused', { details: { reason: 'accountExists' } })
  await tx
    .insertInto('bank_account_feeds')
    .values({ bank_account_id: id, last_balance_minor: openingMinor })
    .execute()
  await openAccounts(tx, accountsOfBank(accountId))
  if (openingMinor === 0) return
  const businessDay = businessOn(settings, services.now())
  const cause = { sourceId: accountId, bankAccountId: accountId, amountMinor: openingMinor }
  await postStrict(tx, [bankOpened({ ...cause, businessOn: businessDay })])
}

interface Asked {
  readonly reason: string
  readonly byId: string
  readonly approvalId: string
}

/** What the two look at; the number and what lies there whole only for who may decide. */
const factsOf = (account: Readonly<Record<string, unknown>>) =>
  Object.entries(account)
    .filter(([, value]) => value !== null)
    .map(([field, after]) => ({ field, before: null, after }))

/** An own account that was not there; it is used once somebody resumes it. */
export const bankAccountAdd = defineApproval({
  kind: 'bankAccountAdd',
  requires: paymentAutos.create.requires,
  document: NewAccount,
  before: z.null(),
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async (_db, { document: { accountId: _id, openingMinor: _balance, ...account } }) =>
    factsOf({ ...account, accountNo: maskOwnAccountNo(account.accountNo) }),
  clear: ({ document: { accountId: _id, ...account } }) => factsOf(account),
  execute: async (context, { document, ...request }) => {
    const { accountId } = document
    const asked = { reason: request.reason, byId: request.makerId, approvalId: request.id }
    await open(context, document, asked)
    const { accountId: entityId, accountNo, openingMinor: _balance, ...after } = document
    await context.record({
      entity: 'bankAccount',
      entityId,
      action: 'bankAccountAdded',
      reason: request.comment ?? request.reason,
      after: { ...after, accountNo: maskOwnAccountNo(accountNo) },
    })
    await context.announce('bankAccount', accountId, 1)
  },
})

/** @throws bankAccountInUse at its number; invalidValue for a rail that is not in use */
export async function askForAccount({ tx, input, ask }: Context<typeof paymentAutos.create>) {
  const { reason, ...account } = input
  if (await isThere(tx, account)) throw new ApiError('bankAccountInUse', { field: 'accountNo' })
  if (account.rail !== null && !(await railsInUse(tx)).includes(account.rail))
    throw new ApiError('invalidValue', { field: 'rail' })
  const id = randomUUIDv7()
  const accountId: AccountId = encodeId('bankAccount', id)
  return { ...(await ask(bankAccountAdd, { ...account, accountId }, { reason })), id }
}
