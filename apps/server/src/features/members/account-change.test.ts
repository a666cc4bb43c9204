import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '@khlang/contract/values.ts'
import { addMember, codeOf, inDatabase, key, newMember, openBook } from '../../testing/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let maker: Person
let checker: Person
const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  maker = await server.person({ permissions, hasStepUp: true })
  checker = await server.person({ permissions, hasStepUp: true })
})
afterAll(() => server.stop())

const account = (change: Record<string, unknown> = {}) => {
  const { bank, accountNo, accountName } = newMember(change)
  return { bank, accountNo, accountName, reason: 'asked by phone' }
}
const ask = (id: string, by = maker, wanted = account()) =>
  by.call('members.changeAccount', { id, ...wanted }, key())
const settle = (id: string, approvalId: string, by: Person, isApproved = true) =>
  by.call(
    'members.settleAccountChange',
    { id, approvalId, isApproved, comment: 'seen and compared' },
    key(),
  )

describe('changing the bank account', () => {
  test('waits for a second person, who sees it masked; the old one stays an alias', async () => {
    const member = await addMember(maker)
    const wanted = account({ accountName: `สมชาย ${member.lastName}` })
    const asked = await ask(member.id, maker, wanted)
    expect(asked).toMatchObject({ state: 'pending', nameSimilarityBps: 10_000 })
    const { pending } = await checker.call('members.accountChange', { id: member.id })
    expect(pending).toMatchObject({ id: asked.approvalId, isOwn: false, nameSimilarityBps: 10_000 })
    expect(JSON.stringify(pending)).not.toContain(wanted.accountNo)
    expect((await maker.call('members.accountChange', { id: member.id })).pending?.isOwn).toBe(true)
    expect((await checker.call('members.get', { id: member.id })).pendingChange?.kind).toBe(
      'memberAccountChange',
    )
    await settle(member.id, asked.approvalId, checker)
    const after = await checker.call('members.get', { id: member.id })
    expect(after.accounts.map((each) => each.state)).toEqual(['primary', 'alias'])
    expect(after.withdrawHoldUntil).not.toBeNull()
    expect(after.withdrawBlocks).toContain('accountMatch')
    expect(after.version).toBe(2)
    expect(await codeOf(settle(member.id, asked.approvalId, checker))).toBe('409 alreadyHandled')
  })

  test('never by one person: not the maker, not an admin, not SQL as the server’s role', async () => {
    const admin = await server.person({ isAdmin: true, hasStepUp: true })
    const { id, uuid } = await addMember(admin)
    const { approvalId } = await ask(id, admin)
    expect(await codeOf(settle(id, approvalId, admin))).toBe('403 fourEyes')
    const adminId = admin.id
    const app = (text: string, values: unknown[]) => inDatabase(server.database.appUrl, text, values)
    await expect(
      app(
        `update approvals set state = 'approved', checker_id = maker_id, settled_at = now() where id = $1`,
        [decodeId('approval', approvalId)],
      ),
    ).rejects.toThrow()
    await expect(
      app(
        `update approvals set state = 'approved', checker_id = $2, is_sole_owner = true, settled_at = now()
      where id = $1`,
        [decodeId('approval', approvalId), adminId],
      ),
    ).rejects.toThrow()
    await app(`update member_bank_accounts set state = 'alias', until = now() where member_id = $1`, [uuid])
    await expect(
      app(
        `insert into member_bank_accounts (member_id, bank, account_no, account_name, state, approval_id)
      values ($1, 'KBANK', '1112223334', 'x y', 'primary', $2)`,
        [uuid, decodeId('approval', approvalId)],
      ),
    ).rejects.toThrow('approvalMissing')
    await expect(
      app(`update member_bank_accounts set account_no = '1112223334' where member_id = $1`, [uuid]),
    ).rejects.toThrow('accountFrozen')
    await expect(
      app(`update member_bank_accounts set state = 'primary' where member_id = $1`, [uuid]),
    ).rejects.toThrow('accountFrozen')
  })

  test('a rejected change leaves everything as it was', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    await settle(id, asked.approvalId, checker, false)
    const after = await maker.call('members.get', { id })
    expect([after.accounts.length, after.version, after.withdrawHoldUntil]).toEqual([1, 1, null])
    expect(await codeOf(settle(id, asked.approvalId, checker))).toBe('409 alreadyHandled')
  })

  test('one waits at a time, and the next is possible after thirty days', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    expect(await codeOf(ask(id))).toBe('409 conflict')
    await settle(id, asked.approvalId, checker)
    expect(await codeOf(ask(id))).toBe('409 changeTooSoon')
    await server.set({ accountChangeEveryDays: 0 })
    expect(await codeOf(ask(id))).toBe('ok')
    await server.set({ accountChangeEveryDays: 30 })
  })

  test('an account in use, or taken while the change waited, is refused', async () => {
    const [first, second] = [await addMember(maker), await addMember(maker)]
    const taken = { ...account(), bank: second.bank, accountNo: second.accountNo }
    expect(await codeOf(ask(first.id, maker, taken))).toBe('409 bankAccountInUse')
    const wanted = account()
    const asked = await ask(first.id, maker, wanted)
    await addMember(maker, { bank: wanted.bank, accountNo: wanted.accountNo })
    expect(await codeOf(settle(first.id, asked.approvalId, checker))).toBe('409 bankAccountInUse')
    expect((await maker.call('members.accountChange', { id: first.id })).pending).not.toBeNull()
  })

  test('two checkers at once settle it once', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    const third = await server.person({ permissions, hasStepUp: true })
    const answers = await Promise.all(
      [checker, third].map((by) => codeOf(settle(id, asked.approvalId, by))),
    )
    expect(answers.toSorted()).toEqual(['409 alreadyHandled', 'ok'])
    expect((await maker.call('members.get', { id })).accounts).toHaveLength(2)
  })

  test('an approval of another member settles nothing', async () => {
    const [first, second] = [await addMember(maker), await addMember(maker)]
    const asked = await ask(first.id)
    expect(await codeOf(settle(second.id, asked.approvalId, checker))).toBe('404 notFound')
    expect((await maker.call('members.accountChange', { id: first.id })).pending).not.toBeNull()
  })
})
