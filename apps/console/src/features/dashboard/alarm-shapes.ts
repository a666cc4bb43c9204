import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'

export type Alarm = OutputOf<CallOf<'dashboard.alarms'>>['records'][number]

export interface AlarmStory {
  /** Name of the sentence under `alarms.about`. */
  readonly key: string
  readonly texts: Readonly<Record<string, string>>
  /** In satang, for the sentence to write as money. */
  readonly amounts: Readonly<Record<string, number>>
  /** Moments, for the sentence to write in the reader's way. */
  readonly times?: Readonly<Record<string, string>>
  /** What has a name in each language. */
  readonly names?: Readonly<Record<string, Readonly<Record<'th' | 'en', string>>>>
  /** Sentences of their own in its place, each about some references. */
  readonly parts?: readonly {
    readonly key: string
    readonly label: string
    readonly references: readonly string[]
  }[]
}
