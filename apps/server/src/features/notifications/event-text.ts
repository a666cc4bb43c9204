import { formatBaht } from '@khlang/money/amount.ts'
import { roleWord, word, type Language } from '../../platform/texts.ts'
import { filled } from './filled.ts'
import type { Happened } from './happened.ts'
import { playGaps } from './play-figures.ts'

type Told = Pick<Happened, 'code' | 'detail' | 'amountMinor'>

const nameIn = (detail: Told['detail'], key: string): string | null => {
  const value = detail[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Who did what to whom: roles by their words, the approver beside who asked. Pure. */
function partsOf(detail: Told['detail'], language: Language): Readonly<Record<string, string>> {
  const say = (path: string, name: string) =>
    filled(word('notifications', `people.${path}`, language) ?? '', { name })
  const named = (path: string, key: string) => {
    const name = nameIn(detail, key)
    return name === null ? [] : [say(path, name)]
  }
  const role = nameIn(detail, 'role')
  const joined = (parts: readonly (string | null)[], by: string) =>
    parts.filter((part) => part !== null).join(by)
  return {
    about: joined([nameIn(detail, 'about'), role === null ? null : roleWord(role, language)], ' → '),
    actor: joined([nameIn(detail, 'actor'), ...named('approved', 'checker')], ' '),
    by: joined([...named('by', 'by'), ...named('asked', 'askedBy')], ' '),
    advice: say(nameIn(detail, 'by') === null ? 'adviceOwn' : 'adviceOther', ''),
  }
}

/** What the gaps of a sentence about an event are filled with; codes in it are words. Pure. */
export function gapsOf(event: Told, language: Language): Readonly<Record<string, unknown>> {
  const kind = typeof event.detail['kind'] === 'string' ? event.detail['kind'] : ''
  return {
    ...event.detail,
    amount: event.amountMinor === null ? '' : formatBaht(event.amountMinor),
    kind: word('approvals', `kinds.${kind}`, language) ?? kind,
    act: word('notifications', `acts.${String(event.detail['act'] ?? '')}`, language) ?? '',
    ...partsOf(event.detail, language),
    alarm: word('notifications', `alarms.${String(event.detail['alarm'] ?? '')}`, language) ?? '',
    ...playGaps(event.detail, language),
  }
}

/** The sentence of an event: `events.deposit.credited.title`, its gaps filled from the detail. Pure. */
export function eventText(event: Told, part: 'title' | 'body', language: Language): string {
  const sentence = word('notifications', `events.${event.code}.${part}`, language) ?? event.code
  return filled(sentence, gapsOf(event, language))
}
