import { formatBaht } from '@khlang/money/amount.ts'
import type { stateOf } from '../control.ts'
import { choices, field, head, select, type Form } from '../page-fields.ts'
import { safe } from '../page-text.ts'
import type { Lang, Say } from '../page-words.ts'
import { differenceDays } from './differences.ts'
import { plantTexts } from './page-texts.ts'
import type { Planted } from './planted.ts'

type State = ReturnType<typeof stateOf>

export const badDayStyles = `.planted{border:1px solid #8886;border-radius:8px;margin:16px 0}
.planted{padding:12px 16px}
.planted summary{font-weight:600}.planted div{overflow-x:auto}
.planted td,.planted th{padding:6px 12px 6px 0;vertical-align:top;white-space:normal}
.planted td:last-child,.planted th:last-child{text-align:left}.planted td.facts{min-width:14ch}`

const bangkok = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Bangkok' })

const until = (atMs: number, say: Say): string => `<p>${say('badDayUntil')} ${bangkok.format(atMs)}</p>`

/** The buttons that plant trouble: a day of it, and three differences for the close of a day. */
export const badDayForms = ({ badDay }: State, form: Form, say: Say): string =>
  (badDay.isRunning && badDay.endsAtMs !== null
    ? form('end-bad-day', head('bad-day', say, 'badDayHint') + until(badDay.endsAtMs, say), 'end-bad-day')
    : form(
        'bad-day',
        `${head('bad-day', say, 'badDayHint')}${field(
          'seed',
          say('seed'),
          '<input$ type="number" min="0" max="999999999">',
        )}`,
        'badDayAct',
      )) +
  form(
    'day-differences',
    `${head('day-differences', say, 'dayDifferencesHint')}${select(
      'day',
      say,
      choices([...differenceDays].toReversed().map((day) => [day, say(day)])),
    )}`,
    'dayDifferencesAct',
  )

/** What was planted, folded: who is in training looks for it first. */
export function plantedList({ badDay }: State, lang: Lang, consoleAddress: string, say: Say): string {
  const { planted, seed } = badDay
  if (planted.length === 0) return ''
  const rows = planted.map((each) => row(each, lang, consoleAddress, say))
  const heads = (['plantedWhat', 'plantedFacts', 'plantedWhere'] as const).map(
    (word) => `<th>${say(word)}</th>`,
  )
  const named = seed === null ? '' : ` · ${say('seedNow')} ${seed}`
  return `<details class="planted"><summary>${say('planted')} (${planted.length})${named}</summary>
<div><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`
}

function row(planted: Planted, lang: Lang, consoleAddress: string, say: Say): string {
  const { kind, atMs, trouble, account, amountsMinor = [], member, reference, phone, on } = planted
  const text = plantTexts[kind]
  const pick = ([th, en]: readonly [string, string]): string => (lang === 'th' ? th : en)
  const facts = [
    account,
    amountsMinor.map((minor) => formatBaht(minor)).join(' + '),
    member,
    reference,
    phone,
    on,
  ]
    .filter((fact) => fact !== undefined && fact !== '')
    .map((fact) => safe(fact ?? ''))
  const path = kind.startsWith('day') && on !== undefined ? `${text.path}?on=${on}` : text.path
  const link = `<a href="${safe(new URL(path, consoleAddress).href)}">${say('plantedOpen')}</a>`
  const number = account?.split(' ')[1]
  const file =
    on === undefined || number === undefined
      ? ''
      : ` · <a href="/statement/${number}.csv?on=${on}" download>${say('plantedFile')} ${on}</a>`
  const told = trouble === undefined ? facts.join('<br>') : `✗ ${say('notPlanted')}: ${safe(trouble)}`
  return `<tr><td>${pick(text.what)}<br><span class="meta">${bangkok.format(atMs)}</span></td>
<td class="facts">${told}</td><td>${pick(text.find)}<br>${link}${file}</td></tr>`
}
