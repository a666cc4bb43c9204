import type { BankCode } from '@khlang/contract/values/banks.ts'
import { chanceOf, type Chance } from '../../auto-api/hostile-day.fixture.ts'
import type { DecisionLine } from './decide.ts'
import { account, candidate, line, request } from './scoring.fixture.ts'
import type { Candidate } from './scoring.ts'

/** Few names, few ends of numbers and few banks, so that members are alike in everything a bank prints. */
const banks = ['KBANK', 'SCB', 'KTB', 'BBL', 'TMW'] as const satisfies BankCode[]
const names = [
  'สมชาย จันทร์หอม',
  'สมชาย จันทร์ดี',
  'สมชาย จันทรดี',
  'สม ชาย จันทร์ดี',
  'ชาลี ใจดี',
  'ชาลี แก้วใส',
  'ชาลี แก้วใส่',
  'SOMCHAI CHANDEE',
  'Charlie Jaidee',
  'JOHN DOE',
  'สมหมาย วงศ์ทอง',
  'วีระ ศรีสุข',
  'WEERA SRISUK',
] as const
const titles = ['', 'นาย', 'นาย ', 'น.ส.', 'MR ', 'คุณ'] as const
const tails = ['1234', '8166', '5678'] as const
const sixes = ['198166', '771234', '335678', '441234'] as const

export interface Case {
  readonly line: DecisionLine
  readonly members: readonly Candidate[]
  /** Whose money it is; null: of nobody here. */
  readonly payerId: string | null
  readonly seed: number
}

const numberOf = (chance: Chance): string =>
  chance.next() < 0.7
    ? `${chance.digits(4)}${chance.pick(sixes)}`
    : `${chance.digits(6)}${chance.pick(tails)}`

/** Members who look alike; some hold accounts that were replaced, some may not deposit. */
function population(chance: Chance, amountMinor: number): Candidate[] {
  const taken = new Set<string>()
  const reserved = { left: 1 }
  return Array.from({ length: 2 + Math.floor(chance.next() * 6) }, (_, index) => {
    const accounts = Array.from({ length: chance.next() < 0.3 ? 2 : 1 }, (_each, at) => {
      const one = account(chance.pick(banks), numberOf(chance))
      return at === 0 ? one : { ...one, isPrimary: false, isAlias: true }
    }).filter(({ bank, accountNo }) => !taken.has(bank + accountNo))
    for (const { bank, accountNo } of accounts) taken.add(bank + accountNo)
    const asks = chance.next() < 0.6
    const isUniqueSatang = asks && chance.next() < 0.2 && reserved.left-- > 0
    const isNoted = !isUniqueSatang && chance.next() < 0.5
    const asked = request(`r${index}`, Math.floor(chance.next() * 900), {
      amountMinor,
      isUniqueSatang,
      isNoted,
    })
    return candidate(`m${index}`, {
      accounts,
      names: [chance.pick(names)],
      status: chance.next() < 0.1 ? 'suspended' : 'active',
      openRequests: asks ? [asked] : [],
      aliasHits: chance.next() < 0.2 ? 6 : 0,
      usualAmountsMinor: chance.next() < 0.3 ? [amountMinor] : [],
    })
  })
}

const maskOf = (accountNo: string, digits: 6 | 4): string => accountNo.slice(-digits).padStart(10, '?')

const fitsAnyOf = (members: readonly Candidate[], bank: BankCode | null, shown: string): boolean =>
  members.some((member) =>
    member.accounts.some((each) => (bank === null || each.bank === bank) && each.accountNo.endsWith(shown)),
  )

/**
 * A payment by one of the members, or by somebody who is none of them and has another account than any
 * member as far as the bank prints it: what no reader of the message could know is left out.
 */
export function caseOf(seed: number): Case {
  const chance = chanceOf(seed)
  const amountMinor = 100_000 + Math.floor(chance.next() * 3)
  const members = population(chance, amountMinor)
  const member = chance.next() < 0.6 ? chance.pick(members) : null
  const own = member?.accounts[0]
  const bank = own?.bank ?? chance.pick(banks)
  const digits = chance.pick([6, 4] as const)
  let accountNo = own?.accountNo ?? numberOf(chance)
  const isUnknownTag = chance.next() < 0.08
  const isBankShown = !isUnknownTag && chance.next() < 0.85
  const shown = isBankShown ? bank : null
  if (own === undefined)
    while (fitsAnyOf(members, shown, accountNo.slice(-digits)))
      accountNo = `${chance.digits(10 - digits)}${chance.digits(digits)}`
  const name = member?.names[0] ?? chance.pick(names)
  const printed = chance.pick(titles) + name.slice(0, chance.pick([5, 9, 11, 40]))
  const hasMask = chance.next() < 0.75
  return {
    seed,
    members,
    payerId: own === undefined ? null : (member?.memberId ?? null),
    line: line({
      amountMinor,
      payerBank: shown,
      payerMask: hasMask ? maskOf(accountNo, digits) : null,
      payerName: chance.next() < 0.5 ? printed : null,
      flags: isUnknownTag ? ['unknownBankTag'] : [],
    }),
  }
}
