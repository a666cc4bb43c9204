import { expect, test } from 'vitest'
import { answerAsk } from './asks.ts'
import { Refused, type Ask, type BankMessage } from './phone-api.ts'

const askedAt = '2026-11-18T11:06:40.900Z'
const inbox: BankMessage[] = [
  { externalId: 'b', source: 'sms', sender: 'SCB', text: 'second', sentAt: '2026-11-18T11:02:00.000Z' },
  { externalId: 'a', source: 'sms', sender: 'SCB', text: 'first', sentAt: '2026-11-18T11:01:00.000Z' },
  { externalId: 'old', source: 'sms', sender: 'SCB', text: 'before', sentAt: '2026-11-18T10:00:00.000Z' },
]

/** What was sent, to a server that refuses messages as it is told. */
async function run(ask: Ask, refusals: Readonly<Record<string, Error>> = {}, log: string[] = []) {
  const sent: object[] = []
  const api = {
    message: async (message: BankMessage) => {
      sent.push(message)
      const refusal = refusals[message.externalId]
      if (refusal) throw refusal
      return { id: 'msg_1', state: 'read', lineId: null, lineState: null }
    },
    answer: async (said: object) => {
      sent.push(said)
      return { state: 'taken' as const }
    },
  }
  const failed: unknown = await answerAsk(api, ask, {
    inboxSince: (ms) => inbox.filter(({ sentAt }) => Date.parse(sentAt) >= ms),
    log: () => log,
    now: () => Date.parse(askedAt) + 1000,
  }).catch((error: unknown) => error)
  return { sent, failed }
}
const sweep: Ask = { kind: 'sweep', askedAt, since: '2026-11-18T11:00:00.000Z' }

test('a sweep sends what lies in the inbox since then, oldest first, and says how much it was', async () => {
  const { sent } = await run(sweep)
  expect(sent).toEqual([inbox[1], inbox[0], { kind: 'sweep', askedAt, found: 2 }])
})

test('a message that is never taken does not end a sweep; trouble leaves it for the next time', async () => {
  const conflict = { a: new Refused(409, 'conflict', 'no') }
  expect((await run(sweep, conflict)).sent).toHaveLength(3)
  const { sent, failed } = await run(sweep, { a: new Refused(503, 'unavailable', 'no') })
  expect(failed).toMatchObject({ status: 503 })
  expect(sent).toEqual([inbox[1]])
})

test('a test entry bears the same id however often it is sent', async () => {
  const { sent } = await run({ kind: 'test', askedAt, since: null })
  expect(sent).toMatchObject([{ externalId: 'test-1795000000900', isTest: true }])
})

test('of its log it gives the last hundred lines, each cut', async () => {
  const log = Array.from({ length: 150 }, (_, at) => `${at} ${'x'.repeat(400)}`)
  const [said] = (await run({ kind: 'log', askedAt, since: null }, {}, log)).sent as [{ lines: string[] }]
  expect(said.lines).toHaveLength(100)
  expect(said.lines[0]).toHaveLength(300)
  expect(said.lines[0]).toMatch(/^50 /)
})

test('what it does not know it leaves alone', async () => {
  const ask = { kind: 'dance', askedAt, since: null } as unknown as Ask
  expect(await run(ask)).toEqual({ sent: [], failed: undefined })
})
