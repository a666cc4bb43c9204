import type { notVoidable } from '@khlang/contract/play/bet-acts.ts'
import { transferAdapters } from '@khlang/contract/values/play-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import type { AdapterName } from '../play/adapters/adapters.ts'
import type { Bet, Provider } from '../play/wallet/known.ts'

type NotVoidable = (typeof notVoidable)[number]

/** A bet as it stands, as far as its void goes by it. */
export interface StandingBet extends Pick<
  Bet,
  'id' | 'ref' | 'memberId' | 'state' | 'stakeMinor' | 'payoutMinor' | 'version'
> {
  readonly username: string
  readonly provider: Provider & { readonly code: string }
  readonly adapter: AdapterName
}

export async function standingBet(db: Reader, id: string): Promise<StandingBet | undefined> {
  const { rows } = await sql<StandingBet>`
    select b.id, b.ref, b.member_id as "memberId", m.username, b.state, b.stake_minor as "stakeMinor",
           b.payout_minor as "payoutMinor", b.version, p.adapter,
           json_build_object('id', p.id, 'code', p.code, 'minMinor', p.min_minor, 'maxMinor', p.max_minor,
             'state', provider_state(p.state, p.maintenance_from, p.maintenance_until)) as provider
      from bets b join members m on m.id = b.member_id join game_providers p on p.id = b.provider_id
     where b.id = ${id}`.execute(db)
  return rows[0]
}

const keepsWallets = (adapter: AdapterName): boolean =>
  transferAdapters.some((each: AdapterName) => each === adapter)

/** Why no two people can say of it that it never was; null: they can. Pure. */
export function notVoidableOf({
  state,
  stakeMinor,
  payoutMinor,
  adapter,
}: Pick<StandingBet, 'state' | 'stakeMinor' | 'payoutMinor' | 'adapter'>): NotVoidable | null {
  if (state === 'void') return 'alreadyVoid'
  // Its money moved in a wallet that is not ours.
  if (keepsWallets(adapter)) return 'walletElsewhere'
  return stakeMinor + payoutMinor === 0 ? 'nothingMoved' : null
}

/** The wallet now and after the void; what it lacks of what would be taken. */
export async function walletAfter(
  db: Reader,
  { memberId, stakeMinor, payoutMinor }: Pick<StandingBet, 'memberId' | 'stakeMinor' | 'payoutMinor'>,
) {
  const { code } = memberCash(encodeId('member', memberId))
  const leftMinor = (await balancesOf(db, [code])).get(code) ?? 0
  const afterMinor = leftMinor + stakeMinor - payoutMinor
  return { leftMinor, afterMinor, missingMinor: Math.max(0, -afterMinor) }
}
