/** What the part of the page says that plants trouble. */
export const badDayWords = {
  'bad-day': ['วันที่มีปัญหา', 'A bad day'],
  badDayHint: [
    'กดเริ่มแล้วใน 6 นาทีจะมีปัญหา 16 อย่างจากภายนอก แล้วหยุดเอง ไม่มีใครได้เครดิตผิด ' +
      'ด้านบนของหน้านี้จะมีรายการสิ่งที่ซ่อนไว้ ลองหาในหลังบ้านก่อนเปิดดู',
    'Within six minutes 16 things go wrong outside, and it stops by itself. Nobody is credited wrongly. ' +
      'What was planted is listed at the top of this page: look for it in the back office first.',
  ],
  badDayAct: ['เริ่มวันที่มีปัญหา', 'Start a bad day'],
  'end-bad-day': ['หยุดวันที่มีปัญหา', 'Stop the bad day'],
  badDayUntil: ['กำลังเกิดปัญหา จบเองเวลา', 'Going on; ends by itself at'],
  seed: ['เลขชุด (เว้นว่าง = ชุดใหม่)', 'Seed (empty: a new one)'],
  seedNow: ['เลขชุด', 'Seed'],
  'day-differences': ['ซ่อนผลต่าง 3 อย่างในวันที่จะปิด', 'Plant three differences into a day’s close'],
  dayDifferencesHint: [
    'ถอนที่โอนซ้ำ ค่าธรรมเนียมที่ไม่มีรายการ และเงินคืนที่ข้อความหาย ใช้ฝึกหน้ากระทบยอดปิดวัน',
    'A payout made twice, a fee without a record, and money back without a message: to practise the close.',
  ],
  dayDifferencesAct: ['ซ่อนผลต่าง', 'Plant them'],
  day: ['วัน', 'Day'],
  today: ['วันนี้', 'today'],
  yesterday: ['เมื่อวาน', 'yesterday'],
  planted: ['สิ่งที่ซ่อนไว้ และควรพบที่ไหน', 'What was planted, and where to find it'],
  plantedWhat: ['อะไร', 'What'],
  plantedFacts: ['ข้อมูล', 'Facts'],
  plantedWhere: ['ควรพบที่ไหนในหลังบ้าน', 'Where in the back office'],
  plantedOpen: ['เปิดหน้านี้', 'Open it'],
  plantedFile: ['ไฟล์ของวันที่', 'Statement of'],
  notPlanted: ['ซ่อนไม่ได้', 'could not be planted'],
  badDayRuns: ['วันที่มีปัญหายังไม่จบ', 'A bad day goes on already'],
  noPayoutOfDay: [
    'วันนั้นไม่มีการโอนถอนให้ซ้ำ ลองอีกวัน หรือให้สมาชิกถอนก่อน',
    'No payout was made on that day. Choose the other day, or let a member withdraw first.',
  ],
  noGateway: ['ไม่มีเกตเวย์จำลอง', 'There is no pretend gateway'],
  phoneIsOff: ['มือถือปิดอยู่แล้ว', 'The phone is off already'],
} as const satisfies Record<string, readonly [string, string]>
