import { describe, expect, test } from 'vitest'
import { codeOf, once } from '../../testing/refusal.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { bangkokDay, comparisonDesk, dayMs, payer, today } from './comparison-desk.fixture.ts'

const desk = comparisonDesk()

describe('what came in on a day', () => {
  test('20 days of messages with planted differences: each is listed, and no other', async () => {
    await desk.world.server.set({ depositRequestMinutes: 5 })
    for (let day = 0; day < 20; day += 1) {
      await desk.newAccount()
      const at = 10_000 + day * 100
      const expected = ['matchedAuto 50000', `matchedAuto ${at}`]
      await desk.pays(50_000)
      await desk.pays(at)
      if (day % 2 === 0) {
        // Nobody's, of an amount that another has on this day.
        await desk.phone.receives({ amountMinor: 50_000, payer: { tag: 'KBNK', digits: '000001' } })
        expected.push('extra 50000')
      }
      if (day % 3 === 0) {
        const text = desk.phone.move({ amountMinor: at + 1 })
        // One movement that two channels tell of is one line.
        await desk.phone.say(text)
        await desk.phone.say(text, { source: 'push' })
        expected.push(`extra ${at + 1}`)
      }
      if (day % 4 === 1) {
        await desk.pays(at + 2, new Date(Date.now() - dayMs))
        expected.push(`late ${at + 2}`)
      }
      if (day % 5 === 2) {
        await desk.typed(at + 3)
        expected.push(`missing ${at + 3}`)
      }
      if (day % 5 === 3) {
        await desk.phone.receives({ amountMinor: at + 4, payer: payer(await desk.typed(at + 4)) })
        expected.push(`matchedAuto ${at + 4}`)
      }
      if (day % 4 === 2) {
        const member = await desk.world.factory.member()
        await desk.world.factory.request(member, desk.account, at + 5)
        await desk.phone.receives({ amountMinor: at + 5 })
        expected.push(`partiallyReconciled ${at + 5}`)
      }
      expect(await desk.later(6, () => desk.classesOf())).toEqual(expected.toSorted())
    }
  }, 60_000)

  test('pages, classes, searches and totals of a day agree, what differs among what does not', async () => {
    const members = [await desk.pays(10_000), await desk.pays(20_000)]
    await desk.phone.receives({ amountMinor: 30_000, payer: { tag: 'KBNK', digits: '000001' } })
    members.push(await desk.pays(40_000), await desk.pays(50_000))
    const of = { accountId: desk.account.outside, on: today() }
    const read = (more: object) =>
      desk.cashier.call('preTransactions.reconcileDepositList', { ...of, size: 2, ...more })
    const idsOf = ({ records }: Awaited<ReturnType<typeof read>>) => records.map(({ id }) => id)
    const whole = (await desk.rowsOf()).map(({ id }) => id)
    expect(whole).toHaveLength(5)

    const pages = [await read({})]
    for (let last = pages[0]; last?.hasAfter === true; last = pages.at(-1))
      pages.push(await read({ after: last.afterCursor }))
    expect(pages.flatMap(idsOf)).toEqual(whole)
    expect(pages.map(({ hasBefore }) => hasBefore)).toEqual([false, true, true])
    const [first, second, third] = pages
    expect(idsOf(await read({ before: third?.beforeCursor }))).toEqual(second ? idsOf(second) : [])
    expect(await read({ before: second?.beforeCursor })).toMatchObject({ hasBefore: false, hasAfter: true })
    expect(idsOf(await read({ before: second?.beforeCursor }))).toEqual(first ? idsOf(first) : [])

    expect((await read({ size: 9, class: ['matchedAuto'] })).records).toHaveLength(4)
    expect((await read({ class: ['matchedManual'] })).records).toEqual([])
    expect(await read({ class: ['extra'] })).toMatchObject({
      records: [{ class: 'extra' }],
      hasAfter: false,
    })
    for (const search of [members[1]?.username ?? '', '200.00'])
      expect((await read({ search })).records.map((row) => row.line?.amountMinor)).toEqual([20_000])
    const totals = (more: object) =>
      desk.cashier.call('preTransactions.reconcileDepositTotals', { ...of, ...more })
    expect(await totals({})).toMatchObject({
      count: 5,
      theirsMinor: 150_000,
      oursMinor: 120_000,
      openCount: 1,
    })
    expect(await totals({ class: ['matchedAuto'] })).toMatchObject({
      classes: [{ class: 'matchedAuto', count: 4, openCount: 0, theirsMinor: 120_000, oursMinor: 120_000 }],
    })
    expect(await totals({ search: '200.00' })).toMatchObject({ count: 1, theirsMinor: 20_000 })
    expect(await totals({ class: ['extra'], search: '200.00' })).toMatchObject({ count: 0, theirsMinor: 0 })
  })

  test('a late line stands on both days, and the sums differ by it on each', async () => {
    await desk.pays(70_000, new Date(Date.now() - dayMs))
    await desk.pays(10_000)
    const yesterday = bangkokDay(Date.now() - dayMs)
    expect([await desk.classesOf(yesterday), await desk.classesOf()]).toEqual([
      ['late 70000'],
      ['late 70000', 'matchedAuto 10000'],
    ])
    expect(await desk.totalsOf(yesterday)).toMatchObject({ theirsMinor: 70_000, oursMinor: 0 })
    const sums = {
      theirsMinor: 10_000,
      oursMinor: 80_000,
      differenceMinor: -70_000,
      explainedMinor: -70_000,
      openCount: 0,
    }
    expect(await desk.totalsOf()).toMatchObject(sums)
  })

  test('pages, classes and a search find the same rows', async () => {
    for (const amountMinor of [11_100, 22_200, 33_300]) await desk.pays(amountMinor)
    await desk.phone.receives({ amountMinor: 44_400 })
    const ask = { accountId: desk.account.outside, on: today() }
    const list = (more: object) =>
      desk.cashier.call('preTransactions.reconcileDepositList', { ...ask, size: 3, ...more })
    const first = await list({})
    const next = await list({ after: first.afterCursor })
    const back = await list({ before: next.beforeCursor })
    expect([first, next, back].map(({ records }) => records.length)).toEqual([3, 1, 3])
    expect(back.records).toEqual(first.records)
    expect((await list({ class: ['extra'] })).records).toMatchObject([{ class: 'extra', isOpen: true }])
    expect((await list({ search: '222.00' })).records).toMatchObject([{ line: { amountMinor: 22_200 } }])
    const { reference = '' } = first.records[1]?.record ?? {}
    expect((await list({ search: reference })).records).toMatchObject([{ record: { reference } }])
  })
})

const extraRow = async () => {
  await desk.phone.receives({ amountMinor: 12_300 })
  const [row] = await desk.rowsOf()
  if (!row) throw new Error('no row')
  return row
}
const force = (row: { id: string; facts: string }, facts = row.facts) =>
  desk.cashier.call(
    'preTransactions.reconcileDepositDecide',
    { ...desk.ofRow(row), facts, decision: 'force', remark: 'เจ้าของโอนเติมทุน' },
    once(),
  )

describe('a difference that two people sign', () => {
  test('is forced and open no more; no money moves; its history tells who', async () => {
    const row = await extraRow()
    const before = await desk.world.factory.balance(`bank:${desk.account.outside}`)
    const { approvalId, state } = await force(row)
    expect(state).toBe('waiting')
    expect(await desk.rowsOf()).toMatchObject([{ class: 'extra', isOpen: true, isAsked: true }])
    expect(await codeOf(force(row))).toBe('conflict')
    await decideAs(desk.checker, approvalId)
    expect(await desk.rowsOf()).toMatchObject([{ class: 'forced', was: 'extra', isOpen: false }])
    expect(await desk.totalsOf()).toMatchObject({
      differenceMinor: 12_300,
      explainedMinor: 12_300,
      openCount: 0,
    })
    expect(await desk.world.factory.balance(`bank:${desk.account.outside}`)).toBe(before)
    const { history } = await desk.cashier.call('preTransactions.reconcileDepositRow', desk.ofRow(row))
    expect(history.map(({ action }) => action)).toEqual(['approved', 'asked'])
  })

  test('is refused when the row is another than it was', async () => {
    const row = await extraRow()
    expect(await codeOf(force(row, '0000000000000000'))).toBe('stale')
    const { approvalId } = await force(row)
    await desk.cashier.call(
      'preTransactions.ignoreLine',
      { id: row.line?.id ?? '', version: row.line?.version ?? 0, reason: 'โอนผิดบัญชี' },
      once(),
    )
    expect(await codeOf(decideAs(desk.checker, approvalId))).toBe('conflict')
    expect(await codeOf(force((await desk.rowsOf())[0] ?? row))).toBe('stateRefused')
  })
})
