import type { memberApi } from '@khlang/contract/member-api.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import { makeOrder } from '../payment-gateways/orders/make-order.ts'
import { memberOrder, orderById } from '../payment-gateways/orders/member-order.ts'
import { openPicture } from '../game-catalogue/pictures.ts'
import { launchGame } from '../play/launch/launch-game.ts'
import { offeredGames } from '../play/launch/offered-games.ts'
import { memberTransferHandlers } from '../play/transfers/member-transfers.ts'
import { cancelWithdrawal } from '../withdrawals/decisions.ts'
import { requestWithdrawal } from '../withdrawals/request.ts'
import { readPicture } from '../slips/bring-slip.ts'
import { assertMayShow, showSlip } from '../slips/member-slip.ts'
import { takeDeposit } from './deposits.ts'
import { depositById, insertLogin, memberFlags, membersOf, withdrawalById } from './queries.ts'

/** The member site's calls: it has signed its members in and speaks for them. */
export const memberApiHandlers: Handlers<typeof memberApi> = {
  list: async ({ db, input }) => ({
    records: await membersOf(db, { after: input.after, limit: input.size }),
  }),

  get: async ({ db, input }) => {
    const [member] = await membersOf(db, { id: input.memberId, limit: 1 })
    if (!member) throw new ApiError('memberNotFound')
    return member
  },

  noteLogin: async ({ tx, input }) => {
    if (!(await memberFlags(tx, input.memberId))) throw new ApiError('memberNotFound')
    await insertLogin(tx, input)
    return {}
  },

  createDeposit: async ({ tx, input, settings, services, record, announce }) => {
    const told = await takeDeposit(tx, { ...input, settings, nowMs: services.now() })
    await record({
      entity: 'deposit',
      entityId: encodeId('deposit', told.id),
      action: 'create',
      after: { reference: told.reference, amountMinor: told.amountMinor },
    })
    await announce('deposit', encodeId('deposit', told.id), 1)
    const { bank, account_no: accountNo, account_name: accountName } = told.target
    const { id, reference, amountMinor, expiresAt } = told
    return { id, reference, amountMinor, bank, accountNo, accountName, expiresAt }
  },

  getDeposit: async ({ db, input }) => {
    const row = await depositById(db, input.id)
    if (!row) throw new ApiError('notFound')
    return { id: row.id, state: row.state, amountMinor: row.amount_minor ?? row.amount_requested_minor }
  },

  showSlip: prepared(
    async ({ services, input, picture }) => {
      await assertMayShow(services, input.id)
      return readPicture(services, picture)
    },
    async (context, read) => showSlip(context, read),
  ),

  createOrder: async ({ input, services, actor, requestId }) =>
    memberOrder(await makeOrder(services, { ...input, by: { actor, requestId } })),

  getOrder: async ({ db, input }) => memberOrder(await orderById(db, input.id)),

  games: async ({ db, input }) => offeredGames(db, input),

  gamePicture: async ({ db, input, services }) => {
    const content = await openPicture(db, services, 'game', input.gameId)
    return { mimeType: 'image/jpeg', base64: content.toString('base64') }
  },

  launchGame: async ({ tx, input, services }) => launchGame(tx, input, services.now()),

  ...memberTransferHandlers,

  createWithdrawal: async ({ tx, input, settings, services, record, announce }) => {
    const taken = await requestWithdrawal(tx, {
      ...input,
      requestedBy: null,
      settings,
      nowMs: services.now(),
    })
    if (!taken.isRepeated) {
      await record({
        entity: 'withdrawal',
        entityId: encodeId('withdrawal', taken.id),
        action: 'create',
        after: { reference: taken.reference, state: taken.state, amountMinor: taken.amountMinor },
        detail: { band: taken.band, checks: taken.checks },
      })
      await announce('withdrawal', encodeId('withdrawal', taken.id), 1)
    }
    const { id, reference, state, amountMinor } = taken
    return { id, reference, state, amountMinor }
  },

  getWithdrawal: async ({ db, input }) => {
    const row = await withdrawalById(db, input.id)
    if (!row) throw new ApiError('notFound')
    return { id: row.id, state: row.state, amountMinor: row.amount_minor, remarkMember: row.remark_member }
  },

  cancelWithdrawal: async ({ tx, input, settings, services, record, announce }) => {
    const cancelled = await cancelWithdrawal(tx, { ...input, settings, nowMs: services.now() })
    await record({
      entity: 'withdrawal',
      entityId: encodeId('withdrawal', input.id),
      action: 'cancel',
      before: { state: 'review' },
      after: { state: 'cancelled' },
    })
    await announce('withdrawal', encodeId('withdrawal', input.id), cancelled.version)
    return { state: 'cancelled' }
  },
}
