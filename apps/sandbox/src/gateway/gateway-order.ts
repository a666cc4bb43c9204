/** What the payment gateway signs with, and which gateway of the house it is. */
export interface GatewayKey {
  readonly gatewayId: string
  readonly apiSecret: string
  readonly webhookSecret: string
  readonly terms: GatewayTerms
}

/** What the gateway is called at its bank, what it keeps, and after how many days it pays. */
export interface GatewayTerms {
  readonly name: string
  readonly feeBps: number
  readonly feeFixedMinor: number
  readonly settleDays: number
}

/** An order as the gateway knows it. */
export interface GatewayOrder {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly currency: string
  readonly expiresAt: string
  readonly gatewayRef: string
  readonly qrPayload: string
  state: 'pending' | 'paid' | 'failed' | 'refunded'
  paymentRef: string | null
  changedAt: string
  /** When the house took the word that it was paid; absent while it has not. */
  toldAt?: string
  /** What of it the gateway has paid on to the house, or kept; absent while nothing. */
  settledMinor?: number
}
