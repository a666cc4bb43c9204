import type { Random } from '../../../../sandbox/src/random.ts'
import type { Services } from '../../platform/call/context.ts'
import type { SeedHistory } from './history-shapes.ts'
import type { SeedLine } from './line-rows.ts'
import type { SeedHouse } from './own-accounts.ts'
import type { SeedMember } from './people.ts'
import type { SeedPlayDay } from './play/plan-play.ts'
import type { SpecialPeople } from './special-people.ts'

/** Everything the seed knows while it works. */
export interface SeedWorld {
  readonly services: Services
  readonly nowMs: number
  readonly random: Random
  readonly house: SeedHouse
  readonly members: readonly SeedMember[]
  readonly history: SeedHistory
  /** By days, from the oldest on. */
  readonly play: readonly SeedPlayDay[]
  readonly lines: readonly SeedLine[]
  /** Satang at the banks when the seed ends, by account id. */
  readonly balances: Map<string, number>
  /** Members whose withdrawals wait today. */
  readonly people: SpecialPeople
  readonly employees: { readonly cashierId: string; readonly managerId: string; readonly ownerId: string }
}
