import { baac } from './banks/baac.ts'
import { bay } from './banks/bay.ts'
import { bbl } from './banks/bbl.ts'
import { gsb } from './banks/gsb.ts'
import { kbank } from './banks/kbank.ts'
import { ktb } from './banks/ktb.ts'
import { newWordingOf } from './banks/new-wording.ts'
import { scb } from './banks/scb.ts'
import { truemoney } from './banks/truemoney.ts'
import { ttb } from './banks/ttb.ts'
import { baht, type BankText, type Movement, type Wording } from './banks/wording.ts'

export type { BankText, Movement, Party } from './banks/wording.ts'

/** What each bank's phone shows. Source: domain §2.3. */
export const wordings: Readonly<Record<string, Wording>> = {
  KBANK: kbank,
  SCB: scb,
  KTB: ktb,
  BBL: bbl,
  BAY: bay,
  TTB: ttb,
  GSB: gsb,
  BAAC: baac,
  TMW: truemoney,
}

/**
 * The texts a movement may bring up on the phone of this account: the SMS where the bank sends one, and
 * the push of its app. Throws a RangeError for a bank whose wording is not known.
 */
export function textsOf(bank: string, own: string, movement: Movement): BankText[] {
  const wording = wordings[bank]
  if (wording === undefined) throw new RangeError(`No wording of ${bank}`)
  const texts: BankText[] = []
  if (wording.sms !== null)
    texts.push({ source: 'sms', sender: wording.sender, text: wording.sms(own, movement) })
  const push = wording.push?.(own, movement) ?? null
  if (push !== null) texts.push({ source: 'push', sender: wording.pushSender, text: push })
  return texts
}

/** The same in words that the bank has never used: its product would have to be taught them. */
export function newTextsOf(bank: string, own: string, movement: Movement): BankText[] {
  const wording = wordings[bank]
  if (wording === undefined) throw new RangeError(`No wording of ${bank}`)
  const isSms = wording.sms !== null
  const sender = isSms ? wording.sender : wording.pushSender
  return [{ source: isSms ? 'sms' : 'push', sender, text: newWordingOf(bank, own, movement) }]
}

/** A text in no shape that any bank uses: a person has to read it. */
export const unreadableText = (amountMinor: number): string =>
  `แจ้งเตือนรายการใหม่ ยอด ${baht(amountMinor)} กรุณาตรวจสอบในแอปของท่าน`
