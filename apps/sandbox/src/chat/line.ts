import { chatAccounts } from './accounts.ts'
import { jsonIn, answer, type ChatApi, type Told } from './api.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const textMax = 5000

interface Detail {
  readonly message: string
  readonly property: string
}

const wrongBody = (details: readonly Detail[]): Told =>
  answer(400, { message: `The request body has ${details.length} error(s)`, details })

/** What is wrong with the messages, by LINE's names of properties. */
function faultsIn(messages: unknown): Detail[] {
  if (!Array.isArray(messages) || messages.length < 1 || messages.length > 5)
    return [{ message: 'Size must be between 1 and 5', property: 'messages' }]
  return messages.flatMap((message: unknown, position) => {
    const { type, text } = (message ?? {}) as { type?: unknown; text?: unknown }
    const place = `messages[${position}]`
    if (type !== 'text')
      return [{ message: 'Must be one of the following values: [text]', property: `${place}/type` }]
    if (typeof text !== 'string' || text.trim() === '')
      return [{ message: 'May not be empty', property: `${place}.text` }]
    return text.length > textMax
      ? [{ message: `Length must be between 0 and ${textMax}`, property: `${place}.text` }]
      : []
  })
}

const sent = (id: string) => ({ sentMessages: [{ id, quoteToken: `quote-${id}` }] })

/**
 * LINE Messaging API: push message, with its retry key. Source: Messaging API reference, "Send push message",
 * "Retry failed API requests", "Error responses".
 */
export const line: ChatApi = {
  owns: (path) => path.startsWith('/v2/bot/'),
  down: answer(503, { message: 'Service Unavailable' }),
  limited: answer(429, { message: 'The API rate limit has been exceeded. Try again later.' }),
  answer: ({ method, path, headers, body, nowMs }, rooms) => {
    if (method !== 'POST' || path !== '/v2/bot/message/push') return answer(404, { message: 'Not found' })
    if (headers.authorization !== `Bearer ${chatAccounts.line.credential}`)
      return answer(401, {
        message:
          'Authentication failed. Confirm that the access token in the authorization header is valid.',
      })
    const key = headers['x-line-retry-key']
    if (key !== undefined && (Array.isArray(key) || !uuid.test(key)))
      return answer(400, { message: 'The X-Line-Retry-Key header is invalid' })
    const wish = jsonIn(body)
    if (wish === null) return answer(400, { message: 'The request body could not be parsed as JSON' })
    const { to, messages } = wish
    const faults = faultsIn(messages)
    if (typeof to !== 'string' || to === '') faults.unshift({ message: 'May not be empty', property: 'to' })
    if (faults.length > 0) return wrongBody(faults)
    const room = rooms.find('line', String(to))
    if (room === undefined)
      return answer(400, { message: "The property, 'to', in the request body is invalid" })
    const text = (messages as { text: string }[]).map((each) => each.text).join('\n')
    const { message, isRepeat } = rooms.take(room, { key: key?.toLowerCase() ?? null, text, atMs: nowMs })
    const request = { 'x-line-request-id': crypto.randomUUID() }
    return isRepeat
      ? answer(
          409,
          { message: 'The retry key is already accepted', ...sent(message.id) },
          { ...request, 'x-line-accepted-request-id': message.id },
        )
      : answer(200, sent(message.id), request)
  },
}
