import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reconcile } from '@khlang/contract/reconcile.ts'

type Output = HandlerOutput<typeof reconcile.day>

export type Sheet = Output['sheets'][number]
export type SheetRow = Sheet['rows'][number]
export type SheetStatus = SheetRow['status']
export type Item = Output['items'][number]
export type Explanation = NonNullable<Item['explanation']>
export type LateItem = Output['late'][number]
export type DayClose = Output['closes'][number]
/** Before people have said why. */
export type Found = Omit<Item, 'explanation'>

/** All that is known of a day, as it is closed: hashed and signed as the text that JSON makes of it. */
export interface DayFacts {
  readonly version: 1
  readonly businessOn: string
  readonly round: number
  readonly ledgerDigest: string
  readonly ledgerClosedAt: string
  readonly transferCount: number
  readonly sheets: readonly Sheet[]
  readonly items: readonly Item[]
}
