import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { receivable } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { key } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import {
  aspectsOf,
  judgedBy,
  setting,
  those,
  type Judged,
  type Sql,
} from '../matching/links/judged-sql.fixture.ts'
import {
  amountMinor,
  cash,
  depositId,
  depositRow,
  locked,
  oneMore,
  posted,
  quoted,
  refused,
  type Leg,
} from './typed-money.fixture.ts'

// The judges of typed credit in the database, one aspect at a time: what clears it, takes it back, or moves
// its money. Nothing of what is planted stays.
let server: TestServer
let make: MoneyFactory
let within: Judged['within']
let said: Judged['said']
let stop: Judged['stop']
let anna: Person
let ben: Person
let account: FactoryAccount
let elsewhere: FactoryAccount
let member: FactoryMember
let other: FactoryMember
let line: string
let lineId: string
/** Goodwill as a person typed it, with its posting. */
let gift: { readonly id: string; readonly transfer: number }
let aspects: ReturnType<typeof aspectsOf>
const requestId = randomUUID()
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  ;({ within, said, stop } = await judgedBy(server))
  anna = await server.person({ permissions: { memberManagement: ['isCreate'] }, hasStepUp: true })
  ben = await server.person()
  account = await make.account({ bank: 'SCB' })
  elsewhere = await make.account()
  member = await make.member({ bank: 'KBANK', accountNo: '1234567890' })
  other = await make.member()
  const phone = await bankPhone(make, account)
  lineId = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
  line = decodeId('statementLine', lineId) ?? ''
  aspects = aspectsOf({ line, memberId: member.id, amountMinor, requestId })
  const words = { reasonCode: 'compensation', remarkStaff: 'a gift' } as const
  const typed = { memberId: member.outside, amountMinor, kind: 'goodwill' } as const
  await anna.call('preTransactions.createDeposit', { ...typed, ...words }, key())
  const [row] = await make.query<{ id: string; transfer: number }>(
    `select j.id, t.id as transfer from adjustments j
       join transfers t on t.source_id = outside_id('adj', j.id)
      where j.member_id = $1 and j.amount_minor = $2`,
    [member.id, amountMinor],
  )
  gift = row ?? { id: '', transfer: 0 }
  await openAccounts(
    server.services.db,
    [member, other].map(({ outside }) => receivable(outside)),
  )
})
afterAll(async () => {
  await stop()
  await server.stop()
})

const approvalId = randomUUID()
const approval = (kind: string, document: object, set: object = {}): Sql => {
  const row = { state: 'approved', maker: anna.id, ...set }
  return [
    `insert into approvals (id, kind, entity, entity_id, document, document_hash, state, reason, maker_id,
       checker_id, settled_at, requires)
     values ($1, $2, 'statementLine', $7, $3, '', $4, 'x', $5, case when $4 = 'approved' then $6::uuid end,
       case when $4 <> 'pending' then now() end, '{}')`,
    ...those(approvalId, kind, JSON.stringify(document), row.state, row.maker),
    row.maker === ben.id ? anna.id : ben.id,
    lineId,
  ]
}
const deposit = (set: Partial<Parameters<typeof depositRow>[0]> = {}): Sql =>
  depositRow({ of: member.id, at: account.id, by: ben.id, ...set })

describe('money is credited', () => {
  const credit = (plants: Sql[], kind: string, source: string, from: string, rest: Partial<Leg> = {}) =>
    said(plants, posted(kind, source, [{ from, to: cash(member), ...rest }]))
  test('as goodwill from our own cost, as much as its row says and to whom', async () => {
    const id = randomUUID()
    const row: Sql = [
      `insert into adjustments (id, reference, member_id, kind, amount_minor, reason_code,
         remark_staff, maker_id, business_on)
       values ($1::uuid, $1::uuid::text, $2, 'goodwill', $3, 'x', 'x', $4, current_date)`,
      ...those(id, member.id, amountMinor, anna.id),
    ]
    const source = encodeId('adjustment', id)
    const from = 'expense:writeoff'
    expect(await credit([row], 'credit.add', source, from)).toBe('done')
    await refused({
      'without its row': () => credit([], 'credit.add', source, from),
      'from another cost': () => credit([row], 'credit.add', source, 'expense:bonus'),
      'a satang more': () => credit([row], 'credit.add', source, from, { amount: amountMinor + 1 }),
      'to another member': () => credit([row], 'credit.add', source, from, { to: cash(other) }),
      'cut again without a row': () =>
        said([row], posted('credit.cut', source, [{ from: cash(member), to: from }])),
    })
  })

  test('as a deposit from where its line, or its typing, put it', async () => {
    const source = encodeId('deposit', depositId)
    for (const [method, from, far] of [
      ['bank', `unmatched:${account.outside}`, `unmatched:${elsewhere.outside}`],
      ['manual', `suspense:${account.outside}`, `suspense:${elsewhere.outside}`],
    ] as const) {
      const by = (set: object, rest: Partial<Leg> = {}, at: string = from) =>
        credit([deposit({ method, ...set })], 'deposit.credited', source, at, rest)
      expect(await by({})).toBe('done')
      await refused({
        [`${method} without its deposit`]: () => credit([], 'deposit.credited', source, from),
        [`${method} the other way`]: () => by({ method: method === 'bank' ? 'manual' : 'bank' }),
        [`${method} taken back`]: () => by({ state: 'reversed' }),
        [`${method} a satang more`]: () => by({ amount: amountMinor - 1 }),
        [`${method} of another member`]: () => by({ of: other.id }),
        [`${method} to another member`]: () => by({}, { to: cash(other) }),
        [`${method} of another account`]: () => by({ at: elsewhere.id }),
        [`${method} from another account`]: () => by({}, {}, far),
      })
    }
  })
})

describe('what a wallet gets', () => {
  const get = (kind: string, source: string, legs: readonly Leg[], plants: readonly Sql[] = []) =>
    said(plants, posted(kind, source, legs))
  test('comes back from what was held of its own, and nowhere else', async () => {
    const hold: Leg = { from: cash(member), to: locked(member), amount: 1_000 }
    const back: Leg = { from: locked(member), to: cash(member), amount: 1_000 }
    const anew = encodeId('withdrawal', randomUUID())
    expect(await get('withdraw.hold', anew, [hold])).toBe('done')
    await refused({
      'released of no hold': () => get('withdraw.release', '', [{ ...back, from: 'expense:writeoff' }]),
      'held for another': () => get('withdraw.hold', anew, [{ ...hold, to: locked(other) }]),
      'held from elsewhere': () => get('withdraw.hold', anew, [{ ...hold, from: 'expense:writeoff' }]),
      'of a kind that credits nobody': () =>
        get('bonus.grant', anew, [{ from: 'expense:bonus', to: cash(member) }]),
    })
  })

  test('held again is what a payout of it failed with, and no more', async () => {
    const source = encodeId('withdrawal', requestId)
    const failed = (set: object = {}): Sql => {
      const row = { of: member.id, state: 'failed', amount: 1_000, ...set }
      return [
        `insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
           to_account_no, to_account_name, decision_kind, band, sla_ends_at, business_on)
         values ($1::uuid, $1::uuid::text, $2, $1::uuid::text, $3, $4, 'KBANK', '1', 'x', 'auto', 'auto',
           now(), current_date)`,
        ...those(requestId, row.of, row.state, row.amount),
      ]
    }
    const from = `bank:${account.outside}:in_transit`
    /** Held and sent in the same moment; then it fails, by a leg that takes the sending back or not. */
    const again = (set?: object, isTakenBack = true) =>
      within(set ? [failed(set)] : [], async (db) => {
        const post = async (kind: string, legs: readonly Leg[]) => {
          const [text, ...values] = posted(kind, source, legs)
          await db.query(oneMore[0])
          const { rows } = await db.query<{ answer: { ids: number[] } }, unknown[]>(
            `${text} as answer`,
            values,
          )
          return rows[0]?.answer.ids[0] ?? null
        }
        await post('withdraw.hold', [{ from: cash(member), to: locked(member), amount: 1_000 }])
        const reverses = await post('withdraw.sent', [{ from: locked(member), to: from, amount: 1_000 }])
        const back = { from, to: locked(member), amount: 1_000 }
        await post('withdraw.failed', [isTakenBack ? { ...back, reverses } : back])
        return 'done'
      })
    expect(await again({})).toBe('done')
    expect(await again({ amount: 1_001 })).toBe('done')
    await refused({
      'without taking back what was sent': () => again({}, false),
      'without its withdrawal': () => again(),
      'of one that is paid': () => again({ state: 'paid' }),
      'more than it was': () => again({ amount: 999 }),
      'of another member': () => again({ of: other.id }),
    })
  })

  test('owed by its member comes with what takes a credit back, up to that', async () => {
    const source = encodeId('adjustment', gift.id)
    const marked: Sql = [
      'update adjustments set reversed_at = now(), reversal_approval_id = gen_random_uuid() where id = $1',
      gift.id,
    ]
    const back: Leg = { from: cash(member), to: 'expense:writeoff', reverses: gift.transfer }
    const owed: Leg = { from: receivable(member.outside).code, to: cash(member), amount: amountMinor }
    const more: Leg = { ...owed, amount: amountMinor + 1 }
    const [gone, ofDeposit] = [deposit({ state: 'reversed' }), encodeId('deposit', depositId)]
    const reversed = (legs: readonly Leg[], plants: readonly Sql[] = [marked], of: string = source) =>
      get(of === ofDeposit ? 'deposit.reversed' : 'reversal', of, legs, plants)
    /** The wallet has all but `left` of it no more. */
    const spent = (left: number, first: Sql = marked): readonly Sql[] => [
      first,
      ['update accounts set balance_minor = $2 where code = $1', ...those(cash(member), left)],
    ]
    expect(await reversed([back])).toBe('done')
    expect(await reversed([owed, back], spent(0))).toBe('done')
    expect(await reversed([{ ...owed, amount: 1 }, back], spent(amountMinor - 1))).toBe('done')
    expect(await reversed([owed, back], spent(0, gone), ofDeposit)).toBe('done')
    await refused({
      'of a wallet that has it': () => reversed([owed, back]),
      'more than the wallet lacks': () => reversed([owed, back], spent(1)),
      'in parts that are more': () => reversed([owed, owed, back], spent(0)),
      'of a credit that stands': () => reversed([back], []),
      'more than was credited': () => reversed([more, back], spent(0)),
      'more than was deposited': () => reversed([more, back], spent(0, gone), ofDeposit),
      'owed by another': () =>
        reversed([{ ...owed, from: receivable(other.outside).code }, back], spent(0)),
      'owed to another': () =>
        reversed([back, { ...owed, from: receivable(other.outside).code, to: cash(other) }]),
      'from elsewhere': () => reversed([{ ...owed, from: 'expense:writeoff' }, back], spent(0)),
      alone: () => reversed([owed]),
      'under another name': () => reversed([back], [marked], encodeId('adjustment', randomUUID())),
    })
  })
})

describe('typed credit is marked as taken back', () => {
  const outside = () => encodeId('adjustment', gift.id)
  const mark = (plants: readonly Sql[], more = ''): Promise<string> =>
    said(plants, [
      `update adjustments set reversed_at = now(), reversal_approval_id = $2 ${more} where id = $1`,
      ...those(gift.id, approvalId),
    ])
  test('goodwill under its own approval, once', async () => {
    const kind = 'manualCreditReversal'
    const document = { id: outside(), amountMinor }
    expect(await mark([approval(kind, document)])).toBe('done')
    const already: Sql = [
      'update adjustments set reversed_at = now(), reversal_approval_id = gen_random_uuid() where id = $1',
      gift.id,
    ]
    await refused({
      'without one': () => mark([], ''),
      'of another kind': () => mark([approval('depositUnlink', document)]),
      'that waits': () => mark([approval(kind, document, { state: 'pending' })]),
      'of another credit': () =>
        mark([approval(kind, { ...document, id: encodeId('adjustment', requestId) })]),
      'of another amount': () => mark([approval(kind, { ...document, amountMinor: amountMinor + 1 })]),
      'a second time': () => mark([approval(kind, document), already]),
      'and back': () =>
        said([already], ['update adjustments set reversed_at = null, reversal_approval_id = null']),
    })
  })

  test('a typed deposit under its own approval, while its line has not come', async () => {
    const kind = 'manualCreditReversal'
    const document = { id: encodeId('deposit', depositId), amountMinor }
    const back = (plants: readonly Sql[], of = approvalId) =>
      said(plants, [
        `update deposits set state = 'reversed', reversal_approval_id = $2 where id = $1`,
        ...those(depositId, of),
      ])
    expect(await back([deposit(), approval(kind, document)])).toBe('done')
    await refused({
      'under one that waits': () => back([deposit(), approval(kind, document, { state: 'pending' })]),
      'under an unlinking': () => back([deposit(), approval('depositUnlink', { depositId: document.id })]),
      'of another deposit': () =>
        back([deposit(), approval(kind, { ...document, id: encodeId('deposit', requestId) })]),
      'of another amount': () => back([deposit(), approval(kind, { ...document, amountMinor: 1 })]),
      'once its line has come': () => back([deposit({ line }), approval(kind, document)]),
      'under one that served before': () =>
        back([deposit({ approval: approvalId }), approval(kind, document)]),
      'by who linked a line of it': () =>
        back([
          deposit({ line }),
          aspects.setLine(`state = 'manualMatched', handled_by = '${anna.id}', handled_at = now()`),
          approval('x', {}),
        ]),
    })
  })

  test('a deposit of a line under an unlinking, or by hand within its minutes', async () => {
    const document = { depositId: encodeId('deposit', depositId) }
    const of = deposit({ method: 'bank', line })
    const back = (plants: readonly Sql[], by: string | null = null) =>
      said(plants, [
        `update deposits set state = 'reversed', reversal_approval_id = $2 where id = $1`,
        ...those(depositId, by),
      ])
    /** Linked by hand so long ago; whatever the line says of it, which any statement may write. */
    const handled = (state: string, by: string | null, ago: string, undone = 'null'): Sql => [
      `with said as (update statement_lines set state = $2, handled_by = $3, handled_at = now()
         where id = $1 returning id)
       insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
         reasons, business_on, linked_at, undone_at)
       select $4, id, $5, $6, 1, 0, '{}', current_date, now() - $7::interval, ${undone} from said`,
      ...those(line, state, by, depositId, anna.id, member.id, ago),
    ]
    expect(await back([of, approval('depositUnlink', document)], approvalId)).toBe('done')
    expect(await back([of, handled('manualMatched', anna.id, '9 minutes 59 seconds')])).toBe('done')
    const twenty = setting('undoMinutes', 20)
    expect(await back([of, twenty, handled('manualMatched', anna.id, '19 minutes')])).toBe('done')
    await refused({
      'under an unlinking of another': () =>
        back([of, approval('depositUnlink', { depositId: encodeId('deposit', requestId) })], approvalId),
      'under another kind': () =>
        back(
          [of, approval('manualCreditReversal', { ...document, id: document.depositId, amountMinor })],
          approvalId,
        ),
      'after its minutes': () => back([of, handled('manualMatched', anna.id, '10 minutes')]),
      'of a line that the machine matched': () => back([of, handled('autoMatched', anna.id, '1 minute')]),
      'of a line that nobody handled': () => back([of, handled('manualMatched', null, '1 minute')]),
      'handled long ago': () =>
        back([
          of,
          handled('manualMatched', anna.id, '1 minute'),
          aspects.setLine(`handled_at = now() - interval '10 minutes'`),
        ]),
      'undone before': () => back([of, handled('manualMatched', anna.id, '1 minute', 'now()')]),
      'of a line that only says so': () =>
        back([
          of,
          aspects.setLine(`state = 'manualMatched', handled_by = '${anna.id}', handled_at = now()`),
        ]),
    })
  })
})

describe('a typed deposit is cleared by a line', () => {
  const cleared = (plants: readonly Sql[], by: string | null = null): Promise<string> =>
    said(plants, [
      `update deposits set statement_line_id = $2, link_approval_id = $3 where id = $1`,
      ...those(depositId, line, by),
    ])
  const settled = (by: string | null, more = ''): Sql =>
    aspects.setLine(
      `state = 'manualMatched', reason = 'lateLine', handled_by = ${quoted(by)}, version = 2,
       match_evidence = jsonb_build_object('memberId', '${member.id}', 'score', 54) ${more}`,
    )
  const fits = () => aspects.digits('??????7890')

  test('by the machine where the digits fit an account, four of them, and nothing is doubted', async () => {
    const machine = (...more: Sql[]) => cleared([deposit(), settled(null), fits(), ...more])
    expect(await machine()).toBe('done')
    expect(await machine(aspects.doubt('quarantined'))).toBe('done')
    expect(await machine(aspects.setAccount(`state = 'alias'`))).toBe('done')
    await refused({
      'other digits': () => machine(aspects.digits('??????7891')),
      'three digits': () => machine(aspects.digits('???????890')),
      'no digits': () => machine(aspects.digits(null)),
      'of an account that was refused': () => machine(aspects.setAccount(`state = 'refused'`)),
      'of another member': () => cleared([deposit({ of: other.id }), settled(null), fits()]),
      'of a line opened again': () => machine(aspects.doubt('reopened')),
      'of a line taken back': () => machine(aspects.doubt('unlinked')),
      'of a line not proven': () => machine(aspects.doubt('unproven')),
      'of another amount': () => cleared([deposit({ amount: amountMinor + 1 }), settled(null), fits()]),
      'of another account': () => cleared([deposit({ at: elsewhere.id }), settled(null), fits()]),
      'of money out': () => machine(aspects.setLine(`direction = 'out'`)),
      'of an open line': () => machine(aspects.setLine(`state = 'unmatched'`)),
      'for another reason': () => machine(aspects.setLine(`reason = 'undone'`)),
      'for no reason': () => machine(aspects.setLine('reason = null')),
    })
  })

  test('by one person who did not type it, whose line came after it and fits', async () => {
    const before = (...more: Sql[]) => [
      deposit(),
      aspects.request({ ms: -1_000 }),
      settled(anna.id),
      aspects.setLine('created_at = now(), received_at = now(), bank_time = null'),
      ...more,
    ]
    // The request stands before the line, which has come after the deposit.
    expect(await cleared(before())).toBe('done')
    const typist: Sql = ['update deposits set by_id = $2 where id = $1', depositId, anna.id]
    await refused({
      'who typed it': () => cleared(before(typist)),
      'of a line before it': () =>
        cleared(before(aspects.setLine(`created_at = now() - interval '2 hours'`))),
      'without a ground': () => cleared([deposit(), settled(anna.id)]),
      'with points of another': () =>
        cleared(before(aspects.setLine(`match_evidence = '{"memberId": "x", "score": 54}'`))),
      'with too few points': () => cleared(before(settled(anna.id, `|| '{"score": 39}'`))),
      'who is the member': () =>
        cleared(
          before([
            'update employees set phone = (select phone from members where id = $2) where id = $1',
            anna.id,
            member.id,
          ]),
        ),
      'above their limit': () =>
        cleared(
          before([
            'update employees set approval_limit_minor = $2 where id = $1',
            anna.id,
            amountMinor - 1,
          ]),
        ),
    })
  })

  test('under an approval that names both and the version', async () => {
    const document = { clearsId: encodeId('deposit', depositId), lineId, lineVersion: 1 }
    const agreed = (kind: string, of: object, set: object = {}) =>
      cleared([deposit(), settled(anna.id), approval(kind, of, set)], approvalId)
    expect(await agreed('lineLink', document)).toBe('done')
    await refused({
      'of another kind': () => agreed('depositUnlink', document),
      'that waits': () => agreed('lineLink', document, { state: 'pending' }),
      'of another maker': () => agreed('lineLink', document, { maker: ben.id }),
      'of another deposit': () =>
        agreed('lineLink', { ...document, clearsId: encodeId('deposit', requestId) }),
      'that clears nothing': () => agreed('lineLink', { ...document, clearsId: null }),
      'of another line': () =>
        agreed('lineLink', { ...document, lineId: encodeId('statementLine', requestId) }),
      'of another version': () => agreed('lineLink', { ...document, lineVersion: 2 }),
    })
  })
})

describe('money by hand holds what is paid automatically', () => {
  const wanted: Sql = [
    `insert into withdrawals (id, reference, member_id, request_key, state, amount_minor, to_bank,
       to_account_no, to_account_name, decision_kind, band, sla_ends_at, business_on)
     values ($1, 'W', $2, 'W', 'approved', 1000, 'KBANK', '1234567890', 'x', 'auto', 'auto', now(),
       current_date)`,
    ...those(requestId),
  ]
  const clean = (): Sql[] => [
    ['update adjustments set member_id = $1', other.id],
    [wanted[0], requestId, member.id],
  ]
  const sent = (...plants: Sql[]) =>
    said([...clean(), ...plants], [`update withdrawals set state = 'sending' where id = $1`, requestId])
  const gave = (ago: string): Sql => [
    `update adjustments set member_id = $1, created_at = now() - interval '${ago}'`,
    member.id,
  ]
  test('for as many hours as the brand says, whoever gave it', async () => {
    expect(await sent()).toBe('done')
    expect(await sent(deposit({ made: '24 hours 1 minute' }), gave('24 hours 1 minute'))).toBe('done')
    expect(await sent(deposit({ kind: 'auto', by: null, method: 'bank' }))).toBe('done')
    expect(await sent(deposit({ state: 'reversed' }))).toBe('done')
    expect(await sent(deposit({ of: other.id }))).toBe('done')
    expect(await sent(deposit({ made: '3 hours' }), setting('handLinkHours', 2))).toBe('done')
    await refused({
      'a typed deposit': () => sent(deposit({ made: '23 hours 59 minutes' })),
      'a linked one': () => sent(deposit({ method: 'bank', line })),
      goodwill: () => sent(gave('23 hours 59 minutes')),
      'for more hours': () => sent(gave('25 hours'), setting('handLinkHours', 26)),
    })
    expect(
      await within([deposit({ method: 'bank', line, made: '2 hours' })], async (db) => {
        const { rows } = await db.query<{ kind: string }>(
          `select kind, reference, amount_minor::int as amount, statement_line_id as line
             from money_by_hand($1, now() - interval '1 day')`,
          [member.id],
        )
        return rows
      }),
    ).toEqual([
      expect.objectContaining({ kind: 'typed', amount: amountMinor, line: null }),
      { kind: 'linked', reference: depositId, amount: amountMinor, line },
    ])
  })
})
