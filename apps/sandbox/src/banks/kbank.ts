import { baht, beforeLast, tail, thaiClock, type Movement, type Wording } from './wording.ts'

function sms(own: string, { direction, amountMinor, balanceAfterMinor, atMs, other }: Movement): string {
  const at = thaiClock(atMs)
  const head = `${at.day}/${at.month}/${at.buddhist2} ${at.time}`
  const end = `${baht(amountMinor)} คงเหลือ ${baht(balanceAfterMinor)} บ.`
  const mask = `X-${tail(own, 4)}`
  if (direction === 'out') {
    return other === null
      ? `${head} บช ${mask} เงินออก ${end}`
      : `${head} หักบช ${mask} เข้า X-${tail(other.accountNo, 4)} ${end}`
  }
  return other?.bank === 'KBANK'
    ? `${head} บช ${mask} รับโอนจาก X-${tail(other.accountNo, 4)} ${end}`
    : `${head} บช ${mask} เงินเข้า ${end}`
}

function push(own: string, { direction, amountMinor, atMs }: Movement): string {
  const at = thaiClock(atMs)
  const what = direction === 'in' ? 'รายการเงินเข้า' : 'รายการโอน/ถอน'
  const when = `${at.dayBare} ${at.monthName} ${at.buddhist2} ${at.time} น.`
  return `${what} ${when} บัญชี xxx-x-x${beforeLast(own, 4)}-x จำนวนเงิน ${baht(amountMinor)} บาท`
}

export const kbank: Wording = { sender: 'KBank', pushSender: 'K PLUS', sms: sms, push: push }
