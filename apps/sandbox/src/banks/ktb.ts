import { baht, beforeLast, tail, thaiClock, type Movement, type Wording } from './wording.ts'

const thaiBankNames: Readonly<Record<string, string>> = {
  KBANK: 'กสิกรไทย',
  SCB: 'ไทยพาณิชย์',
  BBL: 'กรุงเทพ',
  KTB: 'กรุงไทย',
  BAY: 'กรุงศรี',
  TTB: 'ทีทีบี',
  GSB: 'ออมสิน',
  BAAC: 'ธ.ก.ส.',
}

function sms(own: string, { direction, amountMinor, balanceAfterMinor, atMs }: Movement): string {
  const at = thaiClock(atMs)
  const what = direction === 'in' ? 'เงินเข้า' : 'เงินออก'
  const head = `${at.day}-${at.month}@${at.time} บชX${beforeLast(own, 5)}X`
  return `${head}:${what} ${baht(amountMinor)}บ ใช้ได้ ${baht(balanceAfterMinor)}บ`
}

const grouped = (accountNo: string): string => `XXX-X-XX${accountNo.slice(-4, -1)}-${tail(accountNo, 1)}`

function push(own: string, { direction, amountMinor, other }: Movement): string | null {
  const bank = other === null ? undefined : thaiBankNames[other.bank]
  if (direction === 'out' || other === null || bank === undefined) return null
  const { accountNo } = other
  const hidden = Math.min(9, accountNo.length - 4)
  const from = accountNo.length > 10 ? `${'X'.repeat(hidden)}${tail(accountNo, 4)}` : grouped(accountNo)
  const into = `เข้าบัญชี ${grouped(own)}`
  return `ได้รับ +${baht(amountMinor)} บาท ${into} จากบัญชี ${bank} ${from} รับเงินสำเร็จ`
}

export const ktb: Wording = { sender: 'Krungthai', pushSender: 'Krungthai NEXT', sms, push }
