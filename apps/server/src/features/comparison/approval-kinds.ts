import { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import type { OutsideId } from '@khlang/contract/values/id-kinds.ts'
import { compareClasses } from '@khlang/contract/values/value-lists.ts'
import { DateOn } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import {
  defineApproval,
  type Agreed,
  type ExecutionContext,
} from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { endDouble } from './double-payments.ts'
import { judgeDay, uuidOfRow, type rowKinds } from './read-day.ts'

const RowId = z.custom<OutsideId<(typeof rowKinds)[number]>>(
  (text) => typeof text === 'string' && uuidOfRow(text) !== null,
)

const ForceDocument = z.strictObject({
  accountId: outsideIdSchema('bankAccount'),
  /** What the account is called, as it was when this was asked for. */
  account: z.string(),
  on: DateOn,
  side: z.enum(['deposit', 'withdraw']),
  rowId: RowId,
  /** For people who read of it: the reference of our record, where there is one. */
  reference: z.string(),
  class: z.enum(compareClasses),
  theirsMinor: z.int(),
  oursMinor: z.int(),
})
type ForceDocument = z.infer<typeof ForceDocument>

const entities = {
  stl: 'statementLine',
  dep: 'deposit',
  wdr: 'withdrawal',
  pay: 'payout',
  otr: 'ownTransfer',
} as const
const entityOf = (id: string) => entities[id.slice(0, 3) as keyof typeof entities]

/** Signs a difference as it stands now. @throws conflict when it is not what was asked for any more */
async function sign(
  { tx, services, settings, record, announce }: ExecutionContext,
  { document, id: approvalId, makerId, reason, about }: Agreed<ForceDocument>,
): Promise<void> {
  const accountId = uuidOf('bankAccount', document.accountId)
  // One signature of an account at a time: what is signed twice would be signed once.
  await sql`select from bank_accounts where id = ${accountId} for no key update`.execute(tx)
  const direction = document.side === 'deposit' ? 'in' : 'out'
  const nowMs = services.now()
  const { rows } = await judgeDay(tx, { accountId, on: document.on, direction }, { settings, nowMs })
  const row = rows.find(({ id }) => id === uuidOfRow(document.rowId))
  const isSame =
    row?.isOpen === true &&
    row.class === document.class &&
    row.theirsMinor === document.theirsMinor &&
    row.oursMinor === document.oursMinor
  if (!row || !isSame) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  const force = await tx
    .insertInto('reconcile_forces')
    .values({
      bank_account_id: accountId,
      day_on: document.on,
      side: document.side,
      row_id: document.rowId,
      class: document.class,
      theirs_minor: document.theirsMinor,
      ours_minor: document.oursMinor,
      reason,
      maker_id: makerId,
      [`${document.side}_approval_id` as const]: approvalId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (row.class === 'doublePaid')
    await endDouble(tx, {
      subjectIds: [row.line?.id, row.record?.id],
      otherId: row.otherId,
      forceId: force.id,
    })
  const { entity, entityId } = about
  await record({
    ...about,
    action: 'differenceSigned',
    reason,
    after: { class: document.class, theirsMinor: document.theirsMinor, oursMinor: document.oursMinor },
  })
  await announce(entity, entityId)
}

/** A difference between the statement and our records is signed as explained; no money moves by it. */
const forceOf = <const K extends string>(
  kind: K,
  { requires }: (typeof preTransactionReconcile)['reconcileDepositDecide' | 'reconcileWithdrawDecide'],
) =>
  defineApproval({
    kind,
    requires,
    document: ForceDocument,
    before: z.null(),
    subject: ({ rowId }) => ({ entity: entityOf(rowId), id: rowId }),
    amountMinor: ({ theirsMinor, oursMinor }) => Math.abs(theirsMinor - oursMinor),
    differences: async (_db, { document }) => {
      const { account, on, reference, class: name, theirsMinor, oursMinor } = document
      const differenceMinor = theirsMinor - oursMinor
      const facts = { account, on, reference, class: name, theirsMinor, oursMinor, differenceMinor }
      return Object.entries(facts).map(([field, after]) => ({ field, before: null, after }))
    },
    execute: sign,
  })

export const reconcileForceDeposit = forceOf(
  'reconcileForceDeposit',
  preTransactionReconcile.reconcileDepositDecide,
)
export const reconcileForceWithdraw = forceOf(
  'reconcileForceWithdraw',
  preTransactionReconcile.reconcileWithdrawDecide,
)
