import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { saidFlags } from '@khlang/contract/values/play-values.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { betTones } from '../../lib/record/bet-tones.ts'
import { Status } from '../../ui/figures/Status.tsx'

export type Bet = OutputOf<CallOf<'betReports.list'>>['records'][number]
export type BetDetail = OutputOf<CallOf<'betReports.get'>>

export const stateCell = ({ state }: Pick<Bet, 'state'>, { t }: Words) => (
  <Status tone={betTones[state]} label={t(`states.${state}`)} />
)

/** A name in the language of the reader. */
const named = (name: Bet['provider']['name'], { reading }: Words): string => name[reading.language]

export const gameCell = ({ game }: Pick<Bet, 'game'>, words: Words) => named(game.name, words)
export const providerCell = ({ provider }: Pick<Bet, 'provider'>, words: Words) =>
  named(provider.name, words)
export const typeCell = ({ game }: Pick<Bet, 'game'>, { t }: Words) => t(`types.${game.type}`)

type SaidName = keyof Bet['said']
/** What its provider told of a bet beside money, under one name. */
export const saidCell =
  (name: SaidName) =>
  ({ said }: Pick<Bet, 'said'>, { t }: Words) =>
    saidFlags.includes(name) && said[name] !== undefined ? t('said.yes') : (said[name] ?? '–')
