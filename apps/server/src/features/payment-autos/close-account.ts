import { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { openLineStates } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfBank } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import type { Context } from '../../platform/call/context.ts'
import { clearAlarm } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import { frozenAlarm } from './approval-kinds.ts'
import { askKinds, changeState, lockAccount, lockIn } from './queries.ts'

type Left = 'balance' | 'bankBalance' | 'lines' | 'transfers' | 'payouts'

/** What is still on an own account or on its way; null where nothing is. */
async function leftOn(tx: Tx, id: string): Promise<Left | null> {
  const codes = accountsOfBank(encodeId('bankAccount', id)).map(({ code }) => code)
  const balances = await balancesOf(tx, codes)
  if (codes.some((code) => (balances.get(code) ?? 0) !== 0)) return 'balance'
  const { rows } = await sql<{ what: Left }>`
    select 'bankBalance' as what from bank_account_feeds f join bank_accounts a on a.id = f.bank_account_id
     where a.id = ${id} and a.has_balances and f.last_balance_minor <> 0
    union all
    select 'lines' where exists (select from statement_lines
      where bank_account_id = ${id} and state = any(${[...openLineStates]}::text[]))
    union all
    select 'transfers' where exists (select from own_transfers
      where state in ('asked', 'approved') and ${id}::uuid in (from_account_id, to_account_id))
    union all
    select 'payouts' where exists (select from payouts
      where bank_account_id = ${id} and state not in ('succeeded', 'failed'))`.execute(tx)
  return rows[0]?.what ?? null
}

/** An own account that ends: nobody is shown it, nothing is paid from it, and its books stay to be read. */
export const bankAccountClose = defineApproval({
  kind: askKinds.close,
  requires: paymentAutos.close.requires,
  document: z.strictObject({
    accountId: outsideIdSchema('bankAccount'),
    /** What the account is called, as it was when this was asked for. */
    name: z.string(),
  }),
  before: z.null(),
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async (_db, { document: { name } }) => [
    { field: 'name', before: name, after: name },
    { field: 'state', before: 'paused', after: 'closed' },
  ],
  execute: async ({ tx, services, record, announce }, { document: { accountId }, ...request }) => {
    const account = await lockAccount(tx, uuidOf('bankAccount', accountId))
    if (account.state === 'active' || account.state === 'closed')
      throw new ApiError('stateRefused', { details: { state: account.state } })
    if ((await leftOn(tx, account.id)) !== null)
      throw new ApiError('stateRefused', { details: { reason: 'accountNotEmpty' } })
    const version = await changeState(tx, account, {
      state: 'closed',
      reason: request.reason,
      byId: request.makerId,
      at: new Date(services.now()),
      closeApprovalId: request.id,
    })
    await clearAlarm(tx, frozenAlarm, accountId)
    await record({
      entity: 'bankAccount',
      entityId: accountId,
      action: 'bankAccountClosed',
      reason: request.comment ?? request.reason,
      before: { state: account.state },
      after: { state: 'closed' },
    })
    await announce('bankAccount', accountId, version)
  },
})

/** @throws stale, stateRefused while it is in use, accountNotEmpty, conflict */
export async function askToClose({ tx, input, ask }: Context<typeof paymentAutos.close>) {
  const account = await lockIn(tx, input, ['paused', 'frozen'])
  const left = await leftOn(tx, account.id)
  if (left !== null) throw new ApiError('accountNotEmpty', { details: { reason: left } })
  const accountId = encodeId('bankAccount', account.id)
  return ask(bankAccountClose, { accountId, name: account.label }, { reason: input.reason })
}
