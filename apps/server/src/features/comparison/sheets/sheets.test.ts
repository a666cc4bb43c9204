import { describe, expect, test } from 'vitest'
import { codeOf, once } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { comparisonDesk, today } from '../comparison-desk.fixture.ts'
import { filledIn, swelling } from './sheets.fixture.ts'

const desk = comparisonDesk()

describe('a spreadsheet that is sent back', () => {
  const preview = (base64: string) =>
    desk.cashier.call('preTransactions.reconcileDepositPreview', {
      accountId: desk.account.outside,
      on: today(),
      base64,
    })

  test('says what each row would do, and each decision is made by itself', async () => {
    await desk.phone.receives({ amountMinor: 12_300 })
    await desk.phone.receives({ amountMinor: 45_600 })
    await desk.phone.receives({ amountMinor: 78_900 })
    const sheet = await desk.cashier.call('preTransactions.reconcileDepositSheet', {
      accountId: desk.account.outside,
      on: today(),
      class: ['extra'],
    })
    expect(sheet.rows).toBe(3)
    const words = [
      ['force', 'เจ้าของโอน'],
      ['ignore', 'โอนผิด'],
      ['link', 'ของใคร'],
    ]
    const { records } = await preview(await filledIn(sheet.base64, words))
    expect(records.map(({ decision, error }) => [decision, error])).toEqual([
      ['force', null],
      ['ignore', null],
      ['link', 'notAllowed'],
    ])
    const decide = (at: number) => {
      const { row, decision, remark } = records[at] ?? {}
      if (!row || !decision) throw new Error('no decision')
      return desk.cashier.call(
        'preTransactions.reconcileDepositDecide',
        { ...desk.ofRow(row), facts: row.facts, decision, remark: remark ?? '' },
        once(),
      )
    }
    expect(await decide(0)).toMatchObject({ state: 'waiting' })
    expect(await decide(1)).toMatchObject({ state: 'done' })
    expect(await codeOf(decide(2))).toBe('stateRefused')
    expect(await codeOf(decide(1))).toBe('stale')
    expect(await desk.classesOf()).toEqual(['extra 12300', 'extra 78900', 'ignored 45600'].toSorted())
    const again = await preview(await filledIn(sheet.base64, words))
    expect(again.records.map(({ error }) => error)).toEqual([null, 'changed', 'notAllowed'])
  })

  test('a fee is set aside as on the screen of matching: by those who have its right', async () => {
    await desk.phone.receives({ amountMinor: 1_500, direction: 'out' })
    const permissions = { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] as const }
    const reader = await desk.world.server.person({ permissions, hasStepUp: true })
    const ask = { accountId: desk.account.outside, on: today(), size: 100 }
    const { records } = await desk.cashier.call('preTransactions.reconcileWithdrawList', ask)
    const row = records.find(({ decisions }) => decisions.includes('fee'))
    if (!row) throw new Error('no fee')
    const input = { ...desk.ofRow(row), facts: row.facts, decision: 'fee' as const, remark: 'ค่าธรรมเนียม' }
    const decide = (by: Person) => by.call('preTransactions.reconcileWithdrawDecide', input, once())
    expect(await codeOf(decide(reader))).toBe('forbidden')
    expect(await decide(desk.cashier)).toMatchObject({ state: 'done' })
  })

  test('what is no spreadsheet, or swells, is refused', async () => {
    expect(await codeOf(preview(Buffer.from('id,facts').toString('base64')))).toBe('sheetUnreadable')
    expect(await codeOf(preview(swelling()))).toBe('sheetUnreadable')
  })
})
