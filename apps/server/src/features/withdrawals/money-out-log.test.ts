import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { requestOf } from '../../testing/world/second-approval.ts'

// What the log keeps of the decisions on a withdrawal, one after another.

let world: MoneyOutWorld
let anna: Person
let ben: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  ;[anna, ben] = [await world.cashier(), await world.cashier()]
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })
async function review(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return { member, id: (await world.withdraw(member, amountMinor)).body.data?.id ?? '' }
}
const anyText = expect.any(String) as unknown
const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.factory.query<{ row: unknown }>(text, values)).map(({ row }) => row)

test('the log says of each decision of whose money it was, from where to where, and why', async () => {
  const { id, member } = await review(5_000_100)
  const version = async () => (await world.row(id)).version
  const decide = async (person: Person, call: 'approve' | 'retry') =>
    person.call(`preTransactions.${call}`, { id, version: await version() }, once())
  await decide(anna, 'approve')
  await decide(ben, 'approve')
  world.rail.plan = 'fail'
  await world.payouts()
  await decide(anna, 'retry')
  ;[world.rail.plan, world.rail.statusPlan] = ['lostAfter', 'lost']
  await world.payouts()
  const { lineId } = await world.outgoing(5_000_100, { isOnlyStored: true })
  const line = encodeId('statementLine', lineId)
  const third = await world.cashier()
  const proven = { id, version: await version(), lineId: line, remark: 'the bank shows it' }
  await third.call('preTransactions.resolveUnknown', proven, once())
  const refused = await review(61_200)
  const words = { reasonCode: 'other', remarkStaff: 'not this time' } as const
  await anna.call('preTransactions.reject', { id: refused.id, version: 1, ...words }, once())
  const logOf = (of: string, what: string) =>
    rowsOf(
      `select ${what} as row from activity_log where entity_id = $1 and actor_kind = 'employee' order by id`,
      of,
    )
  const told = `to_jsonb(concat_ws(' ', action, before ->> 'state', after ->> 'state', reason))`
  expect([...(await logOf(id, told)), ...(await logOf(refused.id, told))]).toEqual([
    'approve review review',
    'withdrawalApprovalApproved',
    'approve review approved',
    'retry failed approved',
    'resolve unknown paid the bank shows it',
    'reject review rejected not this time',
  ])
  const { reference } = await world.row(id)
  const about = { reference, username: member.username, amountMinor: 5_000_100, soleOwner: false }
  const approvalId = await requestOf(world, id)
  const entityName = `${reference} · ${member.username}`
  const { username: askedBy } = anna
  expect(await logOf(id, 'detail')).toEqual([
    { ...about, isFirstOfTwo: true, approvalId },
    { amountMinor: 5_000_100, entityName, askedBy, approvalId, documentHash: anyText },
    { ...about, isFirstOfTwo: false, approvalId },
    about,
    { ...about, lineId: line },
  ])
  expect(await logOf(refused.id, 'detail')).toMatchObject([{ amountMinor: 61_200, reasonCode: 'other' }])
})
