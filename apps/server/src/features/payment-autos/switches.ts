import { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import type { accountWays } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { askKinds, lockAccount, lockIn, type LockedAccount } from './queries.ts'

type Way = (typeof accountWays)[number]
type Switching = Pick<Context<typeof paymentAutos.switchOff>, 'tx' | 'record' | 'announce'>

/** What a way is called of an account. */
const fieldOf = (way: Way) => (way === 'in' ? ('takesIn' as const) : ('paysOut' as const))
const unlessClosed = ['active', 'paused', 'frozen'] as const

async function setSwitch(tx: Tx, account: LockedAccount, to: object): Promise<number> {
  const version = account.version + 1
  await tx
    .updateTable('bank_accounts')
    .set({ ...to, version })
    .where('id', '=', account.id)
    .execute()
  return version
}

/** Writes one way of a held account, and tells of it. */
async function change(
  { tx, record, announce }: Switching,
  account: LockedAccount,
  of: { readonly way: Way; readonly isOn: boolean; readonly reason: string; readonly approvalId?: string },
) {
  const { way, isOn, reason, approvalId } = of
  const entityId = encodeId('bankAccount', account.id)
  const version = await setSwitch(tx, account, {
    ...(way === 'in' ? { takes_in: isOn } : { pays_out: isOn }),
    ...(approvalId === undefined ? {} : { switch_approval_id: approvalId }),
  })
  await record({
    entity: 'bankAccount',
    entityId,
    action: isOn ? 'bankAccountSwitchedOn' : 'bankAccountSwitchedOff',
    reason,
    before: { [fieldOf(way)]: !isOn },
    after: { [fieldOf(way)]: isOn },
  })
  await announce('bankAccount', entityId, version)
  return { version }
}

/** @throws stateRefused: it stands so already */
function assertIs(account: LockedAccount, way: Way, isOn: boolean): void {
  if (account[fieldOf(way)] !== isOn)
    throw new ApiError('stateRefused', { details: { state: account.state } })
}

/** One way of an account is off at once, by one person. */
export async function switchOff(context: Context<typeof paymentAutos.switchOff>) {
  const { way, reason } = context.input
  const account = await lockIn(context.tx, context.input, unlessClosed)
  assertIs(account, way, true)
  return change(context, account, { way, isOn: false, reason })
}

/** On again: at once where no more leaves by it; else a second person is asked. */
export async function switchOn(context: Context<typeof paymentAutos.switchOn>) {
  const { way, reason } = context.input
  const account = await lockIn(context.tx, context.input, unlessClosed)
  assertIs(account, way, false)
  if (way === 'out') {
    const accountId = encodeId('bankAccount', account.id)
    return context.ask(bankAccountSwitch, { accountId, name: account.label }, { reason })
  }
  await change(context, account, { way, isOn: true, reason })
  return { state: 'done' as const, approvalId: null }
}

/** Money is told to leave an account again. */
export const bankAccountSwitch = defineApproval({
  kind: askKinds.switch,
  requires: paymentAutos.switchOn.requires,
  document: z.strictObject({
    accountId: outsideIdSchema('bankAccount'),
    /** What the account is called, as it was when this was asked for. */
    name: z.string(),
  }),
  before: z.null(),
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async () => [{ field: 'paysOut', before: false, after: true }],
  execute: async (context, { document, ...request }) => {
    const account = await lockAccount(context.tx, uuidOf('bankAccount', document.accountId))
    if (account.state === 'closed') throw new ApiError('stateRefused', { details: { state: 'closed' } })
    assertIs(account, 'out', false)
    const reason = request.comment ?? request.reason ?? ''
    await change(context, account, { way: 'out', isOn: true, reason, approvalId: request.id })
  },
})
