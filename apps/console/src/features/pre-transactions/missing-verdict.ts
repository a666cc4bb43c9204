import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/define.ts'
import type { Tone } from '../../ui/Status.tsx'

export type MissingAnswer = OutputOf<CallOf<'preTransactions.findMissing'>>
export type FoundLine = MissingAnswer['lines'][number]

/** What the wizard offers after the answer. `link` needs an open line; `pending` notes the deposit. */
export interface Advice {
  tone: Tone
  canLink: boolean
  canNote: boolean
}

const advices: Readonly<Record<MissingAnswer['verdict'], Advice>> = {
  alreadyCredited: { tone: 'green', canLink: false, canNote: false },
  openLineFound: { tone: 'amber', canLink: true, canNote: false },
  creditedToOther: { tone: 'red', canLink: false, canNote: false },
  quarantined: { tone: 'purple', canLink: false, canNote: false },
  unreadMessage: { tone: 'amber', canLink: false, canNote: true },
  feedSilent: { tone: 'amber', canLink: false, canNote: true },
  nothingFound: { tone: 'grey', canLink: false, canNote: true },
}

/** What to do about a verdict. Nothing here credits without a line. */
export const adviceOf = (verdict: MissingAnswer['verdict']): Advice => advices[verdict]

/** Date and time as typed in Bangkok (`2026-11-21`, `14:05`) as an instant; null while incomplete. */
export function bangkokInstant(on: string | null, clock: string): string | null {
  if (on === null || !/^\d{2}:\d{2}$/.test(clock)) return null
  const ms = Date.parse(`${on}T${clock}:00+07:00`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
