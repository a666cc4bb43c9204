import { baht, scbTime } from '../../testing/bank-phone.ts'
import type { FactoryAccount, FactoryMember, MoneyFactory } from '../../testing/world/money-factory.ts'

export interface Person extends FactoryMember {
  readonly bank: 'KBANK' | 'KTB'
  readonly firstName: string
  readonly lastName: string
  readonly state: string
}

/** What may happen on a hostile day, and how often of a thousand. */
const kinds = {
  plain: 590,
  stranger: 60,
  /** One of five members whose accounts end alike; sometimes one of the others has asked for the amount. */
  equalTail: 60,
  /** Somebody who bears a member's name. */
  sameName: 40,
  /** The digits of a member's account at another bank. */
  otherBank: 40,
  notActive: 20,
  huge: 20,
  /** A true message whose phone lost it; a person confirms what comes after. */
  lost: 10,
  forgedBalance: 35,
  lookalike: 35,
  /** A message of before, said again with another time. */
  replayed: 35,
  foreignDigits: 30,
  zero: 15,
  negative: 10,
} as const
export type Kind = keyof typeof kinds

/** What really happened at the bank, or what somebody says has. */
export interface Event {
  readonly kind: Kind
  readonly account: FactoryAccount
  readonly text: string
  readonly sender: string
  readonly amountMinor: number
  readonly afterMinor: number
  /** Whose money it is; null: a stranger's, or none at all. */
  readonly owner: Person | null
  /** The bank did move this money. */
  readonly isTrue: boolean
  /** Digits of the payer's account that the message shows. */
  readonly payerDigits: number
  /** Who asks for the amount before it is paid: the owner, or one whose number ends alike. */
  readonly asksFirst: Person | null
}

/** Numbers that repeat with their seed (mulberry32). */
export function chanceOf(start: number) {
  let state = start
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    digits: (count: number) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
  }
}
export type Chance = ReturnType<typeof chanceOf>

const firstNames = ['สมชาย', 'สมหญิง', 'วิชัย', 'มาลี', 'ประเสริฐ', 'กมล', 'นภา', 'ธีระ', 'อรทัย', 'พิชิต']
const lastNames = ['ใจดี', 'รักไทย', 'มีสุข', 'ทองคำ', 'แสงจันทร์', 'บุญมา', 'ศรีสุข', 'วงศ์ทอง']

export interface People {
  readonly plain: readonly Person[]
  /** Fives whose numbers share their last digits: six of them, or four. */
  readonly fives: readonly (readonly Person[])[]
  readonly notActive: readonly Person[]
}

/** Members of two banks; many share a name, some the end of their numbers. */
export async function makePeople(make: MoneyFactory, chance: Chance): Promise<People> {
  const add = async (
    accountNo: string,
    bank: Person['bank'] = chance.pick(['KBANK', 'KTB'] as const),
    state = 'active',
  ): Promise<Person> => {
    const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)]
    const member = await make.member({ bank, accountNo, firstName, lastName, state })
    return { ...member, bank, firstName, lastName, state }
  }
  const plain: Person[] = []
  for (let n = 0; n < 80; n += 1) plain.push(await add(chance.digits(10)))
  const fives: Person[][] = []
  for (const shared of [6, 6, 4, 4]) {
    const bank = chance.pick(['KBANK', 'KTB'] as const)
    const tail = chance.digits(shared)
    const five: Person[] = []
    for (let n = 0; n < 5; n += 1) five.push(await add(`${chance.digits(10 - shared)}${tail}`, bank))
    fives.push(five)
  }
  const notActive: Person[] = []
  for (let n = 0; n < 6; n += 1)
    notActive.push(await add(chance.digits(10), 'KBANK', n % 2 === 0 ? 'suspended' : 'blacklisted'))
  return { plain, fives, notActive }
}

const tags = { KBANK: 'KBNK', KTB: 'KTB' } as const
const shortDay = (at: Date, era: number): string => {
  const local = new Date(at.getTime() + 7 * 3_600_000)
  return `${scbTime(at).slice(0, 5)}/${String(local.getUTCFullYear() + era).slice(-2)}`
}

interface Payer {
  readonly bank: Person['bank']
  readonly no: string
  readonly name: string
}

/** What a bank writes of a payment by this account: six digits, four with a name, or four alone. */
function textOf(account: FactoryAccount, from: Payer, amount: string, after: string, at: Date): string {
  const own = account.accountNo
  if (account.bank === 'SCB') {
    const payer = `${tags[from.bank]}/x${from.no.slice(-6)}`
    return `${scbTime(at)} ${amount} จาก${payer}เข้าx${own.slice(-6)} ใช้ได้${after}บ`
  }
  if (account.bank === 'TTB') {
    const payer = `${from.bank} X${from.no.slice(-4)} นาย ${from.name}`
    const when = `${shortDay(at, 0)}@${scbTime(at).slice(6)}`
    return `มีเงิน${amount}บ.โอนเข้าบ/ชxx${own.slice(-4)} จาก ${payer} เหลือ${after}บ.${when}`
  }
  const when = `${shortDay(at, 543)} ${scbTime(at).slice(6)}`
  return `${when} บช X-${own.slice(-4)} รับโอนจาก X-${from.no.slice(-4)} ${amount} คงเหลือ ${after} บ.`
}

const thaiDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))
const wideDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))

/**
 * Senders that look like the bank's own and are not: other scripts, spaces, invisible signs. Small letters
 * are not among them: networks write a sender's letters as they like, and the allow-list takes all alike.
 */
const lookalikes = (bank: string): readonly string[] => [
  bank.replace('B', 'В').replace('K', 'К'),
  `${bank}\u200b`,
  ` ${bank}`,
  `${bank}.`,
  `${bank}-Bank`,
  '+66812345678',
]

const nameOf = (person: Person): string => `${person.firstName} ${person.lastName.slice(0, 3)}`

/** One account's day: the bank keeps its book, and others try to be taken for it. */
export class HostileDay {
  readonly #account: FactoryAccount
  readonly #people: People
  readonly #chance: Chance
  #balanceMinor: number
  #last: Event | null = null

  constructor(account: FactoryAccount, people: People, chance: Chance, balanceMinor: number) {
    this.#account = account
    this.#people = people
    this.#chance = chance
    this.#balanceMinor = balanceMinor
  }

  next(): Event {
    const kind = this.#kind()
    const event = this.#event(kind)
    if (event.isTrue) {
      this.#balanceMinor = event.afterMinor
      this.#last = event
    }
    return event
  }

  #kind(): Kind {
    let left = this.#chance.next() * Object.values(kinds).reduce((sum, share) => sum + share, 0)
    for (const [kind, share] of Object.entries(kinds) as [Kind, number][]) {
      left -= share
      if (left < 0) return kind
    }
    return 'plain'
  }

  #amountMinor(): number {
    return 100 * (1 + Math.floor(this.#chance.next() * 500)) + Math.floor(this.#chance.next() * 100)
  }

  #event(kind: Kind): Event {
    const { plain, fives, notActive } = this.#people
    const { pick, digits, next } = this.#chance
    const member = pick(plain)
    switch (kind) {
      case 'stranger':
        return this.#paid(kind, null, { bank: member.bank, no: digits(10), name: 'แปลก คนอื' })
      case 'equalTail': {
        const five = pick(fives)
        const owner = pick(five)
        const asking = pick([owner, pick(five), null])
        return { ...this.#paid(kind, owner), asksFirst: asking }
      }
      case 'sameName':
        return this.#paid(kind, null, { bank: member.bank, no: digits(10), name: nameOf(member) })
      case 'otherBank': {
        const bank = member.bank === 'KBANK' ? 'KTB' : 'KBANK'
        return this.#paid(kind, null, { bank, no: member.accountNo, name: 'แปลก คนอื' })
      }
      case 'notActive':
        return this.#paid(kind, pick(notActive))
      case 'huge':
        return this.#paid(kind, member, undefined, 5_000_001 + Math.floor(next() * 9_000_000_000))
      case 'forgedBalance':
        return this.#said(kind, member, this.#balanceMinor - 100 * (1 + Math.floor(next() * 50)))
      case 'lookalike': {
        const said = this.#said(kind, member, this.#balanceMinor)
        return { ...said, sender: pick(lookalikes(this.#account.bank)) }
      }
      case 'replayed':
        return this.#again(member)
      case 'foreignDigits':
        return this.#foreign(member)
      case 'zero':
        return this.#said(kind, member, this.#balanceMinor, '0.00')
      case 'negative':
        return this.#said(kind, member, this.#balanceMinor, `-${baht(this.#amountMinor())}`)
      default:
        return this.#paid(kind, member)
    }
  }

  /** Money that the bank really moved. Inside KBANK only KBANK's own customers show their digits. */
  #paid(kind: Kind, owner: Person | null, from?: Payer, amountMinor = this.#amountMinor()): Event {
    const payer = from ?? payerOf(owner)
    const isOwnBank = this.#account.bank !== 'KBANK' || payer.bank === 'KBANK'
    // A payer of another bank shows at KBANK as four digits of whatever account it went through.
    const shown = isOwnBank ? payer : { ...payer, no: this.#chance.digits(10) }
    const afterMinor = this.#balanceMinor + amountMinor
    // Inside KBANK nothing but four digits is printed, so members there mostly ask for the deposit first.
    const asks =
      this.#account.bank === 'KBANK' && isOwnBank && kind === 'plain' && this.#chance.next() < 0.85
    return {
      kind,
      account: this.#account,
      text: textOf(this.#account, shown, baht(amountMinor), baht(afterMinor), new Date()),
      sender: this.#account.bank,
      amountMinor,
      afterMinor,
      owner,
      isTrue: true,
      payerDigits: isOwnBank && owner !== null ? (this.#account.bank === 'SCB' ? 6 : 4) : 0,
      asksFirst: asks ? owner : null,
    }
  }

  /** A message without money behind it. */
  #said(kind: Kind, member: Person, beforeMinor: number, amount?: string): Event {
    const amountMinor = this.#amountMinor()
    const afterMinor = amount === undefined ? beforeMinor + amountMinor : beforeMinor
    const words = [amount ?? baht(amountMinor), baht(afterMinor)] as const
    return {
      kind,
      account: this.#account,
      text: textOf(this.#account, payerOf(member), ...words, new Date()),
      sender: this.#account.bank,
      amountMinor,
      afterMinor,
      owner: null,
      isTrue: false,
      payerDigits: 0,
      asksFirst: null,
    }
  }

  /** The last true message once more, as of some minutes ago or to come. */
  #again(member: Person): Event {
    const last = this.#last
    if (!last?.owner) return this.#said('replayed', member, this.#balanceMinor - 100)
    const minutes = this.#chance.pick([-61, -7, -2, 2, 7])
    const at = new Date(Date.now() + minutes * 60_000)
    const words = [baht(last.amountMinor), baht(last.afterMinor)] as const
    const text = textOf(this.#account, payerOf(last.owner), ...words, at)
    return { ...last, kind: 'replayed', text, isTrue: false, owner: null, payerDigits: 0, asksFirst: null }
  }

  /** A true message whose digits came in another script: read right or not at all. */
  #foreign(member: Person): Event {
    const event = this.#paid('foreignDigits', member)
    const change = this.#chance.pick([thaiDigits, wideDigits])
    return { ...event, text: change(event.text), payerDigits: 0 }
  }
}

const stranger: Payer = { bank: 'KBANK', no: '0000000000', name: 'แปลก คนอื' }
const payerOf = (person: Person | null): Payer =>
  person === null ? stranger : { bank: person.bank, no: person.accountNo, name: nameOf(person) }
