import { chatAccounts } from './accounts.ts'
import { jsonIn, answer, type ChatApi, type Told } from './api.ts'

const textMax = 4096
const retryAfterS = 5

const refused = (status: number, description: string, parameters?: object): Told =>
  answer(status, {
    ok: false,
    error_code: status,
    description,
    ...(parameters === undefined ? {} : { parameters }),
  })

const plain = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/**
 * Telegram Bot API: sendMessage. It knows no repeats: what comes twice is shown twice.
 * Source: Bot API, "Making requests", "sendMessage", "ResponseParameters".
 */
export const telegram: ChatApi = {
  owns: (path) => path.startsWith('/bot'),
  down: refused(503, 'Service Unavailable'),
  limited: refused(429, `Too Many Requests: retry after ${retryAfterS}`, { retry_after: retryAfterS }),
  answer: ({ method, path, body, nowMs }, rooms) => {
    const [, token = '', called = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    const isToken = /^\d+:[\w-]+$/.test(plain(token))
    if (!isToken || method !== 'POST') return refused(404, 'Not Found')
    const { credential } = chatAccounts.telegram
    if (plain(token) !== credential) return refused(401, 'Unauthorized')
    if (called.toLowerCase() !== 'sendmessage') return refused(404, 'Not Found')
    const wish = jsonIn(body)
    if (wish === null) return refused(400, 'Bad Request: the body is not JSON')
    const { chat_id: chat, text } = wish
    if (typeof text !== 'string' || text.trim() === '')
      return refused(400, 'Bad Request: message text is empty')
    if ([...text].length > textMax) return refused(400, 'Bad Request: message is too long')
    if (typeof chat !== 'string' && typeof chat !== 'number')
      return refused(400, 'Bad Request: chat_id is empty')
    const room = rooms.find('telegram', String(chat))
    if (room === undefined) return refused(400, 'Bad Request: chat not found')
    if (room.isClosed === true) return refused(403, 'Forbidden: bot was kicked from the supergroup chat')
    const { message } = rooms.take(room, { key: null, text, atMs: nowMs })
    return answer(200, {
      ok: true,
      result: {
        message_id: Number(message.id),
        from: { id: Number(credential.split(':')[0]), is_bot: true, first_name: 'Khlang sandbox' },
        chat: { id: Number(room.id), title: room.name, type: 'supergroup' },
        date: Math.floor(nowMs / 1000),
        text,
      },
    })
  },
}
