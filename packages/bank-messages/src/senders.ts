import type { BankCode } from '@khlang/contract/values/banks.ts'

const SMS_SENDERS: Partial<Record<BankCode, readonly string[]>> = {
  KBANK: ['KBANK', 'KPLUS', 'KBANKLIVE', '028888888'],
  SCB: ['027777777', 'SCB', 'SCBQRALERT', 'SCBEASY', 'SCBCONNECT'],
  KTB: ['KTB', 'KRUNGTHAI', 'KRUNGTHAINEXT', '021111111'],
  BBL: ['BANGKOKBANK', 'BBL', 'BUALUANG', '026455555'],
  BAY: ['KRUNGSRI', 'BAY', 'KMA'],
  TTB: ['TTBBANK', 'TTB', 'TMBBANK', 'TMB'],
  GSB: ['GSB', 'MYMO'],
  BAAC: ['BAAC', 'BANKBAACTHAI'],
  CIMBT: ['CIMB', 'CIMBTHAI'],
  KKP: ['KKP', 'KKPBANK'],
  LHB: ['LHBANK'],
  TISCO: ['TISCO', 'TISCOBANK'],
  UOBT: ['UOB'],
  ICBCT: ['ICBC'],
  TMW: ['TRUEMONEY', 'TRUEWALLET'],
}

/** The names that most phones show, as they stand there. Source: domain 2.3. */
const USUAL_SENDERS: Partial<Record<BankCode, readonly string[]>> = {
  KBANK: ['KBank', 'K PLUS'],
  SCB: ['027777777', 'SCB', 'SCBQRAlert'],
  KTB: ['Krungthai', 'KTB'],
  BBL: ['BANGKOKBANK'],
  BAY: ['Krungsri'],
  TTB: ['ttbbank', 'TMBBank'],
  GSB: ['GSB', 'MyMo'],
  BAAC: ['BAAC'],
  TMW: ['TrueMoney'],
}

export interface KnownSender {
  readonly sender: string
  readonly isUsual: boolean
}

/** The names under which the bank is publicly known to write, the usual ones first. */
export function publicSendersOf(bank: BankCode): readonly KnownSender[] {
  const usual = USUAL_SENDERS[bank] ?? []
  const keys = usual.map(senderKey)
  const others = (SMS_SENDERS[bank] ?? []).filter((sender) => !keys.includes(sender))
  return [
    ...usual.map((sender) => ({ sender, isUsual: true })),
    ...others.map((sender) => ({ sender, isUsual: false })),
  ]
}

/**
 * Whether public sources know this SMS sender for the bank. A hint for the flag `unknownSender` only: what
 * a device and an account accept is their own allow-list, and any sender name can be forged.
 */
export function isPublicSender(bank: BankCode, sender: string): boolean {
  return SMS_SENDERS[bank]?.includes(senderKey(sender)) ?? false
}

/** Whether the sender is publicly known as another bank's: its messages are not about our account. */
export function isSenderOfOtherBank(bank: BankCode, sender: string): boolean {
  const name = senderKey(sender)
  return !isPublicSender(bank, name) && Object.values(SMS_SENDERS).some((names) => names.includes(name))
}

function senderKey(sender: string): string {
  return sender.replace(/[\s_-]/g, '').toUpperCase()
}
