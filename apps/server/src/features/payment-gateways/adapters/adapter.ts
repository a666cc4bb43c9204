import type { gatewayMethods } from '@khlang/contract/values/gateway-values.ts'
import type { Answered, Sent } from '../../../platform/security/egress.ts'
import type { PayoutOrder, RailOutcome } from '../../payouts/rails.ts'

/** How a gateway is reached, its secrets opened. */
export interface Access {
  readonly baseUrl: string
  readonly merchantId: string | null
  readonly keyId: string | null
  readonly apiSecret: string
  readonly webhookSecret: string
}

export interface OrderAsked {
  /** Our order's outside id: what the gateway must know it by, and makes no second one of. */
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly currency: string
  readonly method: (typeof gatewayMethods)[number]
  readonly expiresAt: string
  /** Whoever may pay it, where the gateway is told to look. */
  readonly payer: { readonly bank: string; readonly accountNo: string; readonly name: string } | null
}

/** `unknown`: it may have taken the order or not; nobody was shown it, so nobody pays it. */
export type OrderAnswer =
  | {
      readonly state: 'pending'
      readonly gatewayRef: string
      readonly qrPayload: string | null
      readonly payUrl: string | null
    }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string }

/** What a gateway says of an order, read. Nothing of it is believed before it is judged. */
export interface Told {
  readonly eventId: string
  readonly kind: 'pending' | 'paid' | 'failed' | 'expired' | 'refunded'
  /** Our order's outside id, as the gateway was told it. */
  readonly orderRef: string | null
  readonly gatewayRef: string | null
  readonly paymentRef: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly happenedAt: string
}

export type Verdict = 'signed' | 'forged' | 'stale'
/** Headers of a webhook, by their names in small letters. */
type Headers = Readonly<Record<string, string | undefined>>

/** A webhook's time may be off by so much. Source: safety, row 85. */
export const webhookWindowMs = 300_000

/**
 * One way to speak to a gateway: what is sent and how answers are read, and nothing else. The calls
 * themselves, the circuit breaker and what becomes of an answer are the same for all. Pure.
 */
export interface Adapter {
  readonly name: string
  readonly order: (access: Access, order: OrderAsked, nowMs: number) => Sent
  readonly readOrder: (answered: Answered, order: OrderAsked) => OrderAnswer
  /** What became of an order; null where the gateway can only be asked by a name that we do not have. */
  readonly status: (
    access: Access,
    order: { readonly id: string; readonly gatewayRef: string | null },
    nowMs: number,
  ) => Sent | null
  /** Null: it said nothing that can be read. */
  readonly readStatus: (answered: Answered) => Told | null
  /** Judged over the bytes as they came, before anything of them is read. */
  readonly verify: (access: Access, headers: Headers, raw: Buffer, nowMs: number) => Verdict
  readonly read: (text: string) => Told | null
  /** Absent: nothing is paid out by it. */
  readonly payouts?: {
    readonly pay: (access: Access, order: PayoutOrder, nowMs: number) => Sent
    readonly status: (access: Access, order: PayoutOrder, nowMs: number) => Sent
    readonly read: (answered: Answered, order: PayoutOrder) => RailOutcome
  }
}

export const isOk = ({ status }: Answered): boolean => status >= 200 && status <= 299

/** JSON, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
