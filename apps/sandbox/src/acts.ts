import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnAccountSettings } from './banks/own-account.ts'
import { partyOf, type Member, type MemberSite } from './members.ts'
import { unreadableText, wordings, type Party } from './message-shapes.ts'
import type { Phones } from './phones/phones.ts'
import type { Random } from './random.ts'
import { showSlip } from './slips/show-slip.ts'
import type { PhoneCondition } from './state-file.ts'
import { BankRefusal, type Manner, type MoveOptions, type World } from './world.ts'

export interface DepositWish {
  /** Id or user name; anybody when absent. */
  readonly member?: string
  readonly amountMinor?: number
  /** Number of our account; one that shows who paid when absent. */
  readonly accountNo?: string
  /** `other`: a relative's account pays; `stranger`: somebody no member is. */
  readonly payer?: 'self' | 'other' | 'stranger'
  readonly hasRequest?: boolean
  /** Transfers something else than what was asked for. */
  readonly isWrongAmount?: boolean
  readonly isPromptPay?: boolean
  readonly manner?: Manner
  /** How long the phone keeps the bank's message, while later ones go past it. */
  readonly heldMs?: number
  /** Between the request and the transfer. */
  readonly waitMs?: number
  /** The member then shows the slip at the site. */
  readonly showsSlip?: boolean
}

interface AccountWish {
  readonly bank: string
  readonly accountNo: string
  readonly accountName?: string
  readonly role?: OwnAccountSettings['role']
  /** What is on it. */
  readonly balanceMinor?: number
  /** Where its SIM lies; in no phone when absent. */
  readonly phone?: string
}

const surnames = ['ศรีสุข', 'ทองดี', 'แก้วมณี', 'บุญมา', 'วงศ์ใหญ่', 'สายทอง', 'พรหมมา', 'จันทร์เพ็ญ']
const firstNames = ['สมพร', 'วิไล', 'ประเสริฐ', 'มาลี', 'อำนาจ', 'สุนีย์', 'ธนพล', 'กัญญา']
const strangerBanks = ['KBANK', 'SCB', 'BBL', 'KTB', 'BAY', 'TTB', 'GSB'] as const

/** Single events of the outside world, by chance or by hand. */
export class Acts {
  readonly #site: MemberSite
  readonly #world: World
  readonly #phones: Phones
  readonly #random: Random
  /** Ids of members who paid in and did not ask for money since, oldest first. */
  readonly #paidIn = new Set<string>()

  constructor(site: MemberSite, world: World, phones: Phones, random: Random) {
    this.#site = site
    this.#world = world
    this.#phones = phones
    this.#random = random
  }

  /** A member asks the site for a code to pay through a gateway. */
  async order(wish: { readonly member?: string; readonly amountMinor?: number }) {
    const member =
      wish.member === undefined ? await this.#site.anyone() : await this.#site.find(wish.member)
    const made = await this.#site.order(member.id, wish.amountMinor ?? this.amountMinor())
    return { member: { id: member.id, username: member.username }, ...made }
  }

  /** Typical 150 to 400 THB, round more often than not, now and then a big one. */
  amountMinor(): number {
    const baht = this.#random.weighted<number>([
      [this.#random.pick([100, 150, 200, 200, 300, 300, 400, 500]), 70],
      [this.#random.int(100, 600), 20],
      [this.#random.pick([1000, 1500, 2000, 3000]), 9],
      [this.#random.pick([5000, 10_000, 20_000]), 1],
    ])
    return baht * 100 + (this.#random.chance(0.1) ? this.#random.int(1, 99) : 0)
  }

  /** A member, or somebody in their place, transfers to an account of ours. */
  async deposit(wish: DepositWish = {}) {
    const member =
      wish.member === undefined ? await this.#site.anyone() : await this.#site.find(wish.member)
    let amountMinor = wish.amountMinor ?? this.amountMinor()
    let accountNo = wish.accountNo ?? this.#accountFor(member)
    let reference: string | null = null
    if (wish.hasRequest === true) {
      const method = member.bank === 'TMW' ? 'truewallet' : 'bank'
      const request = await this.#site.requestDeposit(member.id, amountMinor, method)
      reference = request.reference
      amountMinor = request.amountMinor
      accountNo = wish.accountNo ?? request.accountNo
      await sleep(wish.waitMs ?? 0)
    }
    if (wish.isWrongAmount === true) amountMinor += this.#random.pick([-5000, 5000, 10_000, 100])
    const payer = this.#payer(member, wish.payer ?? 'self')
    const options: MoveOptions = {
      ...(wish.manner === undefined ? {} : { manner: wish.manner }),
      ...(wish.heldMs === undefined ? {} : { heldMs: wish.heldMs }),
      isPromptPay: wish.isPromptPay ?? false,
    }
    const moved = this.#world.move(accountNo, 'in', Math.max(100, amountMinor), payer, options)
    this.#paidIn.add(member.id)
    if (wish.showsSlip === true) await showSlip({ world: this.#world, site: this.#site }, member.id, moved)
    return { member: { id: member.id, username: member.username }, payer, reference, ...moved }
  }

  /** Money of somebody whom no member is. */
  strangerDeposit(manner: Manner = 'plain') {
    const account = this.#random.pick(this.#depositAccounts(() => true))
    return this.#world.move(account.accountNo, 'in', this.amountMinor(), this.#stranger(), { manner })
  }

  /** A member asks for part of the wallet. Null when nobody has enough. */
  async withdrawal(wish: { readonly member?: string; readonly amountMinor?: number } = {}) {
    const leastMinor = wish.amountMinor ?? 10_000
    const member =
      wish.member === undefined
        ? await this.#site.anyoneWith(leastMinor, this.#paidIn)
        : await this.#site.find(wish.member)
    if (member === null) return null
    const mostBaht = Math.min(
      Math.floor(member.cashMinor / 100),
      this.#random.pick([500, 1000, 2000, 4800]),
    )
    const amountMinor = wish.amountMinor ?? this.#random.int(100, Math.max(100, mostBaht)) * 100
    this.#paidIn.delete(member.id)
    const answer = await this.#site.requestWithdrawal(member.id, amountMinor)
    return { member: { id: member.id, username: member.username }, ...answer }
  }

  async login(wish: { readonly member?: string; readonly isRefused?: boolean } = {}) {
    const member =
      wish.member === undefined ? await this.#site.anyone() : await this.#site.find(wish.member)
    await this.#site.noteLogin(member.id, wish.isRefused ?? this.#random.chance(0.05))
    return { member: { id: member.id, username: member.username } }
  }

  /** Any text at all, as if the bank of this account had sent it. */
  message(wish: {
    readonly accountNo: string
    readonly text: string
    readonly source?: 'sms' | 'push'
    readonly sender?: string
  }) {
    const source = wish.source ?? 'sms'
    return this.#world.text(wish.accountNo, {
      source,
      sender: wish.sender ?? this.#senderOf(wish.accountNo, source),
      text: wish.text,
    })
  }

  unreadable(wish: { readonly accountNo?: string } = {}) {
    const accountNo = wish.accountNo ?? this.#random.pick(this.#depositAccounts(() => true)).accountNo
    const text = unreadableText(this.amountMinor())
    return this.message({ accountNo, text, source: this.#isWallet(accountNo) ? 'push' : 'sms' })
  }

  /** A member pays in, and the bank tells of it in words that nobody has seen before. */
  async newWording(wish: { readonly accountNo?: string; readonly amountMinor?: number } = {}) {
    const accountNo = wish.accountNo ?? this.#random.pick(this.#depositAccounts(() => true)).accountNo
    const payer = partyOf(await this.#site.anyone())
    const amountMinor = wish.amountMinor ?? this.amountMinor()
    return this.#world.move(accountNo, 'in', amountMinor, payer, { manner: 'newWording' })
  }

  /** The last message again, under the same external id. Null when none was sent yet. */
  duplicate() {
    const last = this.#phones.sent.at(-1)
    if (last === undefined) return null
    this.#phones.take({ ...last, dueAtMs: Date.now() })
    return last
  }

  /** Two deposits of one account whose messages arrive the wrong way round. */
  async outOfOrderPair(wish: { readonly accountNo?: string; readonly gapMs?: number } = {}) {
    const accountNo =
      wish.accountNo ?? this.#random.pick(this.#depositAccounts(({ bank }) => bank !== 'TMW')).accountNo
    const gapMs = wish.gapMs ?? 3000
    const payers = [await this.#site.anyone(), await this.#site.anyone()].map(partyOf)
    return payers.map((payer, position) =>
      this.#world.move(accountNo, 'in', this.amountMinor(), payer, {
        heldMs: position === 0 ? gapMs : 0,
      }),
    )
  }

  /** Money from one account of ours to another, with both banks' messages. */
  ownTransfer(wish: { readonly from: string; readonly to: string; readonly amountMinor: number }) {
    if (wish.from === wish.to) throw new BankRefusal('sameAccount')
    const party = (accountNo: string): Party => {
      const account = this.#world.accounts.find((each) => each.accountNo === accountNo)
      if (account === undefined) throw new BankRefusal('unknownAccount')
      return { bank: account.bank, accountNo, name: account.accountName }
    }
    const out = this.#world.move(wish.from, 'out', wish.amountMinor, party(wish.to))
    return [out, this.#world.move(wish.to, 'in', wish.amountMinor, party(wish.from))]
  }

  fee(wish: { readonly accountNo?: string; readonly amountMinor?: number } = {}) {
    const accounts = this.#world.accounts.filter(
      ({ role, isOpenedHere }) => role === 'withdrawal' && !isOpenedHere,
    )
    const accountNo = wish.accountNo ?? this.#random.pick(accounts).accountNo
    return this.#world.move(accountNo, 'out', wish.amountMinor ?? 1000, null)
  }

  /** A new phone is paired by the text of its picture; an account's SIM lies in it from then on. */
  async pairPhone({ text, accountNo }: { readonly text: string; readonly accountNo?: string }) {
    if (accountNo !== undefined && !this.#world.has(accountNo)) throw new BankRefusal('unknownAccount')
    const { name, deviceId, fingerprint } = await this.#phones.pair(text)
    if (accountNo !== undefined) this.#world.putSim(accountNo, name)
    return { phone: name, deviceId, fingerprint, accountNo: accountNo ?? null }
  }

  /** A bank opens an account of ours; by chance it is used once the back office names it, by hand at once. */
  openAccount({ phone, ...wish }: AccountWish) {
    if (phone !== undefined && !this.#phones.has(phone)) throw new BankRefusal('unknownPhone')
    const account = {
      bank: wish.bank,
      accountNo: wish.accountNo,
      // Ours have one owner: the name of the others stands for it.
      accountName: wish.accountName ?? this.#world.accounts[0]?.accountName ?? wish.accountNo,
      role: wish.role ?? 'deposit',
      balanceMinor: wish.balanceMinor ?? 0,
    }
    this.#world.open(account, phone ?? null)
    return { ...account, phone: phone ?? null }
  }

  /** The SIM of an account moves into a phone, paired or of the first day. */
  putSim({ accountNo, phone }: { readonly accountNo: string; readonly phone: string }) {
    if (!this.#phones.has(phone)) throw new BankRefusal('unknownPhone')
    this.#world.putSim(accountNo, phone)
    return { accountNo, phone }
  }

  /** How a phone fares from now on, as far as the wish says it. */
  farePhone({
    phone,
    losesQueue,
    ...condition
  }: { readonly phone: string; readonly losesQueue?: boolean } & Partial<PhoneCondition>) {
    const now = this.#phones.fare(phone, condition)
    if (now === null) throw new BankRefusal('unknownPhone')
    return { phone, ...now, ...(losesQueue === true ? { lost: this.#phones.loseQueue(phone) } : {}) }
  }

  /** What members are shown, as far as the banks know; they tell nobody of an account just opened. */
  #depositAccounts(fits: (account: { bank: string }) => boolean) {
    return this.#world.accounts.filter(
      (account) =>
        account.role === 'deposit' && account.phone !== null && !account.isOpenedHere && fits(account),
    )
  }

  /** Where a member pays in: a wallet to a wallet, a bank account mostly to a bank that tells who paid. */
  #accountFor(member: Member): string {
    if (member.bank === 'TMW') {
      const wallets = this.#depositAccounts(({ bank }) => bank === 'TMW')
      if (wallets.length > 0) return this.#random.pick(wallets).accountNo
    }
    const banks = this.#depositAccounts(({ bank }) => bank !== 'TMW')
    const telling = banks.filter(({ bank }) => (bank === 'SCB' || bank === 'TTB') && bank !== member.bank)
    const isTold = telling.length > 0 && this.#random.chance(0.9)
    return this.#random.pick(isTold ? telling : banks).accountNo
  }

  #payer(member: Member, kind: 'self' | 'other' | 'stranger'): Party {
    if (kind === 'self') return partyOf(member)
    return kind === 'stranger' ? this.#stranger() : { ...this.#stranger(), name: this.#relative(member) }
  }

  #relative(member: Member): string {
    return `${this.#random.pick(firstNames)} ${member.accountName.split(' ').at(-1) ?? ''}`
  }

  #stranger(): Party {
    return {
      bank: this.#random.pick(strangerBanks),
      accountNo: this.#random.digits(10),
      name: `${this.#random.pick(firstNames)} ${this.#random.pick(surnames)}`,
    }
  }

  /** TrueMoney tells by push alone. */
  #isWallet = (accountNo: string): boolean =>
    this.#world.accounts.some((account) => account.accountNo === accountNo && account.bank === 'TMW')

  #senderOf(accountNo: string, source: 'sms' | 'push'): string {
    const bank = this.#world.accounts.find((account) => account.accountNo === accountNo)?.bank
    const wording = bank === undefined ? undefined : wordings[bank]
    if (wording === undefined) throw new BankRefusal('unknownAccount')
    return source === 'sms' ? wording.sender : wording.pushSender
  }
}
