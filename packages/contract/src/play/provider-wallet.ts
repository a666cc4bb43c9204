import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { idOf } from '../values/values.ts'

const calls = defineCalls({
  provider: {
    method: 'POST',
    path: '/auto/v1/provider/{providerId}/{word}',
    requires: 'public',
    rate: 'webhook',
    raw: true,
    bare: true,
    ownTransaction: true,
    summary: 'A game provider asks for a balance, takes a stake, pays or gives back, in words of its own.',
    input: z.strictObject({
      providerId: idOf('gameProvider'),
      word: z.string().regex(/^[A-Za-z]{1,30}(\.html)?$/, 'invalidFormat'),
    }),
    /** Of the provider's own shape. */
    output: z.record(z.string(), z.union([z.string(), z.number()])),
    errors: { notFound: none, ledgerBusy: none, unavailable: none, outcomeUnknown: none },
  },
})

/** Part of what machines may tell. */
export const providerWallet = calls.provider
