import { encodeId } from '@khlang/contract/values/values.ts'
import { ggrIncome } from '@khlang/ledger/accounts.ts'
import { ggrClose } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import { addDays, businessOn, instantsOf } from '../../platform/business-day.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'

const minuteMs = 60_000
/** A word that was taken on a day is committed by then; days of the book close later than that. */
const graceMs = 3 * minuteMs
const daysPerRun = 31

interface Won {
  readonly providerId: string
  readonly gameType: string
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** What became of bets on a day, by provider and type; from the bets' own outcomes, not from the figures. */
async function wonOn(tx: Tx, on: string): Promise<readonly Won[]> {
  const { rows } = await sql<Won>`
    select o.provider_id as "providerId", g.type as "gameType", sum(o.bets)::bigint as bets,
           sum(o.stake_minor)::bigint as "stakeMinor", sum(o.payout_minor)::bigint as "payoutMinor"
      from bet_outcomes o join games g on g.id = o.game_id
     where o.business_on = ${on} group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** The day to post to: the one that is closed, or today where the book has closed it already. */
async function postingDay(tx: Tx, on: string, today: string): Promise<string> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select exists (select from day_closings where business_on >= ${on}) as "isClosed"`.execute(tx)
  return rows[0]?.isClosed ? today : on
}

async function closeOne(tx: Tx, on: string, today: string): Promise<void> {
  // The row first: of two processes the second one finds it, and nothing is posted twice.
  const { rows } = await sql`
    insert into ggr_days (business_on) values (${on}) on conflict do nothing returning 1`.execute(tx)
  if (rows.length === 0) return
  const won = await wonOn(tx, on)
  if (won.length === 0) return
  const day = await postingDay(tx, on, today)
  const moves = won.filter(({ stakeMinor, payoutMinor }) => stakeMinor !== payoutMinor)
  await openAccounts(
    tx,
    [...new Set(moves.map(({ gameType }) => gameType))].map((type) => ggrIncome(type)),
  )
  const results = await postStrict(
    tx,
    moves.map(({ providerId, gameType, stakeMinor, payoutMinor }) => {
      const provider = encodeId('gameProvider', providerId)
      return ggrClose({
        sourceId: `${on}.${provider}.${gameType}`,
        businessOn: day,
        valueOn: on,
        providerId: provider,
        gameType,
        winMinor: stakeMinor - payoutMinor,
      })
    }),
  )
  const transferOf = (each: Won): number | null => results[moves.indexOf(each)]?.transferIds[0] ?? null
  await tx
    .insertInto('ggr_closings')
    .values(
      won.map((each) => ({
        business_on: on,
        provider_id: each.providerId,
        game_type: each.gameType,
        bets: each.bets,
        stake_minor: each.stakeMinor,
        payout_minor: each.payoutMinor,
        transfer_id: transferOf(each),
      })),
    )
    .execute()
}

/**
 * Takes what was won on each day that is over out of the books of the providers, once: each day, provider and
 * type is one movement, proven by the outcomes of its bets.
 */
export async function closeGgr(services: Services, stopping?: AbortSignal): Promise<void> {
  const { db, now } = services
  const { rows } = await sql<{ first: string | null; at: string }>`
    select coalesce((select max(business_on) + 1 from ggr_days),
             (select min(business_on) from bet_outcomes)) as first, clock_timestamp() as at`.execute(db)
  const [found] = rows
  if (!found || found.first === null) return
  const settings = await services.settings.get()
  const nowMs = Math.min(now(), new Date(found.at).getTime())
  const today = businessOn(settings, nowMs)
  let on = found.first
  for (let done = 0; on < today && done < daysPerRun; done += 1) {
    if (stopping?.aborted) return
    if (new Date(instantsOf(settings, on).until).getTime() + graceMs > nowMs) return
    const day = on
    await db.transaction().execute((tx) => closeOne(tx, day, today))
    on = addDays(on, 1)
  }
}

export const ggrCloseWork: PeriodicWork = { name: 'ggrClose', everyMs: minuteMs, run: closeGgr }
