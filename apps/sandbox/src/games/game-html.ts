import { formatBaht } from '@khlang/money/amount.ts'
import { safe } from '../page-text.ts'
import { sayer, type Lang, type Say } from '../page-words.ts'
import { stakesMinor, type Problem, type Round, type Session } from './game-table.ts'
import { pairPays, payTable } from './slot.ts'
import { drawn, symbolSheet } from './symbols.ts'

export const gameStyles = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:560px;padding:16px}
header{align-items:baseline;display:flex;flex-wrap:wrap;gap:4px 16px;margin-bottom:12px}
h1{flex:1 0 auto;font-size:1.4rem;margin:0}h2{font-size:1rem;margin:0 0 8px}.sheet{position:absolute}
.board,.pays,.failed{border:1px solid #8886;border-radius:12px;margin-bottom:16px;padding:16px}
.failed{border-left:6px solid #c62f2f}.failed p{margin:0}
.credit{display:flex;align-items:baseline;justify-content:space-between;margin:0 0 12px}
.credit strong{font-size:1.5rem;font-variant-numeric:tabular-nums}
.reels{display:grid;gap:8px;grid-template-columns:repeat(3,1fr);margin:0 auto;max-width:384px}
.reel{background:#fff;border:2px solid #b07d0b;border-radius:10px;height:112px;overflow:hidden}
.strip{transform:translateY(-896px)}.still .strip{transform:none}
.strip svg{box-sizing:border-box;display:block;height:112px;padding:16px;width:100%}
.said{min-height:3.2em;margin:12px 0;text-align:center}.said p{margin:0}
.said .won{color:#1f7a3d;font-size:1.25rem;font-weight:700}
.quiet{color:#767676;font-size:.87rem;overflow-wrap:anywhere}
fieldset{border:0;margin:0 0 12px;padding:0}legend{padding:0 0 6px}
.stakes{display:grid;gap:8px;grid-template-columns:repeat(5,1fr)}
.stakes label{cursor:pointer;position:relative}.stakes input{opacity:0;position:absolute}
.stakes span{border:1px solid #8888;border-radius:8px;display:block;line-height:42px;text-align:center}
.stakes input:checked+span{background:#b07d0b;border-color:#b07d0b;color:#fff;font-weight:700}
.stakes input:focus-visible+span,button:focus-visible{outline:3px solid #3b82d6;outline-offset:2px}
button{background:#b3261e;border:0;border-radius:10px;color:#fff;cursor:pointer;font:inherit}
button{font-size:1.15rem;font-weight:700;min-height:52px;width:100%}
ul{list-style:none;margin:0;padding:0}
ul{display:grid;gap:6px 16px;grid-template-columns:1fr 1fr}
li{align-items:center;display:flex;gap:8px}li svg{height:26px;width:26px}li b{margin-left:auto}
@media(prefers-color-scheme:dark){.quiet{color:#a6a6a6}.said .won{color:#6fd08c}}
@media(prefers-reduced-motion:no-preference){.strip{animation:run 1s cubic-bezier(.2,.7,.3,1) both}
.reel:nth-child(2) .strip{animation-duration:1.4s}.reel:nth-child(3) .strip{animation-duration:1.8s}
.still .strip{animation:none}.after{animation:show .2s 1.8s both}}
@keyframes run{from{transform:none}to{transform:translateY(-896px)}}
@keyframes show{from{opacity:0}to{opacity:1}}`

interface View {
  readonly lang: Lang
  readonly consoleAddress: string
}

const whole = (title: string, lang: Lang, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/game.css"></head><body>${body}</body></html>`

const failed = (problem: Problem | null, say: Say): string =>
  problem === null ? '' : `<section class="failed" role="alert"><p>${say(problem)}</p></section>`

/** A page that says why there is no game. */
export function renderNoGame(problem: Problem, { lang }: Pick<View, 'lang'>): string {
  const say = sayer(lang)
  const head = `<header><h1>${say('title')}</h1></header>`
  return whole(
    say('title'),
    lang,
    `${head}${failed(problem, say)}<a href="/?lang=${lang}">${say('toSandbox')}</a>`,
  )
}

/** The game as somebody plays it. Nothing on it runs: a round is a form, the reels turn by style alone. */
export function renderGame(session: Session, view: View): string {
  const { game, last, problem } = session
  const { lang } = view
  const say = sayer(lang)
  const other = lang === 'th' ? 'en' : 'th'
  const name = safe(game.name[lang])
  const moved = last === null ? '' : ' class="after"'
  return whole(
    name,
    lang,
    `${symbolSheet}<header><h1>${name}</h1><a href="/?lang=${lang}">${say('toSandbox')}</a>
<a href="?session=${session.id}&amp;lang=${other}" lang="${other}">${
      other === 'th' ? 'ไทย' : 'English'
    }</a></header>
${failed(problem, say)}
<main class="board"><p class="credit"><span>${say('credit')}</span><strong${moved}>${formatBaht(
      session.balanceMinor,
    )}</strong></p>
${reels(last, say)}<div class="said" role="status">${said(session, view, say)}</div>
${stakes(session, lang, say)}</main>
${pays(say)}`,
  )
}

function reels(last: Round | null, say: Say): string {
  const shown = last?.reels ?? (['seven', 'seven', 'seven'] as const)
  const strips = shown.map((name, at) => {
    const strip = [...(last?.passing[at] ?? []), name].map(drawn).join('')
    return `<div class="reel"><div class="strip">${strip}</div></div>`
  })
  const label = shown.map((name) => say(name)).join(' · ')
  const still = last === null ? ' still' : ''
  return `<div class="reels${still}" role="img" aria-label="${label}">${strips.join('')}</div>`
}

function said({ last, problem }: Session, { consoleAddress }: View, say: Say): string {
  if (last === null) return problem === null ? `<p>${say('firstRound')}</p>` : ''
  const { id, wonMinor } = last
  const outcome =
    wonMinor > 0
      ? `<p class="won">${say('roundWon')} ${formatBaht(wonMinor)} ${say('thbUnit')}</p>`
      : `<p>${say('roundLost')}</p>`
  const report = new URL(`/bet-report?search=${id}`, consoleAddress).href
  return `<div class="after">${outcome}<p class="quiet">${say('round')} ${id} · <a href="${safe(
    report,
  )}" target="_blank" rel="noopener">${say('seeBet')}</a></p></div>`
}

function stakes({ id, game, count, stakeMinor }: Session, lang: Lang, say: Say): string {
  const choices = stakesMinor.map((minor) => {
    const chosen = minor === stakeMinor ? ' checked' : ''
    const input = `<input type="radio" name="stake" value="${minor}"${chosen}>`
    return `<label>${input}<span>${minor / 100}</span></label>`
  })
  const hidden = Object.entries({ session: id, count: String(count), lang })
  const fields = hidden.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<form method="post" action="/game/${encodeURIComponent(game.code)}">${fields.join('')}
<fieldset><legend>${say('stake')}</legend><div class="stakes">${choices.join('')}</div></fieldset>
<button>${say('spin')}</button></form>`
}

const pays = (say: Say): string =>
  `<section class="pays"><h2>${say('payTable')}</h2><ul>${payTable
    .map(([name, times]) => `<li>${drawn(name)}<span>${say(name)} ×3</span><b>${times}</b></li>`)
    .join('')}<li><span>${say('pair')}</span><b>${pairPays}</b></li></ul></section>`
