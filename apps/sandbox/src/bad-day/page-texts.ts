import type { PlantKind } from './planted.ts'

type Pair = readonly [th: string, en: string]

/** What was planted, where in the console it should be found, and the path of that screen. */
interface PlantText {
  readonly what: Pair
  readonly find: Pair
  readonly path: string
}

const deposits = '/pre-transaction/reconcile-deposit'
const withdrawals = '/pre-transaction/reconcile-withdraw'
const accounts = '/payment-auto/list'
const gateways = '/payment-gateway/list'

export const plantTexts: Readonly<Record<PlantKind, PlantText>> = {
  late: {
    what: ['ข้อความแรกมาช้า รายการที่สองมาก่อน', 'The first message comes late, after the second'],
    find: [
      'รายการที่สองรอ (รายการก่อนหน้าขาดหาย) จนข้อความแรกมา แล้วเติมเองทั้งคู่',
      'The second line waits for what is missing before it; once the first has come both are credited.',
    ],
    path: deposits,
  },
  wrongAmount: {
    what: ['แจ้งฝากยอดหนึ่ง โอนอีกยอด', 'Asked for one amount, paid another'],
    find: [
      'รายการเงินเข้าที่ยังไม่พบยูส และคำขอฝากของสมาชิกที่ยังรอเงิน',
      'An unmatched line, and the member’s request that still waits for its money.',
    ],
    path: '/pre-transaction/matching',
  },
  twice: {
    what: ['ข้อความเดียวกันมาสองครั้ง', 'One message told twice'],
    find: [
      'เติมเครดิตครั้งเดียว ในรายละเอียดแถวมีข้อความดิบสองข้อความ',
      'Credited once; the row’s details show two raw messages.',
    ],
    path: deposits,
  },
  contradicts: {
    what: ['เลขบัญชีของสมาชิก แต่ชื่อผู้โอนเป็นคนอื่น', 'A member’s account, somebody else’s name'],
    find: ['รายการไม่พบยูส: ไม่เติมเอง คนต้องตัดสิน', 'Unmatched: nobody is credited by itself.'],
    path: '/pre-transaction/matching',
  },
  hookTwice: {
    what: ['เกตเวย์แจ้งจ่ายซ้ำสองครั้ง', 'The gateway tells of a payment twice'],
    find: [
      'รายการคิวอาร์เติมครั้งเดียว เหตุการณ์เดียวนับซ้ำ 1',
      'The order is credited once; its event counts one repeat.',
    ],
    path: gateways,
  },
  hookLate: {
    what: ['เกตเวย์แจ้งช้า', 'The gateway tells late'],
    find: ['รายการคิวอาร์รอ แล้วเติมเมื่อแจ้งมา', 'The order waits, and is credited once told of.'],
    path: gateways,
  },
  hookForged: {
    what: ['มีคนปลอมลายเซ็นเว็บฮุก', 'Somebody forges a webhook’s signature'],
    find: [
      'เหตุการณ์ถูกปฏิเสธ (ลายเซ็นผิด) ระบบไปถามเกตเวย์เองแล้วจึงเติม',
      'The event is refused for its signature; the house asks the gateway itself before it credits.',
    ],
    path: gateways,
  },
  paidTwice: {
    what: ['ธนาคารโอนถอนซ้ำสองครั้ง', 'The bank makes a payout twice'],
    find: ['เตือน “อาจจ่ายซ้ำ” และแถว “อาจจ่ายซ้ำ” ในกระทบยอดถอน', 'An alarm and a row “may be paid twice”.'],
    path: withdrawals,
  },
  outOfOrder: {
    what: ['ข้อความสองรายการสลับลำดับ', 'Two messages in the wrong order'],
    find: [
      'เติมทั้งคู่โดยไม่มีใครแตะ ยอดคงเหลือเรียงถูก',
      'Both are credited by themselves, in the order of their balances.',
    ],
    path: deposits,
  },
  answerLost: {
    what: ['ระบบโอนไม่ตอบ แต่เงินออกแล้ว', 'The rail never answers, yet the money has left'],
    find: [
      'รายการถอน “ไม่ทราบผล” แล้วเป็นจ่ายแล้วเมื่อข้อความธนาคารมา ห้ามโอนซ้ำ',
      'The withdrawal’s outcome is unknown until the bank’s message proves it; nobody may pay again.',
    ],
    path: '/pre-transaction/deposit-withdraw?tab=withdrawals',
  },
  lost: {
    what: ['ข้อความหาย ไฟล์ของธนาคารมี', 'A message is lost; the bank’s file has it'],
    find: [
      'บัญชีนี้ขาดตอน รายการหลังรออยู่ ดาวน์โหลดไฟล์รายการวันนี้ด้านล่างแล้วนำเข้าที่รายการเดินบัญชี',
      'The account’s chain has a hole and later lines wait. Import today’s statement (below) at its lines.',
    ],
    path: accounts,
  },
  fee: {
    what: ['ธนาคารหักค่าธรรมเนียม ไม่มีรายการของเรา', 'The bank takes a fee that nobody recorded'],
    find: [
      'เตือน “เงินออกที่ไม่พบคำสั่ง” และแถว “ไม่มีรายการของเรา”',
      'An alarm of money out, and a row without a record.',
    ],
    path: withdrawals,
  },
  payoutUnseen: {
    what: ['ถอนโอนแล้ว แต่ไม่มีข้อความธนาคาร', 'A withdrawal is sent, and its line does not come'],
    find: [
      '“รอธนาคาร” แล้วเป็น “ไม่พบในธนาคาร” เมื่อเลยเวลา ไฟล์ของบัญชีถอนมีรายการนี้',
      'Expected, then missing at the bank; the withdrawal account’s statement has it.',
    ],
    path: withdrawals,
  },
  phoneOff: {
    what: ['มือถือดับระหว่างมีเงินเข้า', 'A phone goes silent while money comes in'],
    find: [
      'เตือนเครื่องขาดการติดต่อหลัง 3 นาที เงินเติมเองเมื่อเครื่องกลับมา',
      'An alarm after three minutes; the money is credited once the phone is back.',
    ],
    path: '/device/list',
  },
  gatewayFails: {
    what: ['เกตเวย์ล่มหนึ่งนาที', 'The gateway fails for a minute'],
    find: [
      'สมาชิกขอคิวอาร์ไม่ได้ เกตเวย์ถูกพักไว้เองหลังล้มเหลว 5 ครั้ง แล้วกลับมาเอง',
      'Members get no code; after five failures the gateway is left alone, and tried again by itself.',
    ],
    path: gateways,
  },
  newWording: {
    what: ['ธนาคารเปลี่ยนข้อความ', 'A bank changes its words'],
    find: [
      'แท็บข้อความอ่านไม่ออก สอนรูปแบบใหม่ แล้วให้คนที่สองอนุมัติ',
      'Among the unread messages: teach it, and let a second person agree.',
    ],
    path: '/pre-transaction/matching?tab=messages',
  },
  dayPaidTwice: {
    what: ['ธนาคารโอนถอนซ้ำ', 'The bank made a payout twice'],
    find: [
      'กระทบยอดปิดวัน: เงินออกที่ไม่พบคำสั่ง และ “อาจจ่ายซ้ำ” ในกระทบยอดถอนของวันนั้น',
      'A difference of the day, and “may be paid twice” among its payouts.',
    ],
    path: '/reconcile',
  },
  dayFee: {
    what: ['ค่าธรรมเนียมที่ไม่มีรายการของเรา', 'A fee without a record of ours'],
    find: ['กระทบยอดปิดวัน: เงินออกที่ไม่พบคำสั่ง', 'A difference of the day: money out that nobody knows.'],
    path: '/reconcile',
  },
  dayLost: {
    what: ['เงินคืนเข้าบัญชี ข้อความหาย ไฟล์ของธนาคารมี', 'Money back; its message is lost, the file has it'],
    find: [
      'กระทบยอดปิดวัน: เงินเคลื่อนไหวที่ไม่มีข้อความ นำเข้าไฟล์ของวันนั้นแล้วหายไป',
      'A gap of the day; gone once the file of that day is imported.',
    ],
    path: '/reconcile',
  },
}
