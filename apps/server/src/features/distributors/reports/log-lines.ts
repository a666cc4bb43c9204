import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Running } from '../../../platform/background/job-kinds.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { LoggedBet } from '../../play/adapters/transfer-adapter.ts'
import { logSince, toldHeld } from '../../play/feeds/log-window.ts'
import { findWalletProvider } from '../../play/transfers/wallet-providers.ts'
import type { Compared } from './compare-report.ts'
import { keepLines } from './kept-comparison.ts'

/** What a provider says that it holds for members, and what we say that it does. */
export type HeldSums = { readonly toldMinor: number; readonly oursMinor: number } | null

/** Who is meant by the names of members that a page of a log has. */
async function usernamesOf(db: Reader, bets: readonly LoggedBet[]): Promise<(bet: LoggedBet) => string> {
  const ids = new Map(bets.map(({ member }) => [member, decodeId('member', member)]))
  const known = [...new Set([...ids.values()].flatMap((id) => id ?? []))]
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from members where id = any(${known}::uuid[])`.execute(db)
  const names = new Map(rows.map(({ id, username }) => [id, username]))
  return ({ member }) => names.get(ids.get(member) ?? '') ?? member.slice(0, 100)
}

async function heldBy(db: Reader, providerId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`select held_at(${providerId}) as minor`.execute(db)
  return rows[0]?.minor ?? 0
}

/**
 * Keeps what a provider's own log tells, as the lines of a report.
 * @returns how many lines it has; null when it is to go no further
 */
export async function keepLog(
  services: Services,
  { reportId, providerId, from }: Compared,
  { report, stopping }: Running,
): Promise<number | null> {
  const { db } = services
  const provider = await findWalletProvider(db, providerId)
  let done = 0
  for await (const bets of logSince(services, provider, from, stopping)) {
    const usernameOf = await usernamesOf(db, bets)
    const first = done
    await keepLines(
      db,
      reportId,
      bets.map((bet, place) => ({
        no: first + place + 1,
        roundRef: bet.betRef,
        transactionRef: bet.transactionRef,
        player: usernameOf(bet),
        stakeMinor: bet.stakeMinor,
        payoutMinor: bet.payoutMinor,
        at: bet.at,
      })),
    )
    done += bets.length
    if (!(await report(done)) || stopping.aborted) return null
  }
  await sql`update provider_reports set row_count = ${done} where id = ${reportId}
    and state = 'comparing'`.execute(db)
  return done
}

/**
 * What a provider says now that it holds for members, beside what we say. Where it does not answer for each
 * of them nothing is known; what was compared of its log stands all the same.
 * @returns 'stopped' when it is to go no further
 */
export async function heldNow(
  services: Services,
  providerId: string,
  goesOn: () => Promise<boolean>,
): Promise<HeldSums | 'stopped'> {
  const provider = await findWalletProvider(services.db, providerId)
  try {
    const toldMinor = await toldHeld(services, provider, goesOn)
    if (toldMinor === null) return 'stopped'
    return { toldMinor, oursMinor: await heldBy(services.db, providerId) }
  } catch (error) {
    services.log.warn({ provider: providerId, error: String(error) }, 'what is held was not told')
    return null
  }
}
