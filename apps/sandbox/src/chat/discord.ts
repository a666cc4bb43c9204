import { chatAccounts } from './accounts.ts'
import { jsonIn, answer, type ChatApi, type Told } from './api.ts'

const textMax = 2000
const nonceMax = 25
const retryAfterS = 1.5

const wrongForm = (field: string, code: string, message: string): Told =>
  answer(400, {
    message: 'Invalid Form Body',
    code: 50035,
    errors: { [field]: { _errors: [{ code, message }] } },
  })

/**
 * Discord API 10: create message. A nonce that is to be enforced gives the message that it made.
 * Source: Discord API reference, "Create Message", "Authentication", "User Agent", "Rate Limits", "JSON Error
 * Codes".
 */
export const discord: ChatApi = {
  owns: (path) => path.startsWith('/api/'),
  down: answer(503, { message: '503: Service Unavailable', code: 0 }),
  limited: answer(
    429,
    { message: 'You are being rate limited.', retry_after: retryAfterS, global: false },
    { 'retry-after': String(Math.ceil(retryAfterS)), 'x-ratelimit-scope': 'user' },
  ),
  answer: ({ method, path, headers, body, nowMs }, rooms) => {
    // Without the documented `DiscordBot (url, version)` a client is turned away before it is looked at.
    if (!/^DiscordBot \(\S+, \S+\)/.test(headers['user-agent'] ?? ''))
      return answer(403, { message: 'internal network error', code: 40333 })
    const place = /^\/api\/v10\/channels\/([^/]+)\/messages$/.exec(path)?.[1]
    if (method !== 'POST' || place === undefined) return answer(404, { message: '404: Not Found', code: 0 })
    if (headers.authorization !== `Bot ${chatAccounts.discord.credential}`)
      return answer(401, { message: '401: Unauthorized', code: 0 })
    const wish = jsonIn(body)
    if (wish === null)
      return answer(400, { message: 'The request body contains invalid JSON.', code: 50109 })
    if (!/^\d{17,20}$/.test(place))
      return wrongForm('channel_id', 'NUMBER_TYPE_COERCE', `Value "${place}" is not snowflake.`)
    const room = rooms.find('discord', place)
    if (room === undefined) return answer(404, { message: 'Unknown Channel', code: 10003 })
    if (room.isClosed === true) return answer(403, { message: 'Missing Access', code: 50001 })
    const { content, nonce, enforce_nonce: isEnforced } = wish
    if (typeof content !== 'string' || content.trim() === '')
      return answer(400, { message: 'Cannot send an empty message', code: 50006 })
    if ([...content].length > textMax)
      return wrongForm('content', 'BASE_TYPE_MAX_LENGTH', `Must be ${textMax} or fewer in length.`)
    const named = typeof nonce === 'string' || typeof nonce === 'number' ? String(nonce) : null
    if (named !== null && named.length > nonceMax)
      return wrongForm('nonce', 'BASE_TYPE_MAX_LENGTH', `Must be ${nonceMax} or fewer in length.`)
    const key = isEnforced === true ? named : null
    const { message } = rooms.take(room, { key, text: content, atMs: nowMs })
    return answer(200, {
      id: message.id,
      type: 0,
      channel_id: room.id,
      author: { id: '1261100000000000000', username: 'khlang-sandbox', bot: true },
      content: message.text,
      ...(named === null ? {} : { nonce: named }),
      timestamp: new Date(message.atMs).toISOString(),
      tts: false,
      mention_everyone: false,
    })
  },
}
