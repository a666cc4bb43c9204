import { createHash, randomUUIDv7 } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { distributorContract, distributorSetup } from '../../../features/distributors/approval-kinds.ts'
import { keepReport } from '../../../features/distributors/reports/kept-report.ts'
import type { ContractTerms, DistributorTerms } from '../../../features/distributors/terms.ts'
import { writeContract, writeDistributor } from '../../../features/distributors/writes.ts'
import { checkerNeeds, type Approval } from '../../../platform/approvals/approval-kinds.ts'
import { documentHash } from '../../../platform/approvals/approvals.ts'
import { wantedFlags } from '../../../platform/approvals/checkers.ts'
import { valueOn } from '../../../platform/business-day.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { iso } from '../ids.ts'
import type { SeedPlayDay, SeedRound } from '../play/plan-play.ts'
import type { SandboxKeys } from '../sandbox-keys.ts'
import { insertRows } from '../store.ts'
import type { SeedWorld } from '../world.ts'

const dayMs = 86_400_000
/** So long ago it was asked for. */
const askedMs = 6 * 3_600_000

/** What the manager asked for and the owner agreed to. @returns the request */
async function agreed<D extends object>(
  tx: Tx,
  { employees, nowMs }: SeedWorld,
  approval: Approval<D, D | null>,
  document: D,
): Promise<string> {
  const id = randomUUIDv7()
  const { about } = approval.freeze(document, null)
  await insertRows(tx, 'approvals', [
    {
      id,
      kind: approval.kind,
      entity: about.entity,
      entity_id: about.entityId,
      document,
      document_hash: `\\x${documentHash(id, document).toString('hex')}`,
      requires: JSON.parse(wantedFlags(checkerNeeds(approval))) as object,
      state: 'pending',
      reason: 'ตามสัญญาที่ลงนามไว้',
      maker_id: employees.managerId,
      is_sole_owner: false,
      created_at: iso(nowMs - askedMs),
      expires_at: iso(nowMs - askedMs + dayMs),
    },
  ])
  await sql`update approvals set state = 'approved', checker_id = ${employees.ownerId}, comment = '',
    settled_at = ${iso(nowMs - askedMs / 2)} where id = ${id}`.execute(tx)
  return id
}

/** As clocks in Bangkok show it. */
const localTime = (atMs: number): string =>
  iso(atMs + 7 * 3_600_000)
    .slice(0, 19)
    .replace('T', ' ')

/**
 * The provider's own list of a day. It lacks one round, has one that was never played here, and another
 * payout of a third, so that somebody finds what differs.
 */
function reportOf({ rounds }: SeedPlayDay): string {
  const own = rounds.filter(({ provider }) => provider === 'combinedGames')
  const baht = (minor: number) => (minor / 100).toFixed(2)
  const line = (round: Pick<SeedRound, 'ref' | 'stakeMinor' | 'payoutMinor' | 'atMs'>, player: string) =>
    [player, round.ref, baht(round.stakeMinor), baht(round.payoutMinor), localTime(round.atMs)].join(',')
  const lines = own.slice(1).map((round, place) => {
    const payoutMinor = round.payoutMinor + (place === 0 ? round.stakeMinor : 0)
    return line({ ...round, payoutMinor }, round.member.username)
  })
  const stranger = own.slice(0, 1).map((round) => line({ ...round, ref: `x${round.ref}` }, 'unknown'))
  return `${['Player,Round,Bet,Win,Time', ...lines, ...stranger].join('\n')}\n`
}

/** A file that the manager brought, and that nobody has compared yet. */
async function bring(tx: Tx, world: SeedWorld, providerId: string, day: SeedPlayDay) {
  const { services, employees } = world
  const { on } = day
  const bytes = Buffer.from(reportOf(day))
  const sha256 = createHash('sha256').update(bytes).digest()
  const report = { providerId, bytes, sha256, uploadedBy: employees.managerId, fromOn: on, toOn: on }
  await keepReport(tx, services, report)
}

interface Partner {
  readonly code: string
  readonly name: string
  readonly billing: DistributorTerms['billing']
  readonly provider: string
  readonly feeBps: number
}
const partners = {
  combinedGames: {
    code: 'spin-partner',
    name: 'Spin Partner',
    billing: 'credit',
    provider: 'Sandbox Spin',
    feeBps: 1200,
  },
  walletGames: {
    code: 'wallet-partner',
    name: 'Wallet Partner',
    billing: 'prepaid',
    provider: 'Sandbox Wallet',
    feeBps: 900,
  },
} as const satisfies Record<string, Partner>

/** A distributor and its contract over all games of a provider, as two agreed to them. */
async function agreeOn(tx: Tx, world: SeedWorld, { provider, feeBps, ...of }: Partner, providerId: string) {
  const distributor: DistributorTerms = {
    ...of,
    distributorId: encodeId('distributor', randomUUIDv7()),
    contact: `Line @${of.code.replace('-', '')}`,
    billingDay: 7,
    minimumFeeMinor: 0,
    lowBalanceMinor: 0,
    state: 'active',
    version: null,
  }
  const contract: ContractTerms = {
    contractId: encodeId('distributorContract', randomUUIDv7()),
    distributorId: distributor.distributorId,
    providerId: encodeId('gameProvider', providerId),
    distributor: distributor.name,
    provider,
    gameType: 'all',
    feeBps,
    validFrom: `${valueOn(world.nowMs - 62 * dayMs).slice(0, 7)}-01`,
    validUntil: '9999-12-31',
    version: null,
  }
  await writeDistributor(tx, distributor, await agreed(tx, world, distributorSetup, distributor))
  await writeContract(tx, contract, await agreed(tx, world, distributorContract, contract))
}

/** Who sells the games of two providers: one is paid by its invoices, one ahead; and a list of yesterday. */
export async function storeDistributors(world: SeedWorld, keys: SandboxKeys): Promise<void> {
  const { services, play } = world
  const yesterday = play.at(-1)
  await services.db.transaction().execute(async (tx) => {
    for (const games of ['combinedGames', 'walletGames'] as const) {
      const providerId = keys[games]?.providerId
      if (providerId === undefined) continue
      await agreeOn(tx, world, partners[games], providerId)
      if (games === 'combinedGames' && yesterday) await bring(tx, world, providerId, yesterday)
    }
  })
}
