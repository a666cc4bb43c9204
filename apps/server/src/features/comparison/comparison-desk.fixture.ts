import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { once } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'

export const dayMs = 86_400_000
export const bangkokDay = (ms: number): string => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)
export const today = () => bangkokDay(Date.now())
export const payer = (member: FactoryMember) => ({ tag: 'KBNK', digits: member.accountNo.slice(-6) })

/** Two people who compare, and an account with the phone that tells of it: another one for each test. */
class Desk {
  world!: MoneyOutWorld
  cashier!: Person
  checker!: Person
  account!: FactoryAccount
  phone!: Awaited<ReturnType<typeof bankPhone>>

  async start(): Promise<void> {
    this.world = await createMoneyOutWorld()
    const permissions = {
      pretransactionReconcileDeposit: ['isRead', 'isUpdate'],
      pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
      pretransactionRequest: ['isRead', 'isUpdate'],
      pretransactionNotMatch: ['isRead', 'isUpdate'],
      memberManagement: ['isRead', 'isCreate'],
    } as const
    const abilities = { exportData: true }
    const person = { permissions, hasStepUp: true, password: decidePassword, abilities }
    this.cashier = await this.world.server.person(person)
    this.checker = await this.world.server.person(person)
  }

  async newAccount(): Promise<void> {
    this.account = await this.world.factory.account({ bank: 'SCB' })
    this.phone = await bankPhone(this.world.factory, this.account)
  }

  async rowsOf(on = today()) {
    const asked = { accountId: this.account.outside, on, size: 100 }
    return (await this.cashier.call('preTransactions.reconcileDepositList', asked)).records
  }

  async classesOf(on = today()): Promise<string[]> {
    const rows = await this.rowsOf(on)
    return rows.map((row) => `${row.class} ${row.line?.amountMinor ?? row.record?.amountMinor}`).toSorted()
  }

  totalsOf(on = today()) {
    const asked = { accountId: this.account.outside, on }
    return this.cashier.call('preTransactions.reconcileDepositTotals', asked)
  }

  ofRow({ id }: { readonly id: string }) {
    return { accountId: this.account.outside, on: today(), id }
  }

  /** A member's payment whose owner the printed account tells. */
  async pays(amountMinor: number, at?: Date): Promise<FactoryMember> {
    const member = await this.world.factory.member()
    await this.phone.receives({ amountMinor, payer: payer(member), ...(at ? { at } : {}) })
    return member
  }

  /** Money credited by two people before its line came. */
  async typed(amountMinor: number): Promise<FactoryMember> {
    const member = await this.world.factory.member()
    const { approvalId } = await this.cashier.call(
      'preTransactions.createDeposit',
      {
        memberId: member.outside,
        amountMinor,
        kind: 'realDeposit',
        accountId: this.account.outside,
        reasonCode: 'systemMissedDeposit',
        remarkStaff: 'สลิปจากลูกค้า',
      },
      once(),
    )
    await decideAs(this.checker, approvalId)
    return member
  }

  /** What a later look sees: whose time to wait is over. */
  async later<T>(minutes: number, look: () => Promise<T>): Promise<T> {
    this.world.server.clock.ms = minutes * 60_000
    try {
      return await look()
    } finally {
      this.world.server.clock.ms = 0
    }
  }
}

/** The desk of a test file; at its end the book is judged. */
export function comparisonDesk(): Desk {
  const desk = new Desk()
  beforeAll(() => desk.start())
  afterAll(async () => {
    const violations = await desk.world.factory.judge()
    await desk.world.stop()
    expect(violations).toEqual([])
  })
  beforeEach(() => desk.newAccount())
  return desk
}
