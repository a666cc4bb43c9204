// What a Thai bank's app reads from a QR code: EMVCo's merchant-presented code, as Thailand uses it.
// Source: domain 2.4.

/** Whom a PromptPay code pays: one of these, never two. */
export type PromptPayTarget =
  | { readonly kind: 'phone' | 'nationalId' | 'taxId' | 'eWallet'; readonly id: string }
  | { readonly kind: 'bankAccount'; readonly bankCode: string; readonly accountNo: string }
  | { readonly kind: 'biller'; readonly billerId: string; readonly ref1: string; readonly ref2?: string }

export interface PromptPayCode {
  readonly target: PromptPayTarget
  /** Satang. Null: whoever pays types the amount, and the code serves more than once. */
  readonly amountMinor: number | null
  /** Printed beside the payment where the bank shows it (additional data, reference label). */
  readonly reference?: string
}

const creditTransfer = 'A000000677010111'
const billPayment = 'A000000677010112'
const amountMax = 99_999_999_999

/** CRC-16/CCITT-FALSE: polynomial 0x1021, begins with 0xFFFF. @returns four capital hexadecimal digits */
export function crc16(text: string): string {
  let crc = 0xff_ff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x80_00) === 0 ? (crc << 1) & 0xff_ff : ((crc << 1) ^ 0x10_21) & 0xff_ff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** One field: two digits of what it is, two of how long. @throws RangeError for what no field holds */
export const emvField = (id: string, value: string): string => {
  if (value.length === 0 || value.length > 99) throw new RangeError(`Field ${id} does not hold ${value}.`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

function need(value: string, pattern: RegExp): string {
  if (!pattern.test(value)) throw new RangeError(`Not what a code may hold: ${value}`)
  return value
}

/** `0812345678` and `+66812345678` are `0066812345678`: thirteen digits, as the switch has them. */
function phoneField(phone: string): string {
  const national = need(phone.replace(/^\+66/, '0'), /^0[689]\d{8}$/)
  return `0066${national.slice(1)}`
}

const tag29 = {
  phone: (id: string) => emvField('01', phoneField(id)),
  nationalId: (id: string) => emvField('02', need(id, /^\d{13}$/)),
  taxId: (id: string) => emvField('02', need(id, /^\d{13}$/)),
  eWallet: (id: string) => emvField('03', need(id, /^\d{15}$/)),
}

function targetField(target: PromptPayTarget): string {
  if (target.kind === 'biller') {
    const reference = /^[A-Z0-9]{1,20}$/
    const parts = [
      emvField('00', billPayment),
      emvField('01', need(target.billerId, /^\d{15}$/)),
      emvField('02', need(target.ref1, reference)),
      target.ref2 === undefined ? '' : emvField('03', need(target.ref2, reference)),
    ]
    return emvField('30', parts.join(''))
  }
  const who =
    target.kind === 'bankAccount'
      ? emvField('04', need(target.bankCode, /^\d{3}$/) + need(target.accountNo, /^\d{6,15}$/))
      : tag29[target.kind](target.id)
  return emvField('29', emvField('00', creditTransfer) + who)
}

/** `123.45` of 12345 satang, without floating point. */
const baht = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/**
 * The text of a PromptPay code. Pure.
 * @throws RangeError for what no bank's app would read
 */
export function promptPayPayload({ target, amountMinor, reference }: PromptPayCode): string {
  if (amountMinor !== null && (!Number.isSafeInteger(amountMinor) || amountMinor < 1))
    throw new RangeError('An amount is whole satang, at least one.')
  if (amountMinor !== null && amountMinor > amountMax) throw new RangeError('The amount is too large.')
  const head = [
    emvField('00', '01'),
    emvField('01', amountMinor === null ? '11' : '12'),
    targetField(target),
    emvField('53', '764'),
    amountMinor === null ? '' : emvField('54', baht(amountMinor)),
    emvField('58', 'TH'),
    reference === undefined ? '' : emvField('62', emvField('05', need(reference, /^[A-Za-z0-9-]{1,25}$/))),
    '6304',
  ].join('')
  return head + crc16(head)
}

/** Fields of one level, by their two digits; null where the lengths do not add up or one comes twice. */
export function emvFields(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4))
    const [id, length] = [head?.[1], Number(head?.[2])]
    const value = text.slice(at + 4, at + 4 + length)
    if (id === undefined || fields.has(id) || length === 0 || value.length !== length) return null
    fields.set(id, value)
    at += 4 + length
  }
  return fields
}

function transferTarget(parts: ReadonlyMap<string, string>): PromptPayTarget | null {
  const [phone, id, wallet, account] = ['01', '02', '03', '04'].map((each) => parts.get(each))
  if (phone && /^0066[689]\d{8}$/.test(phone)) return { kind: 'phone', id: `0${phone.slice(4)}` }
  if (id && /^\d{13}$/.test(id)) return { kind: id.startsWith('0') ? 'taxId' : 'nationalId', id }
  if (wallet && /^\d{15}$/.test(wallet)) return { kind: 'eWallet', id: wallet }
  if (account && /^\d{9,18}$/.test(account))
    return { kind: 'bankAccount', bankCode: account.slice(0, 3), accountNo: account.slice(3) }
  return null
}

function readTarget(fields: ReadonlyMap<string, string>): PromptPayTarget | null {
  const transfer = emvFields(fields.get('29') ?? '')
  if (transfer?.get('00') === creditTransfer) return transferTarget(transfer)
  const bill = emvFields(fields.get('30') ?? '')
  const [billerId, ref1, ref2] = ['01', '02', '03'].map((each) => bill?.get(each))
  if (bill?.get('00') !== billPayment || billerId === undefined || ref1 === undefined) return null
  return { kind: 'biller', billerId, ref1, ...(ref2 === undefined ? {} : { ref2 }) }
}

const minorOf = (text: string): number | null => {
  const parts = /^(\d{1,9})(?:\.(\d{2}))?$/.exec(text)
  return parts === null ? null : Number(parts[1]) * 100 + Number(parts[2] ?? 0)
}

/** What a code says; null where it is none, its checksum is wrong, or it asks for other money than baht. */
export function readPromptPay(payload: string): PromptPayCode | null {
  if (payload.length > 512 || crc16(payload.slice(0, -4)) !== payload.slice(-4)) return null
  const fields = emvFields(payload)
  if (fields?.get('00') !== '01' || fields.get('53') !== '764' || fields.get('58') !== 'TH') return null
  const target = readTarget(fields)
  const amount = fields.get('54')
  const amountMinor = amount === undefined ? null : minorOf(amount)
  if (target === null || (amount !== undefined && amountMinor === null)) return null
  const reference = emvFields(fields.get('62') ?? '')?.get('05')
  return { target, amountMinor, ...(reference === undefined ? {} : { reference }) }
}
