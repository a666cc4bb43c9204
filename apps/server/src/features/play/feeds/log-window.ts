import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Logged, LoggedBet } from '../adapters/transfer-adapter.ts'
import { askProvider, type WalletProvider } from '../transfers/wallet-providers.ts'
import { readFeed } from './feed-work.ts'

/** Places and bets are dated by the clocks of several servers. */
const slack = sql`interval '1 minute'`

/** From where the log tells all bets that were taken since a moment; at first: from its beginning. */
async function placeBefore(db: Reader, providerId: string, at: string): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`
    select cursor from game_feed_places
     where provider_id = ${providerId} and read_at <= ${at}::timestamptz - ${slack}
     order by read_at desc limit 1`.execute(db)
  return rows[0]?.cursor ?? ''
}

/**
 * A provider's own log of bets, in pages, from before a moment up to its end; a page that is no answer to go
 * by is the last.
 * @throws EgressRefused where nothing was sent; any other error where it gave no answer
 */
export async function* logPages(
  services: Services,
  provider: WalletProvider,
  at: string,
): AsyncGenerator<Logged | null, void> {
  let cursor = await placeBefore(services.db, provider.id, at)
  for (;;) {
    const logged = await askProvider(services, provider, provider.calls.bets, cursor)
    yield logged
    if (logged === null || logged.bets.length === 0 || logged.cursor === cursor) return
    cursor = logged.cursor
  }
}

/**
 * A provider's own log of bets, in pages, from before a moment up to its end. What it told is taken by us
 * before the end is reached, as the feed takes it: what is missing afterwards was not taken.
 * @throws where the provider gives no answer
 */
export async function* logSince(
  services: Services,
  provider: WalletProvider,
  at: string,
  stopping: AbortSignal,
): AsyncGenerator<readonly LoggedBet[], void> {
  for await (const logged of logPages(services, provider, at)) {
    if (logged === null) throw new Error('the provider does not tell its log')
    if (logged.bets.length > 0) yield logged.bets
  }
  while ((await readFeed(services, provider, stopping)) === 'more');
}

/** Members who ever took money to a provider, in the order of their ids. */
async function membersAt(db: Reader, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct outside_id('mbr', member_id) as id from game_transfers
     where provider_id = ${providerId} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What a provider says that it holds for members, each asked about by itself.
 * @param goesOn told how many were asked about
 * @returns null when it is to go no further
 * @throws where the provider gives no answer
 */
export async function toldHeld(
  services: Services,
  provider: WalletProvider,
  goesOn: (done: number) => Promise<boolean>,
): Promise<number | null> {
  const [atOnce, toldEvery] = [4, 100]
  const members = await membersAt(services.db, provider.id)
  let heldMinor = 0
  for (let from = 0; from < members.length; from += atOnce) {
    if (from % toldEvery === 0 && !(await goesOn(from))) return null
    const told = await Promise.all(
      members
        .slice(from, from + atOnce)
        .map((member) => askProvider(services, provider, provider.calls.balance, member)),
    )
    for (const minor of told) {
      if (minor === null) throw new Error('the provider does not tell what it holds')
      heldMinor += minor
    }
  }
  return heldMinor
}
