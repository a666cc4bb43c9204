import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { catalogueStates } from '@khlang/contract/values/play-values.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { Status, type Tone } from '../../ui/figures/Status.tsx'

export type ProviderSettings = OutputOf<CallOf<'gameCatalogue.provider'>>
export type GameRow = OutputOf<CallOf<'gameCatalogue.games'>>['records'][number]
export type Compared = OutputOf<CallOf<'gameCatalogue.compareGames'>>
export type CatalogueState = (typeof catalogueStates)[number]

const tones: Readonly<Record<CatalogueState, Tone>> = {
  active: 'green',
  maintenance: 'blue',
  closed: 'grey',
}

export const stateMark = (state: CatalogueState, { t }: Pick<Words, 't'>) => (
  <Status tone={tones[state]} label={t(`states.${state}`)} />
)

/** A moment as a field of day and time holds it, by the clocks of Bangkok; empty for none. Pure. */
export const typedMoment = (instant: string | null): string =>
  instant === null ? '' : new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16)

/** The same back; null for none. What is half typed is no moment, and is said so by the contract. Pure. */
export function momentOf(typed: string): string | null {
  if (typed === '') return null
  const at = new Date(`${typed}:00+07:00`)
  return Number.isNaN(at.getTime()) ? typed : at.toISOString()
}

/** Texts parted by blanks or commas. Pure. */
export const partsOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')
