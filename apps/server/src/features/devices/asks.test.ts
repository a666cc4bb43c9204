import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, scbText } from '../../testing/bank-phone.ts'
import { codeOf, once } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { createMoneyFactory, type Machine, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { shownLine, sweepGaps } from './asks.ts'

// What a phone is asked for, and what it may answer.
let server: TestServer
let make: MoneyFactory
let owner: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true, hasStepUp: true })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

interface Ask {
  kind: string
  askedAt: string
  since: string | null
}
const reason = 'เครื่องดับไปเมื่อเช้า'
const minuteMs = 60_000
const ago = (minutes: number) => new Date(server.services.now() - minutes * minuteMs).toISOString()
const outside = ({ subjectId }: Machine) => encodeId('device', subjectId)
const one = (phone: Machine) => owner.call('devices.get', { id: outside(phone) })
const beat = async (phone: Machine): Promise<Ask[]> => {
  const { body } = await phone.send('/auto/v1/device/heartbeat', {})
  return (body.data?.['asks'] ?? []) as Ask[]
}
const answer = async (phone: Machine, said: object) => {
  const { status, body } = await phone.send('/auto/v1/device/answer', said)
  return body.error?.code ?? body.data?.state ?? String(status)
}
const sweep = (phone: Machine, since = ago(60), by = owner) =>
  by.call('devices.sweep', { id: outside(phone), since, reason }, once())
const askFor = (phone: Machine, kind: 'test' | 'log', by = owner) =>
  by.call('devices.ask', { id: outside(phone), kind }, once())
const desk = async () => {
  const account = await make.account({ bank: 'SCB' })
  return { account, ...(await bankPhone(make, account)) }
}

describe('a phone that is asked for its messages', () => {
  test('is told so until it has answered, and what it missed is credited once', async () => {
    const { account, machine, move, say } = await desk()
    const member = await make.member({ bank: 'KBANK', accountNo: '4442771234' })
    const payer = { tag: 'KBNK', digits: '771234' }
    const [kept, lost] = [move({ amountMinor: 10_000, payer }), move({ amountMinor: 20_000, payer })]
    const first = { externalId: 'inbox-1', sentAt: new Date(ago(2)) }
    await say(kept, first)
    expect(await beat(machine)).toEqual([])
    await sweep(machine)
    const [ask] = await beat(machine)
    expect(ask).toMatchObject({ kind: 'sweep' })
    expect(await beat(machine)).toEqual([ask])

    // Its inbox: what the server has under the same id, the same under another, and what never came.
    expect((await say(kept, first)).body.data).toMatchObject({ state: 'read' })
    expect((await say(kept, { ...first, externalId: 'inbox-1-anew' })).body.data?.state).toBe('duplicate')
    expect((await say(lost, { sentAt: new Date(ago(1)) })).body.data).toMatchObject({
      state: 'read',
      lineState: 'autoMatched',
    })
    expect(await make.cash(member)).toBe(30_000)
    expect(await answer(machine, { kind: 'sweep', askedAt: ask?.askedAt, found: 3 })).toBe('taken')
    expect(await answer(machine, { kind: 'sweep', askedAt: ask?.askedAt, found: 9 })).toBe('known')
    expect(await beat(machine)).toEqual([])
    const { asks } = await one(machine)
    expect(asks).toMatchObject([{ kind: 'sweep', found: 3, lines: null, by: expect.any(String) }])
    expect(asks[0]?.answeredAt).not.toBeNull()
    expect(account.bank).toBe('SCB')
  })

  test('is asked from the earlier moment until it answers; an answer to before is none', async () => {
    const { machine } = await desk()
    const early = ago(120)
    await sweep(machine, early)
    const [before] = await beat(machine)
    server.clock.ms += 1000
    await sweep(machine, ago(5))
    server.clock.ms = 0
    const [ask] = await beat(machine)
    expect(ask?.since).toBe(early)
    expect(ask?.askedAt).not.toBe(before?.askedAt)
    expect(await answer(machine, { kind: 'sweep', askedAt: before?.askedAt, found: 1 })).toBe('known')
    expect(await beat(machine)).toEqual([ask])
  })

  test('is asked by whoever may change phones, of the last seven days, while it is heard', async () => {
    const { machine } = await desk()
    const reader = await server.person({ permissions: { deviceManagement: ['isRead'] } })
    expect(await codeOf(sweep(machine, ago(5), reader))).toBe('forbidden')
    expect(await codeOf(askFor(machine, 'log', reader))).toBe('forbidden')
    expect(await codeOf(sweep(machine, ago(-1)))).toBe('invalidDate')
    expect(await codeOf(sweep(machine, ago(7 * 24 * 60 + 1)))).toBe('invalidDate')
    const { version } = await one(machine)
    await owner.call('devices.pause', { id: outside(machine), version, reason }, once())
    expect(await codeOf(sweep(machine))).toBe('stateRefused')
    expect(await codeOf(askFor(machine, 'test'))).toBe('stateRefused')
  })

  test('stands in the log with its reason', async () => {
    const { machine } = await desk()
    const since = ago(30)
    await sweep(machine, since)
    const rows = await make.query<{ action: string; reason: string; after: unknown }>(
      `select action, reason, after from activity_log where entity_id = $1 and action = 'deviceSweepAsked'`,
      [outside(machine)],
    )
    expect(rows).toEqual([{ action: 'deviceSweepAsked', reason, after: { since } }])
  })
})

test('where the chain of an account shows a gap its phones are asked once, by the system', async () => {
  const { account, machine, move, receives } = await desk()
  const other = await make.phone([account])
  await receives({ amountMinor: 10_000 })
  move({ amountMinor: 5000 })
  await receives({ amountMinor: 7000 })
  await sweepGaps(server.services.db)
  const [ask] = await beat(machine)
  expect(ask).toMatchObject({ kind: 'sweep' })
  const sinceMs = server.services.now() - Date.parse(ask?.since ?? '')
  expect(sinceMs).toBeGreaterThan(9 * minuteMs)
  expect(sinceMs).toBeLessThan(13 * minuteMs)
  expect((await beat(other)).length).toBe(1)
  expect((await one(machine)).asks).toMatchObject([{ kind: 'sweep', by: null }])
  expect(await answer(machine, { kind: 'sweep', askedAt: ask?.askedAt, found: 0 })).toBe('taken')
  await sweepGaps(server.services.db)
  expect(await beat(machine)).toEqual([])
})

test('what a person asked for and is not answered yet stays theirs when a gap asks for it, too', async () => {
  const { machine, move, receives } = await desk()
  await receives({ amountMinor: 10_000 })
  await sweep(machine)
  move({ amountMinor: 5000 })
  await receives({ amountMinor: 7000 })
  await sweepGaps(server.services.db)
  expect((await one(machine)).asks).toMatchObject([{ kind: 'sweep', by: expect.any(String) }])
  const [ask] = await beat(machine)
  expect(await answer(machine, { kind: 'sweep', askedAt: ask?.askedAt, found: 1 })).toBe('taken')
})

describe('a test entry', () => {
  const testOf = (phone: Machine, text: string, externalId: string = randomUUID()) =>
    phone.send('/auto/v1/message/create', {
      externalId,
      source: 'sms',
      sender: 'SCB',
      text,
      sentAt: ago(0),
      isTest: true,
    })

  test('goes the whole way, is seen as a test, and credits nothing, whatever stands in it', async () => {
    const { account, machine } = await desk()
    const member = await make.member({ bank: 'KBANK', accountNo: '5552778899' })
    const payer = { tag: 'KBNK', digits: '778899' }
    const money = scbText(account, { amountMinor: 90_000, payer }, 1_090_000)
    expect((await testOf(machine, money)).body.error?.code).toBe('conflict')
    await askFor(machine, 'test')
    expect(await beat(machine)).toMatchObject([{ kind: 'test', since: null }])
    const taken = await testOf(machine, money, 'test-1')
    expect(taken.body.data).toMatchObject({ state: 'test', lineId: null, lineState: null })
    // The answer was lost: said again it is answered alike, and nobody asked for another one.
    expect((await testOf(machine, money, 'test-1')).body.data).toEqual(taken.body.data)
    expect((await testOf(machine, money, 'test-2')).body.error?.code).toBe('conflict')
    expect(await make.cash(member)).toBe(0)
    expect(await beat(machine)).toEqual([])
    expect((await one(machine)).asks).toMatchObject([{ kind: 'test', found: null }])
    const list = await owner.call('devices.messages', { deviceIds: [outside(machine)] })
    expect(list.records).toMatchObject([{ kind: 'test', text: money, account: null }])
    expect(await one(machine)).toMatchObject({ readToday: 0, failedToday: 0 })
  })

  test('never becomes a line, not by hand in the database either', async () => {
    const { machine } = await desk()
    await askFor(machine, 'test')
    const { body } = await testOf(machine, 'KHLANG TEST')
    const bind = `update bank_messages set bank_account_id = (select id from bank_accounts limit 1)
      where id = (select inside_id($1))`
    await expect(make.query(bind, [body.data?.id])).rejects.toThrow('bank_messages_test_is_no_money')
  })
})

describe('the last log lines', () => {
  test('come bounded, without long numbers, keys or signs that draw nothing', async () => {
    const { machine } = await desk()
    await askFor(machine, 'log')
    const [ask] = await beat(machine)
    const said = { kind: 'log', askedAt: ask?.askedAt }
    expect(await answer(machine, { ...said, lines: Array(101).fill('x') })).not.toBe('taken')
    expect(await answer(machine, { ...said, lines: ['x'.repeat(301)] })).not.toBe('taken')
    expect(await answer(machine, { ...said, lines: ['sms of 0812345678 kept', 'sent in 120 ms'] })).toBe(
      'taken',
    )
    expect((await one(machine)).asks).toMatchObject([
      { kind: 'log', lines: ['sms of … kept', 'sent in 120 ms'], found: null },
    ])
    expect(shownLine(`key ${'0f'.repeat(16)}\u202e\u0007!`)).toBe('key …  !')
  })

  test('are taken of the phone itself alone, and only while it is heard', async () => {
    const [asked, other] = [(await desk()).machine, (await desk()).machine]
    await askFor(asked, 'log')
    const [ask] = await beat(asked)
    const said = { kind: 'log', askedAt: ask?.askedAt, lines: ['mine'] }
    expect(await answer(other, said)).toBe('known')
    expect(await answer(other, { ...said, deviceId: outside(asked) })).toBe('unknownField')
    expect((await one(asked)).asks).toMatchObject([{ answeredAt: null, lines: null }])
    const { version } = await one(asked)
    await owner.call('devices.pause', { id: outside(asked), version, reason }, once())
    expect(await answer(asked, said)).toBe('forbidden')
    const unsigned = await fetch(`${server.url}/auto/v1/device/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(said),
    })
    expect(unsigned.status).toBe(401)
  })
})
