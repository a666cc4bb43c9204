import type { SeedSpecial } from './history-shapes.ts'
import type { SeedMember } from './people.ts'

const hourMs = 3_600_000

/** Members whose withdrawals wait for a person when the sandbox opens, each for a reason of its own. */
export interface SpecialPeople {
  /** Asks for so much that two people must agree. */
  readonly rich: SeedMember
  /** Came today and never withdrew before. */
  readonly newcomer: SeedMember
  /** Shares a device with two others. */
  readonly sharer: SeedMember
  /** The rail refused the payout. */
  readonly failed: SeedMember
  /** Nobody knows whether the payout happened. */
  readonly unknown: SeedMember
  /** Wants another bank account; a second person has not agreed yet. */
  readonly changer: SeedMember
}

export function specialPeople(members: readonly SeedMember[]): SpecialPeople {
  const active = members.filter((member) => member.state === 'active' && member.bank !== 'TMW')
  const pick = (member: SeedMember | undefined): SeedMember => {
    if (member === undefined) throw new RangeError('not enough members')
    return member
  }
  const sharer = pick(active.find((member) => countOf(members, member) > 2))
  const others = active.filter((member) => member.id !== sharer.id && countOf(members, member) === 1)
  const [rich, failed, unknown, changer] = others
  return {
    rich: pick(rich),
    failed: pick(failed),
    unknown: pick(unknown),
    changer: pick(changer),
    sharer,
    newcomer: pick(
      members.findLast(({ createdAtMs, bank }) => bank !== 'TMW' && isOlder(members, createdAtMs)),
    ),
  }
}

const countOf = (members: readonly SeedMember[], { deviceHash }: SeedMember): number =>
  members.filter((member) => member.deviceHash === deviceHash).length

/** Not the very last one, who has only just registered. */
const isOlder = (members: readonly SeedMember[], createdAtMs: number): boolean =>
  createdAtMs < Math.max(...members.map((member) => member.createdAtMs)) - hourMs

/** What they paid in before they asked for it back. */
export function specialDeposits(people: SpecialPeople, nowMs: number): SeedSpecial[] {
  const { rich, newcomer, sharer, failed, unknown } = people
  const bankFor = ({ bank }: SeedMember): string => (bank === 'SCB' ? 'TTB' : 'SCB')
  const special = (member: SeedMember, baht: number, atMs: number): SeedSpecial => ({
    member,
    bank: bankFor(member),
    amountMinor: baht * 100,
    atMs,
  })
  return [
    special(rich, 68_000, nowMs - 26 * hourMs),
    special(failed, 3000, nowMs - 5 * hourMs),
    special(unknown, 2500, nowMs - 4 * hourMs),
    special(sharer, 1500, nowMs - 3 * hourMs),
    special(newcomer, 600, Math.max(newcomer.createdAtMs + 300_000, nowMs - 40 * 60_000)),
  ]
}
