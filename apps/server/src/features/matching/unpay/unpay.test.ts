import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, once } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'

let world: MoneyOutWorld
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  const permissions = {
    pretransactionNotMatch: ['isRead', 'isUpdate'],
    pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
    pretransactionRequest: ['isRead', 'isUpdate'],
  } as const
  const person = { permissions, hasStepUp: true, password: decidePassword }
  maker = await world.server.person(person)
  checker = await world.server.person(person)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const reason = 'เป็นเงินของรายการอื่น'
/** A withdrawal that its rail was told of, and a line of its amount that nobody has said anything of. */
async function payout(amountMinor: number, isLost = false) {
  world.rail.plan = isLost ? 'lostAfter' : 'succeed'
  world.rail.statusPlan = isLost ? 'lost' : null
  const { body } = await world.withdraw(await world.regular(amountMinor * 2), amountMinor)
  await world.payouts()
  return body.data?.id ?? ''
}
const lineOf = async (amountMinor: number) =>
  encodeId('statementLine', (await world.outgoing(amountMinor, { isOnlyStored: true })).lineId)
const tie = async (id: string, lineId: string) => {
  const { version } = await world.row(id)
  await checker.call('preTransactions.resolveUnknown', { id, lineId, version, remark: reason }, once())
}
const ask = async (lineId: string) => {
  const { version } = (await maker.call('preTransactions.line', { id: lineId })).line
  return maker.call('preTransactions.askUnpay', { id: lineId, version, reason }, once())
}
const stateOf = async (lineId: string) =>
  (await maker.call('preTransactions.line', { id: lineId })).line.state
const transit = () => world.factory.balance(`bank:${world.source.outside}:in_transit`)

test('a line that is another movement is taken off by two, and the payout takes its own', async () => {
  const id = await payout(71_100)
  const before = await transit()
  const [wrong, right] = [await lineOf(71_100), await lineOf(71_100)]
  await tie(id, wrong)
  expect(await transit()).not.toBe(before)
  expect(
    await codeOf(maker.call('preTransactions.askUnpay', { id: right, version: 1, reason }, once())),
  ).toBe('lineNotOpen')
  const { state, approvalId } = await ask(wrong)
  expect(state).toBe('waiting')
  expect(await codeOf(ask(wrong))).toBe('conflict')
  expect(await codeOf(decideAs(maker, approvalId))).toBe('fourEyes')
  expect(await stateOf(wrong)).toBe('settled')
  await decideAs(checker, approvalId)
  expect(await stateOf(wrong)).toBe('unmatched')
  // Its rail had said that it was paid: that stands.
  expect(await world.row(id)).toMatchObject({ state: 'paid', settled_line_id: null })
  expect(await transit()).toBe(before)
  await tie(id, right)
  expect(await stateOf(right)).toBe('settled')
  const again = await ask(right)
  await decideAs(checker, again.approvalId)
  await tie(id, wrong)
  expect(await world.row(id)).toMatchObject({ state: 'paid' })
})

test('a payout that nothing else proves has an outcome that nobody knows again', async () => {
  const id = await payout(72_200, true)
  expect(await world.row(id)).toMatchObject({ state: 'unknown' })
  const line = await lineOf(72_200)
  await tie(id, line)
  expect(await world.row(id)).toMatchObject({ state: 'paid' })
  await decideAs(checker, (await ask(line)).approvalId)
  expect(await world.row(id)).toMatchObject({ state: 'unknown', settled_line_id: null })
})

test('the database lets go of no line without two, and posts nothing back by itself', async () => {
  const id = await payout(73_300)
  const line = await lineOf(73_300)
  await tie(id, line)
  const { id: inside } = await world.row(id)
  const let_go = world.factory.query('update withdrawals set settled_line_id = null where id = $1', [
    inside,
  ])
  await expect(let_go).rejects.toThrow('payoutStands')
})
