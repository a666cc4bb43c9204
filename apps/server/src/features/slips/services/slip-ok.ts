import { z } from 'zod'
import { jsonOf } from '../../payment-gateways/adapters/adapter.ts'
import { satangOf, type SlipAnswer, type SlipService, type ToldParty } from './service.ts'

// After the public API of SlipOK, slipok.com/api-documentation: POST <base>/<branch> with the code's text.
//
// Assumed, and never tried against their servers: that `transTimestamp` is the moment of the transfer; that
// the codes mean what their page says (1009 the bank is away for 15 minutes, 1010 it tells of transfers after
// `data.delay` minutes, 1011 no such transfer, 1012 to 1014 what a house registered with them objects to,
// which come with the slip: here it is judged by our own accounts and our own book).

const Side = z.object({
  displayName: z.string().nullish(),
  name: z.string().nullish(),
  account: z.object({ type: z.string().nullish(), value: z.string().nullish() }).nullish(),
})
const Slip = z.object({
  transRef: z.string().min(1).max(50),
  transTimestamp: z.iso.datetime({ offset: true }),
  sendingBank: z.string().nullish(),
  receivingBank: z.string().nullish(),
  sender: Side,
  receiver: Side,
  amount: z.number().nonnegative(),
})
const Failure = z.object({
  code: z.int(),
  message: z.string().nullish(),
  data: z.object({ delay: z.number().nullish() }).nullish(),
})

const bankDown = 1009
const bankDelays = 1010
const noSuch = 1011
/** No code, not a slip's: of what was read here as one. */
const notSlip = new Set([1005, 1006, 1007, 1008, noSuch])
const withSlip = new Set([1012, 1013, 1014])

const minutesOf = (delay: number | null | undefined, usual: number): number =>
  delay !== null && delay !== undefined && delay > 0 && delay <= 1440 ? Math.ceil(delay) : usual

const partyOf = (bank: string | null | undefined, side: z.infer<typeof Side>): ToldParty => ({
  bank: bank && /^\d{3}$/.test(bank) ? bank : null,
  // The digits of a token or of a phone are not those of an account.
  account: side.account?.type === 'BANKAC' ? (side.account.value ?? null) : null,
  name: side.displayName || side.name || null,
})

function slipOf(data: unknown): SlipAnswer | null {
  const read = Slip.safeParse(data)
  const amountMinor = read.success ? satangOf(read.data.amount) : null
  if (!read.success || amountMinor === null) return null
  const { transRef, transTimestamp, sendingBank, receivingBank, sender, receiver } = read.data
  const told = {
    transRef,
    amountMinor,
    at: new Date(transTimestamp).toISOString(),
    sender: partyOf(sendingBank, sender),
    receiver: partyOf(receivingBank, receiver),
  }
  return { state: 'verified', told }
}

export const slipOk: SlipService = {
  ask: ({ baseUrl, branch, apiKey }, payload) => ({
    method: 'POST',
    url: `${baseUrl}/${encodeURIComponent(branch ?? '')}`,
    headers: { 'x-authorization': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ data: payload }),
  }),
  read: ({ status, text }) => {
    const body = jsonOf(text)
    const data = z.object({ success: z.literal(true), data: z.unknown() }).safeParse(body)
    const slip = status === 200 && data.success ? slipOf(data.data.data) : null
    if (slip) return slip
    const failure = Failure.safeParse(body)
    if (!failure.success) return { state: 'failed', reason: `http${status}` }
    const { code, data: detail } = failure.data
    const reason = `slipOk ${code}`
    if (withSlip.has(code)) return slipOf(detail) ?? { state: 'failed', reason }
    if (code === bankDown) return { state: 'later', minutes: 15, reason }
    if (code === bankDelays) return { state: 'later', minutes: minutesOf(detail?.delay, 5), reason }
    return { state: notSlip.has(code) ? 'unknown' : 'failed', reason }
  },
}
