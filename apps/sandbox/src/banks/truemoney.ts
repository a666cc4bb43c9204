import { baht, tail, type Movement, type Wording } from './wording.ts'

function push(_own: string, { direction, amountMinor, other }: Movement): string {
  const phone =
    other?.bank === 'TMW' ? `${other.accountNo.slice(0, 3)}-xxx-${tail(other.accountNo, 4)}` : ''
  if (direction === 'out') return `ชำระเงินให้ ${other?.name ?? 'ร้านค้า'} สำเร็จ ${baht(amountMinor)} บาท`
  return `คุณได้รับเงิน ${baht(amountMinor)} บาท จาก ${phone === '' ? 'พร้อมเพย์' : phone}`
}

export const truemoney: Wording = { sender: 'TrueMoney', pushSender: 'TrueMoney', sms: null, push }
