import { createHmac, timingSafeEqual } from 'node:crypto'
import { chatAccounts } from './accounts.ts'
import { jsonIn, answer, type Asked, type ChatApi } from './api.ts'

const toleranceS = 300

/** Whether one of the signatures given is ours over `id.timestamp.body`. */
function isSigned(id: string, timestamp: string, given: string, body: string): boolean {
  const key = Buffer.from(chatAccounts.webhook.credential.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return given.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    const bytes = Buffer.from(signature, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

/** Why a delivery is not believed, or null. */
function doubtOf({ headers, body, nowMs }: Asked): string | null {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
    return 'missingHeaders'
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceS)
    return 'timestampOutOfTolerance'
  return isSigned(id, timestamp, signature, body) ? null : 'badSignature'
}

/** A receiver of Standard Webhooks 1.0: it believes what is signed and fresh, and each id once. */
export const webhook: ChatApi = {
  owns: (path) => path.startsWith('/hooks/'),
  down: answer(503, { error: 'unavailable' }),
  limited: answer(429, { error: 'tooManyRequests' }, { 'retry-after': '5' }),
  answer: (asked, rooms) => {
    const room = rooms.find('webhook', asked.path.slice('/hooks/'.length))
    if (room === undefined || asked.method !== 'POST') return answer(404, { error: 'notFound' })
    const doubt = doubtOf(asked)
    if (doubt !== null) return answer(401, { error: doubt })
    const event = jsonIn(asked.body)
    if (event === null || typeof event['type'] !== 'string') return answer(400, { error: 'invalid' })
    const { text } = (event['data'] ?? {}) as { text?: unknown }
    const { isRepeat } = rooms.take(room, {
      key: String(asked.headers['webhook-id']),
      text: typeof text === 'string' ? text : event['type'],
      atMs: asked.nowMs,
    })
    return answer(200, { isRepeat })
  },
}
