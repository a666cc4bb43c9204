import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { parseBaht } from '@khlang/money/amount.ts'
import type { GatewaySettings } from '../gateway-shapes.ts'

type Update = InputOf<CallOf<'paymentGateways.update'>>

/** What the form holds, as typed. Secrets are typed and never shown again. */
export interface GatewayDraft {
  readonly code: string
  readonly name: string
  readonly adapter: Update['adapter']
  readonly direction: Update['direction']
  /** No field of the form shows them: what is stored stays. */
  readonly methods: readonly Update['methods'][number][]
  readonly baseUrl: string
  readonly merchantId: string
  readonly keyId: string
  readonly billerId: string
  readonly apiSecret: string
  readonly webhookSecret: string
  readonly addresses: string
  readonly minMinor: number | null
  readonly maxMinor: number | null
  readonly dayCapMinor: number | null
  /** In baht, parted by a comma and a space. */
  readonly exact: string
  readonly feeBps: string
  readonly feeFixedMinor: number | null
  readonly feeBy: NonNullable<Update['feeBy']>
  readonly settleDays: string
  readonly priority: string
  readonly weight: string
  readonly levels: string
  readonly opens: string
  readonly closes: string
  readonly orderExpiryS: string
  readonly needsPayerMatch: boolean
  readonly reason: string
}

export const emptyGateway: GatewayDraft = {
  code: '',
  name: '',
  adapter: 'signedHttp',
  direction: 'in',
  methods: ['promptPay'],
  baseUrl: 'https://',
  merchantId: '',
  keyId: '',
  billerId: '',
  apiSecret: '',
  webhookSecret: '',
  addresses: '',
  minMinor: 10_000,
  maxMinor: 5_000_000,
  dayCapMinor: null,
  exact: '',
  feeBps: '0',
  feeFixedMinor: 0,
  feeBy: 'house',
  settleDays: '1',
  priority: '100',
  weight: '1',
  levels: '',
  opens: '00:00',
  closes: '24:00',
  orderExpiryS: '900',
  needsPayerMatch: false,
  reason: '',
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')
/**
 * `100.25, 200` is 10025 and 20000; NaN for a word that is no amount. A comma inside a word may part
 * thousands or amounts: nobody can tell, so it is none.
 */
const amountsOf = (text: string): number[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/,$/, ''))
    .filter((word) => word !== '')
    .map((word) => {
      const read = parseBaht(word)
      return read.ok && !word.includes(',') ? read.amountMinor : Number.NaN
    })
/** `09:30` is 570; NaN for what is no time of day. Pure. */
const minuteOf = (text: string): number => {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(text.trim())
  return parts === null ? Number.NaN : Number(parts[1]) * 60 + Number(parts[2])
}
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const draftOf = (gateway: GatewaySettings): GatewayDraft => ({
  code: gateway.code,
  name: gateway.name,
  adapter: gateway.adapter,
  direction: gateway.direction,
  methods: gateway.methods,
  baseUrl: gateway.baseUrl,
  merchantId: gateway.merchantId ?? '',
  keyId: gateway.keyId ?? '',
  billerId: gateway.billerId ?? '',
  apiSecret: '',
  webhookSecret: '',
  addresses: gateway.addresses.join(', '),
  minMinor: gateway.minMinor,
  maxMinor: gateway.maxMinor,
  dayCapMinor: gateway.dayCapMinor,
  exact: gateway.exactMinor.map((minor) => String(minor / 100)).join(', '),
  feeBps: String(gateway.feeBps),
  feeFixedMinor: gateway.feeFixedMinor,
  feeBy: gateway.feeBy,
  settleDays: String(gateway.settleDays),
  priority: String(gateway.priority),
  weight: String(gateway.weight),
  levels: gateway.levels.join(', '),
  opens: clockOf(gateway.opensMinute),
  closes: clockOf(gateway.closesMinute),
  orderExpiryS: String(gateway.orderExpiryS),
  needsPayerMatch: gateway.needsPayerMatch,
  reason: '',
})

/** What both calls take. Pure. */
export const sharedOf = (draft: GatewayDraft) => ({
  name: draft.name.trim(),
  adapter: draft.adapter,
  direction: draft.direction,
  methods: [...draft.methods],
  baseUrl: draft.baseUrl.trim(),
  merchantId: orNull(draft.merchantId),
  keyId: orNull(draft.keyId),
  billerId: orNull(draft.billerId),
  addresses: wordsOf(draft.addresses),
  minMinor: draft.minMinor ?? 0,
  maxMinor: draft.maxMinor ?? 0,
  dayCapMinor: draft.dayCapMinor,
  exactMinor: amountsOf(draft.exact),
  feeBps: Number(draft.feeBps),
  feeFixedMinor: draft.feeFixedMinor ?? 0,
  feeBy: draft.feeBy,
  settleDays: Number(draft.settleDays),
  priority: Number(draft.priority),
  weight: Number(draft.weight),
  levels: wordsOf(draft.levels).map(Number),
  opensMinute: minuteOf(draft.opens),
  closesMinute: minuteOf(draft.closes),
  orderExpiryS: Number(draft.orderExpiryS),
  needsPayerMatch: draft.needsPayerMatch,
  reason: draft.reason.trim(),
})

/** Fields of the call by their names in the draft. */
export const fieldOf = {
  exactMinor: 'exact',
  opensMinute: 'opens',
  closesMinute: 'closes',
} as const
