import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import type { Told, Word } from '../adapters/adapter.ts'
import type { Logged, LoggedBet } from '../adapters/transfer-adapter.ts'
import { walletOf } from '../take-call.ts'
import { tellPeople } from '../tell-people.ts'
import { askProvider, walletProviders, type WalletProvider } from '../transfers/wallet-providers.ts'

/** So many pages of one log in one run: another provider's log is not kept waiting. */
const pagesMax = 20

async function cursorOf({ machineDb }: Services, providerId: string): Promise<string> {
  const row = await machineDb
    .selectFrom('game_feeds')
    .select('cursor')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row?.cursor ?? ''
}

/** So far apart are the places that are kept of a log, for whoever reads a part of it again. */
const placeEveryMinutes = 10

async function keepCursor({ machineDb, now }: Services, providerId: string, cursor: string) {
  const at = new Date(now()).toISOString()
  await sql`
    with place as (
      insert into game_feed_places (provider_id, read_at, cursor)
      select ${providerId}, ${at}::timestamptz, ${cursor}
       where not exists (select from game_feed_places where provider_id = ${providerId}
         and read_at > ${at}::timestamptz - make_interval(mins => ${placeEveryMinutes}))
      on conflict do nothing)
    insert into game_feeds (provider_id, cursor, read_at) values (${providerId}, ${cursor}, ${at})
    on conflict (provider_id) do update set cursor = excluded.cursor, read_at = excluded.read_at`.execute(
    machineDb,
  )
}

/** A logged bet as a word; null: it is of nobody here. Pure. */
export function loggedWord(bet: LoggedBet): Word | null {
  const memberId = decodeId('member', bet.member)
  if (memberId === null) return null
  const { transactionRef, betRef, gameCode, stakeMinor, payoutMinor: amountMinor } = bet
  return { kind: 'feed', transactionRef, memberId, betRef, gameCode, stakeMinor, amountMinor, voids: null }
}

/** A bet that could not be taken as it is told: the wallets there and the figures here would part. */
const codeOf = (outcome: Told['outcome']): 'provider.mismatch' | 'provider.owed' =>
  outcome === 'otherMeaning' ? 'provider.mismatch' : 'provider.owed'

/** @returns false for one of a game that is not in the catalogue yet: it is taken once it is */
async function take(services: Services, provider: WalletProvider, bet: LoggedBet): Promise<boolean> {
  const word = loggedWord(bet)
  const outcome = word === null ? 'memberUnknown' : (await walletOf(services).take(provider, word)).outcome
  if (outcome !== 'done')
    await tellPeople(services.machineDb, codeOf(outcome), provider, {
      reference: bet.transactionRef,
      why: outcome === 'otherMeaning' ? 'otherMeaning' : 'notTaken',
    })
  return outcome !== 'gameUnknown'
}

/**
 * Takes a page of a log. Bets of one round one after the other, for a later state of it may stand behind an
 * earlier one.
 * @returns whether nothing of it is left
 */
async function takePage(services: Services, provider: WalletProvider, { bets }: Logged): Promise<boolean> {
  const rounds = Map.groupBy(bets, ({ betRef }) => betRef)
  const taken = await Promise.all(
    [...rounds.values()].map(async (states) => {
      let isWhole = true
      for (const bet of states) isWhole = (await take(services, provider, bet)) && isWhole
      return isWhole
    }),
  )
  return taken.every(Boolean)
}

/**
 * Reads one provider's bet log on from where it was read to. What was taken is kept before the place is; a
 * page of which something is left is read again, and what was taken of it is known by its name.
 * @returns whether its end was reached, more of it waits, or it goes on no further for now
 */
export async function readFeed(
  services: Services,
  provider: WalletProvider,
  stopping: AbortSignal,
): Promise<'end' | 'more' | 'stuck'> {
  let cursor = await cursorOf(services, provider.id)
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const logged = await askProvider(services, provider, provider.calls.bets, cursor).catch(() => null)
    if (logged === null) return 'stuck'
    for (const reference of logged.unread)
      await tellPeople(services.machineDb, 'provider.owed', provider, { reference, why: 'logList' })
    if (!(await takePage(services, provider, logged))) return 'stuck'
    await keepCursor(services, provider.id, logged.cursor)
    if (logged.bets.length === 0 || logged.cursor === cursor) return 'end'
    cursor = logged.cursor
  }
  return stopping.aborted ? 'stuck' : 'more'
}

/** Reads the bet log of every provider that keeps wallets. One that fails leaves the others alone. */
export async function readFeeds(services: Services, stopping: AbortSignal): Promise<void> {
  const providers = await walletProviders(services.machineDb)
  await Promise.all(
    providers.map((provider) =>
      readFeed(services, provider, stopping).catch((error: unknown) =>
        services.log.error({ provider: provider.id, error: String(error) }, 'a bet log is not read on'),
      ),
    ),
  )
}

export const gameFeedWork: PeriodicWork = {
  name: 'gameFeeds',
  everyMs: 5000,
  limitMs: 300_000,
  run: readFeeds,
}
