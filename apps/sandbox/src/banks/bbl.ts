import { baht, initialName, tail, thaiClock, type Movement, type Wording } from './wording.ts'

function sms(own: string, movement: Movement): string {
  const { direction, amountMinor, balanceAfterMinor, atMs, other, isPromptPay } = movement
  const mask = `X${tail(own, 4)}`
  const amount = `${baht(amountMinor)}บ`
  const balance = `${baht(balanceAfterMinor)}บ`
  if (direction === 'out')
    return `ถอน/โอน/จ่ายเงินจากบ/ช${mask} ผ่าน${other === null ? 'ระบบ' : 'MB'} ${amount} ใช้ได้${balance}`
  if (isPromptPay) return `เงินเข้าบ/ช${mask} จากพร้อมเพย์ผ่านMB ${amount} เงินในบ/ชใช้ได้${balance}`
  if (other === null) return `ฝาก/โอนเงินเข้าบ/ช${mask} ผ่านCDM ${amount} ใช้ได้${balance}`
  return other.bank === 'BBL'
    ? `ฝาก/โอนเงินเข้าบ/ช${mask}ผ่านMB ${amount} ใช้ได้ ${balance}`
    : `เงินโอนเข้าบ/ช${mask}ผ่านระบบ ${amount} ใช้ได้ ${balance}@${thaiClock(atMs).time}`
}

function push(own: string, { direction, amountMinor, other, isPromptPay }: Movement): string | null {
  if (direction === 'out') return null
  const from = other === null || isPromptPay ? '' : ` จาก ${initialName(other)}`
  return `เงินโอนเข้า บช. x-${tail(own, 4)} จำนวน ${baht(amountMinor)} บาท${from}`
}

export const bbl: Wording = { sender: 'BANGKOKBANK', pushSender: 'Bualuang mBanking', sms, push }
