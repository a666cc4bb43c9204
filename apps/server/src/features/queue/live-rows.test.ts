import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../../platform/live/live.ts'
import { createMoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isLive: true })
})
afterAll(() => server.stop())

/** The first event of this id that a person hears. */
async function heard({ token }: Person, id: string): Promise<{ readonly row?: unknown }> {
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.fetch('/api/v2/live', { headers, signal: stop.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) throw new Error(`the stream ended after ${text}`)
    text += part.value
    const events = text.split('\n\n').slice(0, -1)
    const found = events.find((event) => event.startsWith(`data: {"topic":"deposit","id":"${id}"`))
    if (found === undefined) continue
    stop.abort()
    return JSON.parse(found.slice('data: '.length)) as { row?: unknown }
  }
}

test('an event brings its row to whoever reads the whole queue, and to no other', async () => {
  const make = await createMoneyFactory(server)
  const seller = await server.person({ type: 'seller', isAdmin: true })
  const member = await make.member({ sellerId: seller.id })
  const id = encodeId('deposit', await make.request(member, null, 12_300))
  const cashier = await server.person({ permissions: { pretransactionDepositWithdraw: ['isRead'] } })
  const desk = await server.person({ permissions: { memberManagement: ['isRead'] } })
  const saying = setInterval(() => {
    void announce(server.services.db, 'deposit', id).then(() => server.services.live.nudge())
  }, 200)
  const [byCashier, byDesk, bySeller] = await Promise.all(
    [cashier, desk, seller].map((each) => heard(each, id)),
  )
  clearInterval(saying)
  const row = await cashier.call('preTransactions.queueRow', { kind: 'deposit', id })
  expect(row).toMatchObject({ id, amountMinor: 12_300, member: { id: member.outside } })
  expect(byCashier?.row).toEqual(row)
  expect([byDesk, bySeller].map((event) => event !== undefined && 'row' in event)).toEqual([false, false])
})
