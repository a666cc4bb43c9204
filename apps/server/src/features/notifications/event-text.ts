import { formatBaht } from '@khlang/money/amount.ts'
import { word, type Language } from '../../platform/texts.ts'
import type { Happened } from './derive.ts'

/** The sentence of an event: `events.deposit.credited.title`, its gaps filled from the detail. Pure. */
export function eventText(
  event: Pick<Happened, 'code' | 'detail' | 'amountMinor'>,
  part: 'title' | 'body',
  language: Language,
): string {
  const kind = typeof event.detail['kind'] === 'string' ? event.detail['kind'] : ''
  const values: Record<string, unknown> = {
    ...event.detail,
    amount: event.amountMinor === null ? '' : formatBaht(event.amountMinor),
    kind: word('settings', `kinds.${kind}`, language) ?? kind,
    act: word('notifications', `acts.${String(event.detail['act'] ?? '')}`, language) ?? '',
    alarm: word('notifications', `alarms.${String(event.detail['alarm'] ?? '')}`, language) ?? '',
  }
  const sentence = word('notifications', `events.${event.code}.${part}`, language) ?? event.code
  return sentence
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
