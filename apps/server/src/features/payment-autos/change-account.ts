import { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval, type ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { railsInUse } from './new-account.ts'
import { askKinds, lockAccount, lockIn, type LockedAccount } from './queries.ts'

const limit = z.int().nullable()
const Settings = z.strictObject({
  label: z.string(),
  priority: z.int(),
  /** By its name; null where nothing is paid from it by machine. */
  rail: z.string().nullable(),
  transferLimitMinor: limit,
  dayLimitMinor: limit,
  lowBalanceMinor: limit,
  highBalanceMinor: limit,
  sweepToId: outsideIdSchema('bankAccount').nullable(),
  sweepKeepMinor: limit,
  /** Requests of before could not change it. */
  usesUniqueSatang: z.boolean().default(false),
})
type Settings = z.output<typeof Settings>

const isRaised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

/** Whether more could leave the account, or by another way: then two people agree. Pure. */
const isLoosened = (before: Settings, after: Settings): boolean =>
  before.rail !== after.rail ||
  isRaised(before.transferLimitMinor, after.transferLimitMinor) ||
  isRaised(before.dayLimitMinor, after.dayLimitMinor)

/** What a proposal of what lies above needs: another account, a level, and less left than that. Pure. */
const isSweepSound = (id: string, of: Settings): boolean =>
  (of.sweepToId === null) === (of.sweepKeepMinor === null) &&
  (of.sweepToId === null ||
    (of.sweepToId !== id &&
      of.highBalanceMinor !== null &&
      (of.sweepKeepMinor ?? 0) <= of.highBalanceMinor))

/** An account as it is set now. */
async function settingsOf(db: Reader, id: string): Promise<Settings> {
  const row = await db
    .selectFrom('bank_accounts as a')
    .leftJoin('payment_rails as r', 'r.id', 'a.rail_id')
    .select([
      'a.label',
      'a.priority',
      'r.name as rail',
      'a.transfer_limit_minor as transferLimitMinor',
      'a.day_limit_minor as dayLimitMinor',
      'a.low_balance_minor as lowBalanceMinor',
      'a.high_balance_minor as highBalanceMinor',
      'a.sweep_to_id as sweepToId',
      'a.sweep_keep_minor as sweepKeepMinor',
      'a.uses_unique_satang as usesUniqueSatang',
    ])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, sweepToId: row.sweepToId === null ? null : encodeId('bankAccount', row.sweepToId) }
}

/** What differs of two readings. */
const differing = (before: Settings, after: Settings) =>
  Object.keys(Settings.shape).filter(
    (field) => before[field as keyof Settings] !== after[field as keyof Settings],
  ) as (keyof Settings)[]

const only = (of: Settings, fields: readonly (keyof Settings)[]) =>
  Object.fromEntries(fields.map((field) => [field, of[field]]))

async function store(tx: Tx, { id, version }: LockedAccount, of: Settings, approvalId: string | null) {
  await tx
    .updateTable('bank_accounts')
    .set({
      label: of.label,
      priority: of.priority,
      rail_id: sql`(select id from payment_rails where name = ${of.rail})`,
      transfer_limit_minor: of.transferLimitMinor,
      day_limit_minor: of.dayLimitMinor,
      low_balance_minor: of.lowBalanceMinor,
      high_balance_minor: of.highBalanceMinor,
      sweep_to_id: of.sweepToId === null ? null : uuidOf('bankAccount', of.sweepToId),
      sweep_keep_minor: of.sweepKeepMinor,
      uses_unique_satang: of.usesUniqueSatang,
      version: version + 1,
      ...(approvalId === null ? {} : { change_approval_id: approvalId }),
    })
    .where('id', '=', id)
    .execute()
  return version + 1
}

type Writing = Pick<ExecutionContext, 'tx' | 'record' | 'announce'>

/** Writes what changed, and says so. @returns the version that the account has now */
async function write(
  { tx, record, announce }: Writing,
  account: LockedAccount,
  change: { readonly before: Settings; readonly after: Settings; readonly reason: string | null },
  approvalId: string | null = null,
) {
  const { before, after, reason } = change
  const entityId = encodeId('bankAccount', account.id)
  const version = await store(tx, account, after, approvalId)
  const fields = differing(before, after)
  await record({
    entity: 'bankAccount',
    entityId,
    action: 'bankAccountChanged',
    reason,
    before: only(before, fields),
    after: only(after, fields),
  })
  await announce('bankAccount', entityId, version)
  return version
}

/** What our accounts are called, by their outside ids. */
async function labelsOf(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('bank_accounts').select(['id', 'label']).execute()
  return new Map(rows.map(({ id, label }) => [encodeId('bankAccount', id), label]))
}

/** An own account from which more may leave, or by another way. */
export const bankAccountChange = defineApproval({
  kind: askKinds.change,
  requires: paymentAutos.update.requires,
  document: z.strictObject({ accountId: outsideIdSchema('bankAccount'), ...Settings.shape }),
  before: Settings,
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async (db, { document: { accountId: _id, ...after }, before }) => {
    const labels = await labelsOf(db)
    const shown = (of: Settings, field: keyof Settings) =>
      field === 'sweepToId' ? (labels.get(of.sweepToId ?? '') ?? null) : of[field]
    return differing(before, after).map((field) => ({
      field: field === 'sweepToId' ? 'sweepTo' : field,
      before: shown(before, field),
      after: shown(after, field),
    }))
  },
  execute: async (context, { document: { accountId, ...after }, before, ...request }) => {
    const account = await lockAccount(context.tx, uuidOf('bankAccount', accountId))
    if (account.state === 'closed')
      throw new ApiError('stateRefused', { details: { state: account.state } })
    const now = await settingsOf(context.tx, account.id)
    // What they agreed to was a change of what stood there then.
    if (differing(before, now).length > 0)
      throw new ApiError('stateRefused', { details: { reason: 'accountChanged' } })
    const reason = request.comment ?? request.reason
    await write(context, account, { before, after, reason }, request.id)
  },
})

/** @throws invalidValue for a rail not in use, an account that is not there, or levels that do not fit */
async function assertSound(db: Reader, id: string, before: Settings, after: Settings) {
  if (after.rail !== before.rail && after.rail !== null && !(await railsInUse(db)).includes(after.rail))
    throw new ApiError('invalidValue', { field: 'rail' })
  if (!isSweepSound(encodeId('bankAccount', id), after))
    throw new ApiError('invalidValue', { field: 'sweepKeepMinor' })
  if ((after.lowBalanceMinor ?? 0) > (after.highBalanceMinor ?? Number.MAX_SAFE_INTEGER))
    throw new ApiError('invalidValue', { field: 'highBalanceMinor' })
  if (after.sweepToId === null || after.sweepToId === before.sweepToId) return
  const to = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('id', '=', uuidOf('bankAccount', after.sweepToId))
    .where('state', '<>', 'closed')
    .executeTakeFirst()
  if (!to) throw new ApiError('invalidValue', { field: 'sweepToId' })
}

/** Changes it at once, or asks where more could leave it. @throws stale, stateRefused, invalidValue */
export async function changeAccount(context: Context<typeof paymentAutos.update>) {
  const { tx, input, ask } = context
  const { id, version, reason, sweepToId, ...rest } = input
  const account = await lockIn(tx, { id, version }, ['active', 'paused', 'frozen'])
  const before = await settingsOf(tx, account.id)
  const after = { ...rest, sweepToId: sweepToId === null ? null : encodeId('bankAccount', sweepToId) }
  await assertSound(tx, account.id, before, after)
  if (isLoosened(before, after)) {
    const accountId = encodeId('bankAccount', account.id)
    return ask(bankAccountChange, { accountId, ...after }, { reason, before, version })
  }
  await write(context, account, { before, after, reason })
  return { state: 'done' as const, approvalId: null }
}
