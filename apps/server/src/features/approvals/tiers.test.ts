import { CallError } from '@khlang/contract/derived/client.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { preTransactionManual } from '@khlang/contract/pre-transactions/manual.ts'
import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApproval } from '../../platform/approvals/approvals.ts'
import { rolesThatMay } from '../../platform/approvals/checkers.ts'
import { findActor } from '../../platform/people/sessions.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'

// From the brand's limit on two people check, one of them an admin (safety M5).

const limitMinor = 20_000_000
const { requires } = preTransactionManual.createDeposit

let world: MoneyOutWorld
let anna: Person
let ben: Person
let admin: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  anna = await world.cashier()
  ben = await world.cashier()
  admin = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      error instanceof CallError
        ? [error.status, error.code, Object(error.details)['reason']].join(' ').trim()
        : String(error),
  )

test('who checks is active, of the staff, another person, and has the limit', async () => {
  const of = { adminLog: ['isRead'] } as const
  const holders = { permissions: of }
  const one = await world.server.person({ ...holders, abilities: { approvalLimitMinor: 500 } })
  for (const type of ['seller', 'agent'] as const) await world.server.person({ ...holders, type })
  for (const state of ['locked', 'left']) {
    const { id } = await world.server.person(holders)
    await world.server.database.plant('update employees set state = $2 where id = $1', [id, state])
  }
  await world.server.database.plant(`update employees set state = 'locked' where role_id in
    (select id from roles where is_admin)`)
  const asker = await world.server.person({ ...holders, abilities: { approvalLimitMinor: 499 } })
  const roles = (amountMinor: number, exceptId: string) =>
    rolesThatMay(world.server.services.db, { requires: of, amountMinor, exceptId })
  const [role, own] = [`Role ${one.username}`, `Role ${asker.username}`]
  expect([await roles(500, asker.id), await roles(501, asker.id)]).toEqual([[role], []])
  expect([await roles(500, one.id), await roles(499, one.id)]).toEqual([[], [own]])
  await world.server.database.plant(`update employees set state = 'active' where role_id in
    (select id from roles where is_admin)`)
})

async function ask(amountMinor: number, maker?: Person) {
  const person = maker ?? (await world.cashier())
  const member = await world.factory.member()
  const { approvalId } = await person.call(
    'preTransactions.createDeposit',
    {
      memberId: member.outside,
      amountMinor,
      kind: 'goodwill',
      reasonCode: 'compensation',
      remarkStaff: 'for the trouble',
    },
    { idempotencyKey: key() },
  )
  return { id: approvalId ?? '', member, person }
}
const bySql = (approvalId: string, checker: Person) =>
  world.factory.query(
    `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
    [decodeId('approval', approvalId), checker.id],
  )

test('below the limit one checker is enough, at it two; nothing is credited in between', async () => {
  const small = await ask(limitMinor - 1)
  expect(await decideAs(ben, small.id)).toEqual({ state: 'approved' })
  const big = await ask(limitMinor)
  expect(await admin.call('approvals.get', { id: big.id })).toMatchObject({
    checkersNeeded: 2,
    checks: [],
  })
  expect(await decideAs(ben, big.id, true, 'seen the slip')).toEqual({ state: 'awaitingSecond' })
  expect(await world.factory.cash(big.member)).toBe(0)
  expect(await admin.call('approvals.get', { id: big.id })).toMatchObject({
    state: 'pending',
    mayDecide: true,
    checks: [{ comment: 'seen the slip' }],
  })
  expect(await decideAs(admin, big.id)).toEqual({ state: 'approved' })
  expect(await world.factory.cash(big.member)).toBe(limitMinor)
})

test('nobody checks twice, nor completes it without an admin among the two, nor by SQL', async () => {
  const big = await ask(limitMinor)
  await expect(bySql(big.id, ben)).rejects.toMatchObject({ code: 'KL105' })
  await decideAs(ben, big.id)
  expect(await code(decideAs(ben, big.id))).toBe('403 fourEyes')
  expect(await code(decideAs(anna, big.id))).toBe('403 forbidden adminNeeded')
  await expect(bySql(big.id, ben)).rejects.toMatchObject({ code: 'KL105' })
  await expect(bySql(big.id, anna)).rejects.toMatchObject({ code: 'KL105' })
  const again = world.factory.query(
    `insert into approval_checks (approval_id, checker_id, comment) values ($1, $2, 'x')`,
    [decodeId('approval', big.id), big.person.id],
  )
  await expect(again).rejects.toMatchObject({ code: 'KL105' })
  const toSettle = async (person: Person) =>
    (await person.call('approvals.list', {})).records.map(({ id }) => id)
  for (const person of [anna, ben, big.person]) expect(await toSettle(person)).not.toContain(big.id)
  expect(await toSettle(admin)).toContain(big.id)
  expect(await code(decideAs(admin, big.id))).toBe('done')
})

test('an admin first, then anybody with the right; one No ends it', async () => {
  const big = await ask(limitMinor)
  expect(await decideAs(admin, big.id)).toEqual({ state: 'awaitingSecond' })
  expect(await decideAs(ben, big.id)).toEqual({ state: 'approved' })
  const refused = await ask(limitMinor)
  await decideAs(admin, refused.id)
  expect(await decideAs(ben, refused.id, false)).toEqual({ state: 'rejected' })
  expect(await world.factory.cash(refused.member)).toBe(0)
})

test('parts of a big amount count as the whole', async () => {
  const { person } = await ask(limitMinor / 2)
  const second = await ask(limitMinor / 2, person)
  expect(await ben.call('approvals.get', { id: second.id })).toMatchObject({ checkersNeeded: 2 })
})

test('a first check counts no more once its giver has lost the right', async () => {
  const big = await ask(limitMinor)
  const gone = await world.cashier()
  await decideAs(gone, big.id)
  await world.factory.query(`update employees set state = 'locked' where id = $1`, [gone.id])
  expect(await decideAs(admin, big.id)).toEqual({ state: 'awaitingSecond' })
  expect(await decideAs(ben, big.id)).toEqual({ state: 'approved' })
})

test('a first check counts no more once its giver’s role has lost the flags', async () => {
  const big = await ask(limitMinor)
  const former = await world.cashier()
  expect(await decideAs(former, big.id)).toEqual({ state: 'awaitingSecond' })
  await world.server.database.plant(
    `update roles r set permission = '{}' from employees e where r.id = e.role_id and e.id = $1`,
    [former.id],
  )
  expect(await decideAs(admin, big.id)).toEqual({ state: 'awaitingSecond' })
  expect(await world.factory.cash(big.member)).toBe(0)
  expect(await decideAs(ben, big.id)).toEqual({ state: 'approved' })
})

test.each([
  [limitMinor, 'approved'],
  [limitMinor - 1, 'awaitingSecond'],
])('a first check of who may decide up to %i by now leaves it %s at the second', async (limit, state) => {
  const big = await ask(limitMinor)
  const first = await world.cashier()
  await decideAs(first, big.id)
  await world.server.database.plant('update employees set approval_limit_minor = $2 where id = $1', [
    first.id,
    limit,
  ])
  expect(await decideAs(admin, big.id)).toEqual({ state })
  expect(await world.factory.cash(big.member)).toBe(state === 'approved' ? limitMinor : 0)
})

test('who has lost one of the flags while they waited decides nothing', async () => {
  const { db } = world.server.services
  for (const lost of ['memberManagement', 'pretransactionRequest']) {
    const { id } = await ask(limitMinor - 1)
    const checker = await world.cashier()
    const actor = await findActor(db, checker.token, { address: '127.0.0.1', device: 'test' })
    if (!actor) throw new Error('nobody')
    await world.server.database.plant(
      `update roles r set permission = r.permission - $2 from employees e
        where r.id = e.role_id and e.id = $1`,
      [checker.id, lost],
    )
    const settled = db.transaction().execute((tx) =>
      decideApproval(tx, {
        id: decodeId('approval', id) ?? '',
        actor,
        isApproved: true,
        comment: 'looked at it',
        needs: { kinds: ['manualCredit'], requires, alsoNeeds: requestUpdate },
      }),
    )
    await expect(settled).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('a wrong password at deciding leaves a row, though nothing else of the call is kept', async () => {
  const { id } = await ask(limitMinor - 1)
  const checker = await world.cashier()
  const { documentHash } = await checker.call('approvals.get', { id })
  const input = { id, isApproved: true, comment: 'looked', documentHash, password: 'not the current one' }
  const settled = checker.call('approvals.decide', input, { idempotencyKey: key() })
  expect(await code(settled)).toBe('401 badCredentials')
  const rows = await world.factory.query(
    `select entity, result, detail, (select state from approvals where id = $2) as state from activity_log
      where action = 'factorFailed' and actor_id = $1`,
    [checker.id, decodeId('approval', id)],
  )
  const detail = { factor: 'password', call: 'settle' }
  expect(rows).toEqual([{ entity: 'session', result: 'refused', detail, state: 'pending' }])
  await decideAs(checker, id, false)
})
