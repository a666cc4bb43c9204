import type { Random } from '../../../../sandbox/src/random.ts'
import { uuidAt } from './ids.ts'
import { firstNames, lastNames } from './thai-names.ts'

export interface SeedMember {
  readonly id: string
  readonly username: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly bank: string
  readonly accountNo: string
  readonly state: string
  readonly level: number
  readonly tags: readonly string[]
  readonly source: string
  readonly deviceHash: string
  readonly address: string
  readonly createdAtMs: number
  /** How often this member plays, relative to others. */
  readonly weight: number
}

const memberCount = 300
const sharedPairs = 20
const dayMs = 86_400_000

const banks = [
  ['KBANK', 30],
  ['SCB', 22],
  ['KTB', 13],
  ['BBL', 10],
  ['BAY', 8],
  ['TTB', 6],
  ['GSB', 5],
  ['BAAC', 2],
  ['TMW', 4],
] as const
const sources = [
  ['facebook', 30],
  ['line', 22],
  ['tiktok', 16],
  ['google', 10],
  ['friend', 14],
  ['sms', 5],
  ['other', 3],
] as const
const levels = [
  [0, 55],
  [1, 22],
  [2, 12],
  [3, 7],
  [4, 3],
  [5, 1],
] as const

const stateOf = (position: number): string => {
  if (position % 60 === 17) return 'suspended'
  if (position % 100 === 33) return 'locked'
  if (position % 150 === 71) return 'blacklisted'
  return position % 75 === 50 ? 'pending' : 'active'
}

/** Members of the last 400 days, the last dozen of yesterday and today; twenty pairs share a device. */
export function planMembers(random: Random, nowMs: number): SeedMember[] {
  const taken = new Set<string>()
  const once = (make: () => string): string => {
    for (;;) {
      const made = make()
      if (taken.has(made)) continue
      taken.add(made)
      return made
    }
  }
  const devices: string[] = []
  return Array.from({ length: memberCount }, (_, position) => {
    const isNew = position >= memberCount - 12
    const ageMs = isNew
      ? random.int(20 * 60_000, 30 * 3_600_000)
      : Math.floor(random.int(2, 400) * dayMs * (1 - position / memberCount) + random.int(2, 20) * dayMs)
    const createdAtMs = nowMs - ageMs
    const [firstName = '', lastName = ''] = once(
      () => `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    ).split(' ')
    const bank = random.weighted(banks)
    const mobile = once(() => `${random.pick(['08', '09', '06'])}${random.digits(8)}`)
    const digits = bank === 'GSB' || bank === 'BAAC' ? 12 : 10
    const accountNo =
      bank === 'TMW' ? mobile : once(() => `${random.int(1, 9)}${random.digits(digits - 1)}`)
    const isTwin = position >= 100 && position < 100 + sharedPairs
    // One device is shared by three, which is what the check for several accounts looks for.
    const isTriplet = position === 207
    const own = `dvc_${random.digits(16)}`
    devices.push(own)
    return {
      id: uuidAt(createdAtMs, random.next),
      username: `kl${String(100_000 + position * 37)}`,
      phone: `+66${mobile.slice(1)}`,
      firstName,
      lastName,
      bank,
      accountNo,
      state: isNew ? 'active' : stateOf(position),
      level: isNew ? 0 : random.weighted(levels),
      tags: random.chance(0.06) ? ['vip'] : random.chance(0.05) ? ['ระวัง'] : [],
      source: random.weighted(sources),
      deviceHash: isTwin || isTriplet ? (devices[position % 100] ?? own) : own,
      address: [
        random.pick([49, 58, 110, 171, 184, 223]),
        ...Array.from({ length: 3 }, () => random.int(1, 254)),
      ].join('.'),
      createdAtMs,
      weight: random.weighted([
        [1, 60],
        [4, 30],
        [12, 10],
      ]),
    }
  })
}
