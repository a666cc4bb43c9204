import type { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context, Handlers } from '../../platform/call/context.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { bankAccountThaw, frozenAlarm } from './approval-kinds.ts'
import { changeAccount } from './change-account.ts'
import { askToClose } from './close-account.ts'
import { askForAccount, railsInUse } from './new-account.ts'
import * as queries from './queries.ts'
import { switchOff, switchOn } from './switches.ts'
import { transactionHandlers } from './transactions/handlers.ts'
import { strangersAt } from '../devices/strangers.ts'
import { gapsOf } from './transactions/queries.ts'

type Stopping = Context<typeof paymentAutos.pause> | Context<typeof paymentAutos.freeze>

const actions = {
  active: 'bankAccountResumed',
  paused: 'bankAccountPaused',
  frozen: 'bankAccountFrozen',
} as const

/** What one person may do alone: stop an account, and end a mere pause. */
async function changeAlone(
  { tx, actor, input, services, record, announce }: Stopping | Context<typeof paymentAutos.resume>,
  account: queries.LockedAccount,
  state: keyof typeof actions,
) {
  const entityId = encodeId('bankAccount', account.id)
  const { reason } = input
  const at = new Date(services.now())
  const version = await queries.changeState(tx, account, { state, reason, byId: actor.id, at })
  await record({
    entity: 'bankAccount',
    entityId,
    action: actions[state],
    reason,
    before: { state: account.state },
    after: { state },
  })
  await announce('bankAccount', entityId, version)
  return { version }
}

/** A card as its reader may see it. */
function toCard(
  { accountNo, stateReason, stateBy, stateAt, ...card }: queries.AccountCard,
  maySee: boolean,
) {
  return {
    ...card,
    accountNoMasked: maskOwnAccountNo(accountNo),
    change:
      stateReason === null || stateAt === null
        ? null
        : { reason: stateReason, by: stateBy ?? '', at: stateAt },
    balanceMinor: maySee ? card.balanceMinor : null,
    bankBalanceMinor: maySee ? card.bankBalanceMinor : null,
  }
}

export const paymentAutoHandlers: Handlers<typeof paymentAutos> = {
  ...transactionHandlers,

  list: async ({ db, actor, settings, services }) => {
    const maySee = seesBalances(actor)
    const on = businessOn(settings, services.now())
    const cards = await services.reads.read(`own accounts ${on}`, () => queries.accountCards(db, on))
    return { records: cards.map((card) => toCard(card, maySee)) }
  },

  setup: async ({ db }) => ({ rails: await railsInUse(db) }),

  create: async (context) => askForAccount(context),

  get: async ({ db, input, actor, settings, services }) => {
    const maySee = seesBalances(actor)
    const [card] = await queries.accountCards(db, businessOn(settings, services.now()), input.id)
    if (!card) throw new ApiError('notFound')
    const gaps = await gapsOf(db, input.id)
    return {
      ...toCard(card, maySee),
      strangers: await strangersAt(db, input.id),
      gaps: gaps.map(({ fromMinor, toMinor, fromAt, toAt }) => ({
        fromMinor: maySee ? fromMinor : null,
        toMinor: maySee ? toMinor : null,
        movedMinor: maySee ? toMinor - fromMinor : null,
        fromAt,
        toAt,
      })),
    }
  },

  pause: async (context) =>
    changeAlone(context, await queries.lockIn(context.tx, context.input, ['active']), 'paused'),

  freeze: async (context) => {
    const account = await queries.lockIn(context.tx, context.input, ['active', 'paused'])
    const entityId = encodeId('bankAccount', account.id)
    await raiseAlarm(context.tx, {
      code: frozenAlarm,
      entity: 'bankAccount',
      entityId,
      detail: { label: account.label },
    })
    return changeAlone(context, account, 'frozen')
  },

  update: async (context) => changeAccount(context),

  close: async (context) => askToClose(context),

  switchOff: async (context) => switchOff(context),

  switchOn: async (context) => switchOn(context),

  resume: async (context) => {
    const { tx, input, ask } = context
    const account = await queries.lockIn(tx, input, ['paused', 'frozen'])
    if (account.state === 'frozen') {
      const accountId = encodeId('bankAccount', account.id)
      return ask(bankAccountThaw, { accountId, name: account.label }, { reason: input.reason })
    }
    await changeAlone(context, account, 'active')
    return { state: 'done', approvalId: null }
  },
}
