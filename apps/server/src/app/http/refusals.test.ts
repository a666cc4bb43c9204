import { randomUUID } from 'node:crypto'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calls } from '@khlang/contract/calls.ts'
import type { Call } from '@khlang/contract/kit/define.ts'
import { errorStatus, type ErrorCode } from '@khlang/contract/kit/errors.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { isRefusalByRule } from './refusals.ts'

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
afterAll(() => world.stop())

interface Row {
  readonly entity_id: string
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly detail: Record<string, string>
}
const rowsOf = (field: string, value: string) =>
  world.factory.query<Row>(
    `select entity_id, actor_kind, actor_id, detail from activity_log
      where result = 'refused' and detail ->> $1 = $2 order by id`,
    [field, value],
  )
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

test('a withdrawal refused by a rule leaves who asked, for whom, and why', async () => {
  const member = await world.regular(50_000)
  expect((await world.withdraw(member, 60_000)).status).toBe(409)
  expect((await world.withdraw(member, 9_999)).body.error?.code).toBe('amountLimit')
  const call = 'memberApi.createWithdrawal'
  const by = { entity_id: call, actor_kind: 'machine', actor_id: world.site.key }
  expect(await rowsOf('memberId', member.outside)).toEqual([
    expect.objectContaining({ ...by, detail: { code: 'insufficientFunds', memberId: member.outside } }),
    expect.objectContaining({
      ...by,
      detail: { code: 'amountLimit', field: 'amountMinor', memberId: member.outside },
    }),
  ])
})

test('a person without the right, and one whom a rule stops, stand in the log by name', async () => {
  const member = await world.regular(0)
  const input = { memberId: member.outside, amountMinor: 50_000, remark: 'โทรมาขอถอน' }
  const ask = { idempotencyKey: randomUUID() }
  const reader = await world.server.person({ permissions: { dashboard: ['isRead'] } })
  expect(await codeOf(reader.call('preTransactions.createWithdrawal', input, ask))).toBe('forbidden')
  const clerk = await world.cashier()
  expect(await codeOf(clerk.call('preTransactions.createWithdrawal', input, ask))).toBe('insufficientFunds')
  expect(
    (await rowsOf('memberId', member.outside)).map((row) => [row.actor_id, row.detail['code']]),
  ).toEqual([
    [reader.id, 'forbidden'],
    [clerk.id, 'insufficientFunds'],
  ])
})

test('input nobody can read, callers nobody knows and mere reads leave no row', async () => {
  const before = await rowsOf('code', 'invalidType')
  const path = '/member/v1/withdrawal/create'
  const unreadable = { memberId: 'mbr_x', amountMinor: 'much', requestKey: key() }
  expect((await world.site.send(path, unreadable, key())).status).toBe(422)
  const all = () =>
    world.factory.query<{ count: string }>(
      `select count(*) from activity_log where action = 'refused'
        and (detail ->> 'code') = any('{invalidType,invalidFormat,unauthenticated,badSignature,notFound}')`,
    )
  expect(await codeOf(world.server.as(null)('dashboard.now', {}))).toBe('unauthenticated')
  const clerk = await world.cashier()
  const unknown = { id: `wdr_${'0'.repeat(26)}` }
  expect(await codeOf(clerk.call('preTransactions.withdrawal', unknown))).toBe('notFound')
  expect(before).toEqual([])
  expect(Number((await all())[0]?.count)).toBe(0)
})

test('the same refusal again and again leaves ten rows, and another member’s still comes in', async () => {
  const [member, other] = [await world.regular(0), await world.regular(0)]
  for (let turn = 0; turn < 14; turn += 1)
    expect((await world.withdraw(member, 20_000)).body.error?.code).toBe('insufficientFunds')
  await world.withdraw(other, 20_000)
  expect(await rowsOf('memberId', member.outside)).toHaveLength(10)
  expect(await rowsOf('memberId', other.outside)).toHaveLength(1)
  // Another caller, another call of theirs, and the same once the minute is over.
  const input = { memberId: member.outside, amountMinor: 50_000, remark: 'โทรมาขอถอน' }
  const [first, second] = [await world.server.person(), await world.server.person()]
  const asks = async ({ call }: typeof first, name: 'createWithdrawal' | 'createPending') =>
    codeOf(call(`preTransactions.${name}`, input, { idempotencyKey: randomUUID() }))
  for (let turn = 0; turn < 11; turn += 1) await asks(first, 'createWithdrawal')
  await asks(second, 'createWithdrawal')
  await asks(first, 'createPending')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  await world.withdraw(member, 20_000)
  clock.mockRestore()
  const actors = (await rowsOf('memberId', member.outside)).slice(10).map((row) => row.actor_id)
  const ten = Array.from({ length: 10 }, () => first.id)
  expect(actors).toEqual([...ten, second.id, first.id, world.site.key])
})

test('of what a caller without the right sends only ids are kept', async () => {
  const reader = await world.server.person()
  const accountId = `oba_${'0'.repeat(26)}`
  const body = JSON.stringify({
    memberId: 'สมชาย 0812345678',
    accountId,
    amountMinor: 1,
  })
  const answer = await world.server.fetch('/api/v1/pre-transaction/create-pending', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reader.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body,
  })
  expect(answer.status).toBe(403)
  const rows = (await rowsOf('accountId', accountId)).map(({ detail }) => detail)
  expect(rows).toEqual([{ code: 'forbidden', accountId }])
})

test('of an act’s refusals a missing right, a state and a rule are told, no slip and no accident', () => {
  const told = (call: Call) =>
    (Object.keys(errorStatus) as ErrorCode[]).filter((code) =>
      isRefusalByRule(call, code, errorStatus[code]),
    )
  const byStatus = (status: number, ...but: string[]) =>
    Object.entries(errorStatus).flatMap(([code, each]) =>
      each === status && !but.includes(code) ? code : [],
    )
  const rights = byStatus(403, 'otpRequired', 'stepUpRequired')
  const states = byStatus(409, 'stale', 'idempotencyInProgress', 'replayedNonce')
  const rules = ['amountLimit', 'blacklisted', 'sameAccount', 'idempotencyMismatch']
  const sorted = (codes: readonly string[]) => codes.toSorted()
  for (const act of [calls.preTransactions.approve, calls.memberApi.createWithdrawal])
    expect(sorted(told(act))).toEqual(sorted([...rights, ...states, ...rules]))
  for (const read of [calls.preTransactions.queue, calls.preTransactions.searchMember])
    expect(sorted(told(read))).toEqual(sorted(rights))
  expect(told(calls.autoApi.message)).toEqual([])
})
