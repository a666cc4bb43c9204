import { formatBaht } from '@khlang/money/amount.ts'
import { filled } from './filled.ts'
import { word, type Language } from '../../platform/texts.ts'

type Detail = Readonly<Record<string, unknown>>

const dayMs = 86_400_000
const numberIn = (detail: Detail, key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}
const percent = (bps: number): string => `${(bps / 100).toFixed(2)}%`
const points = (bps: number): string => (bps / 100).toFixed(2)
const times = (x100: number): string => (x100 / 100).toFixed(2)
const count = (value: number): string => value.toLocaleString('en-US')

const daysOf = ({ from, to }: Detail): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / dayMs + 1

/** The figures that an alarm of play follows from, as they are said in a sentence. */
const figures: Readonly<Record<string, (detail: Detail) => Readonly<Record<string, string>>>> = {
  'play.rtpDrift': (detail) => {
    const of = (key: string) => numberIn(detail, key)
    return {
      days: count(daysOf(detail)),
      rounds: count(of('bets')),
      stake: formatBaht(of('stakeMinor')),
      payout: formatBaht(of('payoutMinor')),
      rtp: percent(of('rtpBps')),
      declared: percent(of('declaredBps')),
      difference: points(Math.abs(of('rtpBps') - of('declaredBps'))),
      off: times(Math.abs(of('offX100'))),
      error: points(of('errorBps')),
      limit: times(of('limitX100')),
    }
  },
  'play.unusualWin': (detail) => {
    const of = (key: string) => numberIn(detail, key)
    return {
      rounds: count(of('bets')),
      stake: formatBaht(of('stakeMinor')),
      payout: formatBaht(of('payoutMinor')),
      profit: formatBaht(of('profitMinor')),
      times: times(of('profitX100')),
      limit: times(of('limitX100')),
      least: formatBaht(of('leastStakeMinor')),
    }
  },
}

/** What an event about play keeps of its alarm: its figures, and the name of the game in both languages. */
export function playFiguresOf({
  code,
  detail,
}: {
  readonly code: string
  readonly detail: Detail
}): Detail {
  const of = figures[code]
  return of === undefined ? {} : { figures: of(detail), names: detail['names'] ?? null }
}

const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arithmetic as one sentence, and what the game is called; empty of any other event. Pure. */
export function playGaps(detail: Detail, language: Language): Detail {
  const { alarm, figures: numbers, names } = detail
  if (!isRecord(numbers)) return {}
  const name = isRecord(names) ? { label: names[language] } : {}
  return {
    ...name,
    figures: filled(word('notifications', `figures.${String(alarm)}`, language) ?? '', numbers),
  }
}
