import { expect, test } from 'vitest'
import { CallError, createClient } from './client.ts'

const bases = { api: '', auto: '', member: '' }
const answering = (status: number, body: unknown) =>
  createClient({
    bases,
    token: () => null,
    language: () => 'th',
    fetch: () => Promise.resolve(new Response(JSON.stringify(body), { status })),
  })
const unread = { count: 3, notifications: [] }

test('a notification call reads the data whatever the status says', async () => {
  expect(await answering(503, { data: unread })('notifications.unread', {})).toEqual(unread)
})

test('without data a failure stays a failure, so that nothing is taken for an empty inbox', async () => {
  const failing = answering(500, { data: null, error: { code: 'internal', message: 'x' } })
  await expect(failing('notifications.unread', {})).rejects.toBeInstanceOf(CallError)
  const lost = createClient({
    bases,
    token: () => null,
    language: () => 'th',
    fetch: () => Promise.reject(new TypeError('no network')),
  })
  await expect(lost('notifications.unread', {})).rejects.toMatchObject({ code: 'offline' })
})

test('every other call goes by its status', async () => {
  await expect(answering(403, { data: [] })('roles.options', {})).rejects.toBeInstanceOf(CallError)
})
