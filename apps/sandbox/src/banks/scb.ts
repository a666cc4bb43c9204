import { baht, bankTags, cutName, tail, thaiClock, type Movement, type Wording } from './wording.ts'

function sms(own: string, movement: Movement): string {
  const { direction, amountMinor, balanceAfterMinor, atMs, other, isPromptPay } = movement
  const at = thaiClock(atMs)
  const when = `${at.day}/${at.month}@${at.time}`
  const mask = `x${tail(own, 6)}`
  if (direction === 'out')
    return `ถอน/โอนเงิน ${baht(amountMinor)}บ บ/ช${mask} ${when} ใช้ได้${baht(balanceAfterMinor)}บ`
  if (other === null || isPromptPay)
    return `เงิน ${baht(amountMinor)}บ เข้าบ/ช${mask} ${when} ใช้ได้ ${baht(balanceAfterMinor)}บ`
  const from =
    other.bank === 'SCB'
      ? `โอนจาก${cutName(other)}`
      : `จาก${bankTags[other.bank] ?? other.bank}/x${tail(other.accountNo, 6)}`
  return `${when} ${baht(amountMinor)} ${from}เข้า${mask} ใช้ได้${baht(balanceAfterMinor)}บ`
}

function push(own: string, { direction, amountMinor, atMs, other }: Movement): string | null {
  if (direction === 'out' || other === null) return null
  const at = thaiClock(atMs)
  const from = `${bankTags[other.bank] ?? other.bank} / xxxxxx${tail(other.accountNo, 4)}`
  const when = `${at.dayBare} ${at.monthName} ${at.buddhist} - ${at.time}`
  const head = `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก ${from}`
  return `${head} เข้าบัญชี xxxxxx${tail(own, 4)} เมื่อ ${when}`
}

export const scb: Wording = { sender: '027777777', pushSender: 'SCB EASY', sms, push }
