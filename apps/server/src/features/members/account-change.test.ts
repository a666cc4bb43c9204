import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { addMember, codeOf, inDatabase, key, newMember, openBook } from '../../testing/world/members.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { uploadEvidence } from '../../testing/world/evidence.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'
import { roleTemplates } from '../employees/role-templates.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let maker: Person
let checker: Person
/** Of whoever asks for a change; who agrees to one needs the second as well. */
const permissions = {
  memberManagement: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionReconcileWithdraw: ['isUpdate'],
} as const

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  maker = await server.person({ permissions, hasStepUp: true, password })
  checker = await server.person({ permissions, hasStepUp: true, password })
})
afterAll(() => server.stop())

const account = (change: Record<string, unknown> = {}) => {
  const { bank, accountNo, accountName } = newMember(change)
  return { bank, accountNo, accountName, reason: 'asked by phone' }
}
const ask = async (id: string, by = maker, wanted = account()) => {
  const evidenceId = await uploadEvidence(server, by, id)
  return by.call('members.changeAccount', { id, ...wanted, evidenceId }, key())
}
const settle = (approvalId: string, by: Person, isApproved = true) =>
  decideAs(by, approvalId, isApproved, 'seen and compared')

describe('changing the bank account', () => {
  test('waits for a second person, who sees it masked; the old one stays an alias', async () => {
    const member = await addMember(maker)
    const wanted = account({ accountName: `สมชาย ${member.lastName}` })
    const asked = await ask(member.id, maker, wanted)
    expect(asked).toMatchObject({ state: 'waiting', nameSimilarityBps: 10_000 })
    const { pending } = await checker.call('members.accountChange', { id: member.id })
    expect(pending).toMatchObject({ id: asked.approvalId, isOwn: false, nameSimilarityBps: 10_000 })
    expect(JSON.stringify(pending)).not.toContain(wanted.accountNo)
    expect((await maker.call('members.accountChange', { id: member.id })).pending?.isOwn).toBe(true)
    expect((await checker.call('members.get', { id: member.id })).pendingChange?.kind).toBe(
      'memberAccountChange',
    )
    // Who may reveal compares the two whole numbers; the look is logged like any other.
    const may = await server.person({ permissions, abilities: { revealPii: true }, hasStepUp: true })
    const clear = await may.call('members.reveal', { id: member.id, reason: 'compare' })
    const numbers = { before: member.accountNo, after: wanted.accountNo }
    expect(clear.pending).toEqual({ id: asked.approvalId, ...numbers })
    await settle(asked.approvalId, checker)
    const later = await may.call('members.reveal', { id: member.id, reason: 'compare' })
    expect(later.pending).toBeNull()
    const after = await checker.call('members.get', { id: member.id })
    expect(after.accounts.map((each) => each.state)).toEqual(['primary', 'alias'])
    expect(after.withdrawHoldUntil).not.toBeNull()
    expect(after.withdrawBlocks).toContain('accountMatch')
    expect(after.version).toBe(2)
    expect(await codeOf(settle(asked.approvalId, checker))).toBe('409 alreadyHandled')
  })

  test('never by one person: not the maker, not an admin, not SQL as the server’s role', async () => {
    const admin = await server.person({ isAdmin: true, hasStepUp: true, password })
    const { id, uuid } = await addMember(admin)
    const { approvalId } = await ask(id, admin)
    expect(await codeOf(settle(approvalId, admin))).toBe('403 fourEyes')
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

  test('is for one who is a member still, at a bank that can be paid, at an account not listed', async () => {
    const { id, uuid } = await addMember(maker)
    const asks = (wanted = account()) => codeOf(ask(id, maker, wanted))
    expect(await asks({ ...account(), bank: 'BOT' })).toBe('422 invalidValue')
    const list = (accountNo: string) =>
      inDatabase(
        server.database.adminUrl,
        `insert into blacklist (kind, value, source, reason) values ('bankAccount', $1, 'own', 'mule')`,
        [accountNo],
      )
    const wanted = account()
    await list(wanted.accountNo)
    expect(await asks(wanted)).toBe('422 blacklisted')
    // Listed while it waits it is no better.
    const later = account()
    const { approvalId } = await ask(id, maker, later)
    await list(later.accountNo)
    expect(await codeOf(settle(approvalId, checker))).toBe('422 blacklisted')
    expect((await maker.call('members.get', { id })).accounts).toHaveLength(1)
    await maker.call('approvals.cancel', { id: approvalId })
    await inDatabase(server.database.adminUrl, `update members set state = 'closed' where id = $1`, [uuid])
    expect(await asks()).toBe('409 stateRefused')
  })

  test('is shown and logged masked, from what to what and why; then money is held', async () => {
    const member = await addMember(maker, { bank: 'SCB' })
    const { id } = member
    const wanted = account({ bank: 'BBL' })
    const { approvalId } = await ask(id, maker, wanted)
    const before = {
      bank: 'SCB',
      accountNoMasked: maskAccountNo(member.accountNo),
      accountName: member.accountName,
    }
    const { reason, bank, accountName } = wanted
    const after = { bank, accountNoMasked: maskAccountNo(wanted.accountNo), accountName }
    const { pending } = await checker.call('members.accountChange', { id })
    expect(pending).toMatchObject({ maker: maker.username, reason, before, after })
    const hours = (Date.parse(pending?.expiresAt ?? '') - Date.parse(pending?.createdAt ?? '')) / 3_600_000
    expect(hours).toBe(24)
    await server.set({ accountChangeHoldHours: 5 })
    await settle(approvalId, checker)
    const { withdrawHoldUntil } = await checker.call('members.get', { id })
    const held = Date.parse(withdrawHoldUntil ?? '') - server.services.now()
    expect(Math.round(held / 60_000)).toBe(5 * 60)
    await server.set({ accountChangeHoldHours: 24 })
    const rows = await server.database.asAdmin<{ action: string }>(
      `select action, actor_name as by, reason, before, after, detail from activity_log
        where entity = 'member' and entity_id = $1 order by id`,
      [id],
    )
    const log = new Map(rows.map((row) => [row.action, row]))
    expect(log.get('accountChangeAsked')).toEqual({
      action: 'accountChangeAsked',
      by: maker.username,
      reason,
      before,
      after,
      detail: { approvalId, soleOwner: false, evidenceSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(log.get('accountChanged')).toEqual({
      action: 'accountChanged',
      by: checker.username,
      reason: null,
      before,
      after,
      detail: { approvalId, askedBy: maker.username },
    })
    expect(log.get('accountChangeApproved')).toMatchObject({
      by: checker.username,
      reason: 'seen and compared',
      detail: { approvalId, askedBy: maker.username, askedReason: reason, entityName: member.username },
    })
  })

  test('a rejected change leaves everything as it was', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    await settle(asked.approvalId, checker, false)
    const after = await maker.call('members.get', { id })
    expect([after.accounts.length, after.version, after.withdrawHoldUntil]).toEqual([1, 1, null])
    expect(await codeOf(settle(asked.approvalId, checker))).toBe('409 alreadyHandled')
  })

  test('one waits at a time, and the next is possible after thirty days', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    expect(await codeOf(ask(id))).toBe('409 conflict')
    await settle(asked.approvalId, checker)
    expect(await codeOf(ask(id))).toBe('409 changeTooSoon')
    const rules = await maker.call('members.accountChange', { id })
    expect(rules).toMatchObject({ holdHours: 24, everyDays: 30, pending: null })
    const wait = Date.parse(rules.possibleFrom ?? '') - server.services.now()
    expect(Math.round(wait / 86_400_000)).toBe(30)
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
    expect(await codeOf(settle(asked.approvalId, checker))).toBe('409 bankAccountInUse')
    expect((await maker.call('members.accountChange', { id: first.id })).pending).not.toBeNull()
  })

  test('two checkers at once decide it once', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    const third = await server.person({ permissions, hasStepUp: true, password })
    const answers = await Promise.all([checker, third].map((by) => codeOf(settle(asked.approvalId, by))))
    expect(answers.toSorted()).toEqual(['409 alreadyHandled', 'ok'])
    expect((await maker.call('members.get', { id })).accounts).toHaveLength(2)
  })

  test('an approval serves its own member’s change and no other’s', async () => {
    const [first, second] = [await addMember(maker), await addMember(maker)]
    const [asked, other] = [await ask(first.id), await ask(second.id)]
    const { documentHash } = await checker.call('approvals.get', { id: asked.approvalId })
    const given = { isApproved: true, comment: 'seen and compared', documentHash, password }
    const crossed = checker.call('approvals.decide', { id: other.approvalId, ...given }, key())
    expect(await codeOf(crossed)).toBe('409 conflict')
    await settle(asked.approvalId, checker)
    expect((await maker.call('members.accountChange', { id: first.id })).pending).toBeNull()
    expect((await maker.call('members.accountChange', { id: second.id })).pending).not.toBeNull()
    expect((await maker.call('members.get', { id: second.id })).accounts).toHaveLength(1)
  })

  test('what the second person reads of it is masked, and it is out of sight without the flags', async () => {
    const member = await addMember(maker)
    const wanted = account()
    const { approvalId: id } = await ask(member.id, maker, wanted)
    const seen = await checker.call('approvals.get', { id })
    expect(seen).toMatchObject({ kind: 'memberAccountChange', entityId: member.id, mayDecide: true })
    const [change] = seen.differences
    expect(change).toMatchObject({ field: 'account', after: { bank: wanted.bank } })
    for (const number of [wanted.accountNo, member.accountNo])
      expect(JSON.stringify(seen)).not.toContain(number)
    const reader = await server.person({ permissions: { memberManagement: ['isRead'] } })
    expect(await codeOf(reader.call('approvals.get', { id }))).toBe('404 notFound')
    expect((await reader.call('approvals.count', {})).toSettle).toBe(0)
    expect((await maker.call('approvals.get', { id })).mayDecide).toBe(false)
  })
})

describe('of the roles a brand begins with', () => {
  const may = ['owner', 'manager', 'risk']
  test.each(roleTemplates.filter(({ permission }) => permission.memberManagement.isUpdate))(
    '$template agrees to it or not',
    async ({ template, isAdmin, permission }) => {
      const flags = Object.entries(permission).map(([resource, actions]) => [
        resource,
        Object.entries(actions).flatMap(([action, isOn]) => (isOn ? [action] : [])),
      ])
      const person = await server.person({ isAdmin, permissions: Object.fromEntries(flags), password })
      const { id } = await addMember(maker)
      const { approvalId } = await ask(id)
      expect(await codeOf(settle(approvalId, person))).toBe(may.includes(template) ? 'ok' : '404 notFound')
      const waiting = await person.call('members.list', { accountChange: 'toSettle' })
      expect(waiting.records.map((row) => row.id)).not.toContain(id)
    },
  )
})

describe('a change that waits', () => {
  const withdraw = (id: string, by: Person, comment?: string) =>
    by.call('approvals.cancel', { id, ...(comment ? { comment } : {}) })
  const waitingFor = async (by: Person) =>
    (await by.call('dashboard.now', {})).waitingAccountChanges ?? null
  const listed = async (by: Person, accountChange: 'waiting' | 'toSettle' | 'asked') => {
    const [page, totals] = await Promise.all([
      by.call('members.list', { accountChange, size: 100 }),
      by.call('members.totals', { accountChange }),
    ])
    expect(totals.count).toBe(page.records.length)
    return page.records
  }

  test('is counted for who may decide it, and the number is that of the list it opens', async () => {
    const all = { dashboard: ['isRead'], ...permissions } as const
    const [asker, settler] = await Promise.all([
      server.person({ permissions: all, hasStepUp: true, password }),
      server.person({ permissions: all, hasStepUp: true, password }),
    ])
    const reader = await server.person({
      permissions: { dashboard: ['isRead'], memberManagement: ['isRead'] },
    })
    const before = (await waitingFor(settler))?.toSettle ?? -1
    const member = await addMember(asker)
    const asked = await ask(member.id, asker)

    const now = await waitingFor(settler)
    expect(now).toMatchObject({ toSettle: before + 1, asked: 0 })
    const toSettle = await listed(settler, 'toSettle')
    expect(toSettle).toHaveLength(before + 1)
    expect(toSettle.find(({ id }) => id === member.id)?.waitingChange).toBe('toSettle')

    expect((await waitingFor(asker))?.asked).toBe(1)
    expect((await listed(asker, 'asked')).map(({ id }) => id)).toEqual([member.id])
    expect((await listed(asker, 'toSettle')).map(({ id }) => id)).not.toContain(member.id)

    // Who may only look sees that it waits, never as their own work.
    expect(await waitingFor(reader)).toBeNull()
    expect(await listed(reader, 'toSettle')).toEqual([])
    const seen = (await listed(reader, 'waiting')).find(({ id }) => id === member.id)
    expect(seen?.waitingChange).toBe('waiting')

    await settle(asked.approvalId, settler)
    expect((await waitingFor(settler))?.toSettle).toBe(before)
    expect((await listed(settler, 'waiting')).map(({ id }) => id)).not.toContain(member.id)
  })

  test('whose time is over waits for nobody', async () => {
    const one = await server.person({
      permissions: { dashboard: ['isRead'], ...permissions },
      hasStepUp: true,
      password,
    })
    const { id } = await addMember(one)
    const { approvalId } = await ask(id, one)
    await inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica;
       update approvals set expires_at = now() where id = '${decodeId('approval', approvalId)}'`,
    )
    expect((await waitingFor(one))?.asked).toBe(0)
    expect(await listed(one, 'asked')).toEqual([])
    expect(await codeOf(withdraw(approvalId, one))).toBe('409 alreadyHandled')
  })

  test('is taken back by who asked for it, stays as withdrawn, and another may be asked for', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    expect(await withdraw(asked.approvalId, maker, 'wrong number read')).toEqual({ state: 'withdrawn' })
    const after = await maker.call('members.get', { id })
    expect([after.pendingChange, after.waitingChange, after.accounts.length, after.version]).toEqual([
      null,
      null,
      1,
      1,
    ])
    const kept = await inDatabase(
      server.database.adminUrl,
      `select state, checker_id, comment, settled_at is not null as "isSettled" from approvals
        where entity_id = $1`,
      [id],
    )
    expect(kept.rows).toEqual([
      { state: 'withdrawn', checker_id: null, comment: 'wrong number read', isSettled: true },
    ])
    const [last] = (await maker.call('members.activity', { id })).records
    expect(last).toMatchObject({ action: 'accountChangeWithdrawn', reason: 'wrong number read' })
    expect(await codeOf(settle(asked.approvalId, checker))).toBe('409 alreadyHandled')
    expect(await codeOf(withdraw(asked.approvalId, maker))).toBe('409 alreadyHandled')
    const again = await ask(id)
    expect(await withdraw(again.approvalId, maker)).toEqual({ state: 'withdrawn' })
  })

  test('is taken back by nobody else, an admin neither, and not by one who does not see it', async () => {
    const admin = await server.person({ isAdmin: true, hasStepUp: true, password })
    const { id } = await addMember(maker)
    const seller = await server.person({ type: 'seller', permissions })
    const asked = await ask(id)
    expect(await codeOf(withdraw(asked.approvalId, checker))).toBe('403 forbidden')
    expect(await codeOf(withdraw(asked.approvalId, admin))).toBe('403 forbidden')
    expect(await codeOf(withdraw(asked.approvalId, seller))).toBe('404 notFound')
    expect((await maker.call('members.accountChange', { id })).pending?.isOwn).toBe(true)
  })

  test('taken back and approved at once ends one way', async () => {
    const { id } = await addMember(maker)
    const asked = await ask(id)
    const answers = await Promise.all([
      codeOf(settle(asked.approvalId, checker)),
      codeOf(withdraw(asked.approvalId, maker)),
    ])
    expect(answers.toSorted()).toEqual(['409 alreadyHandled', 'ok'])
    const { accounts } = await maker.call('members.get', { id })
    expect(accounts).toHaveLength(answers[0] === 'ok' ? 2 : 1)
  })
})

test('every account says who entered it, who approved it and why; the log who had asked', async () => {
  const { id } = await addMember(maker)
  const asked = await ask(id)
  await settle(asked.approvalId, checker)
  const { accounts } = await checker.call('members.get', { id })
  const [name, other] = await Promise.all(
    [maker, checker].map(async (person) => (await person.call('auth.self', {})).displayName),
  )
  expect(accounts.map(({ askedBy, approvedBy, reason }) => [askedBy, approvedBy, reason])).toEqual([
    [name, other, 'asked by phone'],
    [name, null, null],
  ])
  const [changed] = (await checker.call('members.activity', { id })).records
  expect(changed).toMatchObject({ action: 'accountChanged', askedBy: expect.any(String) })
  expect(changed?.askedBy).not.toBe(changed?.actor)
  // The log is read by many: it holds neither the old number nor the new one whole.
  const rows = await server.services.db
    .selectFrom('activity_log')
    .select(sql<string>`coalesce(before::text, '') || coalesce(after::text, '') || detail::text`.as('kept'))
    .where('action', '=', 'accountChanged')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { kept } of rows) expect(kept).not.toMatch(/"accountNo": "\d{6,}/)
})
