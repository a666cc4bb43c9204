import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, baht, scbTime } from '../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { inRounds, roundsTimeout } from '../../testing/world/rounds.ts'
import { matchWeights } from '../bank-lines/scoring/scoring.ts'
import { autoApiWork } from './jobs.ts'

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

let serial = 100_000
/** Six digits no other account of this file ends with. */
const fresh = (): string => String((serial += 7))
const scb = async () => {
  const account = await make.account({ bank: 'SCB' })
  return { account, phone: await bankPhone(make, account) }
}
const payer = (digits: string, tag = 'KBNK') => ({ tag, digits })
const stateOf = (answer: { body: { data?: { lineState?: string | null } } }) => answer.body.data?.lineState
interface Line {
  id: string
  state: string
  chain: string
  reason: string | null
  score: number | null
  suggestion_count: number
  amount_minor: number
  match_evidence: {
    weightsVersion: number
    candidates: { score: number; signals: { points: number }[] }[]
  } | null
}
const linesOf = (accountId: string) =>
  make.query<Line>('select * from statement_lines where bank_account_id = $1 order by id', [accountId])
const alarmsOf = (code: string) =>
  make.query<{ entity_id: string; cleared_at: string | null }>('select * from alarms where code = $1', [
    code,
  ])

test('a time to come in one message does not push what follows out of the chain', async () => {
  const { phone } = await scb()
  const digits = fresh()
  await make.member({ bank: 'KBANK', accountNo: `1234${digits}` })
  const later = new Date(Date.now() + 7 * 60_000)
  const ahead = phone.move({ amountMinor: 10_000, payer: payer(digits), at: later })
  expect(stateOf(await phone.say(ahead))).toBe('autoMatched')
  const next = await phone.receives({ amountMinor: 20_000, payer: payer(digits) })
  expect(stateOf(next)).toBe('autoMatched')
  // Behind a message that is missing it waits like any other: it contradicts nothing.
  phone.move({ amountMinor: 1_000 })
  expect(stateOf(await phone.receives({ amountMinor: 21_000, payer: payer(digits) }))).toBe('waiting')
})

test('a request ends with its time, one that somebody noted for the member too', async () => {
  const ids = [await make.request(await make.member(), null, 71_000)]
  ids.push(await make.request(await make.member(), null, 71_100))
  const last = await make.request(await make.member(), null, 71_200)
  await server.database.plant(`update deposits set state = 'pending' where id = $1`, [ids[1]])
  await server.database.plant(
    `update deposits set expires_at = now() - interval '1 second' where id = any($1)`,
    [ids],
  )
  for (const work of autoApiWork) await work.run(server.services, new AbortController().signal)
  const states = await make.query<{ id: string; state: string }>(
    'select id, state from deposits where id = any($1)',
    [[...ids, last]],
  )
  const stateOfRequest = (id: string) => states.find((row) => row.id === id)?.state
  expect([...ids, last].map(stateOfRequest)).toEqual(['expired', 'expired', 'created'])
})

describe('a message of a payer we know', () => {
  test('credits their wallet in one go, with every point of the score kept', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const member = await make.member({ bank: 'KBANK', accountNo: `1234${digits}` })
    const answer = await phone.receives({ amountMinor: 30_000, payer: payer(digits) })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { state: 'read', lineState: 'autoMatched' } },
    })
    expect(await make.cash(member)).toBe(30_000)
    const [deposit] = await make.query<Record<string, unknown>>(
      'select * from deposits where member_id = $1',
      [member.id],
    )
    expect(deposit).toMatchObject({
      state: 'credited',
      amount_minor: 30_000,
      credit_before_minor: 0,
      credit_after_minor: 30_000,
      by_kind: 'auto',
    })
    expect(deposit?.['reference']).toMatch(/^D\d{4}-\d{6}$/)
    const [line] = await linesOf(account.id)
    expect(line?.score).toBe(73)
    for (const candidate of line?.match_evidence?.candidates ?? [])
      expect(candidate.signals.reduce((sum, signal) => sum + signal.points, 0)).toBe(candidate.score)
    // The points it was judged by stay to be read, whatever the machine counts by later.
    const kept = await make.query<{ weights: object }>(
      'select weights from match_weights where version = $1',
      [line?.match_evidence?.weightsVersion],
    )
    expect(kept).toEqual([{ weights: matchWeights }])
    expect(await make.balance(`bank:${account.outside}`)).toBe(-1_030_000)
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(0)
  })

  test('is suggested when two members have the same visible digits, and nobody is credited', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const one = await make.member({ bank: 'KBANK', accountNo: `1111${digits}` })
    const other = await make.member({ bank: 'KBANK', accountNo: `2222${digits}` })
    // Nor does it speak for one of them that these digits were linked to them before.
    await make.query('insert into payer_aliases (member_id, payer_key, hits) values ($1, $2, 9)', [
      one.id,
      `KBANK|${digits}|`,
    ])
    const answer = await phone.receives({ amountMinor: 30_000, payer: payer(digits) })
    expect(stateOf(answer)).toBe('suggested')
    expect((await linesOf(account.id))[0]).toMatchObject({
      score: 73,
      suggestion_count: 2,
      reason: 'marginTooSmall',
    })
    expect([await make.cash(one), await make.cash(other)]).toEqual([0, 0])
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(30_000)
  })

  test('without any payer is suggested to the one who asked for the amount, and to both of two', async () => {
    const { account, phone } = await scb()
    const one = await make.member()
    await make.request(one, account, 100_000)
    expect(stateOf(await phone.receives({ amountMinor: 100_000 }))).toBe('suggested')
    const second = await scb()
    await make.request(one, second.account, 120_000)
    await make.request(await make.member(), second.account, 120_000)
    await second.phone.receives({ amountMinor: 120_000 })
    expect((await linesOf(second.account.id))[0]).toMatchObject({ state: 'suggested', suggestion_count: 2 })
    expect(await make.cash(one)).toBe(0)
  })

  test('waits while another line of the same amount is suggested to them', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const member = await make.member({ bank: 'KBANK', accountNo: `1234${digits}` })
    await make.request(member, account, 61_000)
    expect(stateOf(await phone.receives({ amountMinor: 61_000 }))).toBe('suggested')
    expect(stateOf(await phone.receives({ amountMinor: 62_000, payer: payer(digits) }))).toBe('autoMatched')
    expect(stateOf(await phone.receives({ amountMinor: 61_000, payer: payer(digits) }))).toBe('suggested')
    expect(await make.cash(member)).toBe(62_000)
  })

  test('with reserved satang adopts the request and credits it', async () => {
    const { account, phone } = await scb()
    const member = await make.member()
    const requestId = await make.request(member, account, 100_037, { isUniqueSatang: true })
    expect(stateOf(await phone.receives({ amountMinor: 100_037 }))).toBe('autoMatched')
    const rows = await make.query('select id, state, version from deposits where member_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ id: requestId, state: 'credited', version: 2 }])
    expect(await make.cash(member)).toBe(100_037)
    // What is credited ends with no request's time.
    await server.database.plant(
      `update deposits set expires_at = now() - interval '1 second' where id = $1`,
      [requestId],
    )
    for (const work of autoApiWork) await work.run(server.services, new AbortController().signal)
    expect(
      await make.query('select id, state, version from deposits where member_id = $1', [member.id]),
    ).toEqual(rows)
  })

  test('above the limit, of a suspended member or while crediting is off goes to a person', async () => {
    const { phone } = await scb()
    const [big, suspended, off] = [fresh(), fresh(), fresh()]
    const members = [
      await make.member({ accountNo: `1234${big}` }),
      await make.member({ accountNo: `1234${suspended}`, state: 'suspended' }),
      await make.member({ accountNo: `1234${off}` }),
    ]
    expect(stateOf(await phone.receives({ amountMinor: 5_000_001, payer: payer(big) }))).toBe('suggested')
    expect(stateOf(await phone.receives({ amountMinor: 5_000, payer: payer(suspended) }))).toBe('unmatched')
    await server.set({ isAutoCreditOn: false })
    expect(stateOf(await phone.receives({ amountMinor: 5_100, payer: payer(off) }))).toBe('suggested')
    await server.set({ isAutoCreditOn: true })
    for (const member of members) expect(await make.cash(member)).toBe(0)
  })
})

describe('the same message', () => {
  test('sent 32 times at once credits once and answers the same', roundsTimeout, async () => {
    const { account, phone } = await scb()
    await inRounds(async (round) => {
      const digits = fresh()
      const member = await make.member({ accountNo: `1234${digits}` })
      const text = phone.move({ amountMinor: 12_300, payer: payer(digits) })
      const answers = await Promise.all(
        Array.from({ length: 32 }, () => phone.say(text, { externalId: `one${round}` })),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      expect(new Set(answers.map((answer) => answer.body.data?.id)).size).toBe(1)
      expect(await make.cash(member)).toBe(12_300)
      expect(await linesOf(account.id)).toHaveLength(round + 1)
    })
  })

  test('under another external id is a duplicate; with another text a conflict', async () => {
    const { account, phone } = await scb()
    const text = phone.move({ amountMinor: 12_400 })
    await phone.say(text, { externalId: 'a' })
    expect((await phone.say(text, { externalId: 'b' })).body.data?.state).toBe('duplicate')
    const first = (await phone.say(text, { externalId: 'a' })).body.data?.id
    for (let turn = 0; turn < 2; turn += 1)
      expect((await phone.say(text.replace('124', '125'), { externalId: 'a' })).status).toBe(409)
    const elsewhere = { externalId: 'a', sender: account.bank.toLowerCase() }
    expect((await phone.say(text, elsewhere)).status).toBe(409)
    expect(await linesOf(account.id)).toHaveLength(1)
    // The alarm outlives the refused transaction, once for the message, whatever the phone repeats.
    const alarms = await alarmsOf('message.contradicts')
    expect(alarms.filter((alarm) => alarm.entity_id === first)).toHaveLength(1)
  })

  test('of two equal transfers in one minute makes two lines, told apart by the balance', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const member = await make.member({ accountNo: `1234${digits}` })
    await phone.receives({ amountMinor: 10_000, payer: payer(digits) })
    await phone.receives({ amountMinor: 10_000, payer: payer(digits) })
    expect(await linesOf(account.id)).toHaveLength(2)
    expect(await make.cash(member)).toBe(20_000)
  })
})

describe('a push beside its SMS', () => {
  const kbank = async () => {
    const account = await make.account({ bank: 'SCB' })
    return { account, phone: await bankPhone(make, account) }
  }
  const pushText = (own: string, digits: string, amountMinor: number) => {
    const local = new Date(Date.now() + 7 * 3_600_000)
    const months = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ')
    const day = `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear() + 543}`
    const when = `${day} - ${scbTime(new Date()).slice(6)}`
    return `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx${digits} เข้าบัญชี xxxxxx${own} เมื่อ ${when}`
  }

  test.each(['sms first', 'push first'])('is one line with what both say, %s', async (order) => {
    const { account, phone } = await kbank()
    const sms = phone.move({ amountMinor: 6_989 })
    const push = pushText(account.accountNo.slice(-4), '6048', 6_989)
    const sayPush = () => phone.say(push, { source: 'push' })
    if (order === 'sms first') {
      await phone.say(sms)
      expect((await sayPush()).body.data?.state).toBe('joined')
    } else {
      expect(stateOf(await sayPush())).toBe('waiting')
      await phone.say(sms)
    }
    const live = (await linesOf(account.id)).filter((line) => line.state !== 'duplicate')
    expect(live).toEqual([
      expect.objectContaining({ chain: 'linked', payer_mask: '??????6048', payer_bank: 'KTB' }),
    ])
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(6_989)
  })

  test('that stays alone never credits and goes to a person when its time is over', async () => {
    const { account, phone } = await kbank()
    const member = await make.member({
      bank: 'KTB',
      accountNo: '1234567890',
      firstName: 'ก',
      lastName: 'ข',
    })
    await make.request(member, account, 4_343, { isUniqueSatang: true })
    await phone.say(pushText(account.accountNo.slice(-4), '7890', 4_343), { source: 'push' })
    expect((await linesOf(account.id))[0]).toMatchObject({ state: 'waiting', chain: 'hint' })
    server.clock.ms = 121_000
    for (const work of autoApiWork) await work.run(server.services, new AbortController().signal)
    server.clock.ms = 0
    expect((await linesOf(account.id))[0]).toMatchObject({ state: 'unmatched' })
    expect(await make.cash(member)).toBe(0)
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(0)
  })
})

describe('the balance chain', () => {
  test('holds a line behind a missing message and credits it when the message comes', async () => {
    const { account, phone } = await scb()
    const [early, late] = [fresh(), fresh()]
    const first = await make.member({ accountNo: `1234${early}` })
    const second = await make.member({ accountNo: `1234${late}` })
    const missing = phone.move({ amountMinor: 50_000, payer: payer(early) })
    expect(stateOf(await phone.receives({ amountMinor: 70_000, payer: payer(late) }))).toBe('waiting')
    expect(await make.cash(second)).toBe(0)
    const open = (await alarmsOf('bank.chainGap')).filter((alarm) => alarm.entity_id === account.outside)
    expect(open).toEqual([expect.objectContaining({ cleared_at: null })])
    expect(stateOf(await phone.say(missing))).toBe('autoMatched')
    expect([await make.cash(first), await make.cash(second)]).toEqual([50_000, 70_000])
    const closed = (await alarmsOf('bank.chainGap')).filter((alarm) => alarm.entity_id === account.outside)
    expect(closed[0]?.cleared_at).not.toBeNull()
  })

  test('quarantines a spoofed text of the right sender, posts nothing, and goes on', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const thief = await make.member({ accountNo: `1234${digits}` })
    await phone.receives({ amountMinor: 1_000 })
    const spoofed = `${scbTime(new Date())} 9,000.00 จากKBNK/x${digits}เข้าx${account.accountNo.slice(-6)} ใช้ได้19,000.00บ`
    expect(stateOf(await phone.say(spoofed))).toBe('quarantined')
    expect(await make.cash(thief)).toBe(0)
    expect(stateOf(await phone.receives({ amountMinor: 2_000 }))).toBe('unmatched')
    expect(await make.balance(`bank:${account.outside}`)).toBe(-1_003_000)
  })

  test('holds a spoofed text whose balance fits nowhere', async () => {
    const { account, phone } = await scb()
    const digits = fresh()
    const thief = await make.member({ accountNo: `1234${digits}` })
    const spoofed = `${scbTime(new Date())} 9,000.00 จากKBNK/x${digits}เข้าx${account.accountNo.slice(-6)} ใช้ได้77,000.00บ`
    expect(stateOf(await phone.say(spoofed))).toBe('waiting')
    expect(stateOf(await phone.receives({ amountMinor: 2_000 }))).toBe('unmatched')
    expect(await make.cash(thief)).toBe(0)
  })

  test('lets an outgoing line nobody ordered wait with an alarm and posts nothing', async () => {
    const { account, phone } = await scb()
    expect(stateOf(await phone.receives({ amountMinor: 40_000, direction: 'out' }))).toBe('unmatched')
    const [line] = await linesOf(account.id)
    expect(line).toMatchObject({ state: 'unmatched', chain: 'linked' })
    expect(await make.balance(`bank:${account.outside}`)).toBe(-1_000_000)
  })
})

describe('a message that becomes no line is kept', () => {
  test('of a sender the phone may not use, and of another account', async () => {
    const { account, phone } = await scb()
    const text = phone.move({ amountMinor: 1_000 })
    expect((await phone.say(text, { sender: 'EVIL' })).body.data?.state).toBe('senderUnknown')
    const foreign = text.replace(`x${account.accountNo.slice(-6)}`, 'x000000')
    expect((await phone.say(foreign)).body.data?.state).toBe('senderUnknown')
    expect(await linesOf(account.id)).toHaveLength(0)
  })

  test('that cannot be read raises an alarm; an advertisement does not', async () => {
    const { phone } = await scb()
    const failed = await phone.say('ข้อความแปลก 100 บาท xyz')
    expect(failed.body.data?.state).toBe('parseFailed')
    const alarms = await alarmsOf('message.parseFailed')
    expect(alarms.map((alarm) => alarm.entity_id)).toContain(failed.body.data?.id)
    expect((await phone.say('รหัส OTP ของคุณคือ 123456')).body.data?.state).toBe('notMoney')
  })

  test('a paused phone is refused', async () => {
    const { phone } = await scb()
    await make.query("update devices set state = 'paused' where id = $1", [phone.machine.subjectId])
    expect((await phone.receives({ amountMinor: 1_000 })).status).toBe(403)
  })
})
