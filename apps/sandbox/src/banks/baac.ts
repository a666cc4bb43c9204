import { baht, tail, thaiClock, type Movement, type Wording } from './wording.ts'

/** Between banks money comes by PromptPay: the one wording that public messages of this bank attest. */
function whatOf({ direction, other, isPromptPay }: Movement): string {
  if (direction === 'out') return other === null ? 'ถอนเงิน' : 'โอนออก'
  if (isPromptPay || (other !== null && other.bank !== 'BAAC')) return 'รับโอนพร้อมเพย์'
  return other === null ? 'ฝากเงิน' : 'รับโอนเงิน'
}

function sms(own: string, movement: Movement): string {
  const { amountMinor, balanceAfterMinor, atMs } = movement
  const at = thaiClock(atMs)
  const when = `${at.day}/${at.month}/${at.buddhist2} ${at.time}:${at.seconds}`
  const sum = `จำนวน ${baht(amountMinor)} บาท ยอดเงินคงเหลือ ${baht(balanceAfterMinor)} บาท`
  return `${when} บัญชี x${tail(own, 4)} ${whatOf(movement)} ${sum}`
}

export const baac: Wording = { sender: 'BAAC', pushSender: 'BAAC Mobile', sms, push: null }
