import type { OpenedAccount, OwnAccountSettings } from './banks/own-account.ts'
import { dayOf, type Statement } from './banks/statement.ts'
import { newTextsOf, textsOf, type BankText, type Movement, type Party } from './message-shapes.ts'
import type { Random } from './random.ts'
import type { KeptState, PhoneMessage } from './state-file.ts'

/** How the messages of a movement travel. */
export const manners = ['plain', 'late', 'twice', 'outOfOrder', 'pushToo', 'lost', 'newWording'] as const
export type Manner = (typeof manners)[number]

export interface MoveOptions {
  readonly manner?: Manner
  readonly isPromptPay?: boolean
  /** The phone keeps the message this long, while later ones go past it. */
  readonly heldMs?: number
  /** What the bank prints as its time, where it books late: its message leaves now all the same. */
  readonly atMs?: number
}

export interface Moved {
  readonly bank: string
  readonly accountNo: string
  readonly amountMinor: number
  readonly balanceAfterMinor: number
  readonly texts: readonly string[]
}

/** The bank has no such account, or too little money on it. */
export class BankRefusal extends Error {}

interface Book {
  readonly settings: OwnAccountSettings
  /** Opened here, and not among the accounts that the back office named when this process started. */
  readonly isOpenedHere: boolean
  /** The phone in which the account's SIM lies. */
  phone: string | null
  balanceMinor: number
  lastDueMs: number
  /** The newest, for the statement that the bank gives. */
  readonly movements: Movement[]
}

const movementsMax = 5000
/** So many of an account outlive a restart. */
const movementsKept = 300

const keyOf = ({ bank, accountNo }: Pick<OwnAccountSettings, 'bank' | 'accountNo'>): string =>
  `${bank}:${accountNo}`

/**
 * The banks: they keep the books of our accounts and send a message for every movement, so that the balances
 * in the messages follow one another without a gap, whatever becomes of the messages.
 */
export class World {
  readonly #books: Map<string, Book>
  readonly #random: Random
  readonly #send: (message: PhoneMessage) => void
  readonly #changed: () => void
  #sequence = 0

  /**
   * @param accounts those of the back office: of an account that was opened here, too, they say what it is
   * @param kept what the state file kept: opened accounts, balances, and phones that SIMs were put into
   */
  constructor(
    accounts: readonly OwnAccountSettings[],
    kept: Pick<KeptState, 'balances' | 'sims' | 'opened' | 'movements'>,
    random: Random,
    on: { send: (message: PhoneMessage) => void; changed: () => void },
  ) {
    const isNamed = ({ accountNo }: OpenedAccount): boolean =>
      accounts.some((account) => account.accountNo === accountNo)
    const opened = (kept.opened ?? []).filter((account) => !isNamed(account))
    const bookOf = (settings: OwnAccountSettings, isOpenedHere: boolean): [string, Book] => [
      settings.accountNo,
      {
        settings,
        isOpenedHere,
        phone: kept.sims?.[keyOf(settings)] ?? settings.phone,
        balanceMinor: kept.balances[keyOf(settings)] ?? settings.balanceMinor,
        lastDueMs: 0,
        movements: [...(kept.movements?.[keyOf(settings)] ?? [])],
      },
    ]
    this.#books = new Map([
      ...accounts.map((settings) => bookOf(settings, false)),
      ...opened.map((settings) => bookOf({ ...settings, phone: null }, true)),
    ])
    this.#random = random
    this.#send = on.send
    this.#changed = on.changed
  }

  get accounts(): (OwnAccountSettings & Pick<Book, 'balanceMinor' | 'isOpenedHere'>)[] {
    return [...this.#books.values()].map(({ settings, phone, balanceMinor, isOpenedHere }) => ({
      ...settings,
      phone,
      balanceMinor,
      isOpenedHere,
    }))
  }

  get balances(): Record<string, number> {
    return Object.fromEntries(this.accounts.map((account) => [keyOf(account), account.balanceMinor]))
  }

  /** Phones that SIMs were put into since the first day. */
  get sims(): Record<string, string> {
    return Object.fromEntries(
      [...this.#books.values()].flatMap(({ settings, phone }) =>
        phone === null || phone === settings.phone ? [] : [[keyOf(settings), phone]],
      ),
    )
  }

  /** The newest movements of each account, by `bank:accountNo`: their statements outlive a restart. */
  get movements(): Record<string, readonly Movement[]> {
    return Object.fromEntries(
      [...this.#books.values()].map(({ settings, movements }) => [
        keyOf(settings),
        movements.slice(-movementsKept),
      ]),
    )
  }

  /** Accounts that were opened here and that the back office has not named yet, as they were opened. */
  get opened(): OpenedAccount[] {
    return [...this.#books.values()]
      .filter(({ isOpenedHere }) => isOpenedHere)
      .map(({ settings: { bank, accountNo, accountName, role, balanceMinor } }) => ({
        bank,
        accountNo,
        accountName,
        role,
        balanceMinor,
      }))
  }

  has(accountNo: string): boolean {
    return this.#books.has(accountNo)
  }

  /**
   * Opens an account of ours, whose SIM may lie in a phone at once.
   * @throws BankRefusal when a bank has this number already: events name accounts by the number alone
   */
  open(account: OpenedAccount, phone: string | null): void {
    if (this.has(account.accountNo)) throw new BankRefusal('accountExists')
    this.#books.set(account.accountNo, {
      settings: { ...account, phone: null },
      isOpenedHere: true,
      phone,
      balanceMinor: account.balanceMinor,
      lastDueMs: 0,
      movements: [],
    })
    this.#changed()
  }

  /** Puts the SIM of an account into a phone, which gets its messages from now on. */
  putSim(accountNo: string, phone: string): void {
    const book = this.#books.get(accountNo)
    if (book === undefined) throw new BankRefusal('unknownAccount')
    book.phone = phone
    this.#changed()
  }

  /**
   * Moves money on an account of ours and lets its phone know.
   * @throws BankRefusal for an account the banks do not have, or one with too little on it
   */
  move(
    accountNo: string,
    direction: 'in' | 'out',
    amountMinor: number,
    other: Party | null,
    options: MoveOptions = {},
  ): Moved {
    const book = this.#books.get(accountNo)
    if (book === undefined) throw new BankRefusal('unknownAccount')
    const after = book.balanceMinor + (direction === 'in' ? amountMinor : -amountMinor)
    if (after < 0) throw new BankRefusal('insufficientFunds')
    book.balanceMinor = after
    this.#changed()
    const movement: Movement = {
      direction,
      amountMinor,
      balanceAfterMinor: after,
      atMs: options.atMs ?? Date.now(),
      other,
      isPromptPay: options.isPromptPay ?? false,
    }
    book.movements.push(movement)
    if (book.movements.length > movementsMax) book.movements.shift()
    const { bank } = book.settings
    const said = (options.manner === 'newWording' ? newTextsOf : textsOf)(bank, accountNo, movement)
    const texts = this.#announce(book, said, options)
    return { bank, accountNo, amountMinor, balanceAfterMinor: after, texts }
  }

  /** What the bank prints of an account for a day; null: it has no such account. */
  statement(accountNo: string, on: string): Statement | null {
    const book = this.#books.get(accountNo)
    if (book === undefined) return null
    const { accountName } = book.settings
    return { accountNo, accountName, movements: book.movements.filter(({ atMs }) => dayOf(atMs) === on) }
  }

  /** A text that no movement stands behind. Throws a BankRefusal when the account has no phone. */
  text(accountNo: string, text: BankText): PhoneMessage {
    const phone = this.#books.get(accountNo)?.phone ?? null
    if (phone === null) throw new BankRefusal('noPhone')
    const now = Date.now()
    const message = { ...text, phone, externalId: this.#externalId(now), sentAtMs: now, dueAtMs: now }
    this.#send(message)
    return message
  }

  #announce(book: Book, all: readonly BankText[], options: MoveOptions): string[] {
    const { phone } = book
    const atMs = Date.now()
    if (phone === null) return []
    const manner = options.manner ?? 'plain'
    if (manner === 'lost') return []
    // A push goes along only where asked, or where the bank sends nothing else.
    const texts = all.filter(
      (text, position) => position === 0 || manner === 'pushToo' || text.source === 'sms',
    )
    const heldMs = options.heldMs ?? this.#heldMs(manner)
    let dueAtMs = atMs + this.#random.int(100, 500)
    if (heldMs > 0) dueAtMs += heldMs
    else {
      // Messages of one account leave in the order of its book, unless something holds one up.
      dueAtMs = Math.max(dueAtMs, book.lastDueMs + 20)
      book.lastDueMs = dueAtMs
    }
    for (const [position, text] of texts.entries()) {
      const message: PhoneMessage = {
        ...text,
        phone,
        externalId: this.#externalId(atMs),
        sentAtMs: atMs,
        dueAtMs: dueAtMs + position * this.#random.int(300, 3000),
      }
      this.#send(message)
      if (manner === 'twice') this.#send({ ...message, dueAtMs: message.dueAtMs + 1500 })
    }
    return texts.map((text) => text.text)
  }

  #heldMs(manner: Manner): number {
    if (manner === 'late') return this.#random.int(20_000, 90_000)
    return manner === 'outOfOrder' ? this.#random.int(8000, 20_000) : 0
  }

  #externalId(atMs: number): string {
    this.#sequence += 1
    return `${atMs.toString(36)}-${this.#sequence}-${this.#random.digits(6)}`
  }
}
