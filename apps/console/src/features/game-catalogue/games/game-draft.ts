import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { gameTags } from '@khlang/contract/values/play-values.ts'
import { partsOf, type GameRow } from '../catalogue-shapes.tsx'

type Update = InputOf<CallOf<'gameCatalogue.updateGame'>>

/** What the form holds, as typed. */
export interface GameDraft {
  readonly providerId: string
  readonly code: string
  readonly type: Update['type']
  readonly nameTh: string
  readonly nameEn: string
  /** Empty: its provider does not say. */
  readonly rtpBps: string
  readonly volatility: NonNullable<Update['volatility']> | ''
  readonly hot: boolean
  readonly new: boolean
  readonly recommended: boolean
  readonly contributionBps: string
  readonly blockedLevels: string
  readonly state: Update['state']
}

export const emptyGame: GameDraft = {
  providerId: '',
  code: '',
  type: 'slot',
  nameTh: '',
  nameEn: '',
  rtpBps: '',
  volatility: '',
  hot: false,
  new: false,
  recommended: false,
  contributionBps: '10000',
  blockedLevels: '',
  state: 'closed',
}

export const draftOf = (game: GameRow): GameDraft => ({
  providerId: game.provider.id,
  code: game.code,
  type: game.type,
  nameTh: game.nameTh,
  nameEn: game.nameEn,
  rtpBps: game.rtpBps === null ? '' : String(game.rtpBps),
  volatility: game.volatility ?? '',
  hot: game.tags.includes('hot'),
  new: game.tags.includes('new'),
  recommended: game.tags.includes('recommended'),
  contributionBps: String(game.contributionBps),
  blockedLevels: game.blockedLevels.join(', '),
  state: game.state,
})

/** What both calls take. Pure. */
export const sharedOf = (draft: GameDraft) => ({
  type: draft.type,
  nameTh: draft.nameTh.trim(),
  nameEn: draft.nameEn.trim(),
  rtpBps: draft.rtpBps.trim() === '' ? null : Number(draft.rtpBps),
  volatility: draft.volatility === '' ? null : draft.volatility,
  tags: gameTags.filter((tag) => draft[tag]),
  contributionBps: Number(draft.contributionBps),
  blockedLevels: partsOf(draft.blockedLevels).map(Number),
  state: draft.state,
})
