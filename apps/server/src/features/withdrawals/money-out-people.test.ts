import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askerOf } from '../../platform/approvals/ask-approval.ts'
import type { Tx } from '../../platform/db/db.ts'
import { findActor } from '../../platform/people/sessions.ts'
import type { FactoryAccount } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { tried } from '../../testing/world/tried.ts'
import { alarmMissingLines } from '../payouts/alarms.ts'
import { approvedIds, startPayout } from '../payouts/start.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { approveWithdrawal } from './two-people/approve.ts'
import { retryWithdrawal } from './decisions.ts'
import { payoutSources } from './queries.ts'

// One withdrawal, and one thing about it different each time: who may decide it, and what may be paid.

let world: MoneyOutWorld
let anna: Person
let ben: Person
let boss: Person
let admin: pg.Client
beforeAll(async () => {
  world = await createMoneyOutWorld()
  admin = new pg.Client({ connectionString: world.server.database.adminUrl })
  await admin.connect()
  await admin.query("set session_replication_role = 'replica'")
  ;[anna, ben, boss] = [
    await world.cashier(),
    await world.cashier(),
    await world.cashier({ isAdmin: true }),
  ]
})
afterAll(async () => {
  await admin.end()
  await world.stop()
})

/** Past every trigger: what the product itself never makes. */
const plant = (text: string, ...values: unknown[]) => admin.query(text, values)
const typed = `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff,
    maker_id, business_on) values ($1, $2, 'goodwill', 1, 'x', 'x', $3, brand_day())`
let amounts = 40_000
async function review(amountMinor = (amounts += 1)) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  const outsideId = (await world.withdraw(member, amountMinor)).body.data?.id ?? ''
  return { id: decodeId('withdrawal', outsideId) ?? '', member, amountMinor }
}
type Asked = Awaited<ReturnType<typeof review>>
const set = ({ id }: Asked, change: string, ...values: unknown[]) =>
  plant(`update withdrawals set ${change} where id = $1`, id, ...values)

/** As employees have it: without the plus. */
async function phoneOfMember({ member }: Asked) {
  const text = 'select substr(phone, 2) as phone from members where id = $1'
  return (await world.factory.query<{ phone: string }>(text, [member.id]))[0]?.phone
}

const trying = <T>(work: (tx: Tx) => Promise<T>) => tried(world.server.services.db, work)
async function decision({ id }: Asked, person: Person, more: object = {}) {
  const { db, settings, now } = world.server.services
  const actor = await findActor(db, person.token, { address: '127.0.0.1', device: 'test' })
  if (!actor) throw new Error('nobody')
  const { rows } = await world.server.services.pool.query<{ version: number }>(
    'select version from withdrawals where id = $1',
    [id],
  )
  return {
    id,
    version: rows[0]?.version ?? 0,
    actor,
    settings: await settings.get(),
    nowMs: now(),
    ...more,
  }
}
const approve = async (of: Asked, person: Person, more: object = {}) => {
  const { actor, settings, ...wanted } = await decision(of, person, more)
  return trying(async (tx) => {
    const { services } = world.server
    const untold = { record: async () => {}, announce: async () => {} }
    const context = { tx, actor, settings, services, requestId: 'test', ...untold }
    const { state } = await approveWithdrawal({ ...context, ask: askerOf(context) }, wanted)
    const { first_approved_by: first } = await tx
      .selectFrom('withdrawals')
      .select('first_approved_by')
      .where('id', '=', of.id)
      .executeTakeFirstOrThrow()
    return `${state}${first === null ? '' : ' of two'}`
  })
}
const retry = async (of: Asked, person: Person, more: object = {}) => {
  const wanted = await decision(of, person, more)
  const end = await trying((tx) => retryWithdrawal(tx, wanted))
  return typeof end === 'string' ? end : 'done'
}

describe('a withdrawal is approved', () => {
  test('by nobody who has to do with it otherwise', async () => {
    const of = await review()
    expect(await approve(of, anna)).toBe('approved')
    await set(of, 'requested_by = $2, is_phone_request = true', anna.id)
    expect([await approve(of, anna), await approve(of, ben)]).toEqual(['fourEyes', 'approved'])
    await set(of, 'requested_by = null, is_phone_request = false')
    const phone = 'update employees set phone = $2 where id = $1'
    const phoneOf = await phoneOfMember(of)
    await plant(phone, anna.id, phoneOf)
    expect([await approve(of, anna), await approve(of, ben)]).toEqual(['fourEyes', 'approved'])
    await plant(phone, anna.id, '')
    await plant(typed, 'Y1', of.member.id, anna.id)
    expect([await approve(of, anna), await approve(of, ben)]).toEqual(['fourEyes', 'approved'])
    await plant('delete from adjustments')
    await plant('update members set created_by = $2 where id = $1', of.member.id, anna.id)
    expect([await approve(of, anna), await approve(of, ben)]).toEqual(['fourEyes', 'approved'])
    await set(of, `state = 'failed', decision_kind = 'auto', band = 'auto'`)
    expect([await retry(of, anna), await approve(of, ben)]).toEqual(['done', 'alreadyHandled'])
    await plant(phone, anna.id, phoneOf)
    expect([await retry(of, anna), await retry(of, ben)]).toEqual(['fourEyes', 'done'])
    await set(of, 'is_sole_owner = true')
    expect(await retry(of, anna)).toBe('done')
    await plant(phone, anna.id, '')
    await set(
      of,
      `is_sole_owner = false, requested_by = $2, is_phone_request = true,
      decision_kind = 'member', band = 'onePerson'`,
      anna.id,
    )
    expect([await retry(of, anna), await retry(of, ben)]).toEqual(['fourEyes', 'done'])
    await set(of, 'is_sole_owner = true')
    expect(await retry(of, anna)).toBe('done')
  })

  test('by two from the limit on, the first of whom still holds the right for so much', async () => {
    const of = await review(5_000_000)
    const first = await world.cashier()
    const limit = (most: number | null) =>
      plant('update employees set approval_limit_minor = $2 where id = $1', first.id, most)
    expect([await approve(of, anna), await approve(of, boss)]).toEqual([
      'awaitingSecond of two',
      'awaitingSecond of two',
    ])
    // Written down as the first, without a request: that counts for nothing.
    await set(of, 'first_approved_by = $2, first_approved_at = now()', first.id)
    expect(await approve(of, anna)).toBe('awaitingSecond of two')
    await set(of, 'first_approved_by = null, first_approved_at = null')
    const id = encodeId('withdrawal', of.id)
    await first.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: randomUUID() })
    expect([await approve(of, anna), await approve(of, first)]).toEqual(['approved of two', 'fourEyes'])
    await limit(5_000_000)
    expect(await approve(of, anna)).toBe('approved of two')
    await limit(4_999_999)
    expect(await approve(of, anna)).toBe('awaitingSecond of two')
    await limit(null)
    const role = `update roles r set permission = $2 from employees e where r.id = e.role_id and e.id = $1`
    await plant(role, first.id, '{}')
    expect([await approve(of, anna), await approve(of, first)]).toEqual([
      'awaitingSecond of two',
      'awaitingSecond of two',
    ])
    await set(of, 'first_approved_by = null, first_approved_at = null')
    // Of one person's amount nobody is the first of two.
    const small = await review()
    expect(await approve(small, anna)).toBe('approved')
    await set(small, `first_approved_by = $2, first_approved_at = now()`, anna.id)
    expect([await approve(small, anna), await approve(small, ben)]).toEqual(['fourEyes', 'approved of two'])
  })

  test('with an account that can pay what is left of it today, chosen by who sees the brand', async () => {
    const of = await review(50_000)
    const { id, outside } = world.source
    const transfer = 'update bank_accounts set transfer_limit_minor = $2 where id = $1'
    const accountId = { accountId: id }
    expect(outside).not.toBe(id)
    expect(await approve(of, anna, accountId)).toBe('approved')
    await plant(transfer, id, 49_999)
    expect(await approve(of, anna, accountId)).toBe('invalidValue')
    await set(of, 'fee_minor = 1')
    expect(await approve(of, anna, accountId)).toBe('approved')
    await plant(transfer, id, null)
    const seller = await world.cashier({ type: 'seller' })
    expect([await approve(of, seller), await approve(of, seller, accountId)]).toEqual([
      'approved',
      'invalidValue',
    ])
    expect(await approve(of, anna, { accountId: randomUUID() })).toBe('invalidValue')
  })

  test('for a member who may be paid at this moment, by every name that is known of them', async () => {
    const of = await review()
    const member = (change: string) => plant(`update members set ${change} where id = $1`, of.member.id)
    for (const [bad, good] of [
      [`state = 'suspended'`, `state = 'active'`],
      [`state = 'locked'`, `state = 'active'`],
      ['can_withdraw = false', 'can_withdraw = true'],
    ] as const) {
      await member(bad)
      expect([bad, await approve(of, anna)]).toEqual([bad, 'blocked'])
      await member(good)
    }
    await member(`phone = '+66800000001', device_hash = 'd1', first_name = 'ดำ', last_name = 'ดี'`)
    const listed = async (kind: string, value: string, more = 'null') => {
      await plant(
        `insert into blacklist (kind, value, source, reason, removed_at)
         values ($1, $2, 'own', 'x', ${more})`,
        kind,
        value,
      )
      const end = await approve(of, anna)
      await plant('delete from blacklist')
      return end
    }
    const { accountNo } = of.member
    for (const [kind, value] of [
      ['phone', '+66800000001'],
      ['device', 'd1'],
      ['name', 'ดำ ดี'],
      ['bankAccount', accountNo],
      ['bankAccount', `KBANK:${accountNo}`],
    ] as const) {
      expect([kind, await listed(kind, value)]).toEqual([kind, 'blocked'])
      expect(await listed(kind, value, 'now()')).toBe('approved')
      expect(await listed(kind, `${value}x`)).toBe('approved')
    }
    expect([
      await listed('device', '+66800000001'),
      await listed('bankAccount', `SCB:${accountNo}`),
    ]).toEqual(['approved', 'approved'])
  })
})

test('an unknown end is proven by a line of what was sent, looked at by somebody else', async () => {
  const of = await review(50_000)
  await set(
    of,
    `state = 'unknown', band = 'auto', decision_kind = 'auto', bank_account_id = $2, fee_minor = 100`,
    world.source.id,
  )
  const line = async (amountMinor: number) =>
    (await world.outgoing(amountMinor, { isOnlyStored: true })).lineId
  const fitting = await line(49_900)
  const resolve = async (lineId: string, person = ben, more: object = {}) => {
    const wanted = { ...(await decision(of, person)), lineId, remark: 'seen', ...more }
    const end = await trying((tx) => resolveUnknown(tx, wanted))
    return typeof end === 'string' ? end : `done ${end.version - wanted.version}`
  }
  const phoneOf = await phoneOfMember(of)
  expect(await resolve(fitting)).toBe('done 1')
  for (const amountMinor of [50_000, 50_100, 49_901, 49_899])
    expect([amountMinor, await resolve(await line(amountMinor))]).toEqual([amountMinor, 'lineNotOpen'])
  expect(await resolve(fitting, await world.cashier({ type: 'seller' }))).toBe('lineNotOpen')
  expect(await resolve(fitting, ben, { version: 9 })).toBe('stale')
  const phone = 'update employees set phone = $2 where id = $1'
  await plant(phone, anna.id, phoneOf)
  expect([await resolve(fitting, anna), await resolve(fitting)]).toEqual(['fourEyes', 'done 1'])
  await plant(phone, anna.id, '')
  await set(of, `decision_kind = 'employee', decided_by = $2, band = 'onePerson'`, anna.id)
  expect([await resolve(fitting, anna), await resolve(fitting)]).toEqual(['fourEyes', 'done 1'])
  const byPhone = `decision_kind = 'member', decided_by = null, requested_by = $2, is_phone_request = true`
  await set(of, byPhone, anna.id)
  expect([await resolve(fitting, anna), await resolve(fitting)]).toEqual(['fourEyes', 'done 1'])
  const turn = (change: string) => plant(`update statement_lines set ${change} where id = $1`, fitting)
  for (const state of ['waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked']) {
    await turn(`state = '${state}'`)
    expect([state, await resolve(fitting)]).toEqual([state, 'done 1'])
  }
  for (const state of ['settled', 'ignored', 'duplicate', 'rejected', 'autoMatched']) {
    await turn(`state = '${state}'`)
    expect([state, await resolve(fitting)]).toEqual([state, 'lineNotOpen'])
  }
  await turn(`state = 'unmatched', direction = 'in'`)
  expect(await resolve(fitting)).toBe('lineNotOpen')
  await turn(`direction = 'out'`)
  await set(of, `state = 'paid'`)
  expect(await resolve(fitting)).toBe('done 1')
  await set(of, `settled_line_id = $2`, fitting)
  for (const state of ['sending', 'paid', 'failed', 'review']) {
    await set(of, 'state = $2', state)
    expect([state, await resolve(fitting)]).toEqual([state, 'stateRefused'])
  }
})

test('the sheet says how many it takes, by which account it goes, and what would be written', async () => {
  const of = await review(5_000_000)
  const second = await world.factory.account({ role: 'withdrawal', railId: world.rail.id, anchorMinor: 1 })
  await plant('update bank_accounts set priority = 900 where id = $1', second.id)
  const sheet = (person = ben) =>
    person.call('preTransactions.withdrawal', { id: encodeId('withdrawal', of.id) })
  const sent = (account: string, ...parts: number[]) =>
    parts.map((amountMinor, at) => ({
      from: `member:${of.member.outside}:locked`,
      to: at === 0 ? `bank:${account}:in_transit` : 'income:fee',
      amountMinor,
    }))
  const chosen = (all: readonly { id: string; isChosen: boolean }[]) =>
    all.map(({ id, isChosen }) => [id, isChosen])
  const before = await sheet()
  expect(before).toMatchObject({ needs: 'twoPeople', firstApprover: null, canApprove: true, payouts: [] })
  expect(chosen(before.sources)).toEqual([
    [world.source.outside, true],
    [second.outside, false],
  ])
  expect(before.legs).toEqual(sent(world.source.outside, 5_000_000))
  const first = { id: encodeId('withdrawal', of.id), version: 1, accountId: second.outside }
  await anna.call('preTransactions.approve', first, { idempotencyKey: randomUUID() })
  await set(of, 'fee_minor = 100')
  const next = await sheet()
  expect(next).toMatchObject({ needs: 'onePerson', firstApprover: anna.username, feeMinor: 100 })
  expect(chosen(next.sources)).toEqual([
    [world.source.outside, false],
    [second.outside, true],
  ])
  expect(next.legs).toEqual(sent(second.outside, 4_999_900, 100))
  expect(await sheet(anna)).toMatchObject({ isOwnFirstApproval: true, canApprove: false, deciders: [] })
  await set(of, 'first_approved_by = null')
  for (const [state, count] of [
    ['failed', 2],
    ['approved', 2],
    ['sending', 0],
    ['unknown', 0],
    ['paid', 0],
  ] as const) {
    await set(of, `state = $2, decision_kind = 'member', is_sole_owner = true`, state)
    const { needs, legs } = await sheet()
    expect([state, needs, legs.length]).toEqual([state, 'nobody', count])
  }
  const seller = await world.cashier({ type: 'seller' })
  await plant('update members set seller_id = $2 where id = $1', of.member.id, seller.id)
  await set(of, `state = 'review'`)
  expect(await sheet(seller)).toMatchObject({ sources: [], legs: [], deciders: [] })
  await plant('delete from bank_accounts where id = $1', second.id)
})

describe('an account pays', () => {
  let other: FactoryAccount
  const on = '2026-11-20'
  const ids = async (amountMinor = 500, only: string | null = null) =>
    (await payoutSources(world.server.services.db, { amountMinor, businessOn: on, only })).map(
      ({ id }) => id,
    )
  const change = (what: string) => plant(`update bank_accounts set ${what} where id = $1`, other.id)
  beforeAll(async () => {
    const pays = { role: 'withdrawal', railId: world.rail.id, anchorMinor: 1 } as const
    other = await world.factory.account(pays)
    for (const role of ['deposit', 'holding'] as const)
      await world.factory.account({ role, railId: world.rail.id, anchorMinor: 1 })
    await world.factory.account({ role: 'withdrawal', anchorMinor: 1 })
  })
  test('that is for it, active, with a rail that is, the first of all first', async () => {
    const { id } = world.source
    expect(await ids()).toEqual([id, other.id])
    await change('priority = 1')
    expect(await ids()).toEqual([other.id, id])
    expect([await ids(500, id), await ids(500, other.id)]).toEqual([[id], [other.id]])
    for (const state of ['paused', 'frozen']) {
      await change(`state = '${state}'`)
      expect([await ids(), await ids(500, other.id)]).toEqual([[id], []])
    }
    await change(`state = 'active'`)
    const [rail] = await world.factory.query<{ id: string }>(
      `insert into payment_rails (name, base_url, secret, state) values ('paused', 'x', '\\x00', 'paused')
       returning id`,
    )
    await change(`rail_id = '${rail?.id}'`)
    expect(await ids()).toEqual([id])
    await change(`rail_id = '${world.rail.id}'`)
  })

  test('up to its limit of one transfer and of the day, of which the day’s payouts are counted', async () => {
    const able = async (amountMinor: number) => (await ids(amountMinor)).includes(other.id)
    await change('transfer_limit_minor = 500')
    expect([await able(500), await able(501)]).toEqual([true, false])
    await change('transfer_limit_minor = null, day_limit_minor = 500')
    expect([await able(500), await able(501)]).toEqual([true, false])
    const paid = (accountId: string, state: string, businessOn: string, amountMinor: number) =>
      plant(
        `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state,
           business_on, created_at)
         values ($1, 1, $2, $3, $4, $5, $6, '2026-01-01')`,
        randomUUID(),
        accountId,
        world.rail.id,
        amountMinor,
        state,
        businessOn,
      )
    await paid(other.id, 'failed', on, 100)
    await paid(other.id, 'succeeded', '2026-11-19', 100)
    await paid(other.id, 'succeeded', '2026-11-21', 100)
    await paid(world.source.id, 'succeeded', on, 100)
    expect([await able(500), await able(501)]).toEqual([true, false])
    for (const state of ['sending', 'accepted', 'unknown', 'succeeded']) await paid(other.id, state, on, 10)
    expect([await able(460), await able(461)]).toEqual([true, false])
    await change(`state = 'paused'`)
    await plant('delete from payouts')
  })
})

describe('what leaves', () => {
  test('leaves in the order in which it was decided, and nothing else does', async () => {
    const all = [await review(), await review(), await review(), await review()] as const
    const at = ['2026-11-03', '2026-11-01', '2026-11-02']
    for (const [n, of] of all.entries())
      await set(
        of,
        `decided_at = $2, state = $3, decision_kind = 'auto', band = 'auto'`,
        at[n] ?? at[0],
        n < 3 ? 'approved' : 'sending',
      )
    const ids = await approvedIds(world.server.services)
    expect(ids).toEqual([all[1].id, all[2].id, all[0].id])
    await plant(`update withdrawals set state = 'rejected', decision_kind = 'member'`)
    expect(await startPayout(world.server.services, all[0].id)).toBeNull()
  })

  test('is stopped by the sum of the hour, without what failed, and anew since people went on', async () => {
    const { services } = world.server
    const now = services.now()
    await world.server.set({ payoutFusePerHourMinor: 1_000 })
    const paid = (amountMinor: number, minutes: number, state = 'succeeded') =>
      plant(
        `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state,
           business_on, created_at) values ($1, 1, $2, $3, $4, $5, '2026-11-20', $6)`,
        randomUUID(),
        world.source.id,
        world.rail.id,
        amountMinor,
        state,
        new Date(now - minutes * 60_000).toISOString(),
      )
    const open = async () =>
      (
        await world.factory.query<{ detail: object }>('select detail from alarms where cleared_at is null')
      ).map(({ detail }) => detail)
    const leaves = async (amountMinor: number) => {
      const of = await review(20_000)
      await set(
        of,
        `state = 'approved', decision_kind = 'employee', decided_by = $2, fee_minor = $3`,
        ben.id,
        20_000 - amountMinor,
      )
      // Money that somebody typed stops the machine's decisions, not those of people.
      await plant(typed, of.id, of.member.id, anna.id)
      const started = await startPayout(services, of.id)
      const alarms = await open()
      await plant(`delete from alarms where code = 'payoutFuse' and cleared_at is null`)
      await plant('delete from payouts where withdrawal_id = $1', of.id)
      await plant(`update withdrawals set state = 'rejected' where id = $1`, of.id)
      return [started?.order.amountMinor, ...alarms]
    }
    await paid(900, 61)
    await paid(900, 10, 'failed')
    await paid(600, 59)
    expect(await leaves(400)).toEqual([400])
    const limit = { sentMinor: 600, amountMinor: 401, limitMinor: 1_000 }
    expect(await leaves(401)).toEqual([undefined, limit])
    await plant(
      `insert into alarms (code, entity, entity_id, cleared_at) values ('payoutFuse', 'brand', 'brand', $1),
         ('other', 'brand', 'brand', now())`,
      new Date(now - 70 * 60_000).toISOString(),
    )
    expect(await leaves(401)).toEqual([undefined, limit])
    await plant(
      `update alarms set cleared_at = $1 where code = 'payoutFuse'`,
      new Date(now - 58 * 60_000).toISOString(),
    )
    expect(await leaves(1_000)).toEqual([1_000])
    await plant('delete from payouts')
    await plant('delete from alarms')
  })

  test('and shows no line in its time is told of, for a week', async () => {
    const { services } = world.server
    const { payoutUnknownMinutes } = await services.settings.get()
    const minuteMs = 60_000
    const [limitMs, weekMs] = [payoutUnknownMinutes * minuteMs, 7 * 24 * 60 * minuteMs]
    const at = Date.now()
    const told = async (agoMs: number, change = '') => {
      const of = await review()
      await set(
        of,
        `state = 'paid', decision_kind = 'auto', band = 'auto', paid_at = $2${change}`,
        new Date(at - agoMs),
      )
      await alarmMissingLines({ ...services, now: () => at })
      const rows = await world.factory.query<{ code: string }>('select code from alarms')
      await plant('delete from alarms')
      await set(of, `state = 'rejected'`)
      return rows.map(({ code }) => code)
    }
    const missing = ['payoutWithoutLine']
    expect([await told(limitMs), await told(limitMs - 1)]).toEqual([missing, []])
    expect([await told(limitMs + weekMs - 1), await told(limitMs + weekMs)]).toEqual([missing, []])
    expect(await told(limitMs, `, settled_line_id = '${randomUUID()}'`)).toEqual([])
  })
})
