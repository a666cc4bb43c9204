import { gameTypes, volatilities } from '@khlang/contract/values/play-values.ts'
import { line } from '@khlang/contract/values/values.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** So many games one provider may have. */
const gamesMax = 5000

/** What a provider answers that is asked for its games. A type that we have no word for is another one. */
export const Listing = z
  .object({
    games: z
      .array(
        z.object({
          code: z.string().regex(/^[\x21-\x7e]{1,64}$/),
          type: z.enum(gameTypes).catch('other'),
          nameTh: line(80, 1),
          nameEn: line(80, 1),
          rtpBps: z.int().min(0).max(10_000).nullable().default(null),
          volatility: z.enum(volatilities).nullable().catch(null).default(null),
        }),
      )
      .max(gamesMax),
  })
  .refine(({ games }) => new Set(games.map(({ code }) => code)).size === games.length)
export type ListedGame = z.output<typeof Listing>['games'][number]

export interface StoredGame extends ListedGame {
  readonly id: string
  readonly isClosed: boolean
}

export interface Differences {
  readonly added: readonly ListedGame[]
  readonly changed: readonly { readonly before: StoredGame; readonly after: ListedGame }[]
  readonly gone: readonly StoredGame[]
}

const byCode = <T extends { readonly code: string }>(one: T, other: T): number =>
  one.code < other.code ? -1 : 1

const isSame = (one: ListedGame, other: ListedGame): boolean =>
  one.type === other.type &&
  one.nameTh === other.nameTh &&
  one.nameEn === other.nameEn &&
  one.rtpBps === other.rtpBps &&
  one.volatility === other.volatility

/**
 * What a provider tells beside what is stored, by the codes of games. What it does not say of a game's return
 * or volatility stays as it is; a game that is gone and closed already does not differ. Pure.
 */
export function differencesOf(told: readonly ListedGame[], stored: readonly StoredGame[]): Differences {
  const known = new Map(stored.map((game) => [game.code, game]))
  const listed = new Set(told.map(({ code }) => code))
  const pairs = told.toSorted(byCode).map((game) => {
    const before = known.get(game.code)
    const rtpBps = game.rtpBps ?? before?.rtpBps ?? null
    return {
      before,
      after: { ...game, rtpBps, volatility: game.volatility ?? before?.volatility ?? null },
    }
  })
  return {
    added: pairs.flatMap(({ before, after }) => (before === undefined ? [after] : [])),
    changed: pairs.flatMap(({ before, after }) =>
      before === undefined || isSame(before, after) ? [] : [{ before, after }],
    ),
    gone: stored.filter(({ code, isClosed }) => !isClosed && !listed.has(code)).toSorted(byCode),
  }
}

const wordsOf = ({ code, type, nameTh, nameEn, rtpBps, volatility }: ListedGame) => [
  code,
  type,
  nameTh,
  nameEn,
  rtpBps,
  volatility,
]

/** By what differences are known again: others, however few, have another. Pure. */
export const digestOf = ({ added, changed, gone }: Differences): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        added.map(wordsOf),
        changed.map(({ before, after }) => [wordsOf(before), wordsOf(after)]),
        gone.map(({ code }) => code),
      ]),
    )
    .digest('hex')
