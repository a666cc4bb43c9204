import type { stateOf } from '../control.ts'
import { accountChoices, choices, field, head, phoneChoices, select, type Form } from '../page-fields.ts'
import { wordings } from '../message-shapes.ts'
import { safe } from '../page-text.ts'
import type { Say, Word } from '../page-words.ts'

type State = ReturnType<typeof stateOf>
type Phone = State['phones'][number]

export const phoneStyles = `.phones td{vertical-align:top}.phones td:first-child{white-space:normal}
.phones code{display:block;white-space:nowrap}.phones td{white-space:normal}`

const minuteMs = 60_000
/** By how much a clock may be set wrong on the page; five minutes are what the server puts up with. */
const clocks: readonly (readonly [Word, number])[] = [
  ['clockRight', 0],
  ['clockAhead', 10 * minuteMs],
  ['clockBehind', -10 * minuteMs],
  ['clockLittle', 2 * minuteMs],
]

/** The forms for phones: one is paired, a SIM is put into one, and how one fares is set. */
export const phoneForms = (state: State, form: Form, say: Say): string =>
  form('pair-phone', pairFields(state, say), 'pairPhoneAct') +
  form('sim', simFields(state, say), 'simAct') +
  form('phone', fareFields(state, say), 'phoneAct')

const pairFields = ({ accounts }: State, say: Say): string =>
  [
    head('pair-phone', say, 'pairPhoneHint'),
    field(
      'text',
      say('pairText'),
      '<textarea$ rows="3" maxlength="2000" required spellcheck="false"></textarea>',
    ),
    field(
      'accountNo',
      say('sim'),
      `<select$><option value="">${say('noSim')}</option>${accountChoices(accounts, say)}</select>`,
    ),
  ].join('')

const simFields = ({ accounts, phones }: State, say: Say): string =>
  [
    head('simMoves', say),
    select('accountNo', say, accountChoices(accounts, say)),
    select('phone', say, phoneChoices(phones)),
  ].join('')

function fareFields({ phones }: State, say: Say): string {
  const either = (yes: Word, no: Word): string =>
    choices([
      ['', say('asItIs')],
      ['true', say(yes)],
      ['false', say(no)],
    ])
  const clock = choices([
    ['', say('asItIs')],
    ...clocks.map(([word, skewMs]) => [String(skewMs), say(word)] as const),
  ])
  return [
    head('phoneFares', say, 'phoneFaresHint'),
    select('phone', say, phoneChoices(phones)),
    field('isOn', say('isOn'), `<select$>${either('phoneOn', 'phoneOff')}</select>`),
    field(
      'batteryPercent',
      say('batteryPercent'),
      `<input$ type="number" min="0" max="100" placeholder="${say('asItIs')}">`,
    ),
    field('isCharging', say('isCharging'), `<select$>${either('charging', 'notCharging')}</select>`),
    field('skewMs', say('skewMs'), `<select$>${clock}</select>`),
    field(
      'losesQueue',
      say('losesQueue'),
      `<select$>${choices([
        ['', say('asItIs')],
        ['true', say('loseQueue')],
      ])}</select>`,
    ),
  ].join('')
}

/** The phones as they are: the fingerprint is what a person compares with the back office's. */
export function phonesTable({ phones, accounts }: State, say: Say): string {
  const heads = (['phone', 'isOn', 'phoneWaits'] as const).map((word) => `<th>${say(word)}</th>`)
  const rows = phones.map((phone) => {
    const sims = accounts.filter((account) => account.phone === phone.name)
    const facts = [
      ...(phone.fingerprint === null ? [] : [`<code>${phone.fingerprint}</code>`]),
      ...sims.map(
        ({ bank, accountNo }) =>
          `<span class="meta">${bank} ${accountNo} · ${say('sender')} ${senderOf(bank)}</span>`,
      ),
    ]
    return `<tr><td>${safe(phone.name)}${facts.join('')}</td><td>${healthOf(phone, say)}</td><td>${
      phone.waiting
    }</td></tr>`
  })
  return `<section class="phones">${head('phones', say, 'phonesHint')}<table><thead><tr>${heads.join(
    '',
  )}</tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

/** The name that the bank's messages bear: what is ticked in the back office. */
function senderOf(bank: string): string {
  const wording = wordings[bank]
  return safe((wording?.sms === null ? wording.pushSender : wording?.sender) ?? '')
}

function healthOf({ isOn, batteryPercent, isCharging, skewMs }: Phone, say: Say): string {
  const minutes = Math.round(skewMs / minuteMs)
  const more = [
    `${batteryPercent}%`,
    ...(isCharging ? [say('charging')] : []),
    ...(skewMs === 0 ? [] : [`${say('skewMs')} ${minutes > 0 ? '+' : ''}${minutes} ${say('minutes')}`]),
  ]
  return (
    say(isOn ? 'phoneOn' : 'phoneOff') + more.map((text) => `<span class="meta">${text}</span>`).join('')
  )
}
