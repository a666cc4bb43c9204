import { hrefOf } from '../../lib/address/navigation.tsx'
import { formatBps, formatCount } from '../../lib/words/formats.ts'
import type { Alarm, AlarmStory } from './alarm-shapes.ts'

type Detail = Alarm['detail']

const dayMs = 86_400_000
const numberIn = (detail: Detail, key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}
const times = (x100: number): string => (x100 / 100).toFixed(2)
const isName = (value: unknown): value is { th: string; en: string } =>
  typeof value === 'object' && value !== null && 'th' in value && 'en' in value

/**
 * Whether an alarm is about play, or about what game providers tell of bets: `playAlarmCodes`, which would be
 * heavier here. Pure.
 */
export const isOfPlay = ({ code }: Pick<Alarm, 'code'>): boolean =>
  /^play\.|^provider\.(mismatch|owed)$/.test(code)

interface Owed {
  readonly reference?: unknown
  readonly why?: unknown
}

/** What is to be settled with a provider: references by why each is open, the first and what came later. */
function owedStory(detail: Detail): AlarmStory {
  const label = String(detail['label'] ?? '')
  const later = detail['others']
  const all: readonly Owed[] = [detail, ...(Array.isArray(later) ? (later as readonly Owed[]) : [])]
  const byWhy = Map.groupBy(all, ({ why }) => why)
  const texts = { label, reference: String(detail['reference'] ?? '') }
  // Alarms of before did not say why.
  if (byWhy.has(undefined)) return { key: 'provider', amounts: {}, texts }
  const parts = [...byWhy].map(([why, some]) => ({
    key: `owed.${String(why)}`,
    label,
    references: some.map(({ reference }) => String(reference)),
  }))
  return { key: '', amounts: {}, texts, parts }
}

/** What an alarm of play or of a game provider follows from; null of any other alarm. Pure. */
export function playStoryOf({ code, detail }: Pick<Alarm, 'code' | 'detail'>): AlarmStory | null {
  const of = (key: string) => numberIn(detail, key)
  const amounts = { stake: of('stakeMinor'), payout: of('payoutMinor') }
  const rounds = formatCount(of('bets'))
  const limit = times(of('limitX100'))
  if (code === 'play.rtpDrift') {
    const days = (Date.parse(String(detail['to'])) - Date.parse(String(detail['from']))) / dayMs + 1
    const name = detail['names']
    return {
      key: 'rtpDrift',
      amounts,
      texts: {
        days: formatCount(days),
        rounds,
        limit,
        rtp: formatBps(of('rtpBps')),
        declared: formatBps(of('declaredBps')),
        difference: times(Math.abs(of('rtpBps') - of('declaredBps'))),
        error: times(of('errorBps')),
        off: times(Math.abs(of('offX100'))),
      },
      names: isName(name) ? { game: name } : {},
    }
  }
  if (code === 'provider.lowBalance') {
    const sums = { left: of('leftMinor'), limit: of('lowMinor'), kept: of('balanceMinor') }
    return {
      key: 'prepaidLow',
      amounts: { ...sums, costs: of('costsMinor') },
      texts: { label: String(detail['label'] ?? '') },
    }
  }
  if (code.startsWith('provider.')) return owedStory(detail)
  if (code !== 'play.unusualWin') return null
  const least = detail['leastStakeMinor']
  // Alarms of before did not keep the least stake.
  const isWhole = typeof least === 'number'
  return {
    key: isWhole ? 'unusualWin' : 'unusualWinBefore',
    amounts: { ...amounts, profit: of('profitMinor'), ...(isWhole ? { least } : {}) },
    texts: { member: String(detail['label'] ?? ''), rounds, limit, times: times(of('profitX100')) },
  }
}

/** The bets behind an alarm of play; undefined of any other alarm. Pure. */
export function playAlarmHref({ code, entity, entityId, detail }: Alarm): string | undefined {
  if (!code.startsWith('play.')) return undefined
  const [settledFrom, settledTo] = [String(detail['from']), String(detail['to'])]
  const of = entity === 'game' ? { gameId: entityId } : { memberId: entityId }
  return hrefOf({ to: '/bet-report', search: { ...of, settledFrom, settledTo } })
}
