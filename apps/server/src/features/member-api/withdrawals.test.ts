import { encodeId } from '@khlang/contract/values/values.ts'
import { inTransit } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baht, bankPhone, scbTime } from '../../testing/bank-phone.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { meanwhile } from '../../testing/world/while-held.ts'
import { inRounds, roundsTimeout } from '../../testing/world/rounds.ts'

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const idOf = (answer: { body: { data?: { id?: string } } }): string => answer.body.data?.id ?? ''

describe('a withdrawal a member asks for', () => {
  test('with green checks goes by itself: held, sent, paid, and settled by the outgoing line', async () => {
    const member = await world.regular(300_000)
    const asked = await world.withdraw(member, 200_000)
    expect(asked.status).toBe(200)
    expect(asked.body.data).toMatchObject({ state: 'approved', amountMinor: 200_000 })
    expect(asked.body.data?.['reference']).toMatch(/^W\d{4}-\d{6}$/)
    expect(await world.factory.cash(member)).toBe(100_000)
    expect(await world.row(idOf(asked))).toMatchObject({
      band: 'auto',
      credit_before_minor: 300_000,
      credit_after_minor: 100_000,
      to_account_no: member.accountNo,
    })
    await world.payouts()
    expect(await world.row(idOf(asked))).toMatchObject({ state: 'paid', settled_line_id: null })
    expect(world.rail.paidMinor()).toBe(200_000)
    expect(world.rail.unsigned).toEqual([])
    const transit = inTransit(world.source.outside).code
    expect(await world.factory.balance(transit)).toBe(200_000)
    const line = await world.outgoing(200_000, { payeeMask: `??????${member.accountNo.slice(-4)}` })
    expect(line.withdrawalId).toBe((await world.row(idOf(asked))).id)
    expect(await world.factory.balance(transit)).toBe(0)
    expect((await world.row(idOf(asked))).settled_line_id).toBe(line.lineId)
  })

  test('is settled by the message of a bank phone', async () => {
    const { factory, rail } = world
    const scb = await factory.account({
      bank: 'SCB',
      role: 'withdrawal',
      railId: rail.id,
      anchorMinor: 5_000_000,
    })
    await factory.query('update bank_accounts set priority = 1 where id = $1', [scb.id])
    const phone = await bankPhone(factory, scb, 5_000_000)
    const asked = await world.withdraw(await world.regular(300_000), 54_300)
    await world.payouts()
    const said = await phone.say(phone.move({ amountMinor: 54_300, direction: 'out' }))
    expect(said.body.data).toMatchObject({ lineState: 'settled' })
    expect((await world.row(idOf(asked))).settled_line_id).not.toBeNull()
    expect(await factory.balance(inTransit(scb.outside).code)).toBe(0)
    await factory.query(`update bank_accounts set state = 'paused' where id = $1`, [scb.id])
  })

  test('of an amount that two asked for is settled by the message that names its payee', async () => {
    const { factory, rail } = world
    const own = await factory.account({
      bank: 'KBANK',
      role: 'withdrawal',
      railId: rail.id,
      anchorMinor: 5_000_000,
    })
    await factory.query('update bank_accounts set priority = 1 where id = $1', [own.id])
    const phone = await factory.phone([own])
    const members = [await world.regular(300_000), await world.regular(300_000)]
    const asked: string[] = []
    for (const member of members) asked.push(idOf(await world.withdraw(member, 64_300)))
    await world.payouts()
    const isSettled = () =>
      Promise.all(asked.map(async (id) => (await world.row(id)).settled_line_id !== null))
    const say = (accountNo: string, left: number) => {
      const [day, time] = scbTime(new Date()).split('@')
      const [from, to] = [own.accountNo, accountNo].map((number) => `X-${number.slice(-4)}`)
      const year = (new Date(Date.now() + 7 * 3_600_000).getUTCFullYear() + 543) % 100
      return phone.send('/auto/v1/message/create', {
        externalId: key(),
        source: 'sms',
        sender: 'KBANK',
        text: `${day}/${year} ${time} หักบช ${from} เข้า ${to} ${baht(64_300)} คงเหลือ ${baht(left)} บ.`,
        sentAt: new Date().toISOString(),
      })
    }
    await say(members[1]?.accountNo ?? '', 5_000_000 - 64_300)
    expect(await isSettled()).toEqual([false, true])
    await say(members[0]?.accountNo ?? '', 5_000_000 - 2 * 64_300)
    expect(await isSettled()).toEqual([true, true])
    expect(await factory.balance(inTransit(own.outside).code)).toBe(0)
    await factory.query(`update bank_accounts set state = 'paused' where id = $1`, [own.id])
  })

  test('the same request key twice is one withdrawal; another under it is refused', async () => {
    const member = await world.regular(300_000)
    const requestKey = key()
    const first = await world.withdraw(member, 150_000, requestKey)
    const again = await world.withdraw(member, 150_000, requestKey)
    expect(idOf(again)).toBe(idOf(first))
    const told = await world.factory.query(
      `select 'log' as of from activity_log where entity_id = $1 and action = 'create'
       union all select 'news' from outbox where entity_id = $1 order by 1`,
      [idOf(first)],
    )
    expect(told).toEqual([{ of: 'log' }, { of: 'news' }])
    const other = await world.withdraw(member, 160_000, requestKey)
    expect([other.status, other.body.error?.code]).toEqual([422, 'idempotencyMismatch'])
    expect(await world.factory.cash(member)).toBe(150_000)
    const somebody = await world.withdraw(await world.regular(300_000), 150_000, requestKey)
    expect([somebody.status, somebody.body.error?.code]).toEqual([422, 'idempotencyMismatch'])
    // At one instant, too, all are answered with the one that was taken.
    const [busy, one] = [await world.regular(300_000), key()]
    const sent = await Promise.all(Array.from({ length: 16 }, () => world.withdraw(busy, 150_000, one)))
    expect(new Set(sent.map((answer) => `${answer.status} ${idOf(answer)}`)).size).toBe(1)
    expect(await world.factory.cash(busy)).toBe(150_000)
  })

  test('the same Idempotency-Key 32 at once has one effect and equal answers', roundsTimeout, () =>
    inRounds(async () => {
      const member = await world.regular(300_000)
      const body = { memberId: member.outside, amountMinor: 120_000, requestKey: key() }
      const one = key()
      const answers = await Promise.all(
        Array.from({ length: 32 }, () => world.site.send('/member/v1/withdrawal/create', body, one)),
      )
      const done = answers.filter(({ status }) => status === 200)
      expect(done.length).toBeGreaterThan(0)
      expect(new Set(done.map(({ body: answered }) => JSON.stringify(answered))).size).toBe(1)
      for (const { status, body: answered } of answers) {
        if (status !== 200) expect([status, answered.error?.code]).toEqual([409, 'idempotencyInProgress'])
      }
      expect(await world.factory.cash(member)).toBe(180_000)
    }),
  )

  test('32 withdrawals of the whole balance at once: one is taken, none below zero', roundsTimeout, () =>
    inRounds(async () => {
      const member = await world.regular(400_000)
      const sentBefore = world.rail.payouts.size
      const paidBefore = world.rail.paidMinor()
      const answers = await Promise.all(Array.from({ length: 32 }, () => world.withdraw(member, 400_000)))
      const taken = answers.filter(({ status }) => status === 200)
      expect(taken).toHaveLength(1)
      for (const { status, body } of answers) {
        if (status !== 200) {
          expect(status).toBe(409)
          expect(['openWithdrawalExists', 'insufficientFunds']).toContain(body.error?.code)
        }
      }
      await world.payouts()
      // One withdrawal of the test before may be on its way as well.
      expect(await world.factory.cash(member)).toBe(0)
      expect(world.rail.paidMinor() - paidBefore).toBeGreaterThanOrEqual(400_000)
      const sent = [...world.rail.payouts.values()].slice(sentBefore)
      expect(sent.filter(({ amountMinor }) => amountMinor === 400_000)).toHaveLength(1)
    }),
  )

  test('is cancelled by the member while under review, and the money is back', async () => {
    const member = await world.factory.member()
    await world.fund(member, 250_000)
    const asked = await world.withdraw(member, 200_000)
    expect(asked.body.data?.state).toBe('review')
    const cancelled = await world.site.send(
      '/member/v1/withdrawal/cancel',
      { id: idOf(asked), memberId: member.outside },
      key(),
    )
    expect(cancelled.body.data).toEqual({ state: 'cancelled' })
    expect(await world.factory.cash(member)).toBe(250_000)
    const again = await world.site.send(
      '/member/v1/withdrawal/cancel',
      { id: idOf(asked), memberId: member.outside },
      key(),
    )
    expect([again.status, again.body.error?.code]).toEqual([409, 'alreadyHandled'])
    expect(again.body.error?.details).toMatchObject({ by: 'member', state: 'cancelled' })
  })

  test('of another member is out of sight; one that is being sent is not cancelled', async () => {
    const member = await world.regular(300_000)
    const asked = await world.withdraw(member, 200_000)
    const other = await world.factory.member()
    const cancel = (memberId: string) =>
      world.site.send('/member/v1/withdrawal/cancel', { id: idOf(asked), memberId }, key())
    expect((await cancel(other.outside)).status).toBe(404)
    await world.payouts()
    const late = await cancel(member.outside)
    expect([late.status, late.body.error?.code]).toEqual([409, 'alreadyHandled'])
  })
})

test('the site reads how a withdrawal stands, with the words to the member and no others', async () => {
  const member = await world.factory.member()
  await world.fund(member, 250_000)
  const id = idOf(await world.withdraw(member, 200_000))
  const read = async () => (await world.site.send('/member/v1/withdrawal/get', { id })).body.data
  expect(await read()).toEqual({ id, state: 'review', amountMinor: 200_000, remarkMember: null })
  const words = { reasonCode: 'other', remarkMember: 'ไม่ผ่าน', remarkStaff: 'a mule' } as const
  const anna = await world.cashier()
  await anna.call('preTransactions.reject', { id, version: 1, ...words }, { idempotencyKey: key() })
  const stands = { id, state: 'rejected', amountMinor: 200_000, remarkMember: 'ไม่ผ่าน' }
  expect(await read()).toEqual(stands)
  const nobody = { id: encodeId('withdrawal', crypto.randomUUID()) }
  expect((await world.site.send('/member/v1/withdrawal/get', nobody)).status).toBe(404)
})

describe('a member who is stopped at this very moment', () => {
  const suspended = async <T>(memberId: string, act: () => Promise<T>): Promise<T> => {
    const text = `update members set state = 'suspended' where id = $1`
    return meanwhile(world.server, { text, values: [memberId] }, act)
  }

  test('asks for nothing', async () => {
    const member = await world.regular(300_000)
    const asked = await suspended(member.id, () => world.withdraw(member, 100_000))
    expect([asked.status, asked.body.error?.code]).toEqual([409, 'memberNotActive'])
    expect(await world.factory.cash(member)).toBe(300_000)
  })

  test('is approved no payout', async () => {
    const member = await world.factory.member()
    await world.fund(member, 250_000)
    const id = idOf(await world.withdraw(member, 200_000))
    const anna = await world.cashier()
    const approving = suspended(member.id, () =>
      anna.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: key() }),
    )
    await expect(approving).rejects.toMatchObject({ code: 'blocked' })
    expect((await world.row(id)).state).toBe('review')
  })

  test('is told no account to pay to', async () => {
    const member = await world.factory.member()
    const input = { memberId: member.outside, amountMinor: 50_000 }
    const told = await suspended(member.id, () =>
      world.site.send('/member/v1/deposit/create', input, key()),
    )
    expect([told.status, told.body.error?.code]).toEqual([409, 'memberNotActive'])
  })
})

describe('what a request is refused for', () => {
  const refusalOf = async (amountMinor: number, change: string, cashMinor = 300_000) => {
    const member = await world.regular(cashMinor)
    if (change !== '') await world.factory.query(`update members set ${change} where id = $1`, [member.id])
    const answer = await world.withdraw(member, amountMinor)
    expect(await world.factory.cash(member)).toBe(
      answer.status === 200 ? cashMinor - amountMinor : cashMinor,
    )
    return answer.status === 200 ? 'taken' : `${answer.status} ${answer.body.error?.code}`
  }

  test.each([
    ['below the minimum', 9_999, '', '422 amountLimit'],
    ['at the minimum', 10_000, '', 'taken'],
    ['above their own maximum', 20_001, 'withdrawal_max_minor = 20000', '422 amountLimit'],
    ['at their own maximum', 20_000, 'withdrawal_max_minor = 20000', 'taken'],
    ['above the balance', 300_001, '', '409 insufficientFunds'],
    ['at the balance', 300_000, '', 'taken'],
    ['when suspended', 20_000, `state = 'suspended'`, '409 memberNotActive'],
    ['without the right to withdraw', 20_000, 'can_withdraw = false', '409 memberNotActive'],
    ['above the amount of a day', 20_000, 'withdrawal_day_minor = 19999', '422 amountLimit'],
    ['at the amount of a day', 20_000, 'withdrawal_day_minor = 20000', 'taken'],
  ])('%s', async (_, amountMinor, change, expected) => {
    expect(await refusalOf(amountMinor, change)).toBe(expected)
  })

  test('a second one while the first is open', async () => {
    const member = await world.regular(300_000)
    await world.withdraw(member, 100_000)
    const second = await world.withdraw(member, 100_000)
    expect([second.status, second.body.error?.code]).toEqual([409, 'openWithdrawalExists'])
  })

  test('a blacklisted account', async () => {
    const member = await world.regular(300_000)
    await world.factory.query(
      `insert into blacklist (kind, value, source, reason) values ('bankAccount', $1, 'mule', 'test')`,
      [member.accountNo],
    )
    const answer = await world.withdraw(member, 100_000)
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'blocked'])
    expect(answer.body.error?.details).toMatchObject({ checks: [{ code: 'blacklist' }] })
  })

  test('withdrawals switched off by the brand', async () => {
    await world.server.set({ canWithdraw: false })
    const answer = await world.withdraw(await world.regular(300_000), 100_000)
    await world.server.set({ canWithdraw: true })
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'brandSwitchOff'])
  })

  test('an unknown member', async () => {
    const unknown = {
      id: '',
      outside: encodeId('member', crypto.randomUUID()),
      username: '',
      accountNo: '',
    }
    expect((await world.withdraw(unknown, 100_000)).status).toBe(404)
  })
})
