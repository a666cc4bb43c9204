import { crc16, emvField, emvFields } from '../promptpay.ts'

// The small code that Thai banks print on the slip of a transfer: who sent it and by what reference the bank
// knows it, and nothing else. Source: domain 2.4; the field names are those of the EMVCo codes beside it.

/** What a slip's code names. */
export interface SlipQr {
  /** The bank's number at the Bank of Thailand: three digits. */
  readonly sendingBank: string
  readonly transRef: string
}

const api = '000001'

/** Whether a text is a code of a slip. Its checksum is the last field, over all that stands before it. */
export function readSlipQr(payload: string): SlipQr | null {
  if (payload.length > 200 || crc16(payload.slice(0, -4)) !== payload.slice(-4).toUpperCase()) return null
  const fields = emvFields(payload)
  const named = emvFields(fields?.get('00') ?? '')
  const [sendingBank, transRef] = [named?.get('01'), named?.get('02')]
  if (fields?.get('51') !== 'TH' || named?.get('00') !== api) return null
  if (!/^\d{3}$/.test(sendingBank ?? '') || !/^[A-Za-z0-9]{8,35}$/.test(transRef ?? '')) return null
  return sendingBank === undefined || transRef === undefined ? null : { sendingBank, transRef }
}

/** The code of a slip. */
export function slipQrOf({ sendingBank, transRef }: SlipQr): string {
  const named = emvField('00', api) + emvField('01', sendingBank) + emvField('02', transRef)
  const head = `${emvField('00', named)}${emvField('51', 'TH')}9104`
  return head + crc16(head)
}
