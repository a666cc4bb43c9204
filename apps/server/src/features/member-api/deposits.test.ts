import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessOn } from '../../platform/business-day.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { refreshMemberFacts } from '../members/jobs.ts'
import { satangToTry } from './deposits.ts'
import { toldAmounts } from './queries.ts'

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const ask = (member: FactoryMember, amountMinor: number, one = key()) =>
  world.site.send('/member/v1/deposit/create', { memberId: member.outside, amountMinor }, one)
const setSatang = (isOn: boolean) =>
  world.factory.query(`update bank_accounts set uses_unique_satang = $1 where role = 'deposit'`, [isOn])

describe('a deposit a member announces', () => {
  test('names the account to pay to, for half an hour, and is found again', async () => {
    const member = await world.factory.member()
    const told = await ask(member, 50_000)
    expect(told.status).toBe(200)
    expect(told.body.data).toMatchObject({ amountMinor: 50_000, bank: 'SCB' })
    expect(told.body.data?.['reference']).toMatch(/^D\d{4}-\d{6}$/)
    const seen = await world.site.send('/member/v1/deposit/get', { id: told.body.data?.id })
    expect(seen.body.data).toMatchObject({ state: 'created', amountMinor: 50_000 })
    // What came counts, whatever was asked for.
    await world.server.database.plant(
      `update deposits set state = 'credited', amount_minor = 49_900, credited_at = now(), credits = 1
        where member_id = $1`,
      [member.id],
    )
    const paid = await world.site.send('/member/v1/deposit/get', { id: told.body.data?.id })
    expect(paid.body.data).toEqual({ id: told.body.data?.id, state: 'credited', amountMinor: 49_900 })
    await world.server.database.plant('delete from deposits where member_id = $1', [member.id])
  })

  test('goes to the open account that comes first', async () => {
    const first = await world.factory.account({ bank: 'BAY' })
    await world.factory.query('update bank_accounts set priority = 1 where id = $1', [first.id])
    expect((await ask(await world.factory.member(), 50_000)).body.data).toMatchObject({ bank: 'BAY' })
    await world.factory.query(`update bank_accounts set state = 'paused' where id = $1`, [first.id])
    expect((await ask(await world.factory.member(), 50_000)).body.data).toMatchObject({ bank: 'SCB' })
  })

  test('says until when, to which account, and is kept as it was told', async () => {
    // Of two cut-offs a day apart one at least makes the brand's day another than that of Greenwich.
    for (const [isOn, minutes, dayCutOffMinutes] of [
      [false, 20, 0],
      [true, 15, 1439],
    ] as const) {
      await world.server.set({ depositRequestMinutes: 20, depositSlaSeconds: 90, dayCutOffMinutes })
      await setSatang(isOn)
      const member = await world.factory.member()
      const { data } = (await ask(member, 60_000)).body
      const [kept] = await world.factory.query<Record<string, unknown>>(
        `select d.method, d.state, d.by_kind, d.is_unique_satang, a.account_no, a.account_name,
           d.amount_requested_minor as amount, d.member_id, d.reference,
           round(extract(epoch from d.expires_at - d.created_at) / 60)::int as minutes,
           round(extract(epoch from d.sla_ends_at - d.created_at))::int as sla,
           d.business_on::text as "businessOn", d.created_at as "createdAt"
           from deposits d join bank_accounts a on a.id = d.bank_account_id where d.member_id = $1`,
        [member.id],
      )
      expect(kept).toEqual({
        method: 'bank',
        state: 'created',
        by_kind: 'member',
        is_unique_satang: isOn,
        account_no: data?.['accountNo'],
        account_name: data?.['accountName'],
        amount: data?.['amountMinor'],
        member_id: member.id,
        reference: data?.['reference'],
        minutes,
        sla: 90,
        businessOn: businessOn({ dayCutOffMinutes }, String(kept?.['createdAt'])),
        createdAt: expect.anything(),
      })
      const left = Date.parse(String(data?.['expiresAt'])) - world.server.services.now()
      expect(Math.round(left / 60_000)).toBe(minutes)
      const log = await world.factory.query(
        `select actor_kind, action, after from activity_log where entity = 'deposit' and entity_id = $1`,
        [data?.id],
      )
      const after = { reference: data?.['reference'], amountMinor: data?.['amountMinor'] }
      expect(log).toEqual([{ actor_kind: 'machine', action: 'create', after }])
    }
    await world.server.set({ dayCutOffMinutes: 0 })
    await setSatang(false)
  })

  test('by wallet goes to a wallet alone, and never to an account that is not for deposits', async () => {
    const wallet = (member: FactoryMember) => {
      const asked = { memberId: member.outside, amountMinor: 50_000, method: 'truewallet' }
      return world.site.send('/member/v1/deposit/create', asked, key())
    }
    const none = await wallet(await world.factory.member())
    expect(none.body.error).toMatchObject({
      code: 'brandSwitchOff',
      details: { reason: 'noDepositAccount' },
    })
    const account = await world.factory.account({ bank: 'TMW' })
    const role = (to: string, priority: number) =>
      world.factory.query('update bank_accounts set role = $2, priority = $3 where id = $1', [
        account.id,
        to,
        priority,
      ])
    await role('deposit', 9)
    expect((await wallet(await world.factory.member())).body.data).toMatchObject({ bank: 'TMW' })
    await role('withdrawal', 1)
    expect((await ask(await world.factory.member(), 50_000)).body.data).toMatchObject({ bank: 'SCB' })
    expect((await wallet(await world.factory.member())).body.error?.code).toBe('brandSwitchOff')
  })

  test('with satang of its own: 99 at once all differ, the hundredth is told to come back', async () => {
    await setSatang(true)
    const members = await Promise.all(Array.from({ length: 99 }, () => world.factory.member()))
    const told = await Promise.all(members.map((member) => ask(member, 30_000)))
    const amounts = told.map(({ body }) => Number(body.data?.['amountMinor']))
    expect(new Set(amounts).size).toBe(99)
    expect(Math.min(...amounts)).toBe(30_001)
    expect(Math.max(...amounts)).toBe(30_099)
    const late = await ask(await world.factory.member(), 30_000)
    expect([late.status, late.body.error?.code]).toEqual([409, 'brandSwitchOff'])
    world.server.clock.ms += 15 * 60_000 + 1000
    expect((await ask(await world.factory.member(), 30_000)).status).toBe(200)
    world.server.clock.ms = 0
    await setSatang(false)
  })

  test('never reserves whole baht, nor lets a member try until the satang suit', async () => {
    await setSatang(true)
    const member = await world.factory.member()
    const told: number[] = []
    for (let time = 0; time < 12; time += 1)
      told.push(Number((await ask(member, 229_950)).body.data?.['amountMinor']))
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toBeGreaterThan(229_900)
    expect(told[0]).toBeLessThan(230_000)
    await setSatang(false)
  })

  test('of another amount leaves the one before as it is, and is told in its own baht', async () => {
    await setSatang(true)
    const member = await world.factory.member()
    for (const baht of [41_000, 42_000, 41_900]) {
      const amount = Number((await ask(member, baht)).body.data?.['amountMinor'])
      expect([amount > baht, amount < baht + 100]).toEqual([true, true])
    }
    const kept = await world.factory.query<{ state: string }>(
      'select state from deposits where member_id = $1',
      [member.id],
    )
    expect(kept.map(({ state }) => state)).toEqual(['created', 'created', 'created'])
    await setSatang(false)
  })

  test('is told satang that nobody was told within three hours, as long as there are any', async () => {
    await setSatang(true)
    const baht = 77_000
    const { data } = (await ask(await world.factory.member(), 78_000)).body
    const before = await world.factory.member()
    const told = (from: number, to: number, ago: string) =>
      world.server.database.plant(
        `insert into deposits (reference, member_id, state, method, amount_requested_minor,
           is_unique_satang, bank_account_id, by_kind, created_at, expires_at, business_on)
         select 'T' || at, $1, 'expired', 'bank', $2 + at, true,
                (select bank_account_id from deposits where reference = $3), 'member',
                now() - $4::interval, now() - interval '1 hour', current_date
           from generate_series($5::int, $6::int) as at`,
        [before.id, baht, data?.['reference'], ago, from, to],
      )
    await told(1, 97, '179 minutes')
    await told(98, 98, '181 minutes')
    const next = async () =>
      Number((await ask(await world.factory.member(), baht)).body.data?.['amountMinor'])
    expect(new Set([await next(), await next()])).toEqual(new Set([77_098, 77_099]))
    expect(await next()).toBeLessThan(77_098)
    await setSatang(false)
  })

  test('with satang of its own on one account leaves what is told on another as it is', async () => {
    const [one, other] = [await world.factory.account(), await world.factory.account()]
    const first = (id: string) =>
      world.factory.query(
        `update bank_accounts set uses_unique_satang = true, priority = case id when $1 then 1 else 2 end
          where id = any($2)`,
        [id, [one.id, other.id]],
      )
    const told = async (member: FactoryMember) => {
      const { data } = (await ask(member, 77_000)).body
      return { id: decodeId('deposit', String(data?.id)) ?? '', no: data?.['accountNo'] }
    }
    const stands = async (id: string) =>
      world.factory.query('select state, version from deposits where id = $1', [id])
    const member = await world.factory.member()
    await first(one.id)
    const before = await told(member)
    await world.server.database.plant(
      `insert into deposits (reference, member_id, state, method, amount_requested_minor, is_unique_satang,
         bank_account_id, by_kind, business_on, expires_at)
       select 'S' || n, uuidv7(), 'created', 'bank', 77_000 + n, true, $1, 'member', '2026-11-01', now() +
         interval '1 hour' from generate_series(1, 99) n on conflict do nothing`,
      [one.id],
    )
    await first(other.id)
    const after = await told(member)
    expect([before.no, after.no]).toEqual([one.accountNo, other.accountNo])
    expect(await stands(before.id)).toEqual([{ state: 'created', version: 1 }])
    // Asked for again, the one before is over; so is one whose time is, for whoever comes next.
    const again = await told(member)
    expect(await stands(after.id)).toEqual([{ state: 'expired', version: 2 }])
    world.server.clock.ms = 15 * 60_000 + 1000
    await told(await world.factory.member())
    expect(await stands(again.id)).toEqual([{ state: 'expired', version: 2 }])
    world.server.clock.ms = 0
    await world.factory.query(`update bank_accounts set state = 'paused' where id = any($1)`, [
      [one.id, other.id],
    ])
  })

  test('is told as taken what another was told on the account in the last three hours', async () => {
    const [account, other] = [await world.factory.account(), await world.factory.account()]
    await world.server.database.plant(
      `insert into deposits (reference, member_id, state, method, amount_requested_minor, is_unique_satang,
         bank_account_id, by_kind, business_on, created_at)
       select 'T' || minor, uuidv7(), 'expired', 'bank', minor, isUnique, account, 'member', '2026-11-01',
         timestamptz '2026-11-21T10:00:00Z' - ago
         from (values (101, $1::uuid, true, interval '2 hours 59 minutes'), (102, $1, true, '3 hours'),
           (103, $2, true, '1 hour'), (104, $1, false, '1 hour'), (99, $1, true, '1 hour'),
           (200, $1, true, '1 hour')) as x (minor, account, isUnique, ago)`,
      [account.id, other.id],
    )
    const told = await world.server.services.db
      .transaction()
      .execute((tx) => toldAmounts(tx, account.id, '2026-11-21T10:00:00Z', 100, 199))
    expect([...told]).toEqual([101])
  })

  test('asked for 32 times at once with one Idempotency-Key is one deposit', async () => {
    const member = await world.factory.member()
    const one = key()
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(member, 51_000, one)))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // Who waits longer than two seconds for the first is told to ask again.
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
      Array(32 - done.length).fill(409),
    )
    expect((await ask(member, 51_000, one)).body).toEqual(done[0]?.body)
    const made = await world.factory.query('select id from deposits where member_id = $1', [member.id])
    expect(made).toHaveLength(1)
  })

  test('is refused while switched off, and for a member who may not', async () => {
    const member = await world.factory.member()
    await world.factory.query('update members set can_deposit = false where id = $1', [member.id])
    expect((await ask(member, 50_000)).body.error?.code).toBe('memberNotActive')
    for (const state of ['pending', 'suspended', 'locked', 'closed']) {
      const other = await world.factory.member()
      await world.factory.query('update members set state = $2 where id = $1', [other.id, state])
      expect((await ask(other, 50_000)).body.error?.code, state).toBe('memberNotActive')
    }
    const nobody = { ...member, outside: encodeId('member', crypto.randomUUID()) }
    expect((await ask(nobody, 50_000)).body.error?.code).toBe('memberNotFound')
    await world.server.set({ canDeposit: false })
    expect((await ask(await world.factory.member(), 50_000)).body.error?.code).toBe('brandSwitchOff')
    await world.server.set({ canDeposit: true })
  })

  test('with the same Idempotency-Key is one deposit', async () => {
    const member = await world.factory.member()
    const one = key()
    const [first, again] = [await ask(member, 50_000, one), await ask(member, 50_000, one)]
    expect(again.body.data?.id).toBe(first.body.data?.id)
  })

  test('tries only satang nobody has', () => {
    const taken = new Set(Array.from({ length: 98 }, (_, index) => 1000 + index + 1))
    expect(satangToTry(taken, 1000)).toEqual([99])
    expect(satangToTry(new Set(), 1000).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 99 }, (_, index) => index + 1),
    )
    // What another was told shortly before comes last, whatever the order of the others.
    const told = new Set(Array.from({ length: 97 }, (_, index) => 1000 + index + 1))
    for (let round = 0; round < 5; round += 1) {
      const order = satangToTry(new Set([1099]), 1000, told)
      expect([order[0], order.length]).toEqual([98, 98])
    }
  })
})

describe('the member site', () => {
  test('reads its members with exact balances, page by page', async () => {
    const member = await world.regular(123_400)
    await world.withdraw(member, 23_400)
    const seen = await world.site.send('/member/v1/member/get', { memberId: member.outside })
    const [own] = await world.factory.query<Record<string, string>>(
      `select m.first_name as "firstName", m.last_name as "lastName", m.state, b.bank,
         b.account_name as "accountName"
         from members m join member_bank_accounts b on b.member_id = m.id where m.id = $1`,
      [member.id],
    )
    expect(seen.body.data).toEqual({
      ...own,
      id: member.outside,
      username: member.username,
      cashMinor: 100_000,
      lockedMinor: 23_400,
      accountNo: member.accountNo,
      sessionsEndedAt: null,
    })
    // One they had before is not the one they are paid to.
    await world.server.database.plant(
      `insert into member_bank_accounts (member_id, bank, account_no, account_name, state, until)
       values ($1, 'BBL', '5550001112', 'x', 'alias', now())`,
      [member.id],
    )
    const again = await world.site.send('/member/v1/member/get', { memberId: member.outside })
    expect(again.body.data).toEqual(seen.body.data)
    const ids: string[] = []
    let after: string | undefined
    for (;;) {
      const page = await world.site.send('/member/v1/member/list', { size: 50, after })
      const records = page.body.data?.['records'] as { id: string }[]
      if (records.length === 0) break
      ids.push(...records.map(({ id }) => id))
      after = records.at(-1)?.id
    }
    const [count] = await world.factory.query<{ n: number }>('select count(*) as n from members')
    expect([ids.length, new Set(ids).size]).toEqual([count?.n, count?.n])
  })

  test('is told from when a member’s sessions are over: a new password, a lock', async () => {
    const member = await world.factory.member()
    const endedAt = async () => {
      const seen = await world.site.send('/member/v1/member/get', { memberId: member.outside })
      return seen.body.data?.['sessionsEndedAt']
    }
    expect(await endedAt()).toBeNull()
    const staff = await world.server.person({
      permissions: { memberManagement: ['isRead', 'isUpdate'] },
      hasStepUp: true,
    })
    await staff.call('members.addNote', { id: member.outside, body: 'a note ends nothing' })
    expect(await endedAt()).toBeNull()
    await staff.call('members.changePassword', { id: member.outside, reason: 'forgotten' })
    const first = await endedAt()
    expect(Date.parse(String(first))).toBeGreaterThan(0)
    // Neither what was refused ends them, nor another state.
    await world.factory.query(
      `insert into activity_log (actor_kind, entity, entity_id, action, result)
       values ('system', 'member', $1, 'passwordChanged', 'refused')`,
      [member.outside],
    )
    const setState = async (state: 'suspended' | 'locked') => {
      const { version } = await staff.call('members.get', { id: member.outside })
      await staff.call('members.setState', { id: member.outside, version, state, reason: 'stolen phone' })
    }
    await setState('suspended')
    expect(await endedAt()).toBe(first)
    await setState('locked')
    expect(Date.parse(String(await endedAt()))).toBeGreaterThan(Date.parse(String(first)))
  })

  test('notes who signed in; an unknown member is 404', async () => {
    const member = await world.factory.member()
    const note = (memberId: string) =>
      world.site.send('/member/v1/member/note-login', { memberId, address: '198.51.100.7' })
    expect((await note(member.outside)).status).toBe(200)
    expect((await note(encodeId('member', crypto.randomUUID()))).body.error?.code).toBe('memberNotFound')
    const rows = await world.factory.query('select address from member_logins where member_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ address: '198.51.100.7' }])
    // One that was refused is no sign-in.
    const refused = { memberId: member.outside, address: '203.0.113.9', isRefused: true }
    await world.site.send('/member/v1/member/note-login', refused)
    await refreshMemberFacts(world.server.services.db)
    const last = await world.factory.query(
      `select l.address, l.result from member_facts f join member_logins l
         on l.member_id = f.member_id and l.at = f.last_login_at where f.member_id = $1`,
      [member.id],
    )
    expect(last).toEqual([{ address: '198.51.100.7', result: 'done' }])
  })

  test('cannot be played by a phone’s key', async () => {
    const phone = await world.factory.machine('device', 'phone')
    const answer = await phone.send('/member/v1/member/list', {})
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'badSignature'])
  })
})
