import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { Handled, Stops, none, reason, pictureErrors } from './kit/error-details.ts'
import { memberOrders } from './payments/gateway-orders.ts'
import { memberTransfers } from './play/game-transfers.ts'
import { memberLaunches } from './play/launches.ts'
import { slipStates } from './values/slips/values.ts'
import { AmountMinor, Instant, SignedMinor, idOf, text } from './values/values.ts'

const memberId = idOf('member')
const MemberSelf = z.strictObject({
  id: memberId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  state: z.string(),
  cashMinor: SignedMinor,
  lockedMinor: SignedMinor,
  bank: z.string(),
  accountNo: z.string(),
  accountName: z.string(),
  /**
   * Sessions of this member that began before are over, by a new password or a lock set by staff: the site,
   * which holds them, ends them. Null: never.
   */
  sessionsEndedAt: Instant.nullable(),
})
const requestKey = z.string().min(8).max(100)

/** Server to server: the member site signs for its members and is trusted to have signed them in. */
export const memberApi = defineCalls({
  ...memberOrders,
  ...memberLaunches,
  ...memberTransfers,
  list: {
    method: 'POST',
    path: '/member/v1/member/list',
    requires: 'signature',
    isRead: true,
    summary: 'Members of the site, for its own start.',
    input: z.strictObject({ after: memberId.optional(), size: z.int().min(1).max(500).default(100) }),
    output: z.strictObject({ records: z.array(MemberSelf) }),
  },
  get: {
    method: 'POST',
    path: '/member/v1/member/get',
    requires: 'signature',
    isRead: true,
    summary: 'One member with balances.',
    input: z.strictObject({ memberId }),
    output: MemberSelf,
    errors: { memberNotFound: none },
  },
  noteLogin: {
    method: 'POST',
    path: '/member/v1/member/note-login',
    requires: 'signature',
    summary: 'A member signed in at the site.',
    input: z.strictObject({
      memberId,
      address: text(60),
      deviceHash: text(100).optional(),
      userAgent: text(300).optional(),
      isRefused: z.boolean().default(false),
    }),
    output: z.strictObject({}),
    errors: { memberNotFound: none },
  },
  createDeposit: {
    method: 'POST',
    path: '/member/v1/deposit/create',
    requires: 'signature',
    idempotent: true,
    money: 'maker',
    summary: 'A member says what they are about to transfer and is told where to.',
    input: z.strictObject({
      memberId,
      amountMinor: AmountMinor,
      method: z.enum(['bank', 'qr', 'truewallet']).default('bank'),
    }),
    output: z.strictObject({
      id: idOf('deposit'),
      reference: z.string(),
      amountMinor: AmountMinor,
      bank: z.string(),
      accountNo: z.string(),
      accountName: z.string(),
      expiresAt: Instant,
    }),
    errors: {
      memberNotFound: none,
      memberNotActive: none,
      brandSwitchOff: reason('switchedOff', 'noDepositAccount', 'noSatangFree'),
      amountLimit: none,
      conflict: none,
    },
  },
  getDeposit: {
    method: 'POST',
    path: '/member/v1/deposit/get',
    requires: 'signature',
    isRead: true,
    summary: 'State of a deposit.',
    input: z.strictObject({ id: idOf('deposit') }),
    output: z.strictObject({ id: idOf('deposit'), state: z.string(), amountMinor: SignedMinor.nullable() }),
    errors: { notFound: none },
  },
  showSlip: {
    method: 'POST',
    path: '/member/v1/deposit/show-slip/{id}/{sha256}',
    requires: 'signature',
    idempotent: true,
    upload: true,
    summary:
      'A member shows the slip of a transfer (JPEG, PNG or WebP, at most 8 MB, as the body). The path ' +
      'names the member and the SHA-256 of the bytes; what is signed is the path with an empty body. The ' +
      'slip goes with the request that the member waits for; people look at it. It credits nothing.',
    input: z.strictObject({
      id: memberId,
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat'),
    }),
    output: z.strictObject({
      state: z.enum(slipStates),
      deposit: z.strictObject({ id: idOf('deposit'), reference: z.string() }),
    }),
    errors: {
      memberNotFound: none,
      stateRefused: reason('noOpenDeposit'),
      slipUnreadable: none,
      slipSeen: none,
      ...pictureErrors,
    },
  },
  createWithdrawal: {
    method: 'POST',
    path: '/member/v1/withdrawal/create',
    requires: 'signature',
    idempotent: true,
    money: 'maker',
    summary:
      'A member asks for money. It leaves the wallet’s reach at once; the checks decide what happens next.',
    input: z.strictObject({ memberId, amountMinor: AmountMinor, requestKey }),
    output: z.strictObject({
      id: idOf('withdrawal'),
      reference: z.string(),
      state: z.string(),
      amountMinor: AmountMinor,
    }),
    errors: {
      memberNotFound: none,
      memberNotActive: Stops,
      insufficientFunds: Stops.optional(),
      openWithdrawalExists: Stops.optional(),
      amountLimit: Stops,
      blocked: Stops,
      brandSwitchOff: Stops,
      idempotencyMismatch: none,
    },
  },
  getWithdrawal: {
    method: 'POST',
    path: '/member/v1/withdrawal/get',
    requires: 'signature',
    isRead: true,
    summary: 'State of a withdrawal.',
    input: z.strictObject({ id: idOf('withdrawal') }),
    output: z.strictObject({
      id: idOf('withdrawal'),
      state: z.string(),
      amountMinor: SignedMinor,
      remarkMember: z.string().nullable(),
    }),
    errors: { notFound: none },
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/member/v1/withdrawal/cancel',
    requires: 'signature',
    idempotent: true,
    money: 'maker',
    summary: 'A member takes a withdrawal back while nobody has decided it.',
    input: z.strictObject({ id: idOf('withdrawal'), memberId }),
    output: z.strictObject({ state: z.string() }),
    errors: {
      notFound: none,
      alreadyHandled: Handled,
    },
  },
})
