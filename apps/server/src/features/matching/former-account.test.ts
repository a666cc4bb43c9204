import { suspense } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { codeOf, key } from '../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'

// People credited a member before the bank told of it, and the line then shows an account that the member no
// longer uses: it may still be that money.
let server: TestServer
let make: MoneyFactory
let anna: Person
let ben: Person
let carol: Person
const permissions = {
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  memberManagement: ['isRead', 'isCreate'],
} as const
const options = { permissions, hasStepUp: true, password: decidePassword } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  anna = await server.person(options)
  ben = await server.person(options)
  carol = await server.person(options)
  await server.set({ isAutoCreditOn: false })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

async function creditBefore({ outside: memberId }: FactoryMember, accountId: string, amountMinor: number) {
  const money = { memberId, amountMinor, kind: 'realDeposit' as const, accountId }
  const words = { reasonCode: 'systemMissedDeposit' as const, remarkStaff: 'seen in the bank app' }
  const asked = await carol.call('preTransactions.createDeposit', { ...money, ...words }, key())
  await decideAs(ben, asked.approvalId)
}
/** Another account from now on; the one before stays known. */
async function moves(member: FactoryMember, accountNo: string) {
  await server.database.plant(
    `update member_bank_accounts set state = 'alias', until = now() where member_id = $1`,
    [member.id],
  )
  await server.database.plant(
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     values ($1, 'SCB', $2, 'x', 'primary')`,
    [member.id, accountNo],
  )
}

test('a line of the account before is held until a person says which money it is', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const member = await make.member()
  // Two of one amount, an hour apart: no machine says which of them the line is of.
  await creditBefore(member, account.outside, 64_400)
  await server.database.plant(
    `update deposits set credited_at = credited_at - interval '1 hour' where member_id = $1`,
    [member.id],
  )
  await creditBefore(member, account.outside, 64_400)
  await moves(member, '9090909090')
  const payer = { tag: 'KBNK', digits: member.accountNo.slice(-6) }
  const id = (await phone.receives({ amountMinor: 64_400, payer })).body.data?.lineId ?? ''
  const input = { id, memberId: member.outside }
  const { creditedBefore } = await anna.call('preTransactions.previewLink', input)
  expect(creditedBefore.map((deposit) => deposit.member.id)).toEqual([member.outside, member.outside])
  const link = (rest: object = {}) =>
    anna.call('preTransactions.link', { ...input, version: 1, remark: 'the slip fits', ...rest }, key())
  expect(await codeOf(link())).toBe('409 blocked')
  expect(await link({ depositId: creditedBefore[0]?.id })).toMatchObject({ state: 'done' })
  expect(await make.cash(member)).toBe(128_800)
  expect(await make.balance(suspense(account.outside).code)).toBe(-64_400)
})

test('a line of the account before, that can be of one credit alone, clears it by itself', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const member = await make.member()
  await creditBefore(member, account.outside, 64_500)
  await moves(member, '8080808080')
  const payer = { tag: 'KBNK', digits: member.accountNo.slice(-6) }
  await phone.receives({ amountMinor: 64_500, payer })
  expect(await make.cash(member)).toBe(64_500)
  expect(await make.balance(suspense(account.outside).code)).toBe(0)
})
