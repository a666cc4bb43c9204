import { randomInt, randomUUID } from 'node:crypto'
import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfMember } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '../../../platform/posting/ledger-store.ts'
import { fitMask } from '@khlang/bank-messages/mask.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { saysItIsTheirs } from '../../../testing/world/links.ts'
import { key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decidePassword } from '../../../testing/world/decide.ts'
import { aspectsOf, judgedBy, setting, those, type Judged, type Sql } from './judged-sql.fixture.ts'

// The same as the program's own role in the database: each statement that skips the second person is refused.
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
let judged: Judged
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const options = {
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
    hasStepUp: true,
    password: decidePassword,
  } as const
  cashier = await server.person(options)
  second = await server.person(options)
  judged = await judgedBy(server)
})
afterAll(async () => {
  await judged.stop()
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

/** All in one transaction. */
async function bySql(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<string> {
  const client = await server.services.pool.connect()
  try {
    await client.query('begin')
    for (const [text, ...values] of statements) await client.query(text, values)
    await client.query('commit')
    return 'done'
  } catch (error) {
    await client.query('rollback')
    return (error as { code?: string }).code ?? String(error)
  } finally {
    client.release()
  }
}

interface Open {
  readonly id: string
  readonly uuid: string
  readonly member: FactoryMember
  readonly accountId: string
  readonly account: string
}
async function openLine(amountMinor: number, digits?: string): Promise<Open> {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const payer = digits === undefined ? {} : { payer: { tag: 'KBNK', digits } }
  const id = (await phone.receives({ amountMinor, ...payer })).body.data?.lineId ?? ''
  const uuid = decodeId('statementLine', id) ?? ''
  return { id, uuid, member: await make.member(), accountId: account.id, account: account.outside }
}
/** The line as if the cashier had linked it, with points that nobody gave it. */
const claimed = ({ uuid, member }: Open, score = 99, decision = 'manual') =>
  [
    `update statement_lines set state = case $4 when 'manual' then 'manualMatched' else 'autoMatched' end,
       handled_by = case $4 when 'manual' then $2::uuid end, handled_at = now(), version = version + 1,
       match_evidence = jsonb_build_object('decision', $4::text, 'memberId', $3::text, 'score', $5::int)
      where id = $1`,
    uuid,
    cashier.id,
    member.id,
    decision,
    score,
  ] as const
const credited = (open: Open, amountMinor: number, by = 'employee', approvalId: string | null = null) =>
  [
    `insert into deposits (reference, member_id, state, method, amount_minor, bank_account_id,
       statement_line_id, by_kind, by_id, credited_at, business_on, credits, link_approval_id)
     values ($1, $2, 'credited', 'bank', $3, $4, $5, $6, $7, now(), current_date, 1, $8)`,
    randomUUID(),
    open.member.id,
    amountMinor,
    open.accountId,
    open.uuid,
    by,
    by === 'employee' ? cashier.id : null,
    approvalId,
  ] as const

describe('a line credits nobody by hand', () => {
  test('without the approval, whatever points are written beside it', async () => {
    const open = await openLine(60_000)
    expect(await bySql(claimed(open, 0), credited(open, 60_000))).toBe('KL105')
    expect(await bySql(claimed(open, 99), credited(open, 60_000))).toBe('KL105')
    // Nothing but the approval is missing: with a ground for its points the same is one person's act.
    await saysItIsTheirs(make, open.id, open.member)
    expect(await bySql(claimed(open, 39), credited(open, 60_000))).toBe('KL105')
    expect(await bySql(claimed(open, 54), credited(open, 60_001))).toBe('KL105')
    expect(await bySql(credited(open, 60_000))).toBe('KL105')
  })

  test('whose digits are of no account of the member, nor of a line that was held', async () => {
    const other = await openLine(60_100, '112233')
    await saysItIsTheirs(make, other.id, other.member)
    expect(await bySql(claimed(other), credited(other, 60_100))).toBe('KL105')
    const reopened = await openLine(60_200)
    await saysItIsTheirs(make, reopened.id, reopened.member)
    const { id } = reopened
    const reason = 'ตรวจแล้ว'
    await cashier.call('preTransactions.ignoreLine', { id, version: 1, reason }, key())
    await cashier.call('preTransactions.reopenLine', { id, version: 2, reason }, key())
    expect(await bySql(['delete from line_doubts'])).toBe('42501')
    expect(await bySql(claimed(reopened), credited(reopened, 60_200))).toBe('KL105')
  })

  test('above the person’s limit or after a day, nor to themselves', async () => {
    const old = await openLine(60_300)
    await saysItIsTheirs(make, old.id, old.member)
    await server.database.plant(
      `update statement_lines set received_at = now() - interval '25 hours' where id = $1`,
      [old.uuid],
    )
    expect(await bySql(claimed(old), credited(old, 60_300))).toBe('KL105')
    const limited = await openLine(60_400)
    await saysItIsTheirs(make, limited.id, limited.member)
    const limit = (minor: number | null) =>
      server.database.plant('update employees set approval_limit_minor = $2 where id = $1', [
        cashier.id,
        minor,
      ])
    await limit(60_399)
    expect(await bySql(claimed(limited), credited(limited, 60_400))).toBe('KL105')
    await limit(null)
    const phone = (number: string) =>
      server.database.plant('update employees set phone = $2 where id = $1', [cashier.id, number])
    const [row] = await make.query<{ phone: string }>('select phone from members where id = $1', [
      limited.member.id,
    ])
    await phone(row?.phone ?? '')
    expect(await bySql(claimed(limited), credited(limited, 60_400))).toBe('KL105')
    await phone('')
  })

  test('by calling it the machine’s', async () => {
    const open = await openLine(60_500)
    const asMachine = credited(open, 60_500, 'auto')
    expect(await bySql(asMachine)).toBe('KL105')
    expect(await bySql(claimed(open, 99, 'auto'), asMachine)).toBe('KL105')
  })

  test('with the approval of another link, or with one that has served', async () => {
    const [one, other] = [await openLine(60_600), await openLine(60_600)]
    const wanted = { id: one.id, version: 1, memberId: one.member.outside, remark: 'ลูกค้าโทรมา' }
    const { approvalId } = await cashier.call('preTransactions.link', wanted, key())
    const approval = decodeId('approval', approvalId ?? '')
    const creditWith = (open: Open) => bySql(claimed(open), credited(open, 60_600, 'employee', approval))
    expect(await creditWith(one)).toBe('KL105')
    const agreed = `update approvals set state = 'approved', checker_id = $2, settled_at = now()
      where id = $1`
    expect(await bySql([agreed, approval, second.id])).toBe('done')
    expect(await creditWith(other)).toBe('KL105')
    expect(await creditWith(one)).toBe('done')
    const back = `update deposits set state = 'reversed' where statement_line_id = $1`
    const open = `update statement_lines set state = 'unmatched', version = 1 where id = $1`
    expect(await bySql([back, one.uuid], [open, one.uuid])).toBe('done')
    expect(await creditWith(one)).toBe('23505')
  })

  test('with the approval of a line that has changed since', async () => {
    const open = await openLine(60_650)
    const wanted = { id: open.id, version: 1, memberId: open.member.outside, remark: 'ลูกค้าโทรมา' }
    const { approvalId } = await cashier.call('preTransactions.link', wanted, key())
    const approval = decodeId('approval', approvalId ?? '')
    const agreed = `update approvals set state = 'approved', checker_id = $2, settled_at = now()
      where id = $1`
    const changed = 'update statement_lines set version = version + 1 where id = $1'
    expect(await bySql([agreed, approval, second.id], [changed, open.uuid])).toBe('done')
    expect(await bySql(claimed(open), credited(open, 60_650, 'employee', approval))).toBe('KL105')
  })

  test('on points whose only ground is a payer who was learnt once', async () => {
    const open = await openLine(60_660)
    const learnt = (hits: number) =>
      server.database.plant(
        `insert into payer_aliases (member_id, payer_key, hits)
         select $1, coalesce(payer_bank, '') || '|' || coalesce(ltrim(payer_mask, '?'), '') || '|anna boon',
                $2
           from statement_lines where id = $3
           on conflict (payer_key, member_id) do update set hits = excluded.hits`,
        [open.member.id, hits, open.uuid],
      )
    const told = `update statement_lines set payer_name = 'ANNA BOON' where id = $1`
    await server.database.plant(told, [open.uuid])
    const named = `update member_bank_accounts set account_name = 'ANNA BOON' where member_id = $1`
    await server.database.plant(named, [open.member.id])
    await learnt(1)
    expect(await bySql(claimed(open), credited(open, 60_660))).toBe('KL105')
    await learnt(2)
    expect(await bySql(claimed(open), credited(open, 60_660))).toBe('done')
  })

  test('and what was credited goes to no other member, line or amount', async () => {
    const open = await openLine(60_700)
    await saysItIsTheirs(make, open.id, open.member)
    const link = { id: open.id, version: 1, memberId: open.member.outside }
    await cashier.call('preTransactions.link', link, key())
    const stranger = await make.member()
    const change = (column: string, value: unknown) =>
      bySql([`update deposits set ${column} = $2 where statement_line_id = $1`, open.uuid, value])
    expect(await change('member_id', stranger.id)).toBe('KL105')
    expect(await change('amount_minor', 60_701)).toBe('KL105')
    expect(await change('by_kind', 'auto')).toBe('KL105')
    expect(await bySql(['update hand_links set score = 99'])).toBe('42501')
  })

  test('and no money of a line is posted to a member without its deposit', async () => {
    const open = await openLine(60_800)
    const source = encodeId('deposit', randomUUID())
    const posted = (kind: string, from: string, sourceId: string) =>
      bySql([
        `select post_transfers('strict', array[$4 || ':' || $1 || ':1'], array[$4], array[$1],
           array[current_date], array[current_date], null, array[1],
           array[$2, $3], array[1], array[2], array[60800::bigint], array['THB'], null)`,
        sourceId,
        from,
        `member:${open.member.outside}:cash`,
        kind,
      ])
    for (const sourceId of [source, 'x'])
      expect(await posted('deposit.credited', `unmatched:${open.account}`, sourceId)).toBe('KL105')
    // Nor under the name of a kind that credits nobody.
    for (const kind of ['own.transfer.in', 'receivable.repaid', 'deposit.received'])
      expect(await posted(kind, 'expense:writeoff', source)).toBe('KL105')
  })
})

describe('the judges take nobody for another', () => {
  const amountMinor = 60_900
  const requestId = randomUUID()
  let open: Open
  let other: FactoryMember
  let aspects: ReturnType<typeof aspectsOf>
  beforeAll(async () => {
    open = await openLine(amountMinor)
    other = await make.member()
    aspects = aspectsOf({ line: open.uuid, memberId: open.member.id, amountMinor, requestId })
  })
  const hasGround = (...plants: Sql[]) =>
    judged.valueOf(
      plants,
      'select link_has_ground($1, $2, $3, null) as value',
      ...those(open.uuid, open.member.id, cashier.id),
    )

  test('who has the digits and the bank is the payer, whoever else may have asked', async () => {
    const digits = aspects.digits('??????7890', 'KBANK')
    const has = (of: FactoryMember, accountNo: string, bank = 'KBANK'): Sql => [
      `update member_bank_accounts set account_no = $2, bank = $3, since = since - interval '1 hour'
        where member_id = $1`,
      ...those(of.id, accountNo, bank),
    ]
    const judge = async (...plants: Sql[]) => [
      await hasGround(digits, ...plants),
      await judged.valueOf(
        plants,
        `select payer_contradicts('??????7890', 'KBANK', $1) as value`,
        open.member.id,
      ),
      await judged.valueOf(plants, `select payer_contradicts(null, 'KBANK', $1) as value`, open.member.id),
    ]
    expect(await judge(has(open.member, '1234567890'), has(other, '1111111111'))).toEqual([
      true,
      false,
      false,
    ])
    expect(await judge(has(open.member, '1111111111', 'SCB'), has(other, '1234567890'))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('who was learnt by more digits, or at another bank, is not who shows these', async () => {
    const learnt = (payer: string, bank: string | null = null) =>
      hasGround(
        aspects.digits('??????4321', bank),
        aspects.alias(2, open.member.id, `${payer}|anna boon`),
        aspects.setAccount(`account_no = '1111111111'`),
      )
    expect([await learnt('|4321'), await learnt('|43210')]).toEqual([true, false])
    expect([await learnt('SCB|4321', 'SCB'), await learnt('|4321', 'SCB')]).toEqual([true, false])
  })

  test('an order speaks for the member whose it is, by its very reference', async () => {
    const ordered = (of: string, ref: string) =>
      hasGround(aspects.setLine(`ref = 'G-1'`), aspects.request({ of, amount: 1 }), [
        'update deposits set gateway_ref = $2 where id = $1',
        ...those(requestId, ref),
      ])
    const member = open.member.id
    expect([
      await ordered(member, 'G-1'),
      await ordered(member, 'G-2'),
      await ordered(other.id, 'G-1'),
    ]).toEqual([true, false, false])
  })

  test('the smaller limit counts, of the role or one’s own', async () => {
    const limited = (column: string, role: number, own: number | null) =>
      judged.valueOf(
        [
          aspects.setLine('received_at = now(), bank_time = null'),
          [
            `update roles set ${column} = $2 where id = (select role_id from employees where id = $1)`,
            ...those(cashier.id, role),
          ],
          [`update employees set ${column} = $2 where id = $1`, ...those(cashier.id, own)],
        ],
        `select link_reasons($1, $2, $3, 40, now(), '2020-01-01') as value`,
        ...those(open.uuid, open.member.id, cashier.id),
      )
    for (const [column, reason] of [
      ['approval_limit_minor', 'overLimit'],
      ['adjustment_per_day_minor', 'overDay'],
    ] as const) {
      expect(await limited(column, amountMinor, null)).toEqual([])
      expect(await limited(column, amountMinor, amountMinor)).toEqual([])
      expect(await limited(column, amountMinor - 1, amountMinor + 1)).toEqual([reason])
      expect(await limited(column, amountMinor + 1, amountMinor - 1)).toEqual([reason])
    }
  })

  test('what the brand has not said is as in the program', async () => {
    const { matchSuggestScore, linkOldHours, autoCreditLimitMinor } = BrandSettings.parse({})
    const unsaid: Sql = [`update brand_settings set value = '{}'`]
    const reasons = (score: number, age = '0') =>
      judged.valueOf(
        [unsaid, aspects.setLine(`received_at = now() - interval '${age}', bank_time = null`)],
        `select link_reasons($1, $2, $3, $4, now(), '2020-01-01') as value`,
        ...those(open.uuid, open.member.id, cashier.id, score),
      )
    expect(await reasons(matchSuggestScore, `${linkOldHours} hours`)).toEqual([])
    expect(await reasons(matchSuggestScore - 1)).toEqual(['lowScore'])
    expect(await reasons(matchSuggestScore, `${linkOldHours} hours 1 millisecond`)).toEqual(['old'])
    const byMachine = (amount: number) =>
      judged.said(
        [unsaid, aspects.setLine(`amount_minor = ${amount}`), aspects.request({ amount })],
        claimed(open, 99, 'auto'),
        credited(open, amount, 'auto'),
      )
    expect(await byMachine(autoCreditLimitMinor)).toBe('done')
    expect(await byMachine(autoCreditLimitMinor + 1)).toBe('KL105')
  })

  test('taking one link back leaves every other as it was, on the brand’s own day', async () => {
    const earlier: Sql = [
      `insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
         reasons, business_on)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, 1, 50, '{}', '2020-01-01')`,
      ...those(cashier.id, other.id),
    ]
    const kept = (dayCutOffMinutes: number) =>
      judged.within(
        [aspects.request(), earlier, setting('dayCutOffMinutes', dayCutOffMinutes)],
        async (db) => {
          const back: Sql = [
            `update deposits set state = 'reversed' where statement_line_id = $1`,
            open.uuid,
          ]
          for (const [text, ...values] of [claimed(open, 54), credited(open, amountMinor), back])
            await db.query(text, values)
          const { rows } = await db.query<{ amount: number; isUndone: boolean; isToday: boolean }>(
            `select amount_minor::int as amount, undone_at is not null as "isUndone",
                  business_on = brand_day() as "isToday" from hand_links
            where member_id in ($1, $2) order by 1`,
            [open.member.id, other.id],
          )
          return rows
        },
      )
    // Of two cut-offs a day apart one at least makes the brand's day another than that of Greenwich.
    for (const cutOff of [0, 1439])
      expect(await kept(cutOff)).toEqual([
        { amount: 1, isUndone: false, isToday: false },
        { amount: amountMinor, isUndone: true, isToday: true },
      ])
  })

  test('whoever typed a deposit is no witness of its line by another account of theirs either', async () => {
    const typed = (ms: number, ...more: Sql[]) =>
      judged.valueOf(
        [aspects.request({ by: 'employee', who: second.id, ms }), ...more],
        'select clearing_reasons($1, $2, $3) as value',
        ...those(open.uuid, requestId, cashier.id),
      )
    const samePhone: Sql = [
      `update employees set phone = '+66812345678' where id = any($1::uuid[])`,
      [cashier.id, second.id],
    ]
    expect(await typed(0)).toEqual([])
    expect(await typed(1)).toEqual(['lateEvidence'])
    expect(await typed(0, samePhone)).toEqual(['ownRequest'])
  })
})

test('a mask fits in the database exactly where it fits in the program', async () => {
  const digit = () => String(randomInt(10))
  const pairs = Array.from({ length: 600 }, (_, at) => {
    const number = Array.from({ length: 8 + (at % 6) }, digit).join('')
    const shown = [...number.padStart(10 + (at % 4), '0')].map((place) =>
      randomInt(3) === 0 ? '?' : randomInt(30) === 0 ? digit() : place,
    )
    return { mask: shown.join('').slice(randomInt(4)), number }
  })
  pairs.push({ mask: '????', number: '12345678' }, { mask: '1234', number: '' }, { mask: '', number: '1' })
  // A nought before a shorter number shows nothing of it; its first digit alone does.
  pairs.push({ mask: '0???', number: '123' }, { mask: '1??', number: '123' }, { mask: '00', number: '' })
  const { rows } = await server.services.pool.query<{ fits: boolean }>(
    `select mask_fits(mask, number) as fits
       from unnest($1::text[], $2::text[]) with ordinality as p (mask, number, at) order by at`,
    [pairs.map(({ mask }) => mask), pairs.map(({ number }) => number)],
  )
  const byProgram = pairs.map(({ mask, number }) => fitMask(mask, number).fits)
  expect(rows.map(({ fits }) => fits)).toEqual(byProgram)
  expect(new Set(byProgram).size).toBe(2)
})

test('nobody’s wallet is filled before there is a member, and who registered them stays', async () => {
  const id = randomUUID()
  const outside = encodeId('member', id)
  const add: Sql = [
    `insert into members (id, username, phone, first_name, last_name, state)
     values ($1, 'newcomer', '+66899999999', 'x', 'x', 'active')`,
    id,
  ]
  await openAccounts(server.services.db, accountsOfMember(outside))
  expect(await judged.said([], add)).toBe('done')
  const filled = (code: string): Sql => ['update accounts set version = 1 where code = $1', code]
  expect(await judged.said([filled(`member:${outside}:cash`)], add)).toBe('KL105')
  expect(await judged.said([filled(`member:${outside}:locked`)], add)).toBe('KL105')
  const member = await make.member()
  const set = (column: string, value: unknown): Sql => [
    `update members set ${column} = $2 where id = $1`,
    ...those(member.id, value),
  ]
  const codes = [
    await judged.said([], set('created_by', cashier.id)),
    await judged.said([], set('first_name', 'y')),
  ]
  expect(codes).toEqual([expect.stringMatching(/^(?:KL105|42501)$/), 'done'])
})

test('who registered a member is the first to pay them out until a colleague has', async () => {
  const [member, other] = [await make.member(), await make.member()]
  const first = (plants: readonly Sql[], by = cashier.id) =>
    judged.valueOf(plants, 'select is_first_of_own($1, $2) as value', by, member.id)
  const made: Sql = ['update members set created_by = $2 where id = $1', member.id, cashier.id]
  const paid = (set: object = {}): Sql => {
    const row = { of: member.id, state: 'paid', kind: 'employee', by: second.id, ...set }
    return [
      `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, decision_kind, decided_by, sla_ends_at, business_on)
       values ('P', $1, 'P', $2, 1, 'KBANK', '1', 'x', $3, $4, now(), current_date)`,
      ...those(row.of, row.state, row.kind, row.by),
    ]
  }
  expect([await first([]), await first([made]), await first([made], second.id)]).toEqual([
    false,
    true,
    false,
  ])
  expect(await first([made, paid()])).toBe(false)
  for (const set of [{ by: cashier.id }, { of: other.id }, { state: 'failed' }, { kind: 'member' }])
    expect([set, await first([made, paid(set)])]).toEqual([set, true])
})
