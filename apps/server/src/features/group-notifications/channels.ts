import { createHmac } from 'node:crypto'
import type { chatChannels } from '@khlang/contract/values/value-lists.ts'
import type { Answered, Sent } from '../../platform/security/egress.ts'

export type Channel = (typeof chatChannels)[number]

/** What is said to a group, and under which id: repeats bear the same one. */
interface Message {
  readonly id: string
  readonly text: string
  /** For programs: the events themselves. Only webhooks carry them. */
  readonly events: readonly object[]
  readonly atMs: number
}

interface Place {
  readonly target: string
  readonly credential: string
  /** Without a slash at the end. */
  readonly base: string
}

interface Adapter {
  readonly base: string
  /** The longest text the channel takes, in characters. */
  readonly textMax: number
  readonly request: (place: Place, message: Message) => Sent
  readonly isSent: (answer: Answered) => boolean
}

const json = { 'content-type': 'application/json' }
/** Discord turns clients away that do not say in this form who they are. Source: reference, "User Agent". */
const discordAgent = 'DiscordBot (https://khlang.example, 1)'
const is2xx = ({ status }: Answered): boolean => status >= 200 && status < 300

/** Bytes behind a secret of Standard Webhooks: `whsec_` and base64; anything else is taken as it stands. */
const webhookKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** `v1,` and the HMAC-SHA-256 over `id.seconds.body`. Source: Standard Webhooks 1.0. */
export const webhookSignature = (secret: string, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', webhookKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`

/** Each channel by its documented HTTP API: a text to one place, with its own guard against doubles. */
export const adapters: Readonly<Record<Channel, Adapter>> = {
  // LINE Messaging API, push message. A repeat under one retry key answers 409: it was sent before.
  line: {
    base: 'https://api.line.me',
    textMax: 5000,
    request: ({ base, target, credential }, { id, text }) => ({
      method: 'POST',
      url: `${base}/v2/bot/message/push`,
      headers: { ...json, authorization: `Bearer ${credential}`, 'x-line-retry-key': id },
      body: JSON.stringify({ to: target, messages: [{ type: 'text', text }] }),
    }),
    isSent: (answer) => is2xx(answer) || answer.status === 409,
  },
  // Telegram Bot API, sendMessage.
  telegram: {
    base: 'https://api.telegram.org',
    textMax: 4096,
    request: ({ base, target, credential }, { text }) => ({
      method: 'POST',
      url: `${base}/bot${encodeURIComponent(credential).replaceAll('%3A', ':')}/sendMessage`,
      headers: json,
      body: JSON.stringify({ chat_id: target, text }),
    }),
    isSent: is2xx,
  },
  // Discord API 10, create message. `enforce_nonce` refuses a double of the last minutes.
  discord: {
    base: 'https://discord.com',
    textMax: 2000,
    request: ({ base, target, credential }, { id, text }) => ({
      method: 'POST',
      url: `${base}/api/v10/channels/${encodeURIComponent(target)}/messages`,
      headers: { ...json, authorization: `Bot ${credential}`, 'user-agent': discordAgent },
      body: JSON.stringify({
        content: text,
        nonce: id.replaceAll('-', '').slice(0, 25),
        enforce_nonce: true,
        allowed_mentions: { parse: [] },
      }),
    }),
    isSent: is2xx,
  },
  // Standard Webhooks: the receiver knows a repeat by its id.
  webhook: {
    base: '',
    textMax: 100_000,
    request: ({ target, credential }, { id, text, events, atMs }) => {
      const seconds = Math.floor(atMs / 1000)
      const body = JSON.stringify({
        type: 'khlang.events',
        timestamp: new Date(atMs).toISOString(),
        data: { text, events },
      })
      return {
        method: 'POST',
        url: target,
        headers: {
          ...json,
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': webhookSignature(credential, id, seconds, body),
        },
        body,
      }
    },
    isSent: is2xx,
  },
}

/** A text as long as the channel takes it: whole lines, and how many are left out. Pure. */
export function fitted(lines: readonly string[], max: number): string {
  const whole = lines.join('\n')
  if (whole.length <= max) return whole
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    if (length + line.length + 1 > max - 20) break
    kept.push(line)
    length += line.length + 1
  }
  return [...kept, `… +${lines.length - kept.length}`].join('\n').slice(0, max)
}
