import { chatChannels } from '@khlang/contract/values/value-lists.ts'
import type { stateOf } from '../control.ts'
import { safe } from '../page-text.ts'
import type { Lang, Say, Word } from '../page-words.ts'
import { chatAccounts, hookPath, type ChatChannel } from './accounts.ts'
import type { ChatMessage, ChatMode } from './rooms.ts'

type Chat = ReturnType<typeof stateOf>['chat']
type Channel = Chat['channels'][number]

/** How often the rooms are read anew, in seconds. */
export const roomsEveryS = 3

const labels: Readonly<Record<ChatChannel, string>> = {
  line: 'LINE',
  telegram: 'Telegram',
  discord: 'Discord',
  webhook: 'Webhook',
}
const modeWords: Readonly<Record<ChatMode, Word>> = {
  up: 'chatUp',
  down: 'chatDown',
  slow: 'chatSlow',
  limitOnce: 'chatLimitOnce',
}
export const channelLabel = (channel: ChatChannel): string => labels[channel]
export const modeWord = (mode: ChatMode): Word => modeWords[mode]

export const roomStyles = `.rooms{border:1px solid #8886;border-radius:8px;margin:16px 0;padding:12px 16px}
.rooms iframe{border:0;height:520px;width:100%;color-scheme:light dark}
body.frame{max-width:none;padding:0}.grid{display:grid;gap:12px}
.grid{grid-template-columns:repeat(auto-fill,minmax(230px,1fr))}
.grid section{border:1px solid #8886;border-radius:8px;min-width:0;padding:8px 12px}
.grid h2{margin:0}.grid ol{list-style:none;margin:8px 0 0;padding:0}
.grid li{border-top:1px solid #8884;padding:6px 0;overflow-wrap:anywhere;white-space:pre-line}
.meta{color:#767676;display:block;font-size:.8rem}.bad{color:#c62f2f}
@media(prefers-color-scheme:dark){.meta{color:#a6a6a6}.bad{color:#ff8a80}}
.scroll{overflow-x:auto}.rooms td:last-child,.rooms th:last-child{text-align:left}
.rooms td{vertical-align:top}.rooms td code{overflow-wrap:anywhere;user-select:all;white-space:normal}`

/** Where the rooms stand on the page: a frame of its own reads them anew, so that no form loses its text. */
export const roomsPart = (chat: Chat, lang: Lang, say: Say): string =>
  `<section class="rooms" id="rooms"><h2>${say('chatRooms')}</h2><p class="hint">${say('chatRoomsHint')}</p>
<iframe src="/chat?lang=${lang}" title="${say('chatRooms')}"></iframe>${places(chat, say)}</section>`

/** What somebody needs who makes a group of their own in the back office. */
function places({ address }: Chat, say: Say): string {
  const rows = chatChannels.flatMap((channel) =>
    chatAccounts[channel].rooms
      .filter(({ isClosed }) => isClosed !== true)
      .map(({ id, name }) => {
        const target = channel === 'webhook' ? `${address}${hookPath(id)}` : id
        const cells = [
          safe(target),
          channel === 'webhook' ? '–' : address,
          chatAccounts[channel].credential,
        ]
        const codes = cells.map((cell) => `<td><code>${cell}</code></td>`)
        return `<tr><td>${labels[channel]}</td><td>${safe(name)}</td>${codes.join('')}</tr>`
      }),
  )
  const heads = (['channel', 'chatRoom', 'chatTarget', 'chatBase', 'chatCredential'] as const).map(
    (word) => `<th>${say(word)}</th>`,
  )
  return `<details><summary>${say('chatPlaces')}</summary><div class="scroll"><table><thead><tr>${heads.join(
    '',
  )}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`
}

/** The frame: a room beside the other, its newest message first. */
export function renderRooms(chat: Chat, lang: Lang, say: Say): string {
  const shown = chat.channels.flatMap((channel) =>
    channel.rooms
      .filter(({ messages }, position) => position === 0 || messages.length > 0)
      .map((room) => roomOf(channel, room, say)),
  )
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${say('chatRooms')}</title>
<link rel="stylesheet" href="/page.css"></head><body class="frame"><main class="grid">${shown.join(
    '',
  )}</main></body></html>`
}

function roomOf(channel: Channel, { name, messages }: Channel['rooms'][number], say: Say): string {
  const { taken, repeats, refused, mode } = channel
  const counted = [
    `${say('chatTaken')} ${taken}`,
    ...(repeats > 0 ? [`${say('chatRepeated')} ${repeats}`] : []),
    ...(refused > 0 ? [`${say('chatRefused')} ${refused}`] : []),
  ].join(' · ')
  const trouble = mode === 'up' ? '' : `<span class="meta bad">${say(modeWords[mode])}</span>`
  const list =
    messages.length === 0
      ? `<p class="hint">${say('chatEmpty')}</p>`
      : `<ol>${messages.map((message) => messageOf(message, say)).join('')}</ol>`
  const counts = `<span class="meta">${labels[channel.channel]} · ${counted}</span>`
  return `<section><h2>${safe(name)}</h2>${counts}${trouble}${list}</section>`
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Bangkok' })

const messageOf = ({ atMs, text, repeats }: ChatMessage, say: Say): string =>
  `<li><span class="meta">${clock.format(atMs)}${
    repeats > 0 ? ` · ${say('chatRepeats')} ${repeats}` : ''
  }</span>${safe(text)}</li>`
