import { asciiDigits, formatBaht } from '@khlang/money/amount.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'
import { isOpen } from '../lines/line-shapes.ts'

export type MissingAnswer = OutputOf<CallOf<'preTransactions.findMissing'>>
export type FoundLine = MissingAnswer['lines'][number]
export type MissingQuestion = InputOf<CallOf<'preTransactions.findMissing'>>
export type FoundMember = OutputOf<CallOf<'preTransactions.searchMember'>>['records'][number]

/** What the wizard offers after the answer. `link` needs an open line; `pending` notes the deposit. */
export interface Advice {
  tone: Tone
  canLink: boolean
  canNote: boolean
}

const advices: Readonly<Record<MissingAnswer['verdict'], Advice>> = {
  alreadyCredited: { tone: 'green', canLink: false, canNote: false },
  openLineFound: { tone: 'amber', canLink: true, canNote: true },
  creditedToOther: { tone: 'red', canLink: false, canNote: true },
  quarantined: { tone: 'purple', canLink: false, canNote: false },
  similarLine: { tone: 'amber', canLink: true, canNote: true },
  unreadMessage: { tone: 'amber', canLink: false, canNote: true },
  feedSilent: { tone: 'amber', canLink: false, canNote: true },
  nothingFound: { tone: 'grey', canLink: false, canNote: true },
}

/** What to do about a verdict. Nothing here credits without a line. */
export const adviceOf = (verdict: MissingAnswer['verdict']): Advice => advices[verdict]

/** Where the matching screen shows a line: in the list it is in, among all of its amount. */
export const placeOf = (
  line: Pick<FoundLine, 'id' | 'amountMinor' | 'state'>,
): { line: string; amount: string; tab?: string } => ({
  line: line.id,
  amount: formatBaht(line.amountMinor),
  ...(isOpen(line) ? {} : { tab: 'handled' }),
})

/** A time of day as people type it (`14:05`, `9.30`, `1405`) as `HH:mm`; null when it is none. */
export function readClock(typed: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.]?([0-5]\d)$/.exec(typed.trim()) ?? []
  if (hour === '' || Number(hour) > 23) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Date (`2026-11-21`) and time as typed in Bangkok as an instant; null while either is missing. */
export function bangkokInstant(on: string | null, typed: string): string | null {
  const clock = readClock(asciiDigits(typed))
  return on === null || clock === null ? null : new Date(`${on}T${clock}:00+07:00`).toISOString()
}
