import { randomUUID } from 'node:crypto'
import { CallError } from '@khlang/contract/derived/client.ts'
import { providerClearing, receivable } from '@khlang/ledger/accounts.ts'
import { betPlace } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { linkByTwo, saysItIsTheirs } from '../../testing/world/links.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'
import { moneyComing, whileHeld } from '../../testing/world/while-held.ts'

let server: TestServer
let make: MoneyFactory
let linker: Person
let maker: Person
let checker: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const options = {
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
    hasStepUp: true,
    password,
  } as const
  linker = await server.person(options)
  maker = await server.person(options)
  checker = await server.person(options)
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const key = () => ({ idempotencyKey: randomUUID() })
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
/** A line that was linked to the member; it is in its second version. */
async function linked(member: FactoryMember, amountMinor: number): Promise<string> {
  const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
  const id = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
  await saysItIsTheirs(make, id, member)
  await linker.call('preTransactions.link', { id, version: 1, memberId: member.outside }, key())
  return id
}
const ask = (id: string, by = maker, version = 2) =>
  by.call('preTransactions.askUnlink', { id, version, reason: 'เงินของคนอื่น' }, key())
const lineOf = (id: string) => checker.call('preTransactions.line', { id })

async function bet(member: FactoryMember, amountMinor: number): Promise<void> {
  await openAccounts(server.services.db, [providerClearing('game')])
  const cause = { sourceId: randomUUID(), providerId: 'game', businessOn: '2026-11-21' }
  const posting = betPlace({ ...cause, memberId: member.outside, amountMinor })
  await server.services.db.transaction().execute((tx) => postStrict(tx, [posting]))
}

describe('unlinking a credited deposit', () => {
  test('waits for a second person, who sees what it does; then the line is open again', async () => {
    const [wrong, right] = [await make.member(), await make.member()]
    const id = await linked(wrong, 41_000)
    expect(await lineOf(id)).toMatchObject({ canUndoUntil: null, canAskUnlink: true, unlinkAsked: null })
    const { approvalId, state } = await ask(id)
    expect(state).toBe('waiting')
    expect(await lineOf(id)).toMatchObject({
      canAskUnlink: false,
      unlinkAsked: { id: approvalId, maker: maker.username, isOwn: false },
    })
    expect(await code(ask(id))).toBe('conflict')
    const seen = await checker.call('approvals.get', { id: approvalId })
    expect(seen).toMatchObject({ kind: 'depositUnlink', entityId: id, amountMinor: 41_000 })
    expect(seen.entityName).toContain(wrong.username)
    expect(seen.differences).toEqual([
      { field: 'lineState', before: 'manualMatched', after: 'unmatched' },
      { field: 'balanceMinor', before: 41_000, after: 0 },
    ])
    expect(await code(decideAs(maker, approvalId))).toBe('fourEyes')
    expect(await make.cash(wrong)).toBe(41_000)
    expect(await decideAs(checker, approvalId)).toEqual({ state: 'approved' })
    expect([await make.cash(wrong), (await lineOf(id)).line.state]).toEqual([0, 'unmatched'])
    await linkByTwo(linker, checker, { id, version: 3, memberId: right.outside })
    expect(await make.cash(right)).toBe(41_000)
  })

  test('of money that has left the wallet books what is lacking as owed by the member', async () => {
    const member = await make.member()
    const id = await linked(member, 50_000)
    await bet(member, 30_000)
    const { approvalId } = await ask(id)
    const { differences } = await checker.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'balanceMinor', before: 20_000, after: 0 })
    expect(differences).toContainEqual({ field: 'owedMinor', before: 0, after: 30_000 })
    await decideAs(checker, approvalId)
    expect(await make.cash(member)).toBe(0)
    expect(Math.abs(await make.balance(receivable(member.outside).code))).toBe(30_000)
  })

  test('leaves no money that comes in at this instant with a member who owes', async () => {
    const member = await make.member()
    const id = await linked(member, 50_000)
    await bet(member, 30_000)
    const { approvalId } = await ask(id)
    const coming = moneyComing(member.outside, 'gift-1', 12_000)
    await whileHeld(server, coming, [() => code(decideAs(checker, approvalId))])
    const owed = Math.abs(await make.balance(receivable(member.outside).code))
    expect(Math.min(await make.cash(member), owed)).toBe(0)
  })

  test('is void once the line was changed since it was asked for', async () => {
    const member = await make.member()
    const id = await linked(member, 42_000)
    const { approvalId } = await ask(id)
    await linker.call('preTransactions.undoLink', { id, version: 2, reason: 'ผิดคน' }, key())
    await linkByTwo(linker, checker, { id, version: 3, memberId: member.outside })
    expect(await code(decideAs(checker, approvalId))).toBe('stale')
    expect(await make.cash(member)).toBe(42_000)
    expect(await decideAs(checker, approvalId, false)).toEqual({ state: 'rejected' })
    expect((await lineOf(id)).canAskUnlink).toBe(true)
  })

  test('needs the right, a fresh second factor, and a line that credited somebody', async () => {
    const id = await linked(await make.member(), 43_000)
    const reader = await server.person({ permissions: { pretransactionNotMatch: ['isRead'] } })
    expect(await code(ask(id, reader))).toBe('forbidden')
    expect(await code(ask(id, linker, 1))).toBe('stale')
    const cold = await server.person({ permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] } })
    expect(await code(ask(id, cold))).toBe('stepUpRequired')
    const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
    const open = (await phone.receives({ amountMinor: 44_000 })).body.data?.lineId ?? ''
    expect(await code(ask(open, maker, 1))).toBe('lineNotOpen')
    expect((await lineOf(open)).canAskUnlink).toBe(false)
  })

  test('two who decide at once reverse it once', async () => {
    const member = await make.member()
    const id = await linked(member, 45_000)
    const { approvalId } = await ask(id)
    const outcomes = await Promise.all([checker, linker].map((by) => code(decideAs(by, approvalId))))
    expect(outcomes.toSorted()).toEqual(['alreadyHandled', 'done'])
    expect(await make.cash(member)).toBe(0)
  })
})
