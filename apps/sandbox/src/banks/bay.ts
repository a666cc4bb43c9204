import { baht, beforeLast, initialName, thaiClock, type Movement, type Wording } from './wording.ts'

/** Two blanks stand before the amount; the day and the month have no zero in front. */
function sms(own: string, { direction, amountMinor, balanceAfterMinor, atMs, other }: Movement): string {
  const at = thaiClock(atMs)
  const what = direction === 'in' ? 'โอนเข้า' : other === null ? 'ถอน' : 'โอนออก'
  const when = `(${at.dayBare}/${at.monthBare}/${at.buddhist2},${at.time})`
  const mask = `xxx${beforeLast(own.padStart(10, '0'), 6)}x`
  return `${what} ${mask}  ${baht(amountMinor)} เหลือ ${baht(balanceAfterMinor)} ${when}`
}

function push(_own: string, { direction, amountMinor, other }: Movement): string | null {
  if (direction === 'in') return `KMA เงินเข้าบัญชี ${baht(amountMinor)} บาท`
  return other === null ? null : `KMA โอนเงินสำเร็จ ${baht(amountMinor)} บาท ให้กับ ${initialName(other)}`
}

export const bay: Wording = { sender: 'Krungsri', pushSender: 'KMA', sms, push }
