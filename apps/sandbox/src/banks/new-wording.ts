import { baht, bankTags, beforeLast, cutName, tail, thaiClock, type Movement } from './wording.ts'

// Texts that no bank sends: each bank changes its words overnight, so that a person can teach the new ones.

interface Said {
  readonly own: string
  readonly movement: Movement
  readonly name: string
  readonly tag: string
  readonly from: string
}

const both = ({ movement: { direction } }: Said, into: string, out: string): string =>
  direction === 'in' ? into : out

const texts: Readonly<Record<string, (said: Said) => string>> = {
  KBANK: (said) => {
    const { own, movement, name } = said
    const at = thaiClock(movement.atMs)
    const what = both(said, `มียอดโอนเข้า`, `มียอดหักออก`)
    const who = both(said, `จาก ${name}`, `ไปยัง ${name}`)
    return (
      `แจ้งรายการใหม่: บัญชี x-${tail(own, 4)} ${what} ${baht(movement.amountMinor)} บาท ${who} ` +
      `เมื่อ ${at.day}/${at.month}/${at.buddhist2} ${at.time} น. ` +
      `ยอดคงเหลือ ${baht(movement.balanceAfterMinor)} บาท`
    )
  },
  SCB: (said) => {
    const { own, movement, tag, from } = said
    const at = thaiClock(movement.atMs)
    const what = both(said, 'เงินโอนเข้าแล้ว', 'เงินถูกหักแล้ว')
    return (
      `บัญชี x${tail(own, 6)} ${what} จำนวน ${baht(movement.amountMinor)} บาท ` +
      `${both(said, 'จาก', 'ไปยัง')} ${tag} x${from} วันที่ ${at.dayBare} ${at.monthName} ${at.buddhist} ` +
      `${at.time} ยอดใหม่ ${baht(movement.balanceAfterMinor)} บาท`
    )
  },
  KTB: (said) => {
    const { own, movement } = said
    const at = thaiClock(movement.atMs)
    return (
      `ท่านมีรายการ${both(said, 'รับเงินเข้า', 'ถอนเงินออก')}บัญชี X${beforeLast(own, 5)}X ` +
      `ยอด ${baht(movement.amountMinor)} บาท ณ ${at.day}-${at.month}-${at.year2} ${at.time} ` +
      `ยอดล่าสุด ${baht(movement.balanceAfterMinor)} บาท`
    )
  },
  TTB: (said) => {
    const { own, movement, name } = said
    const at = thaiClock(movement.atMs)
    return (
      `${both(said, 'รับเงินโอนเข้า', 'จ่ายเงินออก')} ${baht(movement.amountMinor)} บาท | ` +
      `บ/ช xx${tail(own, 4)} | ${name} | ${at.day}/${at.month}/${at.year2} ${at.time} | ` +
      `คงเหลือสุทธิ ${baht(movement.balanceAfterMinor)} บาท`
    )
  },
}

const usual = (said: Said): string => {
  const { own, movement } = said
  const at = thaiClock(movement.atMs)
  return (
    `ประกาศรายการ ${at.day}/${at.month}/${at.buddhist} ${at.time} บัญชีเลขที่ xxxx${tail(own, 4)} ` +
    `${both(said, 'มีเงินเข้า', 'มีเงินออก')} ${baht(movement.amountMinor)} บาท ` +
    `เงินคงเหลือในบัญชี ${baht(movement.balanceAfterMinor)} บาท`
  )
}

/** What a bank would say of a movement if it changed its words: the product does not know them. */
export function newWordingOf(bank: string, own: string, movement: Movement): string {
  const { other } = movement
  const name = other === null ? 'เงินสด' : cutName(other)
  const tag = other === null ? 'CASH' : (bankTags[other.bank] ?? other.bank)
  const from = other === null ? '0000' : tail(other.accountNo, 6)
  return (texts[bank] ?? usual)({ own, movement, name, tag, from })
}
