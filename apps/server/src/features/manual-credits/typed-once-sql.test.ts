import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
} from '../../testing/world/money-factory.ts'
import { key } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { judgedBy, those, type Judged, type Sql } from '../matching/links/judged-sql.fixture.ts'
import {
  amountMinor,
  cash,
  depositId,
  depositRow,
  oneMore,
  posted,
  refused,
  type Leg,
} from './typed-money.fixture.ts'

// A row of money is posted once and stays as it was judged: by no statement of the server's own role does one
// approval, or one line, credit twice. Nothing of what is planted stays.
let server: TestServer
let said: Judged['said']
let stop: Judged['stop']
let anna: Person
let ben: Person
let account: FactoryAccount
let member: FactoryMember
/** Goodwill as a person typed it, with its posting. */
let gift: { readonly id: string }
const approvalId = randomUUID()
beforeAll(async () => {
  server = await startTestServer()
  const make = await createMoneyFactory(server)
  ;({ said, stop } = await judgedBy(server))
  anna = await server.person({ permissions: { memberManagement: ['isCreate'] }, hasStepUp: true })
  ben = await server.person()
  account = await make.account({ bank: 'SCB' })
  member = await make.member()
  const words = { reasonCode: 'compensation', remarkStaff: 'a gift' } as const
  const typed = { memberId: member.outside, amountMinor, kind: 'goodwill' } as const
  await anna.call('preTransactions.createDeposit', { ...typed, ...words }, key())
  const [row] = await make.query<{ id: string }>('select id from adjustments where member_id = $1', [
    member.id,
  ])
  gift = row ?? { id: '' }
})
afterAll(async () => {
  await stop()
  await server.stop()
})

const deposit = (set: Partial<Parameters<typeof depositRow>[0]> = {}): Sql =>
  depositRow({ of: member.id, at: account.id, by: ben.id, ...set })

describe('a row is posted once', () => {
  const from = `unmatched:`
  const deposited = (sets: readonly Sql[], number: string, more: readonly Leg[] = []) =>
    said(
      [deposit({ method: 'bank' })],
      ...sets,
      posted(
        'deposit.credited',
        encodeId('deposit', depositId),
        [{ from: from + account.outside, to: cash(member) }, ...more],
        number,
      ),
    )
  test('under its own name and number, the next one only when it was taken back', async () => {
    const source = encodeId('deposit', depositId)
    const leg: Leg = { from: from + account.outside, to: cash(member) }
    const first = [posted('deposit.credited', source, [leg]), oneMore]
    expect(await deposited([], '1')).toBe('done')
    const named = (text: string): Sql => [
      posted('deposit.credited', source, [leg])[0],
      text,
      ...posted('deposit.credited', source, [leg]).slice(2),
    ]
    const row = deposit({ method: 'bank' })
    await refused({
      'a second time': () => deposited(first, '2'),
      'a second time without the first': () => deposited([], '2'),
      'with a leg more': () => deposited([], '1', [leg]),
      'under a number of its own': () => deposited([], '01'),
      'under no number': () => deposited([], 'x'),
      'under a key of its own': () => said([row], named('mine')),
      'under the key of another': () => said([row], named(`credit.add:${source}:1`)),
      'again under a key of its own': () => said([row], ...first, named('mine')),
    })
  })

  test('goodwill too, also under an id that only looks like another', async () => {
    const source = encodeId('adjustment', gift.id)
    const leg: Leg = { from: 'expense:writeoff', to: cash(member) }
    await refused({
      'a second time': () => said([], posted('credit.add', source, [leg], '2')),
      'under another prefix': () => said([], posted('credit.add', encodeId('approval', gift.id), [leg])),
    })
  })
})

describe('what was credited stays', () => {
  const change = (plant: object, set: string, ...values: unknown[]) =>
    said([deposit(plant)], [`update deposits set ${set} where id = $1`, depositId, ...values])
  test('as it was: whose, how much, by whom, and since when', async () => {
    const others = `remark_staff = 'x', credit_after_minor = 1, version = 9`
    for (const state of ['credited', 'reversed']) {
      expect(await change({ state }, others)).toBe('done')
      const to = Object.entries({
        id: 'gen_random_uuid()',
        by_kind: `'auto'`,
        by_id: 'null',
        created_at: `now() - interval '2 days'`,
        credited_at: `now() - interval '2 days'`,
        business_on: 'business_on - 1',
        credits: 'credits + 1',
      })
      await refused(
        Object.fromEntries(
          to.map(([column, value]) => [
            `${state} ${column}`,
            () => change({ state }, `${column} = ${value}`),
          ]),
        ),
      )
    }
    await refused({
      'not expired': () => change({}, `state = 'expired', credited_at = null`),
      'not waiting': () => change({}, `state = 'pending', credited_at = null`),
      'taken back, and credited again': () => change({ state: 'reversed' }, `state = 'credited'`),
      'another row while it waits': () =>
        change({ method: 'bank', state: 'pending' }, 'id = gen_random_uuid()'),
    })
  })

  test('young as long as it is: no statement puts it back in time', async () => {
    const gave = (ago: string) =>
      said(
        [],
        [
          `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff,
           maker_id, business_on, created_at)
         values ('x', $1, 'goodwill', 100, 'x', 'x', $2, brand_day(), now() - $3::interval)`,
          ...those(member.id, anna.id, ago),
        ],
      )
    expect(await gave('0')).toBe('done')
    const document = { memberId: member.outside, amountMinor, accountId: account.outside }
    const agreed: Sql = [
      `insert into approvals (id, kind, entity, entity_id, document, document_hash, state, reason, maker_id,
         checker_id, settled_at)
       values ($1, 'manualDeposit', 'member', $2, $3, '', 'approved', 'x', $4, $5, now())`,
      ...those(approvalId, member.outside, JSON.stringify(document), anna.id, ben.id),
    ]
    const typed = (ago: string) =>
      said(
        [agreed],
        [
          `insert into deposits (reference, member_id, state, method, amount_minor, bank_account_id, by_kind,
           by_id, credited_at, business_on, credits, approval_id)
         values ('x', $1, 'credited', 'manual', $2, $3, 'employee', $4, now() - $5::interval,
           brand_day(), 1, $6)`,
          ...those(member.id, amountMinor, account.id, anna.id, ago, approvalId),
        ],
      )
    expect(await typed('0')).toBe('done')
    await refused({ goodwill: () => gave('25 hours'), 'a typed deposit': () => typed('25 hours') })
  })
})
