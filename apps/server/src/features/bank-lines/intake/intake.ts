import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { CreditActor } from '../credit-deposit.ts'
import type { FeedRow } from '../stored-line.ts'

/** What is the same for everything one message causes. */
export interface Intake {
  readonly tx: Tx
  readonly settings: BrandSettings
  readonly nowMs: number
  readonly actor: CreditActor
  readonly account: { readonly id: string; readonly hasBalances: boolean }
  /** False: nothing is credited by it, however sure it is; a person decides. */
  readonly mayCredit?: boolean
}

/** The same with the account's feed, locked and as it stands. */
export interface LockedIntake extends Intake {
  readonly account: Intake['account'] & { readonly feed: FeedRow }
}
