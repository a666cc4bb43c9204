import { formatBaht } from '@khlang/money/amount.ts'
import type { stateOf } from './control.ts'
import type { Member } from './members.ts'
import { railPlans } from './state-file.ts'
import { manners } from './world.ts'

type Lang = 'th' | 'en'
type State = ReturnType<typeof stateOf>

const words = {
  title: ['โลกจำลอง', 'Sandbox'],
  deposit: ['สมาชิกฝากเงิน', 'A member deposits'],
  withdrawal: ['สมาชิกขอถอน', 'A member withdraws'],
  message: ['ส่งข้อความธนาคารเอง', 'Send a bank message'],
  other: ['เหตุการณ์อื่น', 'Other events'],
  railTitle: ['รายการโอนออกถัดไป', 'The next payout'],
  member: ['สมาชิก', 'Member'],
  anyone: ['ใครก็ได้', 'anybody'],
  amount: ['จำนวนเงิน (บาท)', 'Amount (THB)'],
  account: ['เข้าบัญชี', 'Into account'],
  anyAccount: ['บัญชีที่เหมาะ', 'a fitting one'],
  payer: ['ผู้โอน', 'Payer'],
  self: ['ตัวเอง', 'the member'],
  otherPayer: ['บัญชีคนอื่น', "somebody else's account"],
  stranger: ['คนแปลกหน้า', 'a stranger'],
  manner: ['ข้อความมาแบบ', 'The message comes'],
  plain: ['ปกติ', 'as usual'],
  late: ['ช้า', 'late'],
  twice: ['ซ้ำ', 'twice'],
  outOfOrder: ['ผิดลำดับ', 'out of order'],
  pushToo: ['SMS และแจ้งเตือน', 'as SMS and push'],
  hasRequest: ['แจ้งฝากก่อน', 'asks first'],
  isWrongAmount: ['โอนยอดผิด', 'pays a wrong amount'],
  isPromptPay: ['ผ่านพร้อมเพย์', 'by PromptPay'],
  send: ['ส่ง', 'Send'],
  text: ['ข้อความ', 'Text'],
  sender: ['ผู้ส่ง (ว่าง = ของธนาคาร)', 'Sender (empty: the bank’s own)'],
  source: ['ช่องทาง', 'Source'],
  duplicate: ['ส่งข้อความล่าสุดซ้ำ', 'Repeat the last message'],
  'out-of-order': ['คู่ผิดลำดับ', 'Out-of-order pair'],
  unreadable: ['ข้อความที่อ่านไม่ออก', 'Unreadable message'],
  strangerDeposit: ['เงินไม่มีเจ้าของ', 'Money without an owner'],
  fee: ['ค่าธรรมเนียมธนาคาร', 'Bank fee'],
  login: ['สมาชิกเข้าสู่ระบบ', 'A member signs in'],
  run: ['เหตุการณ์สุ่ม', 'Random events'],
  count: ['จำนวน', 'How many'],
  rail: ['ผลลัพธ์', 'Outcome'],
  succeed: ['สำเร็จทันที', 'succeeds at once'],
  accept: ['รับไว้แล้วสำเร็จ', 'accepted, then succeeds'],
  fail: ['ไม่สำเร็จ', 'fails'],
  lateRail: ['ตอบช้า 12 วินาที', 'answers after 12 s'],
  neverButPay: ['ไม่ตอบ แต่จ่าย', 'never answers, pays'],
  never: ['ไม่ตอบ ไม่จ่าย', 'never answers, does not pay'],
  last: ['ผลล่าสุด', 'Last result'],
  running: ['มีเหตุการณ์ทุกไม่กี่วินาที', 'Events every few seconds'],
  paused: ['หยุดพัก: ไม่มีใครเปิดหน้าจอ', 'Paused: no console is open'],
  off: ['ปิดเหตุการณ์อัตโนมัติ', 'Automatic events are off'],
  balance: ['ยอดในธนาคาร', 'Balance at the bank'],
} as const satisfies Record<string, readonly [string, string]>
type Word = keyof typeof words

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

export const styles = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:1080px;padding:16px}
main{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(300px,1fr))}
form,section{border:1px solid #8886;border-radius:8px;padding:12px 16px}
h2{font-size:1rem;margin:0 0 8px}label{display:block;margin:6px 0}
input:not([type=checkbox]),select,textarea{box-sizing:border-box;font:inherit;padding:6px;width:100%}
button{font:inherit;margin-top:8px;min-height:36px;padding:4px 16px}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
td{padding:2px 12px 2px 0}td:last-child{text-align:right}
header{align-items:baseline;display:flex;gap:16px;justify-content:space-between}
.row{display:flex;flex-wrap:wrap;gap:8px}.row form{border:0;padding:0}`

/** The page. Texts of members and banks are escaped; nothing on it runs. */
export function renderPage(
  state: State,
  members: readonly Member[],
  view: { readonly lang: Lang; readonly last: string },
): string {
  const say = (word: Word): string => words[word][view.lang === 'th' ? 0 : 1]
  const other = view.lang === 'th' ? 'en' : 'th'
  const { isOn, isPaused } = state.schedule
  const status = say(!isOn ? 'off' : isPaused ? 'paused' : 'running')
  return `<!doctype html><html lang="${view.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Khlang – ${say('title')}</title>
<link rel="stylesheet" href="/page.css"></head><body>
<header><h1>${say('title')}</h1><p>${status}</p>
<a href="/?lang=${other}">${other === 'th' ? 'ไทย' : 'English'}</a></header>
${view.last === '' ? '' : lastResult(say('last'), view.last)}
<main>${forms(state, members, view.lang, say)}${accounts(state, say)}</main></body></html>`
}

type Say = (word: Word) => string

const lastResult = (title: string, text: string): string =>
  `<section role="status"><h2>${title}</h2><pre>${safe(text)}</pre></section>`

const choices = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([value, text]) => `<option value="${safe(value)}">${safe(text)}</option>`).join('')
const field = (name: string, label: string, input: string): string =>
  `<label>${label}${input.replace('$', ` name="${name}"`)}</label>`
const tick = (name: string, label: string): string =>
  `<label><input type="checkbox" name="${name}" value="1"> ${label}</label>`

function forms(state: State, members: readonly Member[], lang: Lang, say: Say): string {
  const form = (name: string, inside: string, button = say('send')): string =>
    `<form method="post" action="/form/${name}"><input type="hidden" name="lang" value="${lang}">${inside}
<button>${button}</button></form>`
  const head = (word: Word): string => `<h2>${say(word)}</h2>`
  const people = choices([
    ['', say('anyone')],
    ...members.map(
      (member) => [member.id, `${member.username} · ${member.accountName} · ${member.bank}`] as const,
    ),
  ])
  const own = choices(
    state.accounts.map((account) => [account.accountNo, `${account.bank} ${account.accountNo}`]),
  )
  const person = field('member', say('member'), `<select$>${people}</select>`)
  const amount = field('amount', say('amount'), '<input$ inputmode="decimal" autocomplete="off">')
  const into = field(
    'accountNo',
    say('account'),
    `<select$><option value="">${say('anyAccount')}</option>${own}</select>`,
  )
  const payer = choices([
    ['self', say('self')],
    ['other', say('otherPayer')],
    ['stranger', say('stranger')],
  ])
  const ways = choices(manners.map((manner) => [manner, say(manner)]))
  const plans = choices(railPlans.map((plan) => [plan, say(plan === 'late' ? 'lateRail' : plan)]))
  const choice = (name: string, word: Word, options: string): string =>
    field(name, say(word), `<select$>${options}</select>`)
  const ticks = (['hasRequest', 'isWrongAmount', 'isPromptPay'] as const).map((name) =>
    tick(name, say(name)),
  )
  const sources = choices([
    ['sms', 'SMS'],
    ['push', 'push'],
  ])
  const deposit = [head('deposit'), person, amount, into, choice('payer', 'payer', payer)]
  const message = [
    head('message'),
    choice('accountNo', 'account', own),
    choice('source', 'source', sources),
  ]
  const text = field('text', say('text'), '<textarea$ rows="3" required></textarea>')
  return [
    form('deposit', [...deposit, choice('manner', 'manner', ways), ...ticks].join('')),
    form('withdrawal', `${head('withdrawal')}${person}${amount}`),
    form('rail', `${head('railTitle')}${choice('next', 'rail', plans)}`),
    form('message', [...message, field('sender', say('sender'), '<input$>'), text].join('')),
    `<section>${head('other')}<div class="row">${[
      form('duplicate', '', say('duplicate')),
      form('out-of-order', '', say('out-of-order')),
      form('unreadable', '', say('unreadable')),
      form('stranger', '', say('strangerDeposit')),
      form('fee', '', say('fee')),
      form('login', '', say('login')),
      form(
        'run',
        field('count', say('count'), '<input$ type="number" min="1" max="100" value="1">'),
        say('run'),
      ),
    ].join('')}</div></section>`,
  ].join('')
}

function accounts(state: State, say: Say): string {
  const rows = state.accounts
    .map(
      ({ bank, accountNo, balanceMinor }) =>
        `<tr><td>${bank}</td><td>${accountNo}</td><td>${formatBaht(balanceMinor)}</td></tr>`,
    )
    .join('')
  return `<section><h2>${say('balance')}</h2><table>${rows}</table></section>`
}
