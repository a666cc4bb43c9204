import type { Random } from '../../../../sandbox/src/random.ts'
import type { Party } from '../../../../sandbox/src/message-shapes.ts'
import type {
  SeedDeposit,
  SeedHistory,
  SeedMovement,
  SeedSpecial,
  SeedWithdrawal,
} from './history-shapes.ts'
import { uuidAt } from './ids.ts'
import type { SeedAccount } from './own-accounts.ts'
import type { SeedMember } from './people.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
export const historyDays = 60
const depositsPerDay = 72

/** Thai evenings: most of the money moves between 20:00 and 01:00. Hour of Bangkok and its share. */
const hours = Array.from({ length: 24 }, (_, hour) => {
  const isPeak = hour >= 20 || hour === 0
  return [hour, isPeak ? 12 : hour >= 1 && hour < 8 ? 1.5 : 5] as const
})

/** Sixty days of deposits and withdrawals up to now, as a plan: nothing is stored here. */
export function planHistory(
  members: readonly SeedMember[],
  accounts: readonly SeedAccount[],
  specials: readonly SeedSpecial[],
  random: Random,
  nowMs: number,
): SeedHistory {
  const kept = new Set(specials.map(({ member }) => member.id))
  const plan = new HistoryPlan(
    members.filter(({ id }) => !kept.has(id)),
    accounts,
    random,
    nowMs,
  )
  return plan.run(specials)
}

class HistoryPlan {
  readonly #members: readonly SeedMember[]
  readonly #accounts: readonly SeedAccount[]
  readonly #random: Random
  readonly #nowMs: number
  readonly #deposits: SeedDeposit[] = []
  readonly #withdrawals: SeedWithdrawal[] = []
  readonly #movements: SeedMovement[] = []
  readonly #cash = new Map<string, number>()
  /** Who paid in since the last withdrawal: nobody else asks for money. */
  readonly #paidIn = new Set<string>()
  /** Until when a member has something under way, so that plans of one member never overlap. */
  readonly #busyUntil = new Map<string, number>()

  constructor(
    members: readonly SeedMember[],
    accounts: readonly SeedAccount[],
    random: Random,
    nowMs: number,
  ) {
    this.#members = members.filter((member) => member.state === 'active')
    this.#accounts = accounts
    this.#random = random
    this.#nowMs = nowMs
  }

  run(specials: readonly SeedSpecial[]): SeedHistory {
    for (const { member, bank, amountMinor, atMs } of specials) {
      const account = this.#accounts.find((each) => each.bank === bank && each.role === 'deposit')
      if (account !== undefined) this.#credit(member, account, amountMinor, atMs, amountMinor <= 5_000_000)
    }
    for (const { atMs, kind } of this.#moments()) {
      if (kind === 'withdrawal') this.#withdraw(atMs)
      else if (kind === 'ownTransfer') this.#ownTransfer(atMs)
      else if (this.#random.chance(0.02)) this.#stranger(atMs)
      else this.#deposit(atMs)
    }
    return {
      deposits: this.#deposits,
      withdrawals: this.#withdrawals,
      movements: this.#movements.toSorted((a, b) => a.atMs - b.atMs),
      cashMinor: this.#cash,
    }
  }

  #moments(): { atMs: number; kind: 'deposit' | 'withdrawal' | 'ownTransfer' }[] {
    const random = this.#random
    const bangkok = 7 * hourMs
    const today = Math.floor((this.#nowMs + bangkok) / dayMs) * dayMs - bangkok
    const found: { atMs: number; kind: 'deposit' | 'withdrawal' | 'ownTransfer' }[] = []
    for (let day = historyDays; day >= 0; day -= 1) {
      const start = today - day * dayMs
      const at = (): number =>
        start + random.weighted(hours) * hourMs + random.int(0, 59) * minuteMs + random.int(0, 59_000)
      const count = Math.round(depositsPerDay * (0.8 + random.next() * 0.4))
      for (let each = 0; each < count; each += 1) {
        found.push({ atMs: at(), kind: 'deposit' })
        if (random.chance(0.24)) found.push({ atMs: at(), kind: 'withdrawal' })
      }
      if (day % 5 === 0) found.push({ atMs: start + 10 * hourMs, kind: 'ownTransfer' })
    }
    // The last quarter of an hour is left to what waits (open-cases.ts), which is numbered after all of this.
    const isPast = ({ atMs }: { atMs: number }): boolean => atMs < this.#nowMs - 15 * minuteMs
    return found.filter(isPast).toSorted((a, b) => a.atMs - b.atMs)
  }

  #member(atMs: number): SeedMember | null {
    for (let tries = 0; tries < 40; tries += 1) {
      const member = this.#random.pick(this.#members)
      const isFree =
        (this.#busyUntil.get(member.id) ?? 0) < atMs && member.createdAtMs < atMs - 5 * minuteMs
      if (isFree && this.#random.int(1, 12) <= member.weight) return member
    }
    return null
  }

  #amountMinor(): number {
    const random = this.#random
    const baht = random.weighted<number>([
      [random.pick([100, 150, 200, 200, 250, 300, 300, 400]), 78],
      [random.int(100, 500), 15],
      [random.pick([500, 1000, 1500]), 6],
      [random.pick([3000, 5000]), 1],
    ])
    return baht * 100 + (random.chance(0.08) ? random.int(1, 99) : 0)
  }

  #account(bank: string): SeedAccount {
    const open = this.#accounts.filter(({ role }) => role === 'deposit')
    const fitting = open.filter((account) => (account.bank === 'TMW') === (bank === 'TMW'))
    return this.#random.pick(fitting)
  }

  #move(movement: Omit<SeedMovement, 'lineId'>): SeedMovement {
    const made = { ...movement, lineId: uuidAt(movement.atMs + 1500, this.#random.next) }
    this.#movements.push(made)
    return made
  }

  #deposit(atMs: number): void {
    const member = this.#member(atMs)
    if (member === null) return
    const random = this.#random
    const account = this.#account(member.bank)
    this.#credit(member, account, this.#amountMinor(), atMs, account.bank !== 'TMW' && random.chance(0.96))
  }

  #credit(
    member: SeedMember,
    account: SeedAccount,
    amountMinor: number,
    atMs: number,
    isAuto: boolean,
  ): void {
    const random = this.#random
    const other = { bank: member.bank, accountNo: member.accountNo, name: nameOf(member) }
    const hasRequest = random.chance(0.3)
    const slowestMs = Math.min(9 * minuteMs, this.#nowMs - atMs - 1000)
    const creditedAtMs = atMs + (isAuto ? random.int(2000, 9000) : random.int(90_000, slowestMs))
    const movement = this.#move({ account, direction: 'in', amountMinor, atMs, other, cause: 'deposit' })
    const beforeMinor = this.#cash.get(member.id) ?? 0
    const createdAtMs = hasRequest ? atMs - random.int(20_000, 200_000) : creditedAtMs
    this.#deposits.push({
      id: uuidAt(createdAtMs, random.next),
      member,
      account,
      amountMinor,
      hasRequest,
      isAuto,
      movement,
      createdAtMs,
      creditedAtMs,
      beforeMinor,
    })
    this.#cash.set(member.id, beforeMinor + amountMinor)
    this.#paidIn.add(member.id)
    this.#busyUntil.set(member.id, creditedAtMs + minuteMs)
  }

  #stranger(atMs: number): void {
    const random = this.#random
    const bank = random.pick(['KBANK', 'SCB', 'BBL', 'KTB', 'GSB'])
    const other = {
      bank,
      accountNo: random.digits(10),
      name: `${random.pick(['สมพร', 'วิไล', 'อำนาจ'])} ศรีทอง`,
    }
    const account = this.#account('KBANK')
    this.#move({
      account,
      direction: 'in',
      amountMinor: this.#amountMinor(),
      atMs,
      other,
      cause: 'stranger',
    })
  }

  #withdraw(atMs: number): void {
    const random = this.#random
    const rich = this.#members.filter(
      (member) =>
        this.#paidIn.has(member.id) &&
        (this.#cash.get(member.id) ?? 0) >= 30_000 &&
        (this.#busyUntil.get(member.id) ?? 0) < atMs,
    )
    const account = this.#accounts.find(({ role }) => role === 'withdrawal')
    if (rich.length === 0 || account === undefined) return
    const member = random.pick(rich)
    const beforeMinor = this.#cash.get(member.id) ?? 0
    const part = random.pick([0.4, 0.6, 0.8, 1])
    const amountMinor = Math.min(
      450_000,
      Math.max(10_000, Math.floor((beforeMinor * part) / 10_000) * 10_000),
    )
    const isAuto = random.chance(0.8)
    const outcome = isAuto
      ? 'paid'
      : random.weighted([
          ['paid', 70],
          ['rejected', 22],
          ['cancelled', 8],
        ] as const)
    const decidedAtMs = atMs + (isAuto ? 400 : random.int(40_000, 5 * minuteMs))
    const sentAtMs = decidedAtMs + random.int(300, 1500)
    const paidAtMs = sentAtMs + random.int(2000, 40_000)
    const isPaid = outcome === 'paid'
    const other = { bank: member.bank, accountNo: member.accountNo, name: nameOf(member) }
    this.#withdrawals.push({
      id: uuidAt(atMs, random.next),
      payoutId: uuidAt(sentAtMs, random.next),
      member,
      account,
      amountMinor,
      outcome,
      isAuto,
      requestedAtMs: atMs,
      decidedAtMs,
      sentAtMs,
      paidAtMs,
      movement: isPaid
        ? this.#move({
            account,
            direction: 'out',
            amountMinor,
            atMs: paidAtMs - 1500,
            other,
            cause: 'withdrawal',
          })
        : null,
      beforeMinor,
    })
    this.#paidIn.delete(member.id)
    if (isPaid) this.#cash.set(member.id, beforeMinor - amountMinor)
    this.#busyUntil.set(member.id, paidAtMs + minuteMs)
  }

  /** What the deposit accounts gather is brought together every few days. */
  #ownTransfer(atMs: number): void {
    const from = this.#accounts.find(({ bank, role }) => bank === 'SCB' && role === 'deposit')
    const to = this.#accounts.find(({ role }) => role === 'holding')
    if (from === undefined || to === undefined) return
    const amountMinor = this.#random.int(2, 4) * 1_000_000
    const party = ({ bank, accountNo, accountName }: SeedAccount): Party => ({
      bank,
      accountNo,
      name: accountName,
    })
    const common = { amountMinor, cause: 'ownTransfer' as const }
    this.#move({ ...common, account: from, direction: 'out', atMs, other: party(to) })
    this.#move({ ...common, account: to, direction: 'in', atMs: atMs + 4000, other: party(from) })
  }
}

const nameOf = (member: SeedMember): string => `${member.firstName} ${member.lastName}`
