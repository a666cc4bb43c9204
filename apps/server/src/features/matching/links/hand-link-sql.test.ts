import { randomInt, randomUUID } from 'node:crypto'
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
import { judgedBy, those, type Judged, type Sql } from './judged-sql.fixture.ts'

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
