import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { KeptRoom } from '../state-file.ts'
import { chatAccounts } from './accounts.ts'
import { ChatRooms } from './rooms.ts'
import { ChatServer } from './server.ts'

const servers: ChatServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(kept: readonly KeptRoom[] = []) {
  const rooms = new ChatRooms(kept, () => undefined)
  const server = new ChatServer(rooms)
  servers.push(server)
  const base = `http://127.0.0.1:${await server.start(0)}`
  const post = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(1000),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown }
  }
  const shown = (channel: keyof typeof chatAccounts, position = 0) =>
    rooms.state.find((each) => each.channel === channel)?.rooms[position]?.messages ?? []
  return { rooms, post, shown }
}

const { line, telegram, discord, webhook } = chatAccounts

describe('LINE', () => {
  const path = '/v2/bot/message/push'
  const bearer = { authorization: `Bearer ${line.credential}` }
  const wish = { to: line.rooms[0].id, messages: [{ type: 'text', text: 'สวัสดี' }] }
  const key = '0199a1b2-0000-7000-8000-000000000001'

  test('shows a message and gives its id', async () => {
    const { post, shown } = await start()
    const answer = await post(path, wish, bearer)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      sentMessages: [{ id: expect.stringMatching(/^\d{18,}$/), quoteToken: expect.any(String) }],
    })
    expect(shown('line')).toMatchObject([{ text: 'สวัสดี', repeats: 0 }])
  })

  test('answers 409 to a retry key that it accepted, and shows the message once', async () => {
    const { post, shown } = await start()
    const first = await post(path, wish, { ...bearer, 'x-line-retry-key': key })
    const again = await post(path, wish, { ...bearer, 'x-line-retry-key': key.toUpperCase() })
    expect([first.status, again.status]).toEqual([200, 409])
    expect(again.body).toEqual({
      message: 'The retry key is already accepted',
      ...(first.body as object),
    })
    expect(again.headers.get('x-line-accepted-request-id')).not.toBeNull()
    expect(shown('line')).toMatchObject([{ repeats: 1 }])
  })

  test.each([
    ['another token', wish, { authorization: 'Bearer other' }, 401, /^Authentication failed/],
    ['no token', wish, { authorization: '' }, 401, /^Authentication failed/],
    ['no JSON', '{', bearer, 400, /could not be parsed/],
    ['a room it is not in', { ...wish, to: 'Cother' }, bearer, 400, /'to', in the request body is invalid/],
    ['a key that is no UUID', wish, { ...bearer, 'x-line-retry-key': 'a' }, 400, /Retry-Key/],
    ['another path', wish, bearer, 404, /Not found/],
  ])('refuses %s', async (why, body, headers, status, message) => {
    const { post, shown } = await start()
    const answer = await post(why === 'another path' ? '/v2/bot/message/reply' : path, body, headers)
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } })
    expect(shown('line')).toEqual([])
  })

  test.each([
    [[], 'messages'],
    [Array.from({ length: 6 }, () => wish.messages[0]), 'messages'],
    [[{ type: 'text', text: ' ' }], 'messages[0].text'],
    [[wish.messages[0], { type: 'text', text: 'x'.repeat(5001) }], 'messages[1].text'],
    [[{ type: 'cake' }], 'messages[0]/type'],
  ])('names what is wrong with %j', async (messages, property) => {
    const { post } = await start()
    expect(await post(path, { ...wish, messages }, bearer)).toMatchObject({
      status: 400,
      body: { message: 'The request body has 1 error(s)', details: [{ property }] },
    })
  })
})

describe('Telegram', () => {
  const path = `/bot${telegram.credential}/sendMessage`
  const wish = { chat_id: telegram.rooms[0].id, text: 'สวัสดี' }

  test('numbers the messages of a chat, and knows no repeats', async () => {
    const { post, shown } = await start()
    const first = await post(path, wish)
    expect(first).toMatchObject({
      status: 200,
      body: {
        ok: true,
        result: { message_id: 1, chat: { id: Number(wish.chat_id), type: 'supergroup' }, text: 'สวัสดี' },
      },
    })
    expect(await post(path, { ...wish, chat_id: Number(wish.chat_id) })).toMatchObject({
      body: { result: { message_id: 2 } },
    })
    expect(shown('telegram').map(({ id }) => id)).toEqual(['2', '1'])
  })

  test.each([
    ['/bot1:other-token/sendMessage', wish, 401, 'Unauthorized'],
    ['/botnothing/sendMessage', wish, 404, 'Not Found'],
    [`/bot${telegram.credential}/sendCake`, wish, 404, 'Not Found'],
    [path, { ...wish, text: '' }, 400, 'Bad Request: message text is empty'],
    [path, { ...wish, text: 'x'.repeat(4097) }, 400, 'Bad Request: message is too long'],
    [path, { text: 'x' }, 400, 'Bad Request: chat_id is empty'],
    [path, { ...wish, chat_id: '-1' }, 400, 'Bad Request: chat not found'],
    [
      path,
      { ...wish, chat_id: telegram.rooms[2]?.id },
      403,
      'Forbidden: bot was kicked from the supergroup chat',
    ],
  ])('refuses %s %j with %i', async (called, body, status, description) => {
    const { post, shown } = await start()
    expect(await post(called, body)).toMatchObject({
      status,
      body: { ok: false, error_code: status, description },
    })
    expect(shown('telegram')).toEqual([])
  })
})

describe('Discord', () => {
  const pathOf = (id: string | undefined) => `/api/v10/channels/${id}/messages`
  const path = pathOf(discord.rooms[0].id)
  const known = {
    authorization: `Bot ${discord.credential}`,
    'user-agent': 'DiscordBot (https://a.example, 1)',
  }

  test('gives the message that an enforced nonce made, and another one without enforcing', async () => {
    const { post, shown } = await start()
    const wish = { content: 'สวัสดี', nonce: 'n1', enforce_nonce: true }
    const first = await post(path, wish, known)
    expect(first).toMatchObject({
      status: 200,
      body: { channel_id: discord.rooms[0].id, content: 'สวัสดี', nonce: 'n1', author: { bot: true } },
    })
    expect((await post(path, wish, known)).body).toEqual(first.body)
    expect(shown('discord')).toMatchObject([{ repeats: 1 }])
    await post(path, { ...wish, enforce_nonce: false }, known)
    expect(shown('discord')).toHaveLength(2)
  })

  test.each([
    ['another token', path, { content: 'x' }, { authorization: 'Bot other' }, 401, { code: 0 }],
    [
      'who does not say who they are',
      path,
      { content: 'x' },
      { 'user-agent': 'node' },
      403,
      { code: 40333 },
    ],
    ['an unknown channel', pathOf('1261100000000000099'), { content: 'x' }, {}, 404, { code: 10003 }],
    ['a closed channel', pathOf(discord.rooms[2]?.id), { content: 'x' }, {}, 403, { code: 50001 }],
    ['an empty message', path, { content: '' }, {}, 400, { code: 50006 }],
    ['no JSON', path, '{', {}, 400, { code: 50109 }],
    [
      '2001 letters',
      path,
      { content: 'ก'.repeat(2001) },
      {},
      400,
      { code: 50035, errors: { content: {} } },
    ],
    ['a long nonce', path, { content: 'x', nonce: 'n'.repeat(26) }, {}, 400, { code: 50035 }],
  ])('refuses %s', async (_, called, body, headers, status, said) => {
    const { post, shown } = await start()
    expect(await post(called, body, { ...known, ...headers })).toMatchObject({ status, body: said })
    expect(shown('discord')).toEqual([])
  })

  test('takes 2000 letters', async () => {
    const { post } = await start()
    expect((await post(path, { content: 'ก'.repeat(2000) }, known)).status).toBe(200)
  })
})

describe('a webhook receiver', () => {
  const path = '/hooks/accounting'
  const body = JSON.stringify({ type: 'khlang.events', data: { text: 'สวัสดี' } })
  const signed = (id: string, ageS = 0, text = body) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - ageS)
    const key = Buffer.from(webhook.credential.slice(6), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
    }
  }

  test('believes what is signed, and notes the repeat of an id', async () => {
    const { post, shown } = await start()
    expect(await post(path, body, signed('msg_1'))).toMatchObject({
      status: 200,
      body: { isRepeat: false },
    })
    expect(await post(path, body, signed('msg_1', 20))).toMatchObject({
      status: 200,
      body: { isRepeat: true },
    })
    expect(shown('webhook')).toMatchObject([{ key: 'msg_1', text: 'สวัสดี', repeats: 1 }])
  })

  test.each([
    ['too old', path, body, signed('m', 310), 401, 'timestampOutOfTolerance'],
    ['from the future', path, body, signed('m', -310), 401, 'timestampOutOfTolerance'],
    ['changed on the way', path, `${body} `, signed('m'), 401, 'badSignature'],
    ['under another id', path, body, { ...signed('m'), 'webhook-id': 'n' }, 401, 'badSignature'],
    ['not signed', path, body, {}, 401, 'missingHeaders'],
    ['no event', path, '{}', signed('m', 0, '{}'), 400, 'invalid'],
    ['for nobody', '/hooks/nobody', body, signed('m'), 404, 'notFound'],
  ])('refuses what is %s', async (_, called, text, headers, status, error) => {
    const { post, shown } = await start()
    expect(await post(called, text, headers)).toMatchObject({ status, body: { error } })
    expect(shown('webhook')).toEqual([])
  })
})

describe('any service', () => {
  const path = `/bot${telegram.credential}/sendMessage`
  const wish = { chat_id: telegram.rooms[0].id, text: 'x' }

  test('that is down takes nothing, while the others go on', async () => {
    const { post, rooms, shown } = await start()
    rooms.behave(['telegram'], 'down')
    expect(await post(path, wish)).toMatchObject({ status: 503, body: { ok: false, error_code: 503 } })
    expect(shown('telegram')).toEqual([])
    const hello = { to: line.rooms[0].id, messages: [{ type: 'text', text: 'x' }] }
    const bearer = { authorization: `Bearer ${line.credential}` }
    expect((await post('/v2/bot/message/push', hello, bearer)).status).toBe(200)
    rooms.behave(['telegram'], 'up')
    expect((await post(path, wish)).status).toBe(200)
  })

  test('that is too busy once says after how long, in its own words, and is up again', async () => {
    const { post, rooms } = await start()
    rooms.behave(['telegram', 'discord'], 'limitOnce')
    expect(await post(path, wish)).toMatchObject({
      status: 429,
      body: { ok: false, error_code: 429, parameters: { retry_after: 5 } },
    })
    const limited = await post('/api/v10/channels/1/messages', {})
    expect(limited).toMatchObject({ status: 429, body: { retry_after: 1.5, global: false } })
    expect(limited.headers.get('retry-after')).toBe('2')
    expect((await post(path, wish)).status).toBe(200)
  })

  test('that is slow takes the message and answers when nobody listens any more', async () => {
    const { post, rooms, shown } = await start()
    rooms.behave(['telegram'], 'slow', 5000)
    await expect(post(path, wish)).rejects.toThrow('timeout')
    expect(shown('telegram')).toHaveLength(1)
  })

  test('knows after a restart what a room received, and keeps the newest hundred', async () => {
    const { post, rooms } = await start()
    for (let each = 1; each <= 101; each += 1) await post(path, { ...wish, text: `no ${each}` })
    expect(rooms.kept).toHaveLength(1)
    expect(rooms.kept[0]?.messages).toHaveLength(100)
    const later = await start(rooms.kept)
    expect(later.shown('telegram')[0]).toMatchObject({ id: '101', text: 'no 101' })
    expect(await later.post(path, wish)).toMatchObject({ body: { result: { message_id: 102 } } })
  })
})
