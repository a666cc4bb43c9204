import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { Database } from '../../../platform/db/db.ts'

/** Bets that one statement reads: money waits for no longer than this takes. */
const pageSize = 2000
const pageTimeoutMs = 60_000

/** Sums of settled bets, as they stand or as all that became of them adds up. */
export interface Sums {
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly validMinor: number
  readonly countedMinor: number
}
const nothing: Sums = { bets: 0, stakeMinor: 0, payoutMinor: 0, validMinor: 0, countedMinor: 0 }

interface Outcome extends Sums {
  readonly version: number
}
interface Bet extends Omit<Sums, 'bets'> {
  readonly id: string
  readonly providerId: string
  readonly gameId: string
  readonly memberId: string
  readonly state: string
  readonly outcomes: readonly Outcome[]
}

/** What a file holds: all bets, the sums of those that are settled, and the same by what became of them. */
export interface MonthFile {
  readonly bets: number
  readonly outcomes: number
  readonly settled: Sums
  readonly became: Sums
  readonly bytes: number
  readonly sha256: string
}

export const folderOf = ({ privateDir }: Pick<Services, 'privateDir'>): string =>
  join(privateDir, 'bet-months')
/** Where the file of an archived month lies. */
export const pathOf = (services: Pick<Services, 'privateDir'>, id: string): string =>
  join(folderOf(services), `${id}.jsonl.gz`)

const added = (sums: Sums, more: Sums): Sums => ({
  bets: sums.bets + more.bets,
  stakeMinor: sums.stakeMinor + more.stakeMinor,
  payoutMinor: sums.payoutMinor + more.payoutMinor,
  validMinor: sums.validMinor + more.validMinor,
  countedMinor: sums.countedMinor + more.countedMinor,
})

/** The moment at which a month begins, as ids have it. */
export const begins = (month: string) =>
  sql`least_id(${month}::date::timestamp at time zone 'Asia/Bangkok')`
export const ends = (month: string) =>
  sql`least_id((${month}::date + interval '1 month') at time zone 'Asia/Bangkok')`

/** The next bets of a month, each with all that became of it; a page of few may pass over many bets. */
const nextBets = (db: Database, month: string, after: string | null): Promise<readonly Bet[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(pageTimeoutMs)}`.execute(tx)
    const { rows } = await sql<Bet>`
      select b.id, b.provider_id as "providerId", b.ref, b.game_id as "gameId", b.member_id as "memberId",
             b.state, b.stake_minor as "stakeMinor", b.payout_minor as "payoutMinor",
             b.valid_minor as "validMinor", b.counted_minor as "countedMinor", b.placed_at as "placedAt",
             b.settled_at as "settledAt", b.business_on as "businessOn", b.settled_on as "settledOn",
             b.version, coalesce((select json_agg(json_build_object('version', o.version, 'kind', o.kind,
                 'businessOn', o.business_on, 'bets', o.bets, 'stakeMinor', o.stake_minor,
                 'payoutMinor', o.payout_minor, 'validMinor', o.valid_minor,
                 'countedMinor', o.counted_minor, 'reason', o.reason,
                 'contributionBp', o.contribution_bp, 'toldAt', o.told_at) order by o.version)
               from bet_outcomes o where o.bet_id = b.id), '[]') as outcomes
        from bets b
       where b.id >= ${begins(month)} and b.id < ${ends(month)}
         and (${after}::uuid is null or b.id > ${after}::uuid)
       order by b.id limit ${sql.lit(pageSize)}`.execute(tx)
    return rows
  })

const outside = ({ id, providerId, gameId, memberId, ...bet }: Bet) => ({
  id: encodeId('bet', id),
  providerId: encodeId('gameProvider', providerId),
  gameId: encodeId('game', gameId),
  memberId: encodeId('member', memberId),
  ...bet,
})

/** Returns once a file, or the names in a folder, would outlive the loss of power. */
async function onDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/**
 * Writes the bets of a month, packed, one a line in their order, with a first line that says what they are
 * and a last one with their sums. One page is held in memory; under its name it lies only when it is whole.
 * @throws AbortError once `stopping` is aborted
 */
export async function writeMonth(
  services: Services,
  { id, month }: { readonly id: string; readonly month: string },
  stopping?: AbortSignal,
): Promise<MonthFile> {
  const path = pathOf(services, id)
  await mkdir(folderOf(services), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  await rm(part, { force: true })
  const hash = createHash('sha256')
  const held = { bets: 0, outcomes: 0, settled: nothing, became: nothing, bytes: 0 }
  async function* lines() {
    yield `${JSON.stringify({ form: 'khlang-bets-1', month: month.slice(0, 7) })}\n`
    for (let after: string | null = null; ;) {
      const page: readonly Bet[] = await nextBets(services.db, month, after)
      for (const bet of page) {
        held.bets += 1
        held.outcomes += bet.outcomes.length
        const isSettled = bet.state !== 'running' && bet.state !== 'void'
        if (isSettled) held.settled = added(held.settled, { ...bet, bets: 1 })
        held.became = bet.outcomes.reduce<Sums>(added, held.became)
      }
      yield page.map((bet) => `${JSON.stringify(outside(bet))}\n`).join('')
      after = page.at(-1)?.id ?? null
      if (page.length < pageSize) break
    }
    const { bets, outcomes, settled } = held
    yield `${JSON.stringify({ bets, outcomes, settled })}\n`
  }
  async function* hashed(parts: AsyncIterable<Buffer>) {
    for await (const bytes of parts) {
      hash.update(bytes)
      held.bytes += bytes.length
      yield bytes
    }
  }
  const out = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  await pipeline(lines(), createGzip(), hashed, out, {
    signal: stopping ?? new AbortController().signal,
  })
  await onDisk(part)
  await rename(part, path)
  await onDisk(folderOf(services))
  return { ...held, sha256: hash.digest('hex') }
}
