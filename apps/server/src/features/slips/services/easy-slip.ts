import { z } from 'zod'
import { jsonOf } from '../../payment-gateways/adapters/adapter.ts'
import { satangOf, type SlipAnswer, type SlipService, type ToldParty } from './service.ts'

// After the public API of EasySlip, document.easyslip.com: GET <base>/verify?payload=… with a bearer token.
//
// Assumed, and never tried against their servers: that `date` is the moment of the transfer with its offset;
// that `slip_not_found` is said of what no bank knows and `slip_pending` while a bank does not tell yet.

const Side = z.object({
  bank: z.object({ id: z.string().nullish() }).nullish(),
  account: z.object({
    name: z.object({ th: z.string().nullish(), en: z.string().nullish() }).nullish(),
    bank: z.object({ type: z.string().nullish(), account: z.string().nullish() }).nullish(),
  }),
})
const Slip = z.object({
  transRef: z.string().min(1).max(50),
  date: z.iso.datetime({ offset: true }),
  amount: z.object({ amount: z.number().nonnegative() }),
  sender: Side,
  receiver: Side,
})
const Answer = z.object({ status: z.int(), message: z.string().nullish(), data: z.unknown() })

const partyOf = ({ bank, account }: z.infer<typeof Side>): ToldParty => ({
  bank: bank?.id && /^\d{3}$/.test(bank.id) ? bank.id : null,
  // The digits of a token or of a phone are not those of an account.
  account: account.bank?.type === 'BANKAC' ? (account.bank.account ?? null) : null,
  name: account.name?.th || account.name?.en || null,
})

function slipOf(data: unknown): SlipAnswer | null {
  const read = Slip.safeParse(data)
  const amountMinor = read.success ? satangOf(read.data.amount.amount) : null
  if (!read.success || amountMinor === null) return null
  const { transRef, date, sender, receiver } = read.data
  const at = new Date(date).toISOString()
  const told = { transRef, amountMinor, at, sender: partyOf(sender), receiver: partyOf(receiver) }
  return { state: 'verified', told }
}

export const easySlip: SlipService = {
  ask: ({ baseUrl, apiKey }, payload) => ({
    method: 'GET',
    url: `${baseUrl}/verify?payload=${encodeURIComponent(payload)}`,
    headers: { authorization: `Bearer ${apiKey}` },
  }),
  read: ({ status, text }) => {
    const body = Answer.safeParse(jsonOf(text))
    const slip = status === 200 && body.success ? slipOf(body.data.data) : null
    if (slip) return slip
    const said = body.success && /^[a-z_]{1,40}$/.test(body.data.message ?? '') ? body.data.message : null
    const reason = said ? `easySlip ${said}` : `http${status}`
    if (said === 'slip_pending') return { state: 'later', minutes: 5, reason }
    if (said === 'slip_not_found' || said === 'invalid_payload') return { state: 'unknown', reason }
    return { state: 'failed', reason }
  },
}
