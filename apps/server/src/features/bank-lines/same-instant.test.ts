import { connect, type Socket } from 'node:net'
import { decodeId } from '@khlang/contract/values/values.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { inRounds, roundsTimeout } from '../../testing/world/rounds.ts'
import type { Person } from '../../testing/server.ts'

// Rows 28 and 122 of the catalogue of bad input.
let world: MoneyOutWorld
let outside: pg.Client
let anna: Person
let guard: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  const many = 1_000_000
  await world.server.set({ rateReadPerMinute: many, rateWritePerMinute: many, rateMoneyPerMinute: many })
  outside = new pg.Client({ connectionString: world.server.database.adminUrl })
  await outside.connect()
  anna = await world.cashier()
  guard = await world.cashier({ permissions: { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await outside.end()
  await world.stop()
  expect(broken).toEqual([])
})

/** Until as many sessions of the server wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await outside.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.n
      },
      { timeout: 20_000 },
    )
    .toBe(count)

describe('a member who is stopped in the instant in which their withdrawal is approved', () => {
  async function review() {
    const member = await world.factory.member()
    await world.fund(member, 20_000)
    const asked = await world.withdraw(member, 20_000)
    expect([asked.status, asked.body.data?.state]).toEqual([200, 'review'])
    return { member, id: asked.body.data?.id ?? '' }
  }
  const approve = (id: string) =>
    codeOf(anna.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: key() }))
  const stop = {
    locked: (of: FactoryMember) =>
      guard.call('members.setState', { id: of.outside, version: 1, state: 'locked', reason: 'stop now' }),
    suspended: (of: FactoryMember) =>
      guard.call('members.setState', {
        id: of.outside,
        version: 1,
        state: 'suspended',
        reason: 'stop now',
      }),
    'barred from withdrawing': (of: FactoryMember) =>
      guard.call('members.update', {
        id: of.outside,
        version: 1,
        canLogin: true,
        canDeposit: true,
        canWithdraw: false,
        canBet: true,
        isAutoWithdraw: true,
        withdrawalMinMinor: null,
        withdrawalMaxMinor: null,
        withdrawalDayMinor: null,
        withdrawalDayCount: null,
        level: 0,
        tags: [],
        reason: 'stop now',
      }),
  } as const
  const ways = Object.keys(stop) as (keyof typeof stop)[]

  /** The acts on a member and their withdrawal, in the order in which they took hold. */
  const acts = async ({ member, id }: { member: FactoryMember; id: string }) => {
    const rows = await world.factory.query<{ action: string }>(
      `select action from activity_log
        where entity_id = any($1) and result = 'done' and action in ('approve', 'stateSet', 'updated')
        order by id`,
      [[member.id, member.outside, id, decodeId('withdrawal', id)]],
    )
    return rows.map(({ action }) => (action === 'approve' ? action : 'stop'))
  }

  test('is approved before it, or not at all, and is paid in neither order', roundsTimeout, async () => {
    const asked: { member: FactoryMember; id: string }[] = []
    const seen: string[] = []
    await inRounds(async (round) => {
      const one = await review()
      asked.push(one)
      const stopped = () => stop[ways[round % 3] ?? 'locked'](one.member)
      // Either may be the first to be sent, now at once and now a little later.
      const later = () => new Promise((resume) => setTimeout(resume, (round % 5) * 2))
      const [outcome] =
        round % 2 === 0
          ? await Promise.all([approve(one.id), later().then(stopped)])
          : await Promise.all([later().then(() => approve(one.id)), stopped()])
      const { state } = await world.row(one.id)
      seen.push(`${outcome}, ${state}, ${(await acts(one)).join(' ')}`)
    }, 20)
    const legal = ['ok, approved, approve stop', '409 blocked, review, stop']
    expect(seen.filter((each) => !legal.includes(each))).toEqual([])
    const paidMinor = world.rail.paidMinor()
    await world.payouts()
    expect(world.rail.paidMinor()).toBe(paidMinor)
    for (const { id, member } of asked) {
      expect((await world.row(id)).state).toBe('review')
      expect(await world.factory.cash(member)).toBe(0)
    }
  })

  test.each(['locked', 'suspended', 'closed', 'blacklisted'])(
    'is not approved by one who looked while they were being %s',
    async (state) => {
      const { member, id } = await review()
      await outside.query('begin')
      await outside.query(`update members set state = $2 where id = $1`, [member.id, state])
      const outcome = approve(id)
      await waiting(1)
      await outside.query('commit')
      expect(await outcome).toBe('409 blocked')
      expect((await world.row(id)).state).toBe('review')
    },
  )

  test('is not approved by itself either, when they ask while they are being locked', async () => {
    const member = await world.regular(20_000)
    await outside.query('begin')
    await outside.query(`update members set state = 'locked' where id = $1`, [member.id])
    const answer = world.withdraw(member, 20_000)
    await waiting(1)
    await outside.query('commit')
    const { status, body } = await answer
    expect([status, body.error?.code]).toEqual([409, 'memberNotActive'])
    expect(await world.factory.cash(member)).toBe(20_000)
  })
})

describe('a caller who leaves', () => {
  const path = '/api/v1/pre-transaction/create-deposit'
  const goodwill = (of: FactoryMember) => ({
    memberId: of.outside,
    amountMinor: 12_300,
    kind: 'goodwill',
    reasonCode: 'compensation',
    remarkStaff: 'for the trouble',
  })
  const headersOf = (once: string) => ({
    authorization: `Bearer ${anna.token}`,
    'content-type': 'application/json',
    'idempotency-key': once,
  })
  /** The request as it goes over the line, whole; the length may say that more is to come. */
  const written = (body: string, once: string, length: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(headersOf(once)).map(([name, value]) => `${name}: ${value}`),
      length,
      '',
      body,
    ].join('\r\n')
  const send = (text: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1', () =>
        socket.write(text, () => resolve(socket)),
      )
      socket.on('error', reject)
    })
  const gone = (socket: Socket) =>
    new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.destroy()
    })
  const again = async (of: FactoryMember, once: string) => {
    const answer = await world.server.fetch(path, {
      method: 'POST',
      headers: headersOf(once),
      body: JSON.stringify(goodwill(of)),
    })
    const { data } = (await answer.json()) as { data?: { state: string; depositId: string } }
    return { status: answer.status, isReplayed: answer.headers.get('idempotent-replayed') === 'true', data }
  }
  const keysOf = async (once: string) =>
    (await world.factory.query('select from idempotency_keys where key = $1', [once])).length

  const body = (of: FactoryMember) => JSON.stringify(goodwill(of))
  const parts: Readonly<Record<string, (of: FactoryMember) => [body: string, length: string]>> = {
    'in the middle of a body': (of) => [body(of).slice(0, 60), `Content-Length: ${body(of).length}`],
    'one byte before its end': (of) => [body(of).slice(0, -1), `Content-Length: ${body(of).length}`],
    'after a whole document, where more was announced': (of) => [
      body(of),
      `Content-Length: ${body(of).length + 10}`,
    ],
    'after a piece that is a whole document, without the last piece': (of) => [
      `${body(of).length.toString(16)}\r\n${body(of)}\r\n`,
      'Transfer-Encoding: chunked',
    ],
  }
  test.each(Object.entries(parts))('%s has done nothing', async (_, part) => {
    const member = await world.factory.member()
    const once = key()
    const [text, length] = part(member)
    const socket = await send(written(text, once, `${length}\r\n`.trimEnd()))
    await gone(socket)
    // One who repeats it whole is the first with their key: had it run, they would be told so.
    expect(await again(member, once)).toMatchObject({ status: 200, isReplayed: false })
    expect(await world.factory.cash(member)).toBe(12_300)
    expect(await keysOf(once)).toBe(1)
  })

  test('after all was sent gets it done once, and its answer when they ask again', async () => {
    const member = await world.factory.member()
    const once = key()
    await outside.query('begin')
    await outside.query('select from accounts where code = member_cash_code($1) for update', [member.id])
    const socket = await send(written(body(member), once, `Content-Length: ${body(member).length}`))
    await waiting(1)
    await gone(socket)
    const early = again(member, once)
    await waiting(2)
    expect(await world.factory.cash(member)).toBe(0)
    await outside.query('commit')
    const first = await early
    expect(first).toMatchObject({ status: 200, isReplayed: true, data: { state: 'done' } })
    expect(await again(member, once)).toEqual(first)
    expect(await world.factory.cash(member)).toBe(12_300)
    const log = await world.factory.query(
      `select from activity_log where result = 'done' and actor_id = $1 and after::text like $2`,
      [anna.id, `%${member.outside}%`],
    )
    expect(log).toHaveLength(1)
  })
})
