import { describe, expect, test } from 'vitest'
import { once } from '../../testing/refusal.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { comparisonDesk, today } from './comparison-desk.fixture.ts'
import { findDoublePayments } from './double-payments.ts'

const desk = comparisonDesk()

describe('what went out on a day', () => {
  test('without its line it is expected, then missing; two lines of one are found, and signed', async () => {
    await desk.world.server.set({ payoutUnknownMinutes: 2 })
    const list = async () => {
      const ask = { accountId: desk.world.source.outside, on: today(), size: 100 }
      return (await desk.cashier.call('preTransactions.reconcileWithdrawList', ask)).records
    }
    const classes = async () =>
      (await list()).map((row) => `${row.class} ${row.theirsMinor} ${row.oursMinor}`).toSorted()
    const paid = await desk.world.regular(300_000)
    const unseen = await desk.world.regular(300_000)
    await desk.world.withdraw(paid, 30_000)
    await desk.world.withdraw(unseen, 40_000)
    await desk.world.payouts()
    expect(await classes()).toEqual(['expected 0 30000', 'expected 0 40000'])
    await desk.world.outgoing(30_000)
    expect(await desk.later(3, classes)).toEqual(['matchedAuto 30000 30000', 'missing 0 40000'])
    await desk.world.outgoing(30_000)
    await desk.world.outgoing(7_700)
    await findDoublePayments(desk.world.server.services)
    const rows = await desk.later(3, list)
    expect(rows.map((row) => `${row.class} ${row.theirsMinor} ${row.oursMinor}`).toSorted()).toEqual([
      'doublePaid 30000 0',
      'extra 7700 0',
      'matchedAuto 30000 30000',
      'missing 0 40000',
    ])
    const double = rows.find((row) => row.class === 'doublePaid')
    expect(double?.other?.reference).toMatch(/^W/)
    const open = () =>
      desk.world.factory.query(
        `select code from alarms where code = 'doublePayment' and cleared_at is null`,
      )
    expect(await open()).toHaveLength(1)
    const { approvalId } = await desk.cashier.call(
      'preTransactions.reconcileWithdrawDecide',
      {
        accountId: desk.world.source.outside,
        on: today(),
        id: double?.id ?? '',
        facts: double?.facts ?? '',
        decision: 'force',
        remark: 'ธนาคารคืนเงินแล้ว',
      },
      once(),
    )
    await decideAs(desk.checker, approvalId)
    expect(await open()).toEqual([])
    await findDoublePayments(desk.world.server.services)
    expect(await open()).toEqual([])
  })

  test('a member who is paid the same twice within a day is told of, once', async () => {
    const member = await desk.world.regular(300_000)
    for (let round = 0; round < 2; round += 1) {
      const { body } = await desk.world.withdraw(member, 55_500)
      const id = body.data?.id ?? ''
      if (body.data?.state === 'review') {
        await desk.cashier.call('preTransactions.claim', { id })
        const { version } = await desk.world.row(id)
        await desk.cashier.call('preTransactions.approve', { id, version }, once())
      }
      await desk.world.payouts()
      await desk.world.outgoing(55_500)
    }
    await findDoublePayments(desk.world.server.services)
    await findDoublePayments(desk.world.server.services)
    const found = await desk.world.factory.query(
      `select kind, amount_minor from double_payments where amount_minor = 55500`,
    )
    expect(found).toEqual([{ kind: 'sameMember', amount_minor: 55_500 }])
    const ask = { accountId: desk.world.source.outside, on: today(), class: ['doublePaid' as const] }
    const { records } = await desk.cashier.call('preTransactions.reconcileWithdrawList', ask)
    expect(records.map((row) => row.line?.amountMinor)).toEqual([55_500])
  })

  test('a line that nobody could settle is tied to the payment by a person', async () => {
    const member = await desk.world.regular(300_000)
    const { body } = await desk.world.withdraw(member, 66_600)
    await desk.world.payouts()
    await desk.world.outgoing(66_600, { isOnlyStored: true })
    const ask = { accountId: desk.world.source.outside, on: today() }
    const { records } = await desk.cashier.call('preTransactions.reconcileWithdrawList', {
      ...ask,
      size: 100,
    })
    const row = records.find(({ line }) => line?.amountMinor === 66_600)
    expect(row).toMatchObject({ class: 'partiallyReconciled', record: { id: body.data?.id } })
    const input = { ...ask, id: row?.id ?? '', facts: row?.facts ?? '' }
    const decided = await desk.cashier.call(
      'preTransactions.reconcileWithdrawDecide',
      { ...input, decision: 'link', remark: 'ตรวจสเตทเมนต์แล้ว' },
      once(),
    )
    expect(decided.state).toBe('done')
    const after = await desk.cashier.call('preTransactions.reconcileWithdrawList', { ...ask, size: 100 })
    expect(after.records.find(({ id }) => id === row?.id)).toMatchObject({ class: 'matchedManual' })
  })
})
