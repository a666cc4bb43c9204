import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, scbText, type Movement } from '../../testing/bank-phone.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { autoApiWork } from './jobs.ts'
import { placeOfMessage } from './message-queries.ts'

// What a phone may say, of which account, and when: one that is stopped, one of two accounts, one whose clock
// is wrong.
let server: TestServer
let make: MoneyFactory
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const minuteMs = 60_000
const desk = async () => {
  const account = await make.account({ bank: 'SCB' })
  return { account, phone: await bankPhone(make, account) }
}
type Machine = Awaited<ReturnType<MoneyFactory['phone']>>
const say = (machine: Machine, text: string, rest: object = {}) =>
  machine.send('/auto/v1/message/create', {
    externalId: randomUUID(),
    source: 'sms',
    sender: 'SCB',
    text,
    sentAt: new Date().toISOString(),
    ...rest,
  })
type Answer = Awaited<ReturnType<typeof say>>
const messageOf = async ({ body }: Answer) => {
  const [row] = await make.query<Record<string, unknown>>(
    `select state, failure, bank_account_id as account, sent_at as sent, received_at as received
       from bank_messages where id = $1`,
    [decodeId('message', body.data?.id ?? '')],
  )
  return row ?? {}
}
const alarmOf = async ({ body }: Answer) => {
  const rows = await make.query<{ code: string; detail: Record<string, unknown> }>(
    'select code, detail from alarms where entity_id = $1',
    [body.data?.id],
  )
  return rows[0] ?? null
}
const received = (account: FactoryAccount, amountMinor: number, rest: Partial<Movement> = {}) =>
  scbText(account, { amountMinor, ...rest }, 1_000_000 + amountMinor)

describe('a phone that is stopped', () => {
  test.each(['paused', 'revoked'])('%s says nothing, not even what it said before', async (state) => {
    const { account, phone } = await desk()
    const text = phone.move({ amountMinor: 1_100 })
    expect((await phone.say(text, { externalId: 'told' })).status).toBe(200)
    await make.query('update devices set state = $2 where id = $1', [phone.machine.subjectId, state])
    expect((await phone.say(text, { externalId: 'told' })).status).toBe(403)
    expect((await phone.receives({ amountMinor: 1_200 })).status).toBe(403)
    expect((await phone.machine.send('/auto/v1/device/heartbeat', {})).status).toBe(403)
    const lines = await make.query('select from statement_lines where bank_account_id = $1', [account.id])
    expect(lines).toHaveLength(1)
  })

  test('and one that lives is told the time, and keeps the battery it told last', async () => {
    const { machine } = (await desk()).phone
    const other = (await desk()).phone.machine
    const beat = (body: object) => machine.send('/auto/v1/device/heartbeat', body)
    const seen = async (of = machine) => {
      const [row] = await make.query<{ battery: number | null; isHeard: boolean | null }>(
        `select battery_bps as battery, last_seen_at > now() - interval '1 minute' as "isHeard"
           from devices where id = $1`,
        [of.subjectId],
      )
      return [row?.battery, row?.isHeard]
    }
    server.clock.ms = 90_000
    const answer = await beat({ batteryBps: 4_200, pendingCount: 3 })
    expect(
      Math.abs(Date.parse(String(answer.body.data?.['serverAt'])) - server.services.now()),
    ).toBeLessThan(30_000)
    server.clock.ms = 0
    expect(await seen()).toEqual([4_200, true])
    await make.query(`update devices set last_seen_at = now() - interval '1 hour' where id = $1`, [
      machine.subjectId,
    ])
    await beat({})
    expect(await seen()).toEqual([4_200, true])
    expect(await seen(other)).toEqual([null, null])
  })
})

describe('a phone’s clock', () => {
  test('counts as long as it is not five minutes ahead; what it said is kept', async () => {
    const told = async (aheadMs: number) => {
      const { account, phone } = await desk()
      const sentAt = new Date(Date.now() + aheadMs)
      const answer = await phone.say(phone.move({ amountMinor: 1_300 }), { sentAt })
      const [line] = await make.query<{ at: string }>(
        'select received_at as at from statement_lines where bank_account_id = $1',
        [account.id],
      )
      const message = await messageOf(answer)
      expect(Date.parse(String(message['sent']))).toBe(sentAt.getTime())
      expect(Math.abs(Date.parse(String(message['received'])) - Date.now())).toBeLessThan(minuteMs)
      return Date.parse(line?.at ?? '') - sentAt.getTime()
    }
    expect(await told(4.75 * minuteMs)).toBe(0)
    expect(await told(-3 * 60 * minuteMs)).toBe(0)
    const early = await told(6 * minuteMs)
    expect(early).toBeLessThan(-5 * minuteMs)
    expect(early).toBeGreaterThan(-7 * minuteMs)
  })
})

describe('a phone of two accounts', () => {
  const two = async (firstBank = 'SCB', sender = 'SCB') => {
    const [one, other] = [await make.account({ bank: firstBank }), await make.account({ bank: 'SCB' })]
    const machine = await make.phone([one, other], [{ source: 'sms', sender }])
    return { one, other, machine }
  }
  const linesOf = (...accounts: FactoryAccount[]) =>
    Promise.all(
      accounts.map(async ({ id }) => {
        const rows = await make.query<{ amount: number }>(
          'select amount_minor as amount from statement_lines where bank_account_id = $1',
          [id],
        )
        return rows.map(({ amount }) => amount)
      }),
    )

  test('speaks of the one whose digits stand in the text, and of none where it might be either', async () => {
    const { one, other, machine } = await two()
    const answer = await say(machine, received(other, 2_100))
    expect(answer.body.data).toMatchObject({ state: 'read', lineState: 'unmatched' })
    expect(await messageOf(answer)).toMatchObject({ state: 'read', account: other.id })
    const bare = await say(
      machine,
      '21.00 Baht transferred to Somchai Jaidee, if in doubt call 02-777-7777',
    )
    expect(await messageOf(bare)).toMatchObject({
      state: 'senderUnknown',
      failure: 'severalAccountsFit',
      account: null,
    })
    const foreign = await say(machine, received({ ...one, accountNo: '0000000000' }, 2_200))
    expect(await messageOf(foreign)).toMatchObject({ failure: 'noAccountFits', account: null })
    expect(await linesOf(one, other)).toEqual([[], [2_100]])
    const [device] = await make.query<{ name: string }>('select name from devices where id = $1', [
      machine.subjectId,
    ])
    const from = { device: device?.name, sender: 'SCB', source: 'sms' }
    expect(await alarmOf(bare)).toEqual({
      code: 'message.senderUnknown',
      detail: { ...from, failure: 'severalAccountsFit' },
    })
    expect((await alarmOf(foreign))?.detail).toEqual({ ...from, failure: 'noAccountFits' })
  })

  test('of two banks reads each account’s messages as its own bank writes them', async () => {
    const { one, other, machine } = await two('TTB', 'MyBanks')
    const told = async (text: string) => (await say(machine, text, { sender: 'MyBanks' })).body.data?.state
    expect(await told(received(other, 2_300))).toBe('read')
    const ttb = `มีเงิน24.00บ.โอนเข้าบ/ชxx${one.accountNo.slice(-4)} เหลือ10,024.00บ.`
    expect(await told(ttb)).toBe('read')
    expect(await linesOf(one, other)).toEqual([[2_400], [2_300]])
  })

  test('leaves what it cannot read, or what is no money, with the account it is surely of', async () => {
    const { machine } = await two()
    const { account, phone } = await desk()
    const texts = ['ข้อความแปลก 100 บาท xyz', 'รหัส OTP ของคุณคือ 123456']
    for (const text of texts) {
      expect((await messageOf(await say(machine, text)))['account']).toBeNull()
      expect((await messageOf(await phone.say(text)))['account']).toBe(account.id)
    }
    const [unread, noMoney] = [await phone.say(texts[0] ?? ''), await phone.say(texts[1] ?? '')]
    expect(await alarmOf(unread)).toMatchObject({ detail: { failure: 'unknownShape', sender: 'SCB' } })
    expect(await alarmOf(noMoney)).toBeNull()
    const news = await make.query('select topic from outbox where entity_id = any($1)', [
      [unread.body.data?.id, noMoney.body.data?.id],
    ])
    expect(news).toEqual([{ topic: 'message' }])
  })
})

describe('a sender', () => {
  test('may speak by the source it is known for, in whichever letters, and by no other', async () => {
    const { phone } = await desk()
    const told = async (rest: { source?: 'sms' | 'push'; sender?: string }) =>
      (await phone.say(phone.move({ amountMinor: 3_100 }), rest)).body.data?.state
    expect(await told({ sender: 'scb' })).toBe('read')
    expect(await told({ source: 'push', sender: 'Scb App' })).toBe('read')
    expect(await told({ source: 'push', sender: 'SCB' })).toBe('senderUnknown')
    expect(await told({ source: 'sms', sender: 'SCB app' })).toBe('senderUnknown')
  })

  test('of one phone is none of another’s, and neither are its numbers', async () => {
    const [one, other] = [await desk(), await desk()]
    const [first, second] = [
      one.phone.move({ amountMinor: 3_200 }),
      other.phone.move({ amountMinor: 3_300 }),
    ]
    const told = await one.phone.say(first, { externalId: 'same' })
    const apart = await other.phone.say(second, { externalId: 'same' })
    expect(apart.body.data).toMatchObject({ state: 'read', lineState: 'unmatched' })
    expect(apart.body.data?.id).not.toBe(told.body.data?.id)
    expect((await say(other.phone.machine, first)).body.data?.state).toBe('senderUnknown')
  })
})

test('whatever a phone says of an account, the account was heard of', async () => {
  const [plain, bare] = [await desk(), await make.account({ bank: 'TMW', hasBalances: false })]
  const wallet = await bankPhone(make, bare)
  const line = plain.phone.move({ amountMinor: 4_100 })
  const own = plain.account.accountNo.slice(-4)
  const hint = `คุณได้รับเงิน 42.00 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx6048 เข้าบัญชี xxxxxx${own}`
  const heard = async ({ id }: FactoryAccount, telling: () => Promise<Answer>) => {
    await make.query(
      `update bank_account_feeds set last_message_at = now() - interval '1 hour' where bank_account_id = $1`,
      [id],
    )
    const { state } = (await telling()).body.data ?? {}
    const [row] = await make.query<{ isHeard: boolean }>(
      `select last_message_at > now() - interval '1 minute' as "isHeard" from bank_account_feeds
        where bank_account_id = $1`,
      [id],
    )
    return [state, row?.isHeard]
  }
  expect(await heard(plain.account, () => plain.phone.say(line))).toEqual(['read', true])
  expect(await heard(plain.account, () => plain.phone.say(line))).toEqual(['duplicate', true])
  expect(await heard(plain.account, () => plain.phone.say(hint, { source: 'push' }))).toEqual([
    'read',
    true,
  ])
  const push = 'คุณได้รับเงิน 321.00 บาท จาก 081-xxx-1234'
  expect(await heard(bare, () => wallet.say(push, { source: 'push' }))).toEqual(['read', true])
})

test('what ends by its time is told to open screens, under its next version', async () => {
  const { account, phone } = await desk()
  const own = account.accountNo.slice(-4)
  const push = `คุณได้รับเงิน 51.00 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx6048 เข้าบัญชี xxxxxx${own}`
  const hint = (await phone.say(push, { source: 'push' })).body.data?.lineId ?? ''
  const requestId = await make.request(await make.member(), account, 5_200)
  await make.query(`update deposits set expires_at = now() - interval '1 second' where id = $1`, [
    requestId,
  ])
  const deposit = encodeId('deposit', requestId)
  await make.query('delete from outbox where entity_id = any($1)', [[hint, deposit]]).catch(() => [])
  const [last] = await make.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
  server.clock.ms = 121_000
  // What ended once does not end again.
  for (const work of [...autoApiWork, ...autoApiWork])
    await work.run(server.services, new AbortController().signal)
  server.clock.ms = 0
  const news = await make.query(
    'select topic, version from outbox where id > $1 and entity_id = any($2) order by topic',
    [last?.id, [hint, deposit]],
  )
  expect(news).toEqual([
    { topic: 'deposit', version: 2 },
    { topic: 'statementLine', version: 2 },
  ])
  const [row] = await make.query('select version from deposits where id = $1', [requestId])
  expect(row).toEqual({ version: 2 })
})

test('an account is one message’s from its first look on: nobody else goes by its balance', async () => {
  const { account, phone } = await desk()
  await server.services.db.transaction().execute(async (tx) => {
    const message = { externalId: 'one', source: 'sms', sender: 'SCB' }
    const { subjectId: deviceId, key: keyId } = phone.machine
    const place = await placeOfMessage(tx, { deviceId, keyId, ...message })
    expect(place.accounts.map(({ id }) => id)).toEqual([account.id])
    const free = await make.query(
      'select from bank_account_feeds where bank_account_id = $1 for update skip locked',
      [account.id],
    )
    expect(free).toEqual([])
  })
})

test('a silent account has its alarm until it is heard again, another keeps its own', async () => {
  const [one, other] = [await desk(), await desk()]
  const watch = async () => {
    for (const work of autoApiWork) await work.run(server.services, new AbortController().signal)
    const rows = await make.query<{ of: string; detail: object }>(
      `select entity_id as of, detail from alarms where code = 'bank.silent' and cleared_at is null`,
    )
    return [one, other].map(({ account }) => rows.find(({ of }) => of === account.outside)?.detail ?? null)
  }
  const labelOf = ({ account }: typeof one) => ({ label: `SCB ${account.accountNo.slice(-4)}` })
  expect(await watch()).toEqual([labelOf(one), labelOf(other)])
  await one.phone.machine.send('/auto/v1/device/heartbeat', {})
  expect(await watch()).toEqual([null, labelOf(other)])
  const [kept] = await make.query<{ count: number }>(
    `select count(*)::int as count from alarms where code = 'bank.silent' and entity_id = $1`,
    [other.account.outside],
  )
  expect(kept).toEqual({ count: 1 })
})
