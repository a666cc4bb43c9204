import { chatChannels } from '@khlang/contract/values/value-lists.ts'
import { badDayForms, badDayStyles, plantedList } from './bad-day/page-part.ts'
import { accountsTable, openForm } from './banks/page-part.ts'
import { channelLabel, modeWord, roomsPart, roomStyles } from './chat/page-part.ts'
import { chatModes } from './chat/rooms.ts'
import { controls, type stateOf } from './control.ts'
import type { Member } from './members.ts'
import { gameForm } from './games/page-part.ts'
import { gatewayForms } from './gateway/page-part.ts'
import { accountChoices, choices, field, formOf, head, select, type Form } from './page-fields.ts'
import { safe } from './page-text.ts'
import { sayer, type Lang, type Say, type Word } from './page-words.ts'
import { phoneForms, phonesTable, phoneStyles } from './phones/page-part.ts'
import { slipsTable } from './slips/page-part.ts'
import { railPlans, type RailPlan } from './state-file.ts'
import { manners } from './world.ts'

type State = ReturnType<typeof stateOf>

/** What the last form did: a sentence, and what it answered, as JSON. */
export interface LastResult {
  readonly isDone: boolean
  readonly name: string
  readonly say: (say: Say) => string
  readonly detail: string
}

export const styles = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:1080px;padding:16px}
main{column-gap:16px;columns:3 300px}main>*{break-inside:avoid;margin-bottom:16px}
main>section{overflow-x:auto}
main>form,main>section,.last,.calls{border:1px solid #8886;border-radius:8px;padding:12px 16px}
.last,.calls{margin:16px 0}.last{border-left:6px solid #2a8a4a}.last.failed{border-left-color:#c62f2f}
.last p{margin:0}.hint,.lead,.status{color:#767676}
@media(prefers-color-scheme:dark){.hint,.lead,.status{color:#a6a6a6}}
.hint{font-size:.87rem;margin:0 0 6px}.lead{margin:4px 0 12px;max-width:75ch}.status{margin:0 0 16px}
h1{font-size:1.5rem;margin:0}h2{font-size:1rem;margin:0 0 8px}label{display:block;margin:6px 0}
input:not([type=checkbox]),select,textarea{box-sizing:border-box;font:inherit}
input:not([type=checkbox]),select,textarea{min-height:36px;padding:6px;width:100%}
button{font:inherit;margin-top:8px;min-height:36px;padding:4px 16px}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:.87rem;width:100%}th{font-weight:600;text-align:left}
td,th{padding:2px 6px 2px 0;white-space:nowrap}
td:last-child,th:last-child{padding-right:0;text-align:right}
header{align-items:baseline;display:flex;flex-wrap:wrap;gap:4px 16px}header h1{flex:1}
.others{display:grid;gap:10px}.others form{border:0;padding:0}.others button{margin:0;width:100%}
.others .hint{margin:2px 0 0}.calls code{overflow-wrap:anywhere}.calls li{margin:2px 0}
${roomStyles}
${phoneStyles}
${badDayStyles}`

/** The page. Texts of members and banks are escaped; nothing on it runs. */
export function renderPage(
  state: State,
  members: readonly Member[],
  view: { readonly lang: Lang; readonly last: LastResult | null; readonly consoleAddress: string },
): string {
  const { lang, last } = view
  const say = sayer(lang)
  const other = lang === 'th' ? 'en' : 'th'
  const { isOn, isPaused } = state.schedule
  const status = say(!isOn ? 'off' : isPaused ? 'paused' : 'running')
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Khlang – ${say('title')}</title>
<link rel="stylesheet" href="/page.css"></head><body>
<header><h1>${say('title')}</h1><a href="${safe(view.consoleAddress)}">${say('openConsole')}</a>
<a href="#rooms">${say('chatRooms')}</a>
<a href="/?lang=${other}" lang="${other}">${other === 'th' ? 'ไทย' : 'English'}</a></header>
<p class="lead">${say('lead')}</p><p class="status">${status}</p>
${last === null ? '' : lastResult(last, say)}
${plantedList(state, lang, view.consoleAddress, say)}
<main>${forms(state, members, lang, say)}
${accountsTable(state, say)}${slipsTable(state.slips, say)}${phonesTable(state, say)}</main>${roomsPart(
    state.chat,
    lang,
    say,
  )}${calls(say)}</body></html>`
}

const lastResult = ({ isDone, name, say: tell, detail }: LastResult, say: Say): string =>
  `<section role="status" class="last${isDone ? '' : ' failed'}"><p><strong>${
    isDone ? '✓' : '✗'
  } ${say(isDone ? 'done' : 'notDone')}: ${safe(titleOf(name, say))}</strong></p><p>${safe(tell(say))}</p>${
    detail === '' ? '' : `<details><summary>${say('detail')}</summary><pre>${safe(detail)}</pre></details>`
  }</section>`

const titles: Readonly<Record<string, Word>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  message: 'message',
  rail: 'rail',
  play: 'play',
  order: 'order',
  'pay-order': 'pay-order',
  'refund-order': 'refund-order',
  'settle-gateway': 'settle-gateway',
  chat: 'chat',
  duplicate: 'duplicate',
  'out-of-order': 'out-of-order',
  unreadable: 'unreadable',
  'new-wording': 'new-wording',
  stranger: 'strangerDeposit',
  fee: 'fee',
  login: 'login',
  run: 'run',
  'own-transfer': 'own-transfer',
  'open-account': 'open-account',
  'pair-phone': 'pair-phone',
  sim: 'simMoves',
  phone: 'phoneFares',
  'bad-day': 'bad-day',
  'end-bad-day': 'end-bad-day',
  'day-differences': 'day-differences',
}
const titleOf = (name: string, say: Say): string => {
  const word = titles[name]
  return word === undefined ? name : say(word)
}

const amountField = (say: Say, whenEmpty: Word): string =>
  field(
    'amount',
    say('amount'),
    `<input$ inputmode="decimal" autocomplete="off" placeholder="${say(whenEmpty)}">`,
  )
const planWord = (plan: RailPlan): Word => (plan === 'late' ? 'lateRail' : plan)

function forms(state: State, members: readonly Member[], lang: Lang, say: Say): string {
  const form = formOf(lang, say)
  const people = choices([
    ['', say('anyone')],
    ...members.map(
      (member) => [member.id, `${member.username} · ${member.accountName} · ${member.bank}`] as const,
    ),
  ])
  const person = select('member', say, people)
  const outcomes = choices(railPlans.map((plan) => [plan, say(planWord(plan))]))
  const planned =
    state.planned.length === 0
      ? ''
      : `<p>${say('planned')}: ${state.planned.map((plan) => say(planWord(plan))).join(' → ')}</p>`
  return [
    badDayForms(state, form, say),
    form('deposit', depositFields(state, person, say), 'depositAct'),
    form(
      'withdrawal',
      `${head('withdrawal', say)}${person}${amountField(say, 'anyAmount')}`,
      'withdrawalAct',
    ),
    gameForm(state, person, form, lang, say),
    gatewayForms(state, person, amountField(say, 'anyAmount'), form, say),
    form('rail', `${head('rail', say, 'railHint')}${select('next', say, outcomes)}${planned}`, 'railAct'),
    form('message', messageFields(state, say), 'messageAct'),
    form('chat', chatFields(state, say), 'chatAct'),
    phoneForms(state, form, say),
    form('own-transfer', transferFields(state, say), 'ownTransferAct'),
    openForm(state, form, say),
    others(state, form, say),
  ].join('')
}

function depositFields({ accounts: all }: State, person: string, say: Say): string {
  const own = accountChoices(
    all.filter(({ role }) => role === 'deposit'),
    say,
  )
  const payers = choices([
    ['self', say('self')],
    ['other', say('otherPayer')],
    ['stranger', say('stranger')],
  ])
  const ticks = (['hasRequest', 'isWrongAmount', 'isPromptPay'] as const).map(
    (name) => `<label><input type="checkbox" name="${name}" value="1"> ${say(name)}</label>`,
  )
  return [
    head('deposit', say),
    person,
    amountField(say, 'anyAmount'),
    select('accountNo', say, `<option value="">${say('anyAccount')}</option>${own}`),
    select('payer', say, payers),
    select('manner', say, choices(manners.map((manner) => [manner, say(manner)]))),
    ...ticks,
  ].join('')
}

function messageFields({ accounts: all }: State, say: Say): string {
  const sources = choices([
    ['sms', 'SMS'],
    ['push', say('push')],
  ])
  const withPhone = all.filter(({ phone }) => phone !== null)
  return [
    head('message', say, 'messageHint'),
    select('accountNo', say, accountChoices(withPhone, say)),
    select('source', say, sources),
    field('sender', say('sender'), `<input$ maxlength="200" placeholder="${say('ownSender')}">`),
    field('text', say('text'), '<textarea$ rows="3" maxlength="2000" required></textarea>'),
  ].join('')
}

function chatFields({ chat }: State, say: Say): string {
  const channels = choices([
    ['', say('allChannels')],
    ...chatChannels.map((channel) => [channel, channelLabel(channel)] as const),
  ])
  const modes = choices(chatModes.map((mode) => [mode, say(modeWord(mode))]))
  const troubled = chat.channels
    .filter(({ mode }) => mode !== 'up')
    .map(({ channel, mode }) => `${channelLabel(channel)}: ${say(modeWord(mode))}`)
  const now = troubled.length === 0 ? '' : `<p>${say('chatNow')}: ${troubled.join(' · ')}</p>`
  return [
    head('chat', say, 'chatHint'),
    select('channel', say, channels),
    select('mode', say, modes),
    now,
  ].join('')
}

/** From the accounts that gather deposits to the one that holds money, unless chosen otherwise. */
function transferFields({ accounts: all }: State, say: Say): string {
  const into = [...all].toSorted((a, b) => Number(b.role === 'holding') - Number(a.role === 'holding'))
  return [
    head('own-transfer', say),
    select('from', say, accountChoices(all, say)),
    select('to', say, accountChoices(into, say)),
    amountField(say, 'anyTransfer'),
  ].join('')
}

/** Which bank changes its words; by chance where none is chosen. */
const newWordingFields = ({ accounts }: State, say: Say): string =>
  field(
    'accountNo',
    say('newWordingOf'),
    `<select$><option value="">${say('anyAccount')}</option>${accountChoices(accounts, say)}</select>`,
  )

function others(state: State, form: Form, say: Say): string {
  const count = field('count', say('count'), '<input$ type="number" min="1" max="100" value="1">')
  return `<section>${head('other', say)}<div class="others">${[
    form('duplicate', '', 'duplicate', 'duplicateHint'),
    form('out-of-order', '', 'out-of-order', 'out-of-orderHint'),
    form('unreadable', '', 'unreadable', 'unreadableHint'),
    form('new-wording', newWordingFields(state, say), 'new-wording', 'new-wordingHint'),
    form('stranger', '', 'strangerDeposit', 'strangerDepositHint'),
    form('fee', '', 'fee', 'feeHint'),
    form('login', '', 'login', 'loginHint'),
    form('run', count, 'run', 'runHint'),
  ].join('')}</div></section>`
}

/** The same events for a program: each with the fields it takes. */
function calls(say: Say): string {
  const items = Object.entries(controls).map(([name, { fields }]) => {
    const taken = fields.length === 0 ? say('noFields') : `<code>${fields.join(', ')}</code>`
    return `<li><code>${name}</code>: ${taken}</li>`
  })
  const lead = `<summary>${say('calls')}</summary><p>${safe(say('callsHint'))}</p>`
  return `<details class="calls">${lead}<ul>${items.join('')}</ul></details>`
}
