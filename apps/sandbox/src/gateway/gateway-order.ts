/** What the payment gateway signs with, and which gateway of the house it is. */
export interface GatewayKey {
  readonly gatewayId: string
  readonly apiSecret: string
  readonly webhookSecret: string
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
  state: 'pending' | 'paid' | 'failed'
  paymentRef: string | null
  changedAt: string
}
