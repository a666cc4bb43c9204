type BankState = 'active' | 'corporate' | 'merged' | 'leftMarket' | 'centralBank' | 'proxy'

export type Bank = {
  /** On the wire and at rest: the abbreviation, never the Bank of Thailand number. */
  code: string
  /** Bank of Thailand institution code; null for wallets and proxies. */
  bot: string | null
  nameTh: string
  nameEn: string
  /** Usual lengths of an account number, the first the most usual. Warn on others, never refuse. */
  accountDigits: readonly number[]
  colour: string | null
  state: BankState
  /** Other tags and names seen in messages, beside the code, the names and the number. */
  aliases: readonly string[]
}

function bank<const Code extends string>(
  bot: string | null,
  code: Code,
  nameTh: string,
  nameEn: string,
  accountDigits: readonly number[],
  colour: string | null,
  state: BankState,
  ...aliases: string[]
): Bank & { code: Code } {
  return { bot, code, nameTh, nameEn, accountDigits, colour, state, aliases }
}

/** Every institution that a message, slip or form may name (domain §2.1), in Bank of Thailand order. */
export const banks = [
  bank('001', 'BOT', 'แห่งประเทศไทย', 'Bank of Thailand', [], null, 'centralBank'),
  bank('002', 'BBL', 'กรุงเทพ', 'Bangkok Bank', [10], '#1e4598', 'active', 'BBLA', 'บัวหลวง', 'Bualuang'),
  bank(
    '004',
    'KBANK',
    'กสิกรไทย',
    'Kasikornbank',
    [10],
    '#138f2d',
    'active',
    'KBNK',
    'กสิกร',
    'K PLUS',
    'Kasikorn',
  ),
  bank('005', 'RBS', 'เดอะรอยัลแบงก์ออฟสกอตแลนด์', 'Royal Bank of Scotland', [], null, 'leftMarket'),
  bank(
    '006',
    'KTB',
    'กรุงไทย',
    'Krungthai Bank',
    [10],
    '#1ba5e1',
    'active',
    'KTBA',
    'Krungthai',
    'Krung Thai Bank',
  ),
  bank('008', 'JPMC', 'เจพีมอร์แกน เชส', 'JPMorgan Chase', [], null, 'corporate'),
  bank('009', 'OCBC', 'โอเวอร์ซี-ไชนีส', 'OCBC', [], null, 'corporate'),
  bank('010', 'BTMU', 'โตเกียว-มิตซูบิชิ', 'Bank of Tokyo-Mitsubishi UFJ', [], null, 'merged'),
  bank(
    '011',
    'TTB',
    'ทหารไทยธนชาต',
    'TMBThanachart',
    [10],
    '#0050f0',
    'active',
    'TTBA',
    'TMB',
    'TMBA',
    'ทีทีบี',
    'ทหารไทย',
    'ttb bank',
    'TMBThanachart Bank',
  ),
  bank('014', 'SCB', 'ไทยพาณิชย์', 'Siam Commercial Bank', [10], '#4e2e7f', 'active', 'SCBA', 'SICO'),
  bank('015', 'SCIB', 'นครหลวงไทย', 'Siam City Bank', [], null, 'merged'),
  bank('017', 'CITI', 'ซิตี้แบงก์', 'Citibank N.A.', [10], '#1583c7', 'leftMarket', 'Citibank'),
  bank('018', 'SMBC', 'ซูมิโตโม มิตซุย', 'Sumitomo Mitsui Banking Corp.', [], '#a0d235', 'corporate'),
  bank(
    '020',
    'SCBT',
    'สแตนดาร์ดชาร์เตอร์ด (ไทย)',
    'Standard Chartered (Thai)',
    [11],
    '#0f6ea1',
    'active',
    'สแตนดาร์ดชาร์เตอร์ด',
  ),
  bank('022', 'CIMBT', 'ซีไอเอ็มบี ไทย', 'CIMB Thai', [10], '#7e2f36', 'active', 'CIMB', 'ซีไอเอ็มบี'),
  bank('024', 'UOBT', 'ยูโอบี', 'United Overseas Bank (Thai)', [10], '#0b3979', 'active', 'UOB'),
  bank(
    '025',
    'BAY',
    'กรุงศรีอยุธยา',
    'Bank of Ayudhya (Krungsri)',
    [10],
    '#fec43b',
    'active',
    'BAYA',
    'กรุงศรี',
    'Krungsri',
    'Bank of Ayudhya',
  ),
  bank('026', 'MEGA', 'เมกะ สากลพาณิชย์', 'Mega ICBC', [], null, 'active'),
  bank('027', 'BOA', 'แห่งอเมริกา', 'Bank of America', [], null, 'corporate'),
  bank('028', 'CACIB', 'เครดิต อะกริโคล', 'Crédit Agricole CIB', [], null, 'leftMarket'),
  bank('029', 'IOB', 'อินเดียน โอเวอร์ซีส์', 'Indian Overseas Bank', [], null, 'corporate'),
  bank('030', 'GSB', 'ออมสิน', 'Government Savings Bank', [12, 15], '#eb198d', 'active', 'GSBA', 'MyMo'),
  bank('031', 'HSBC', 'ฮ่องกงและเซี่ยงไฮ้', 'HSBC', [12], '#fd0d1b', 'corporate'),
  bank('032', 'DB', 'ดอยซ์แบงก์', 'Deutsche Bank', [], '#0522a5', 'corporate'),
  bank('033', 'GHB', 'อาคารสงเคราะห์', 'Government Housing Bank', [12], '#f57d23', 'active', 'GHBA', 'ธอส'),
  bank(
    '034',
    'BAAC',
    'เพื่อการเกษตรและสหกรณ์การเกษตร',
    'BAAC',
    [12],
    '#4b9b1d',
    'active',
    'ธกส',
    'เพื่อการเกษตรฯ',
    'เพื่อการเกษตร',
  ),
  bank('035', 'EXIM', 'เพื่อการส่งออกและนำเข้าแห่งประเทศไทย', 'Export-Import Bank', [], null, 'corporate'),
  bank('039', 'MHCB', 'มิซูโฮ', 'Mizuho', [], '#150b78', 'corporate'),
  bank('045', 'BNPP', 'บีเอ็นพี พารีบาส์', 'BNP Paribas', [], '#14925e', 'corporate'),
  bank('052', 'BOC', 'แห่งประเทศจีน (ไทย)', 'Bank of China (Thai)', [], null, 'active', 'แห่งประเทศจีน'),
  bank('065', 'TBANK', 'ธนชาต', 'Thanachart', [10], '#fc4f1f', 'merged', 'TBNK'),
  bank(
    '066',
    'ISBT',
    'อิสลามแห่งประเทศไทย',
    'Islamic Bank of Thailand',
    [10],
    '#184615',
    'active',
    'IBANK',
    'ISBA',
    'อิสลาม',
  ),
  bank('067', 'TISCO', 'ทิสโก้', 'TISCO', [14, 10], '#12549f', 'active', 'TSCO'),
  bank(
    '069',
    'KKP',
    'เกียรตินาคินภัทร',
    'Kiatnakin Phatra',
    [10, 14],
    '#199cc5',
    'active',
    'KKBA',
    'KKB',
    'เกียรตินาคิน',
  ),
  bank('070', 'ICBCT', 'ไอซีบีซี (ไทย)', 'ICBC (Thai)', [12], '#c50f1c', 'active', 'ICBC', 'ไอซีบีซี'),
  bank(
    '071',
    'TCD',
    'ไทยเครดิต',
    'Thai Credit Bank',
    [10, 11, 12, 13],
    '#0a4ab3',
    'active',
    'TCRB',
    'TCRBA',
  ),
  bank(
    '073',
    'LHB',
    'แลนด์ แอนด์ เฮ้าส์',
    'Land and Houses',
    [10],
    '#6d6e71',
    'active',
    'LHBANK',
    'LHBA',
    'LHFG',
  ),
  bank('079', 'ANZ', 'เอเอ็นแซด (ไทย)', 'ANZ (Thai)', [], null, 'corporate'),
  bank('080', 'SMTB', 'ซูมิโตโม มิตซุย ทรัสต์ (ไทย)', 'SMTB (Thai)', [], null, 'corporate'),
  bank('098', 'SME', 'พัฒนาวิสาหกิจฯ', 'SME Development Bank', [], null, 'active', 'เอสเอ็มอี'),
  bank(
    null,
    'TMW',
    'ทรูมันนี่ วอลเล็ท',
    'TrueMoney Wallet',
    [10],
    '#f8941f',
    'active',
    'TRUEWALLET',
    'TrueMoney',
    'ทรูมันนี่',
    'ทรูวอลเล็ท',
    'True Wallet',
    'TMN',
  ),
  bank(null, 'PROMPTPAY', 'พร้อมเพย์', 'PromptPay', [10, 13, 15], '#003d6b', 'proxy', 'PP', 'พร้อมเพย'),
] as const

export type BankCode = (typeof banks)[number]['code']

/** The banks that players use, in the order in which pickers show them first. */
export const retailBankCodes = [
  'KBANK',
  'SCB',
  'BBL',
  'KTB',
  'BAY',
  'TTB',
  'GSB',
  'BAAC',
  'UOBT',
  'CIMBT',
  'KKP',
  'TISCO',
  'LHB',
  'GHB',
  'ICBCT',
  'TCD',
  'ISBT',
  'TMW',
] as const satisfies readonly BankCode[]

/** Wallets and proxies: they have no Bank of Thailand number and must never be sent to a bank as one. */
export const pseudoBankCodes = ['TMW', 'PROMPTPAY'] as const satisfies readonly BankCode[]

const byCode: ReadonlyMap<string, Bank & { code: BankCode }> = new Map(
  banks.map((entry) => [entry.code, entry]),
)
const byAlias: ReadonlyMap<string, BankCode> = new Map(
  banks.flatMap((entry) =>
    [entry.code, entry.nameTh, entry.nameEn, ...entry.aliases].map(
      (name) => [aliasKey(name), entry.code] as const,
    ),
  ),
)

/** The bank of a wire code, or null when the code is unknown. */
export function findBank(code: string): (Bank & { code: BankCode }) | null {
  return byCode.get(code) ?? null
}

/** The bank of a number of the Bank of Thailand (`014`), or null when we know none. */
export const bankOfNumber = (number: string): BankCode | null =>
  banks.find(({ bot }) => bot === number)?.code ?? null

/** Whether the bank is offered to players. */
export function isRetail(code: BankCode): boolean {
  return (retailBankCodes as readonly string[]).includes(code)
}

/** A bank tag or name as messages write it (`KBNK`, `ไทยพาณิชย์`, `ธ.ก.ส.`, `ธนาคารกรุงไทย`), or null. */
export function bankFromAlias(text: string): BankCode | null {
  return byAlias.get(aliasKey(text)) ?? null
}

function aliasKey(text: string): string {
  const key = text
    .normalize('NFC')
    .replace(/[\s.()_-]/g, '')
    .toUpperCase()
  return key.startsWith('ธนาคาร') ? key.slice('ธนาคาร'.length) : key
}

/** The usual first length of the bank's account numbers, or null when it is not known. */
export function accountDigitsOf(code: BankCode | null): number | null {
  return code === null ? null : (findBank(code)?.accountDigits[0] ?? null)
}

/** `1234567890` as `123-4-56789-0`; other lengths are shown as they are, without separators. */
export function formatAccountNo(accountNo: string): string {
  return grouped(accountNo.replace(/\D/g, ''))
}

/** The number with all but four digits before the last hidden: `xxx-x-x1234-x`. Short numbers hide all. */
export function maskAccountNo(accountNo: string): string {
  const digits = accountNo.replace(/\D/g, '')
  if (digits.length < 8) return 'x'.repeat(digits.length)
  return grouped(`${'x'.repeat(digits.length - 5)}${digits.slice(-5, -1)}x`)
}

function grouped(ten: string): string {
  if (ten.length !== 10) return ten
  return `${ten.slice(0, 3)}-${ten.slice(3, 4)}-${ten.slice(4, 9)}-${ten.slice(9)}`
}
