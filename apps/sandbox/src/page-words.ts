export type Lang = 'th' | 'en'

const words = {
  title: ['โลกจำลอง', 'Sandbox'],
  lead: [
    'หน้านี้เล่นเป็นโลกภายนอกของระบบ: สมาชิก ธนาคารที่ส่งข้อความเข้ามือถือ และระบบโอนเงินออก ' +
      'ไม่มีเงินจริง เลือกเหตุการณ์แล้วกดปุ่ม ผลจะขึ้นในหลังบ้านภายในไม่กี่วินาที',
    'This page plays the world outside: members, banks that send messages to phones, and the ' +
      'payout rail. No money is real. Pick an event and press its button; the back office shows ' +
      'it within seconds.',
  ],
  openConsole: ['เปิดหลังบ้าน', 'Open the back office'],
  deposit: ['สมาชิกโอนเงินฝาก', 'A member deposits'],
  depositAct: ['โอนฝาก', 'Deposit'],
  withdrawal: ['สมาชิกขอถอน', 'A member withdraws'],
  withdrawalAct: ['ขอถอน', 'Withdraw'],
  message: ['ส่งข้อความธนาคารเอง', 'Send a bank message'],
  messageHint: [
    'ข้อความเข้ามือถือของบัญชีนี้ตามที่พิมพ์ ยอดในธนาคารไม่เปลี่ยน',
    'The account’s phone gets the text as typed; the balance at the bank stays.',
  ],
  messageAct: ['ส่งข้อความ', 'Send the message'],
  other: ['เหตุการณ์อื่น', 'Other events'],
  rail: ['กำหนดผลการโอนออกครั้งถัดไป', 'Decide the next payout'],
  railHint: [
    'ถอนที่อนุมัติแล้วจะโอนออกตามผลที่กำหนด ทีละครั้งตามลำดับ ถ้าไม่กำหนดจะสุ่ม',
    'Approved withdrawals are paid with the outcomes set here, one each, in order; without ' +
      'one, by chance.',
  ],
  railAct: ['กำหนดผล', 'Set the outcome'],
  planned: ['ที่กำหนดไว้', 'Set so far'],
  next: ['ผลลัพธ์', 'Outcome'],
  member: ['สมาชิก', 'Member'],
  anyone: ['ใครก็ได้', 'anybody'],
  amount: ['จำนวนเงิน (บาท)', 'Amount (THB)'],
  anyAmount: ['เว้นว่าง = สุ่มยอด', 'empty: a random amount'],
  from: ['จากบัญชี', 'From account'],
  to: ['เข้าบัญชี', 'Into account'],
  accountNo: ['บัญชีของเรา', 'Our account'],
  anyAccount: ['ให้ระบบเลือกบัญชีที่เหมาะ', 'one that fits, chosen for you'],
  payer: ['ผู้โอน', 'Payer'],
  self: ['ตัวสมาชิกเอง', 'the member'],
  otherPayer: ['บัญชีคนอื่น นามสกุลเดียวกัน', 'a relative’s account'],
  stranger: ['คนแปลกหน้า', 'a stranger'],
  manner: ['ข้อความธนาคารมาแบบ', 'The bank’s message comes'],
  plain: ['ปกติ', 'as usual'],
  late: ['ช้า 20–90 วินาที', '20 to 90 seconds late'],
  twice: ['ซ้ำ 2 ครั้ง', 'twice'],
  outOfOrder: ['ผิดลำดับ (ช้า 8–20 วินาที)', 'out of order (8 to 20 seconds late)'],
  pushToo: ['ทั้ง SMS และแจ้งเตือนแอป', 'as SMS and as app notification'],
  hasRequest: ['แจ้งฝากในเว็บก่อนโอน', 'asks on the site before paying'],
  isWrongAmount: ['โอนยอดไม่ตรง', 'pays a wrong amount'],
  isPromptPay: ['โอนผ่านพร้อมเพย์', 'pays by PromptPay'],
  text: ['ข้อความ', 'Text'],
  sender: ['ผู้ส่ง', 'Sender'],
  ownSender: ['เว้นว่าง = ชื่อผู้ส่งของธนาคาร', 'empty: the bank’s own'],
  source: ['ช่องทาง', 'Source'],
  push: ['แจ้งเตือนแอป', 'App notification'],
  duplicate: ['ส่งข้อความล่าสุดซ้ำ', 'Repeat the last message'],
  duplicateHint: ['ต้องไม่เติมเครดิตซ้ำ', 'Nobody may be credited twice.'],
  'out-of-order': ['เงินเข้า 2 รายการ ข้อความสลับลำดับ', 'Two deposits, messages swapped'],
  'out-of-orderHint': ['ระบบต้องเรียงให้ถูกเอง', 'They must be put in order again.'],
  unreadable: ['ข้อความอ่านไม่ออก', 'Unreadable message'],
  unreadableHint: ['ขึ้นที่แท็บข้อความอ่านไม่ออก', 'It stands among the unreadable messages.'],
  strangerDeposit: ['เงินเข้าไม่มีเจ้าของ', 'Money without an owner'],
  strangerDepositHint: ['ขึ้นที่รายการไม่พบยูส', 'It stands among the unmatched lines.'],
  fee: ['ธนาคารหักค่าธรรมเนียม 10 บาท', 'The bank takes a fee of 10 THB'],
  feeHint: ['จากบัญชีถอน', 'From a withdrawal account.'],
  login: ['สมาชิกเข้าสู่ระบบ', 'A member signs in'],
  loginHint: ['ขึ้นในประวัติของสมาชิก', 'It stands in the member’s history.'],
  run: ['เหตุการณ์สุ่ม', 'Random events'],
  runHint: ['อย่างที่เกิดเองทุกไม่กี่วินาที', 'As they come by themselves.'],
  count: ['กี่เหตุการณ์', 'How many'],
  'own-transfer': ['โอนระหว่างบัญชีของเรา', 'Transfer between our accounts'],
  ownTransferAct: ['โอน', 'Transfer'],
  anyTransfer: ['เว้นว่าง = 1,000 บาท', 'empty: 1,000 THB'],
  succeed: ['สำเร็จทันที', 'succeeds at once'],
  accept: ['รับไว้ แล้วสำเร็จ', 'accepted, then succeeds'],
  fail: ['ไม่สำเร็จ', 'fails'],
  lateRail: ['ตอบช้า 12 วินาที', 'answers after 12 s'],
  neverButPay: ['ไม่ตอบ แต่เงินออก', 'never answers, yet pays'],
  never: ['ไม่ตอบ และเงินไม่ออก', 'never answers, does not pay'],
  done: ['ส่งแล้ว', 'Sent'],
  notDone: ['ไม่สำเร็จ', 'Not done'],
  noMember: [
    'ไม่พบสมาชิกที่มีเครดิตพอและไม่มีรายการถอนค้าง ลองใหม่ หรือเลือกสมาชิกเอง',
    'Nobody with enough credit and no open withdrawal was found. Try again, or pick a member.',
  ],
  noMessage: ['ยังไม่มีข้อความที่ส่งไป', 'No message was sent yet.'],
  wrongAmount: ['ใส่เป็นตัวเลข เช่น 500 หรือ 500.25', 'Type a number such as 500 or 500.25'],
  wrongField: ['ช่องนี้ใส่ไม่ถูกต้อง', 'This field is wrong'],
  unknownAccount: ['ไม่มีบัญชีนี้', 'The banks do not have this account'],
  insufficientFunds: ['ยอดในธนาคารไม่พอ', 'The bank account holds too little'],
  sameAccount: ['เลือกคนละบัญชี', 'Choose two different accounts'],
  noPhone: ['บัญชีนี้ไม่มีมือถือรับข้อความ', 'No phone gets this account’s messages'],
  detail: ['รายละเอียด', 'Details'],
  running: ['เหตุการณ์เกิดเองทุกไม่กี่วินาที', 'Events happen by themselves every few seconds'],
  paused: [
    'หยุดพัก: ไม่มีใครเปิดหลังบ้านอยู่ เหตุการณ์จะเกิดเองเมื่อเปิด',
    'Paused: nobody has the back office open; events go on once somebody has',
  ],
  off: ['ไม่มีเหตุการณ์เกิดเอง มีเฉพาะที่กดในหน้านี้', 'No event happens by itself, only those sent here'],
  balance: ['ยอดในธนาคาร', 'Balance at the bank'],
  use: ['ใช้สำหรับ', 'Used for'],
  baht: ['ยอด (บาท)', 'THB'],
  roleDeposit: ['รับฝาก', 'deposits'],
  roleWithdrawal: ['จ่ายถอน', 'withdrawals'],
  roleHolding: ['พักเงิน', 'holding'],
  calls: ['สั่งจากโปรแกรม', 'From a program'],
  callsHint: [
    'ส่ง JSON ไปที่ POST /control/ชื่อเหตุการณ์ จำนวนเงินเป็นสตางค์ ดูสถานะที่ GET ' +
      '/control/state และสมาชิกที่ GET /control/members',
    'Send JSON to POST /control/<event>, amounts in satang; GET /control/state and GET ' +
      '/control/members show what there is.',
  ],
  noFields: ['ไม่มีช่อง', 'no fields'],
} as const satisfies Record<string, readonly [string, string]>

export type Word = keyof typeof words
export type Say = (word: Word) => string

export const sayer =
  (lang: Lang): Say =>
  (word) =>
    words[word][lang === 'th' ? 0 : 1]

export const isWord = (word: string): word is Word => Object.hasOwn(words, word)
