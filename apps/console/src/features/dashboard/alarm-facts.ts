import type { Alarm, AlarmStory } from './alarm-shapes.ts'
import { playStoryOf } from './play-alarms.ts'

/** Money may be lost, or stands still: these come first. All others are worth a look within the shift. */
const urgent: readonly string[] = [
  'restored',
  'payoutFuse',
  'backup.archiveFailing',
  'doublePayment',
  'payoutContradiction',
  'payoutDiffers',
  'bank.outgoingUnknown',
  'bank.chainContradiction',
  'message.contradicts',
  'link.manyByHand',
]

export const isUrgent = ({ code }: Pick<Alarm, 'code'>): boolean =>
  urgent.includes(code) || code.startsWith('proof.')

/** The stopped payouts first, then what is urgent, each the oldest first as the server sends them. */
export function inOrder(alarms: readonly Alarm[]): Alarm[] {
  const rank = (alarm: Alarm) => (alarm.endedBy !== 'acknowledge' ? 0 : isUrgent(alarm) ? 1 : 2)
  return alarms.toSorted((a, b) => rank(a) - rank(b))
}

/** The name of a code's text: a dot would part it into levels. */
export const alarmKey = (code: string): string => `alarm.${code.replaceAll('.', '_')}`

/** What is known of an alarm, as one sentence to fill; null where its detail says nothing to a person. */
export function storyOf(alarm: Pick<Alarm, 'code' | 'detail'>): AlarmStory | null {
  const { detail } = alarm
  const play = playStoryOf(alarm)
  if (play !== null) return play
  const text = (name: string): string | null => {
    const value = detail[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const amount = (name: string): number | null => {
    const value = detail[name]
    return typeof value === 'number' ? Math.abs(value) : null
  }
  const on = text('businessOn')
  if (on !== null) return { key: 'day', texts: { on }, amounts: {} }
  const [sent, limit] = [amount('sentMinor'), amount('limitMinor')]
  if (sent !== null && limit !== null) return { key: 'fuse', texts: {}, amounts: { sent, limit } }
  const [restoredTo, since] = [text('restoredTo'), text('since')]
  if (restoredTo !== null) return { key: 'restored', texts: {}, amounts: {}, times: { restoredTo } }
  if (since !== null)
    return { key: 'archive', texts: { file: text('file') ?? '' }, amounts: {}, times: { since } }
  const [person, low, linked] = [text('person'), detail['lowCount'], amount('linkedMinor')]
  if (person !== null && linked !== null)
    return { key: 'links', texts: { person, low: String(low) }, amounts: { linked } }
  const phone = text('phone')
  if (phone !== null) return { key: 'phone', texts: { phone }, amounts: {} }
  const gap = amount('gapMinor')
  if (gap !== null) return { key: 'gap', texts: {}, amounts: { amount: gap } }
  const [device, sender, said] = [text('device'), text('sender'), text('said')]
  if (sender !== null && device !== null) return { key: 'message', texts: { sender, device }, amounts: {} }
  if (said !== null) return { key: 'said', texts: { said }, amounts: {} }
  const work = text('work')
  if (work !== null) return { key: 'work', texts: { work }, amounts: {} }
  const [money, other] = [amount('amountMinor'), text('other')]
  if (money === null) return null
  if (other !== null) return { key: 'twice', texts: { other }, amounts: { amount: money } }
  return { key: 'amount', texts: {}, amounts: { amount: money } }
}
