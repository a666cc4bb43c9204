import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { gameTransferStates, transferDirections } from '../values/play-values.ts'
import { AmountMinor, Instant, idOf } from '../values/values.ts'

/** Money on its way into a game or out of it, as the member site shows it. */
const MemberTransfer = z.strictObject({
  /** Also what the provider knows it by. */
  id: idOf('gameTransfer'),
  providerId: idOf('gameProvider'),
  direction: z.enum(transferDirections),
  amountMinor: AmountMinor,
  /**
   * `done` and `failed` stand for ever. Anything else: the provider is asked until it says which; money on
   * its way in stays out of the wallet meanwhile, money on its way out comes when the provider says so.
   */
  state: z.enum(gameTransferStates),
  createdAt: Instant,
  settledAt: Instant.nullable(),
})

const refusals = {
  memberNotFound: none,
  notFound: none,
  /** The provider asks our wallet for each bet: there is nothing to take anywhere. */
  stateRefused: reason('keepsNoWallet'),
}

/** Money of members at providers that keep a wallet for them; part of what the member site may ask. */
export const memberTransfers = defineCalls({
  transferGame: {
    method: 'POST',
    path: '/member/v1/game/transfer',
    requires: 'signature',
    ownTransaction: true,
    summary:
      'A member takes money into a game whose provider keeps the wallet, or brings it back. The same ' +
      'request key makes one transfer, however often it is asked; a repeat is answered as it stands.',
    input: z.strictObject({
      memberId: idOf('member'),
      providerId: idOf('gameProvider'),
      direction: z.enum(transferDirections),
      amountMinor: AmountMinor,
      requestKey: z.string().regex(/^[\x21-\x7e]{8,100}$/, 'invalidFormat'),
    }),
    output: MemberTransfer,
    errors: {
      ...refusals,
      memberNotActive: none,
      providerClosed: reason('maintenance', 'closed'),
      amountLimit: none,
      insufficientFunds: none,
      idempotencyMismatch: none,
    },
  },
  getGameTransfer: {
    method: 'POST',
    path: '/member/v1/game/get-transfer',
    requires: 'signature',
    isRead: true,
    summary: 'A transfer into a game or out of it as it stands.',
    input: z.strictObject({ id: idOf('gameTransfer') }),
    output: MemberTransfer,
    errors: { notFound: none },
  },
  gameBalance: {
    method: 'POST',
    path: '/member/v1/game/balance',
    requires: 'signature',
    isRead: true,
    summary: 'What a provider that keeps wallets says it holds for a member. It is asked at this moment.',
    input: z.strictObject({ memberId: idOf('member'), providerId: idOf('gameProvider') }),
    output: z.strictObject({ balanceMinor: z.int() }),
    errors: { ...refusals, conflict: reason('notReached') },
  },
})
