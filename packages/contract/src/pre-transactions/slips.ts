import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, pictureErrors } from '../kit/error-details.ts'
import { slipFaults, slipStates } from '../values/slips/values.ts'
import { AmountMinor, Instant, SignedMinor, idOf } from '../values/values.ts'

const read = { pretransactionDepositWithdraw: ['isRead'] } as const

/** One side of a transfer, as the bank tells it: what is hidden there is hidden here. */
const Party = z.strictObject({
  bank: z.string().nullable(),
  account: z.string().nullable(),
  name: z.string().nullable(),
})

/** A slip: what its code names, what the bank says of that, and what speaks against it. */
const Slip = z.strictObject({
  id: idOf('slip'),
  memberId: idOf('member'),
  state: z.enum(slipStates),
  /** The sender's bank: ours for it, or its number where we know none. */
  sendingBank: z.string(),
  transRef: z.string(),
  told: z
    .strictObject({
      amountMinor: SignedMinor,
      at: Instant,
      sender: Party,
      receiver: Party,
    })
    .nullable(),
  /** Our account that it was paid into, where that is one and no more. */
  accountId: idOf('bankAccount').nullable(),
  faults: z.array(z.enum(slipFaults)),
  /** When nobody knew it: why, in a word of the service. */
  reason: z.string().nullable(),
  nextCheckAt: Instant.nullable(),
  /** Null: the member, at the member site. */
  by: z.string().nullable(),
  createdAt: Instant,
  /** The deposit that it was shown for. */
  deposit: z.strictObject({ id: idOf('deposit'), reference: z.string(), state: z.string() }).nullable(),
})

/** Slips that members show: read, asked about at a service, kept with the deposit they were shown for. */
export const preTransactionSlips = defineCalls({
  readSlip: {
    method: 'POST',
    path: '/api/v1/pre-transaction/read-slip/{id}',
    requires: read,
    subject: 'member',
    idempotent: true,
    upload: true,
    summary:
      'Reads the code of a slip (JPEG, PNG or WebP, at most 8 MB) that a member shows, keeps the picture, ' +
      'and asks the slip service about it. It credits nothing.',
    input: z.strictObject({ id: idOf('member') }),
    output: Slip,
    errors: {
      slipUnreadable: none,
      slipSeen: z.strictObject({ at: Instant, by: z.string().nullable(), username: z.string().nullable() }),
      memberNotFound: none,
      ...pictureErrors,
    },
  },
  slip: {
    method: 'GET',
    path: '/api/v2/pre-transaction/slip/{id}',
    requires: read,
    subject: 'slip',
    summary: 'One slip, with what speaks against it as things are now.',
    input: z.strictObject({ id: idOf('slip'), amountMinor: AmountMinor.optional() }),
    output: Slip,
    errors: { notFound: none },
  },
  slipsOfDeposit: {
    method: 'GET',
    path: '/api/v2/pre-transaction/slips-of-deposit/{id}',
    requires: read,
    subject: 'deposit',
    summary: 'The slips that were shown for a deposit.',
    input: z.strictObject({ id: idOf('deposit') }),
    output: z.strictObject({ records: z.array(Slip) }),
    errors: { notFound: none },
  },
  slipPicture: {
    method: 'POST',
    path: '/api/v1/pre-transaction/slip-picture/{id}',
    requires: read,
    subject: 'slip',
    file: 'image/jpeg',
    summary: 'The picture of a slip; every look is logged.',
    input: z.strictObject({ id: idOf('slip') }),
    output: z.strictObject({}),
    errors: { notFound: none },
  },
  checkSlip: {
    method: 'POST',
    path: '/api/v1/pre-transaction/check-slip/{id}',
    requires: read,
    subject: 'slip',
    summary: 'Asks the slip service once more about a slip that it did not know, or did not answer of.',
    input: z.strictObject({ id: idOf('slip') }),
    output: Slip,
    errors: { notFound: none, stateRefused: z.strictObject({ state: z.string() }), tooManyRequests: none },
  },
})
