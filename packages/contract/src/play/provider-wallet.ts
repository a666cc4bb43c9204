import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { idOf } from '../values/values.ts'

/** Flat, or with one object in it, as its provider wants it. */
export const ProviderAnswer = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.null(), z.record(z.string(), z.union([z.string(), z.number()]))]),
)

const facts = {
  method: 'POST',
  requires: 'public',
  rate: 'provider',
  raw: true,
  bare: true,
  ownTransaction: true,
  summary: 'A game provider asks for a balance, takes a stake, pays or gives back, in words of its own.',
  /** Of the provider's own shape. */
  output: ProviderAnswer,
  errors: { notFound: none, ledgerBusy: none, unavailable: none, outcomeUnknown: none },
} as const

const providerId = idOf('gameProvider')
const word = z.string().regex(/^[A-Za-z]{1,30}(\.html)?$/, 'invalidFormat')

const calls = defineCalls({
  provider: {
    ...facts,
    path: '/auto/v1/provider/{providerId}/{word}',
    input: z.strictObject({ providerId, word }),
  },
  providerRoom: {
    ...facts,
    path: '/auto/v1/provider/{providerId}/{room}/{word}',
    input: z.strictObject({ providerId, room: word, word }),
  },
})

/** Part of what machines may tell; some providers put their words in rooms. */
export const { provider, providerRoom } = calls
