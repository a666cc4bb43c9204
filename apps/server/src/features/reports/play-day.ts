import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { addDays } from '../../platform/business-day.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { gaveOn, partOf, playedByDay, playedByPart, type PlayedPart } from './daily.ts'
import { costsOf, feesByDay } from './fees.ts'
import { membersOfDays } from './member-counts.ts'
import { givenByDay } from './money-sums.ts'
import { addPlayed, nothingPlayed, playSumsOf, shareBps } from './play-sums.ts'
import { topMembers } from './users/top-members.ts'

type Day = HandlerOutput<typeof reports.day>
type Part = Day['parts']['game'][number]

const gamesMax = 10

const keyOf = {
  provider: ({ provider }: PlayedPart) => provider.id,
  type: ({ type }: PlayedPart) => type,
  game: ({ key }: PlayedPart) => key,
}

/** Games added up by what they have in common; what was staked most comes first. Pure. */
function partsOf(games: readonly PlayedPart[], by: keyof typeof keyOf): Part[] {
  const staked = addPlayed(games).stakeMinor
  const parts = [...Map.groupBy(games, keyOf[by]).values()].flatMap((same) => {
    const [one] = same
    if (one === undefined) return []
    const sums = addPlayed(same)
    return [
      {
        ...partOf(by, { ...one, key: keyOf[by](one) }),
        ...playSumsOf(sums),
        shareBps: shareBps(sums.stakeMinor, staked),
      },
    ]
  })
  return parts.toSorted((a, b) => b.stakeMinor - a.stakeMinor)
}

/** A business day beside the day before, from the figures alone. */
export async function playDay(db: Reader, actor: EmployeeActor, on: string): Promise<Day> {
  const before = addDays(on, -1)
  const spans = { days: [on], months: [] }
  const asked = { actor, filter: {}, period: { from: on, to: on }, spans, isAsOf: false }
  const both = { ...asked, period: { from: before, to: on } }
  const [days, games, top, given, fees] = await Promise.all([
    playedByDay(db, both),
    playedByPart(db, asked, 'game'),
    topMembers(db, actor, on),
    givenByDay(db, actor, both),
    feesByDay(db, both),
  ])
  const pairs = days.reduce((sum, each) => sum + each.pairs, 0)
  const members = await membersOfDays(db, actor, both, pairs)
  const of = (day: string) => {
    const sums = playSumsOf(days.find((each) => each.day === day) ?? nothingPlayed)
    const gave = gaveOn(given, day)
    return {
      members: members && (members.get(day) ?? 0),
      ...sums,
      ...gave,
      ...costsOf(sums.companyMinor, { ...gave, feeMinor: fees && (fees.get(day) ?? 0) }),
    }
  }
  return {
    businessOn: on,
    ...of(on),
    before: of(before),
    parts: {
      provider: partsOf(games, 'provider'),
      type: partsOf(games, 'type'),
      game: partsOf(games, 'game').slice(0, gamesMax),
    },
    top,
  }
}
