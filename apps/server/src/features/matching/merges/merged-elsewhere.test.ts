import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, once } from '../../../testing/refusal.ts'
import type { Person } from '../../../testing/server.ts'
import { decidePassword } from '../../../testing/world/decide.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { statementOf, uploadStatement } from '../../../testing/world/statement-file.ts'
import { unmatchedNow } from '../../reconcile/ledger-facts.ts'
import { statementDays } from '../../reconcile/line-facts.ts'
import { doublesOfAccount } from './merges.fixture.ts'

// A merged double is no movement anywhere else: not of a statement file, a day's comparison, or its sheets.
let desk: LineDesk
let owner: Person
beforeAll(async () => {
  desk = await startLineDesk()
  owner = await desk.server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  expect(await desk.stop()).toEqual([])
})

const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
/** Five minutes, or fewer where the day in Bangkok is younger: both are of one day then. */
const beforeMinutes = () => Math.min(5, Math.floor(((Date.now() + 7 * 3_600_000) % 86_400_000) / 60_000))
const minute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000)

/** A push that a person credited; then its SMS came late, stood as money of nobody, and was merged. */
async function merged() {
  const at = await doublesOfAccount(desk, true)
  const twin = await at.push(30_000, beforeMinutes())
  await desk.server.database.plant(
    `update statement_lines set state = 'unmatched', hint_until = null where id = $1`,
    [decodeId('statementLine', twin)],
  )
  await at.credit(twin, await desk.make.member())
  const sentAt = minute()
  const double = await at.sms(30_000)
  await at.merge(double, twin)
  return { at, twin, double, sentAt }
}

test('a statement file finds the line that stays, and brings no double back', async () => {
  const { at, sentAt } = await merged()
  const balanceMinor = at.phone.balanceMinor()
  const rows = [{ at: sentAt, amountMinor: 30_000, balanceMinor }]
  const file = statementOf(at.account.accountNo, [
    ...rows,
    { at: sentAt, amountMinor: 500, balanceMinor: balanceMinor + 500 },
  ])
  const id = await uploadStatement(desk.server, owner, at.account.outside, file)
  const { plan } = await owner.call('statementFiles.preview', { id, mapping: null })
  expect(plan).toMatchObject({
    knownCount: 1,
    newIn: { count: 1, amountMinor: 500 },
    errors: [],
    contradictions: [],
  })
})

test('the sums, the comparison and the sheet of the day count the movement once', async () => {
  const { at, twin, double } = await merged()
  const { db } = desk.server.services
  const day = (await statementDays(db, today())).find(({ account }) => account.id === at.account.id)
  expect(day?.sums).toMatchObject([{ direction: 'in', count: 1, amountMinor: 30_000 }])
  expect([day?.ends.length, day?.singles]).toEqual([2, []])
  expect((await unmatchedNow(db)).filter(({ id }) => id === at.account.id)).toEqual([])
  const of = { accountId: at.account.outside, on: today() }
  const { records } = await owner.call('preTransactions.reconcileDepositList', { ...of, size: 50 })
  const classes = new Map(records.map((row) => [row.line?.id, row.class]))
  expect([classes.get(twin), classes.get(double)]).toEqual(['matchedManual', 'duplicate'])
  const totals = await owner.call('preTransactions.reconcileDepositTotals', of)
  expect(totals).toMatchObject({ theirsMinor: 30_000, oursMinor: 30_000 })
  const { records: accounts } = await owner.call('paymentAutos.list', {})
  expect(accounts.find(({ id }) => id === at.account.outside)).toMatchObject({
    inToday: { count: 1, amountMinor: 30_000 },
  })
})

test('nobody links, books or reopens it', async () => {
  const { double } = await merged()
  const { line } = await desk.cashier.call('preTransactions.line', { id: double })
  const { outside: memberId } = await desk.make.member()
  const of = { id: double, version: line.version }
  const reason = 'ลองทำรายการซ้ำ'
  for (const act of [
    () =>
      desk.cashier.call(
        'preTransactions.link',
        { ...of, memberId, remark: reason, isConfirmed: true },
        once(),
      ),
    () => desk.cashier.call('preTransactions.reopenLine', { ...of, reason }, once()),
    () => desk.cashier.call('preTransactions.bookLine', { ...of, category: 'interest', reason }, once()),
  ])
    expect(await codeOf(act())).toMatch(/^(lineNotOpen|stateRefused)$/)
})
