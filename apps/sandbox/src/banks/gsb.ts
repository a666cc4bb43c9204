import { baht, bankTags, tail, thaiClock, type Movement, type Party, type Wording } from './wording.ts'

const tags: Readonly<Record<string, string>> = { ...bankTags, SCB: 'SCBA', KTB: 'KTBA' }

/** The first and the last four of twelve digits; zeros stand before a shorter number. */
function masked(accountNo: string): string {
  const digits = accountNo.padStart(12, '0')
  return `${digits.slice(0, 4)}${'X'.repeat(digits.length - 8)}${tail(digits, 4)}`
}

/** Nothing of a wallet, which has no tag of four letters; the number only where it can be shown. */
function accountOf({ bank, accountNo }: Party): string {
  const tag = tags[bank] ?? bank
  if (tag.length !== 4) return ''
  return accountNo.length > 12 ? tag : `${tag} ${masked(accountNo)}`
}

function sms(own: string, movement: Movement): string {
  const { direction, amountMinor, balanceAfterMinor, atMs, other, isPromptPay } = movement
  const at = thaiClock(atMs)
  const shown = other === null || isPromptPay ? '' : accountOf(other)
  const ours = `GSBA ${masked(own)}`
  const [from, to] = direction === 'in' ? [shown, ours] : [ours, shown]
  const what = direction === 'in' ? 'เงินเข้า: มีการฝาก/โอนเงิน' : 'เงินออก: มีการถอน/โอนเงิน'
  return [
    `${what} ${baht(amountMinor)} บาท`,
    ...(from === '' ? [] : [`จากบัญชี ${from}`]),
    ...(to === '' ? [] : [`เข้าบัญชี ${to}`]),
    `วันที่ ${at.dayBare} ${at.monthName} ${at.buddhist} เวลา ${at.time} น.`,
    `คงเหลือ ${baht(balanceAfterMinor)} บาท`,
  ].join(' ')
}

function push(_own: string, { direction, amountMinor, isPromptPay }: Movement): string | null {
  if (direction === 'out') return null
  return `MyMo มีเงินเข้าบัญชี ${baht(amountMinor)} บาท${isPromptPay ? ' จาก พร้อมเพย์' : ''}`
}

export const gsb: Wording = { sender: 'GSB', pushSender: 'MyMo', sms, push }
