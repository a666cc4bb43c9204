import { baht, cutName, tail, thaiClock, type Movement, type Wording } from './wording.ts'

function sms(own: string, { direction, amountMinor, balanceAfterMinor, atMs, other }: Movement): string {
  const at = thaiClock(atMs)
  const end = `เหลือ${baht(balanceAfterMinor)}บ.${at.day}/${at.month}/${at.year2}@${at.time}`
  const party = other === null ? '' : `${other.bank} X${tail(other.accountNo, 4)} ${cutName(other)} `
  if (direction === 'out') {
    return other === null
      ? `ถอนเงิน${baht(amountMinor)}บ.จากบ/ชxx${tail(own, 4)}${end}`
      : `โอนเงิน${baht(amountMinor)}บ.ไปยังบ/ช ${party}${end}`
  }
  const head = `มีเงิน${baht(amountMinor)}บ.โอนเข้าบ/ชxx${tail(own, 4)}`
  return other === null || other.bank === 'TTB' ? `${head}${end}` : `${head} จาก ${party}${end}`
}

export const ttb: Wording = { sender: 'ttbbank', pushSender: 'ttb touch', sms, push: null }
