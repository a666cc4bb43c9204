import type { memberTransfers } from '@khlang/contract/play/game-transfers.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { transferGame } from './send-transfer.ts'
import { shownTransfer, transferById } from './transfer-rows.ts'
import { askProvider, findWalletProvider } from './wallet-providers.ts'

/** What the member site may ask about money in games. */
export const memberTransferHandlers: Handlers<typeof memberTransfers> = {
  transferGame: async ({ input, services }) => shownTransfer(await transferGame(services, input)),

  getGameTransfer: async ({ db, input }) => shownTransfer(await transferById(db, input.id)),

  gameBalance: async ({ db, input: { memberId, providerId }, services }) => {
    const provider = await findWalletProvider(db, providerId)
    const member = await db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()
    if (!member) throw new ApiError('memberNotFound')
    const { balance } = provider.calls
    const told = await askProvider(services, provider, balance, encodeId('member', memberId)).catch(
      () => null,
    )
    if (told === null) throw new ApiError('conflict', { details: { reason: 'notReached' } })
    return { balanceMinor: told }
  },
}
