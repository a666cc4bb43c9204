import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'

// What two must do is done by two people, whichever accounts they have, and never by the one whom it pays.

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

/** A cashier known by a phone, as whoever hired them wrote it. */
async function withPhone(phone: string, isAdmin = false): Promise<Person> {
  const person = await world.cashier({ isAdmin })
  await world.factory.query('update employees set phone = $2 where id = $1', [person.id, phone])
  return person
}

async function bigWithdrawal(phone?: string) {
  const member = await world.factory.member(phone === undefined ? {} : { phone })
  await world.fund(member, 5_000_000)
  const asked = await world.withdraw(member, 5_000_000)
  return { id: asked.body.data?.id ?? '', member }
}
const approve = (person: Person, id: string, version = 1) =>
  person.call('preTransactions.approve', { id, version }, { idempotencyKey: key() })
const goodwill = (person: Person, memberId: string, amountMinor: number) =>
  person.call(
    'preTransactions.createDeposit',
    { memberId, amountMinor, kind: 'goodwill', reasonCode: 'compensation', remarkStaff: 'for the trouble' },
    { idempotencyKey: key() },
  )

describe('money that one person gave alone', () => {
  test('is paid out by another, by whichever of their accounts, nor by SQL', async () => {
    const [one, again] = [await withPhone('0810000021'), await withPhone('0810000021')]
    const other = await world.cashier()
    const member = await world.regular(0)
    expect((await goodwill(one, member.outside, 100_000)).state).toBe('done')
    const id = (await world.withdraw(member, 100_000)).body.data?.id ?? ''
    expect((await world.row(id)).state).toBe('review')
    for (const person of [one, again]) expect(await codeOf(approve(person, id))).toBe('403 fourEyes')
    expect(await again.call('preTransactions.withdrawal', { id })).toMatchObject({
      canApprove: false,
      cannotApproveReason: 'fourEyes',
    })
    const bySql = world.factory.query(
      `update withdrawals set state = 'approved', decision_kind = 'employee', decided_by = $2,
         decided_at = now() where id = $1`,
      [decodeId('withdrawal', id), again.id],
    )
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    expect(await approve(other, id)).toMatchObject({ state: 'approved' })
  })

  test('counts in one limit of a day over all their accounts, in SQL too', async () => {
    const [one, again] = [await withPhone('0810000022'), await withPhone('0810000022')]
    const member = await world.factory.member()
    for (const person of [one, again, one])
      expect((await goodwill(person, member.outside, 499_000)).state).toBe('done')
    const bySql = (amountMinor: number) =>
      world.factory.query(
        `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff,
           maker_id, business_on)
         values (gen_random_uuid()::text, $1, 'goodwill', $2, 'x', 'x', $3, brand_day())`,
        [member.id, amountMinor, again.id],
      )
    // From 20,000 a day on a second person decides it.
    await expect(bySql(499_000 + 4_000)).rejects.toMatchObject({ code: 'KL105' })
    expect((await goodwill(again, member.outside, 499_000)).state).toBe('done')
    expect((await goodwill(one, member.outside, 4_000)).state).toBe('waiting')
    await expect(bySql(4_000)).rejects.toMatchObject({ code: 'KL105' })
  })
})

describe('a withdrawal that somebody of the house asked for', () => {
  test('is approved by another, by none of their accounts, nor by SQL', async () => {
    const [one, again] = [await withPhone('0810000031'), await withPhone('0810000031')]
    const other = await world.cashier()
    const member = await world.regular(500_000)
    const { withdrawalId: id } = await one.call(
      'preTransactions.createWithdrawal',
      { memberId: member.outside, amountMinor: 100_000, remark: 'asked by phone' },
      { idempotencyKey: key() },
    )
    for (const person of [one, again]) {
      expect(await codeOf(approve(person, id))).toBe('403 fourEyes')
      const bySql = world.factory.query(
        `update withdrawals set state = 'approved', decision_kind = 'employee', decided_by = $2,
           decided_at = now() where id = $1`,
        [decodeId('withdrawal', id), person.id],
      )
      await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    }
    expect(await approve(other, id)).toMatchObject({ state: 'approved' })
  })
})

describe('a big withdrawal', () => {
  test('is not approved twice by one person with two accounts, nor by SQL', async () => {
    const one = await withPhone('0810000001')
    const again = await withPhone('66810000001')
    const other = await withPhone('0810000002')
    const { id } = await bigWithdrawal()
    expect(await approve(one, id)).toMatchObject({ state: 'awaitingSecond' })
    expect(await again.call('preTransactions.withdrawal', { id })).toMatchObject({
      canApprove: false,
      cannotApproveReason: 'fourEyes',
    })
    expect(await codeOf(approve(again, id, 2))).toBe('403 fourEyes')
    const bySql = world.factory.query(
      `update withdrawals set state = 'approved', decision_kind = 'employee', decided_by = $2,
         decided_at = now() where id = $1`,
      [decodeId('withdrawal', id), again.id],
    )
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    expect(await approve(other, id, 2)).toMatchObject({ state: 'approved' })
  })

  test.each([
    ['another', '0819999999'],
    ['no', ''],
  ])('is not approved twice by who was given %s phone in between', async (_, phone) => {
    const one = await withPhone('0810000011')
    const again = await withPhone('0066810000011')
    const { id } = await bigWithdrawal()
    expect(await approve(one, id)).toMatchObject({ state: 'awaitingSecond' })
    await world.factory.query('update employees set phone = $2 where id = $1', [again.id, phone])
    expect(await codeOf(approve(again, id, 2))).toBe('403 fourEyes')
    await world.factory.asAdmin(`update employee_phones set replaced_at = now() - interval '31 days'`)
    expect(await approve(again, id, 2)).toMatchObject({ state: 'approved' })
  })

  test('is not made one that fewer people decide, by SQL', async () => {
    const { id } = await bigWithdrawal()
    const lower = (band: string | null) =>
      world.factory.query('update withdrawals set band = $2 where id = $1', [
        decodeId('withdrawal', id),
        band,
      ])
    const { twoPersonLimitMinor } = await world.server.services.settings.get()
    // It was judged once: not either where the brand's limit has grown since.
    for (const limit of [twoPersonLimitMinor, twoPersonLimitMinor * 100]) {
      await world.server.set({ twoPersonLimitMinor: limit })
      for (const band of ['onePerson', 'auto', null])
        await expect(lower(band), `${band} ${limit}`).rejects.toMatchObject({ code: 'KL105' })
    }
    await world.server.set({ twoPersonLimitMinor })
  })

  test('is not approved by the member it pays', async () => {
    const cashier = await withPhone('0810000003')
    const { id } = await bigWithdrawal('+66810000003')
    expect(await codeOf(approve(cashier, id))).toBe('403 fourEyes')
    const bySql = world.factory.query('update withdrawals set first_approved_by = $2 where id = $1', [
      decodeId('withdrawal', id),
      cashier.id,
    ])
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
  })

  test('begins anew once the role of who approved it first has lost the flags', async () => {
    const former = await world.cashier()
    const [second, third] = [await world.cashier(), await world.cashier()]
    const { id } = await bigWithdrawal()
    expect(await approve(former, id)).toMatchObject({ state: 'awaitingSecond' })
    await world.server.database.plant(
      `update roles r set permission = '{}' from employees e where r.id = e.role_id and e.id = $1`,
      [former.id],
    )
    expect(await approve(second, id, 2)).toMatchObject({ state: 'awaitingSecond' })
    expect(await approve(third, id, 3)).toMatchObject({ state: 'approved' })
  })

  test('whose payout failed is not sent again by the member it pays', async () => {
    const cashier = await withPhone('0810000031')
    const other = await world.cashier()
    const member = await world.factory.member({ phone: '+66810000031' })
    await world.fund(member, 1_000_000)
    const asked = await world.withdraw(member, 1_000_000)
    const id = asked.body.data?.id ?? ''
    expect(await approve(other, id)).toMatchObject({ state: 'approved' })
    world.rail.plan = 'fail'
    await world.payouts()
    const { state, version } = await world.row(id)
    expect(state).toBe('failed')
    world.rail.plan = 'succeed'
    const retry = (person: Person) =>
      person.call('preTransactions.retry', { id, version }, { idempotencyKey: key() })
    expect(await codeOf(retry(cashier))).toBe('403 fourEyes')
    expect((await world.row(id)).state).toBe('failed')
    expect(await codeOf(retry(other))).toBe('ok')
  })

  test('of unknown outcome is not ended by the member it pays', async () => {
    const cashier = await withPhone('0810000051')
    const [approver, other] = [await world.cashier(), await world.cashier()]
    const member = await world.factory.member({ phone: '+66810000051' })
    await world.fund(member, 1_234_500)
    const id = (await world.withdraw(member, 1_234_500)).body.data?.id ?? ''
    await approve(approver, id)
    Object.assign(world.rail, { plan: 'lostBefore', statusPlan: 'lost' })
    await world.payouts()
    Object.assign(world.rail, { plan: 'succeed', statusPlan: null })
    const { version } = await world.row(id)
    const line = await world.outgoing(1_234_500, { isOnlyStored: true })
    const lineId = encodeId('statementLine', line.lineId)
    const input = { id, version, lineId, remark: 'seen on the statement' }
    const resolve = (by: Person) =>
      codeOf(by.call('preTransactions.resolveUnknown', input, { idempotencyKey: key() }))
    expect(await resolve(cashier)).toBe('403 fourEyes')
    expect(await resolve(other)).toBe('ok')
  })

  test('that waits for its second approval is told to whom may give it', async () => {
    const first = await withPhone('0810000004')
    const second = await withPhone('0810000005')
    const small = await world.cashier({ abilities: { approvalLimitMinor: 4_999_999 } })
    const seller = await world.cashier({ type: 'seller' })
    const paid = await withPhone('0810000041')
    const { id } = await bigWithdrawal('+66810000041')
    await approve(first, id)
    const waiting = async (person: Person) => {
      const [{ toSettle }, { records }] = [
        await person.call('approvals.count', {}),
        await person.call('approvals.list', {}),
      ]
      expect(records).toHaveLength(toSettle)
      return records.filter((row) => row.entityId === id)
    }
    expect(await waiting(second)).toMatchObject([{ amountMinor: 5_000_000 }])
    for (const person of [first, small, seller, paid]) expect(await waiting(person)).toEqual([])
    await approve(second, id, 2)
    expect(await waiting(second)).toEqual([])
  })
})

describe('credit', () => {
  test('for oneself as a member waits for somebody else, however small', async () => {
    const cashier = await withPhone('0810000006')
    const again = await withPhone('+66810000006'.slice(1))
    const other = await withPhone('0810000007')
    const member = await world.factory.member({ phone: '+66810000006' })
    const asked = await goodwill(cashier, member.outside, 100)
    expect(asked.state).toBe('waiting')
    expect(await codeOf(decideAs(again, asked.approvalId))).toBe('403 fourEyes')
    expect(await codeOf(decideAs(other, asked.approvalId))).toBe('ok')
    expect(await world.factory.cash(member)).toBe(100)
    expect((await goodwill(other, member.outside, 100)).state).toBe('done')
  })

  test('is not decided by the member who would get it', async () => {
    const cashier = await withPhone('0810000008')
    const own = await withPhone('0810000009', true)
    const member = await world.factory.member({ phone: '+66810000009' })
    const asked = await goodwill(cashier, member.outside, 600_000)
    expect(await codeOf(decideAs(own, asked.approvalId))).toBe('403 fourEyes')
    expect((await own.call('approvals.list', {})).records.map(({ id }) => id)).not.toContain(
      asked.approvalId,
    )
  })
})
