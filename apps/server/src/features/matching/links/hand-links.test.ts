import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, type Movement } from '../../../testing/bank-phone.ts'
import { linkByTwo, saysItIsTheirs } from '../../../testing/world/links.ts'
import { codeOf } from '../../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import type { Person } from '../../../testing/server.ts'
import { decideAs } from '../../../testing/world/decide.ts'

// Decisions 42: one person cannot cash a stranger's money.
let world: MoneyOutWorld
let phone: Awaited<ReturnType<typeof bankPhone>>
let cashier: Person
let second: Person
const permissions = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const
beforeAll(async () => {
  world = await createMoneyOutWorld()
  phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
  cashier = await world.cashier({ permissions })
  second = await world.cashier({ permissions })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })
const come = async (movement: Movement): Promise<string> =>
  (await phone.receives(movement)).body.data?.lineId ?? ''
const linkTo = (by: Person, id: string, of: FactoryMember, rest: object = {}, version = 1) =>
  by.call(
    'preTransactions.link',
    { id, version, memberId: of.outside, isConfirmed: true, remark: 'ลูกค้าโทรมา', ...rest },
    once(),
  )
const lineOf = (by: Person, id: string) => by.call('preTransactions.line', { id })
const heldBy = async (outsideId: string) => {
  const { checks, state } = await world.row(outsideId)
  return { state, check: checks.find(({ code }) => code === 'handLink') }
}
/** Money of a stranger: another bank's digits, of none of the member's accounts. */
const strangers = (amountMinor: number) => come({ amountMinor, payer: { tag: 'GSB', digits: '545510' } })

describe('a stranger’s money', () => {
  test('is linked by no cashier alone, and leaves by no automatic decision within 24 hours', async () => {
    const thief = await world.regular(0)
    const id = await strangers(77_700)
    const asked = await linkTo(cashier, id, thief)
    expect(asked).toMatchObject({ state: 'waiting', depositId: null, undoUntil: null })
    expect(await world.factory.cash(thief)).toBe(0)
    expect((await world.withdraw(thief, 77_700)).body.error?.code).toBe('insufficientFunds')
    expect(await codeOf(decideAs(cashier, asked.approvalId))).toBe('403 fourEyes')

    await decideAs(second, asked.approvalId)
    expect(await world.factory.cash(thief)).toBe(77_700)
    const { line } = await lineOf(cashier, id)
    expect(line).toMatchObject({ state: 'manualMatched', score: -40, handler: cashier.username })
    const taken = await world.withdraw(thief, 77_700)
    await world.payouts()
    const { state, check } = await heldBy(taken.body.data?.id ?? '')
    expect(state).toBe('review')
    expect(check).toMatchObject({
      result: 'review',
      detail: { reason: 'linked', amountMinor: 77_700, count: 1, hours: 24, lineId: id },
    })
    expect(check?.detail['reference']).toBe(line.deposit?.reference)
  })

  test('needs its reason in words, and tells beforehand which rule holds it and who may agree', async () => {
    const member = await world.factory.member()
    const id = await strangers(77_800)
    const preview = await cashier.call('preTransactions.previewLink', { id, memberId: member.outside })
    expect(preview).toMatchObject({
      score: -40,
      needsNote: true,
      reasons: ['lowScore', 'contradicted'],
      contradictions: ['payerMask', 'payerBank'],
      needsApproval: true,
      isAlone: false,
      isOwnMember: false,
    })
    expect(preview.checkers.length).toBeGreaterThan(0)
    for (const remark of [undefined, ' ก '])
      expect(await codeOf(linkTo(cashier, id, member, { remark }))).toBe('422 linkNoteNeeded')
    const theirs = await come({ amountMinor: 77_900 })
    await saysItIsTheirs(world.factory, theirs, member)
    const fits = await cashier.call('preTransactions.previewLink', { id: theirs, memberId: member.outside })
    expect(fits).toMatchObject({ reasons: [], needsApproval: false, needsNote: false, checkers: [] })
    expect((await linkTo(cashier, theirs, member, { remark: undefined })).state).toBe('done')
  })

  test('is frozen as it was asked for: what the second person reads is what is done', async () => {
    const member = await world.factory.member()
    const id = await strangers(78_000)
    const { approvalId } = await linkTo(cashier, id, member)
    const seen = await second.call('approvals.get', { id: approvalId ?? '' })
    expect(seen).toMatchObject({ kind: 'lineLink', entityId: id, amountMinor: 78_000, mayDecide: true })
    expect(seen.entityName).toBe(member.username)
    expect(seen.differences).toEqual([
      { field: 'lineState', before: 'unmatched', after: 'manualMatched' },
      { field: 'balanceMinor', before: 0, after: 78_000 },
      { field: 'member', before: null, after: member.username },
      { field: 'score', before: null, after: -40 },
      { field: 'linkReasons', before: null, after: 'lowScore,contradicted' },
      { field: 'contradictions', before: null, after: 'payerMask,payerBank' },
    ])
    await cashier.call('preTransactions.ignoreLine', { id, version: 1, reason: 'พักไว้ก่อน' }, once())
    expect(await codeOf(decideAs(second, approvalId))).toBe('409 lineNotOpen')
    await cashier.call('preTransactions.reopenLine', { id, version: 2, reason: 'เปิดใหม่' }, once())
    expect(await codeOf(decideAs(second, approvalId))).toBe('409 stale')
    expect(await world.factory.cash(member)).toBe(0)
  })

  test('is linked by nobody otherwise while it waits; its maker may take the request back', async () => {
    const [member, other] = [await world.factory.member(), await world.factory.member()]
    const id = await strangers(78_100)
    const { approvalId } = await linkTo(cashier, id, member)
    expect(await lineOf(second, id)).toMatchObject({
      line: { isLinkAsked: true, state: 'unmatched' },
      linkAsked: {
        id: approvalId,
        maker: cashier.username,
        isOwn: false,
        member: { id: member.outside },
        reasons: ['lowScore', 'contradicted'],
      },
    })
    for (const by of [cashier, second]) expect(await codeOf(linkTo(by, id, other))).toBe('409 conflict')
    await cashier.call('approvals.cancel', { id: approvalId ?? '' }, once())
    expect((await lineOf(second, id)).line.isLinkAsked).toBe(false)
    const again = await linkTo(second, id, other)
    await decideAs(cashier, again.approvalId)
    expect([await world.factory.cash(member), await world.factory.cash(other)]).toEqual([0, 78_100])
    const log = await world.factory.query<{ action: string }>(
      'select action from activity_log where entity_id = $1 order by id',
      [id],
    )
    expect(log.map(({ action }) => action)).toEqual([
      'lineLinkAsked',
      'lineLinkWithdrawn',
      'lineLinkAsked',
      'lineLinkApproved',
      'linked',
    ])
  })

  test('asked for by 16 at once waits once, decided by 16 at once is credited once', async () => {
    const member = await world.factory.member()
    const id = await strangers(78_200)
    const people = await Promise.all(Array.from({ length: 16 }, () => world.cashier({ permissions })))
    const asked = await Promise.allSettled(people.map((person) => linkTo(person, id, member)))
    const done = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(done).toHaveLength(1)
    const approvalId = done[0]?.approvalId ?? null
    const settled = await Promise.all(people.map((person) => codeOf(decideAs(person, approvalId))))
    expect(settled.filter((code) => code === 'ok')).toHaveLength(1)
    expect(await world.factory.cash(member)).toBe(78_200)
  })
})

describe('the member whose money it would be', () => {
  test('never links it for themselves, and never agrees to it', async () => {
    const own = await world.factory.member({ phone: '+66811119999' })
    await world.server.database.plant(`update employees set phone = '0811119999' where id = $1`, [
      second.id,
    ])
    const id = await strangers(78_300)
    expect(await codeOf(linkTo(second, id, own))).toBe('403 fourEyes')
    const preview = await second.call('preTransactions.previewLink', { id, memberId: own.outside })
    expect(preview.isOwnMember).toBe(true)
    const { approvalId } = await linkTo(cashier, id, own)
    expect(await codeOf(decideAs(second, approvalId))).toBe('403 fourEyes')
    await world.server.database.plant(`update employees set phone = '' where id = $1`, [second.id])
  })
})

describe('money by hand', () => {
  test('stops what was approved automatically before it came, and the database stops it too', async () => {
    const member = await world.regular(300_000)
    const taken = await world.withdraw(member, 100_000)
    const outsideId = taken.body.data?.id ?? ''
    expect((await world.row(outsideId)).state).toBe('approved')
    const id = await come({ amountMinor: 78_400 })
    await saysItIsTheirs(world.factory, id, member)
    expect((await linkTo(cashier, id, member)).state).toBe('done')
    const bySql = world.factory.query(`update withdrawals set state = 'sending' where reference = $1`, [
      (await world.row(outsideId)).reference,
    ])
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    await world.payouts()
    const { state, check } = await heldBy(outsideId)
    expect([state, check?.result]).toEqual(['review', 'review'])
    expect((await world.row(outsideId)).checks.filter(({ code }) => code === 'handLink')).toHaveLength(1)
  })

  test('holds for its hours and no longer; what was undone holds nothing', async () => {
    const [late, undone] = [await world.regular(0), await world.regular(200_000)]
    const id = await strangers(78_500)
    await linkByTwo(cashier, second, { id, version: 1, memberId: late.outside })
    await world.server.database.plant(
      `update deposits set credited_at = credited_at - interval '25 hours' where member_id = $1`,
      [late.id],
    )
    const theirs = await come({ amountMinor: 78_600 })
    await saysItIsTheirs(world.factory, theirs, undone)
    await linkTo(cashier, theirs, undone)
    await cashier.call('preTransactions.undoLink', { id: theirs, version: 2, reason: 'ผิดคน' }, once())
    for (const member of [late, undone]) {
      const taken = await world.withdraw(member, 50_000)
      expect(taken.body.data?.state).toBe('approved')
    }
  })

  test('typed credit holds as well, checked by a second person or not', async () => {
    const member = await world.regular(300_000)
    const typist = await world.cashier({
      permissions: { pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'] },
    })
    const credit = {
      memberId: member.outside,
      amountMinor: 5_000,
      kind: 'goodwill',
      reasonCode: 'compensation',
      remarkStaff: 'ชดเชยเกมค้าง',
    } as const
    expect((await typist.call('preTransactions.createDeposit', credit, once())).state).toBe('done')
    const { state, check } = await heldBy((await world.withdraw(member, 50_000)).body.data?.id ?? '')
    expect(state).toBe('review')
    expect(check?.detail).toMatchObject({ reason: 'typed', amountMinor: 5_000, lineId: null })
  })
})

describe('a member’s withdrawals of one day', () => {
  test('are counted with today’s: by amount and by number', async () => {
    const member = await world.regular(600_000)
    await world.server.set({ withdrawalDayMinor: 250_000, withdrawalDayCount: 2 })
    const reasonOf = async (amountMinor: number) => {
      const { status, body } = await world.withdraw(member, amountMinor)
      await world.payouts()
      const { checks = [] } = (body.error?.details ?? {}) as { checks?: { detail: { reason: string } }[] }
      return status === 200 ? 'taken' : checks[0]?.detail.reason
    }
    expect(await reasonOf(100_000)).toBe('taken')
    expect(await reasonOf(150_001)).toBe('dayAmount')
    await world.fund(member, 50_000)
    expect(await reasonOf(100_000)).toBe('taken')
    expect(await reasonOf(10_000)).toBe('dayCount')
    await world.server.set({ withdrawalDayMinor: 50_000_000, withdrawalDayCount: 10 })
  })
})
