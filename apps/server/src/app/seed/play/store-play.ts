import { sql } from 'kysely'
import type { Word } from '../../../features/play/adapters/adapter.ts'
import { decide } from '../../../features/play/wallet/decide.ts'
import { knownOf } from '../../../features/play/wallet/rows.ts'
import { writeWords } from '../../../features/play/wallet/write-words.ts'
import type { Database } from '../../../platform/db/db.ts'
import { iso } from '../ids.ts'
import type { SandboxKeys } from '../sandbox-keys.ts'
import { asAdministrator, postInOrder, type TimedPosting } from '../store.ts'
import type { SeedPlayDay, SeedRound } from './plan-play.ts'

/** A provider whose words are apart tells the result so much later. */
const resultMs = 2500

/** What a provider tells of a round, at first or at last, as its adapter reads it. */
function wordOf(round: SeedRound, kind: 'bet' | 'settle' | 'round'): Word {
  const { ref, member, game, stakeMinor, payoutMinor } = round
  return {
    kind,
    transactionRef: `${kind} ${ref}`,
    memberId: member.id,
    betRef: ref,
    gameCode: kind === 'settle' ? null : game,
    amountMinor: kind === 'bet' ? stakeMinor : payoutMinor,
    voids: null,
    ...(kind === 'round' ? { stakeMinor } : {}),
  }
}

/** Takes words as they are taken of any provider, at the moments of their rounds. */
async function take(
  db: Database,
  rounds: readonly SeedRound[],
  kind: 'bet' | 'settle' | 'round',
  { on, keys }: { readonly on: string; readonly keys: SandboxKeys },
): Promise<void> {
  const heard = rounds.map((round) => ({
    provider: {
      id: keys[round.provider]?.providerId ?? '',
      state: 'active' as const,
      minMinor: 100,
      maxMinor: 1_000_000,
    },
    word: wordOf(round, kind),
  }))
  const known = await knownOf(db, heard, { at: '', businessOn: on })
  const words = known.flatMap((each, position) => {
    const [round, word] = [rounds[position], heard[position]]
    if (!round || !word) return []
    const at = iso(round.atMs + (kind === 'settle' ? resultMs : 0))
    const decision = decide(word.word, { ...each, at, newId: round.betId })
    if (decision.kind !== 'kept') throw new Error(`a round of the seed: ${decision.told.outcome}`)
    return decision.kept.map((kept) => ({ provider: word.provider.id, kept }))
  })
  const refused = words.find(({ kept: { refusal } }) => refusal !== null)
  if (refused) throw new Error(`a round of the seed: ${refused.kept.refusal}`)
  const results = await writeWords(db, words, 'batch')
  for (const { outcome } of results.values())
    if (outcome !== 'posted') throw new Error(`a round of the seed: ${outcome}`)
}

/**
 * Posts the history day by day, and after the money of each day what was played on it: with one commit for
 * each kind of word.
 */
export async function postWithPlay(
  { db, adminUrl, keys }: { readonly db: Database; readonly adminUrl: string; readonly keys: SandboxKeys },
  postings: readonly TimedPosting[],
  days: readonly SeedPlayDay[],
): Promise<void> {
  let fromMs = 0
  const upTo = (untilMs: number) =>
    postInOrder(
      db,
      postings.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs),
    )
  for (const { on, endMs, rounds } of days) {
    await upTo(endMs)
    fromMs = endMs
    const of = (provider: SeedRound['provider']) => rounds.filter((round) => round.provider === provider)
    await take(db, of('combinedGames'), 'round', { on, keys })
    await take(db, of('games'), 'bet', { on, keys })
    await take(db, of('games'), 'settle', { on, keys })
  }
  await upTo(Number.POSITIVE_INFINITY)
  await dateWords(adminUrl)
}

/** Words are dated by the moment at which they are stored: these by that of their bets. */
const dateWords = (adminUrl: string) =>
  asAdministrator(adminUrl, (db) =>
    sql`
      update play_words w set told_at = case w.kind when 'settle' then b.settled_at else b.placed_at end
        from bets b where b.id = w.bet_id`.execute(db),
  )
