import { accountsOfMember, memberBonus } from '@khlang/ledger/accounts.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLedgerWorld, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { openAccounts } from './ledger-store.ts'

// What post_transfers answers exactly at each border: of a posting alone, and of one among others.

let world: LedgerWorld
let sql: pg.Client
const max = Number.MAX_SAFE_INTEGER
const [day, sealed] = ['2026-03-10', '2026-03-09']
const [a, b, lockedA, lockedB, bank, transit] = [
  'member:a:cash',
  'member:b:cash',
  'member:a:locked',
  'member:b:locked',
  'bank:kbank',
  'bank:kbank:in_transit',
] as const

interface Leg {
  readonly from: string
  readonly to: string
  readonly minor: number | null
  readonly currency?: string
  readonly reverses?: number
}
interface Posted {
  readonly key?: string
  readonly kind?: string
  readonly source?: string
  readonly on?: string
  readonly hold?: string | null
  readonly legs: readonly Leg[]
}
let keys = 0
const one = (from: string, to: string, minor: number | null, rest: Partial<Posted & Leg> = {}): Posted => {
  const { currency, reverses, ...more } = rest
  const leg = { from, to, minor, ...(currency ? { currency } : {}), ...(reverses ? { reverses } : {}) }
  return { legs: [leg], key: `k${(keys += 1)}`, ...more }
}
interface Answer {
  readonly outcomes: readonly string[]
  readonly ids: readonly (number | null)[]
  readonly fromAfters: readonly (number | null)[]
  readonly toAfters: readonly (number | null)[]
  readonly holdIds: readonly (string | null)[] | null
}

/** One call in the transaction of the test, as if it were the first of it. */
async function call(...postings: readonly Posted[]): Promise<Answer> {
  await sql.query(`select set_config('khlang.posted', '', true)`)
  const legs = postings.flatMap((each) => each.legs)
  const codes = [...new Set(legs.flatMap(({ from, to }) => [from, to]))]
  const { rows } = await sql.query<{ answer: Answer }>(
    `select post_transfers('batch', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer`,
    [
      postings.map(({ key }) => key),
      postings.map(({ kind = 'bonus.grant' }) => kind),
      postings.map(({ source = 's' }) => source),
      postings.map(({ on = day }) => on),
      postings.map(({ on = day }) => on),
      postings.some(({ hold }) => hold) ? postings.map(({ hold = null }) => hold) : null,
      postings.map((each) => each.legs.length),
      codes,
      legs.map(({ from }) => codes.indexOf(from) + 1),
      legs.map(({ to }) => codes.indexOf(to) + 1),
      legs.map(({ minor }) => minor),
      legs.map(({ currency = 'THB' }) => currency),
      legs.some(({ reverses }) => reverses) ? legs.map(({ reverses }) => reverses ?? null) : null,
    ],
  )
  if (!rows[0]) throw new Error('no answer')
  return rows[0].answer
}
/** A harmless posting of two legs: what stands beside it is not the plain case any more. */
const beside = (): Posted => {
  const leg = { from: bank, to: 'unmatched:kbank', minor: 1 }
  return { key: `k${(keys += 1)}`, legs: [leg, leg] }
}
/** The outcome alone and among others; they must agree. */
async function outcome(posting: Posted): Promise<string> {
  const said: string[] = []
  for (const others of [[], [beside()]]) {
    await sql.query('savepoint alone')
    said.push((await call(...others, posting)).outcomes.at(-1) ?? '')
    await sql.query('rollback to alone')
  }
  expect(said[1]).toBe(said[0])
  return said[0] ?? ''
}

beforeAll(async () => {
  world = await createLedgerWorld(['a', 'b', 'full'])
  await openAccounts(world.db, [
    ...accountsOfMember('old'),
    { ...memberBonus('usd'), currency: 'USD' },
    { ...memberBonus('usd2'), currency: 'USD' },
    { code: 'expense:old', kind: 'expense', mode: 'house', currency: 'THB', isHold: false },
  ])
  sql = new pg.Client({ connectionString: world.adminUrl })
  await sql.connect()
  await sql.query(`set session_replication_role = 'replica'`)
  await sql.query(`update accounts set balance_minor = 1000 where code in ('${a}', 'member:old:cash')`)
  await sql.query(`update accounts set balance_minor = 1 where code = 'member:full:cash'`)
  await sql.query(`update accounts set is_closed = true where code in ('member:old:cash', 'expense:old')`)
  await sql.query(
    `insert into day_closings (business_on, closed_at, digest, transfer_count)
     values ('${sealed}', now(), '\\x00', 0)`,
  )
})
beforeEach(() => sql.query('begin'))
afterEach(() => sql.query('rollback'))
afterAll(async () => {
  await sql.end()
  await world.end()
})

test.each<[string, Posted]>([
  ['posted', one(a, b, 1000)],
  ['insufficientFunds', one(a, b, 1001)],
  ['posted', one(bank, b, max)],
  ['amountOutOfRange', one(bank, b, max + 1)],
  ['posted', one(bank, 'member:full:cash', max - 1)],
  ['amountOutOfRange', one(bank, 'member:full:cash', max)],
  ['posted', one(a, b, 1)],
  ['amountOutOfRange', one(a, b, 0)],
  ['amountOutOfRange', one(a, b, -1)],
  ['amountOutOfRange', one(a, b, null)],
  ['sameAccount', one(a, a, 1)],
  ['sameAccount', one(bank, bank, 1)],
  ['accountUnknown', one('member:x:cash', b, 1)],
  ['accountUnknown', one(a, 'member:x:cash', 1)],
  ['accountClosed', one('member:old:cash', b, 1)],
  ['accountClosed', one(a, 'member:old:cash', 1)],
  ['accountClosed', one('expense:old', b, 1)],
  ['accountClosed', one(a, 'expense:old', 1)],
  ['currencyMismatch', one(a, b, 1, { currency: 'USD' })],
  ['currencyMismatch', one('member:usd:bonus', b, 1)],
  ['currencyMismatch', one(bank, 'member:usd:bonus', 1)],
  ['currencyMismatch', one(bank, 'member:usd:bonus', 1, { currency: 'USD' })],
  ['insufficientFunds', one('member:usd:bonus', 'member:usd2:bonus', 1, { currency: 'USD' })],
  ['dayClosed', one(a, b, 1, { on: sealed })],
  ['dayClosed', one(a, b, 1, { on: '2026-03-08' })],
  ['posted', one(a, b, 1, { on: '2026-03-10' })],
  ['holdMismatch', one(bank, lockedA, 1)],
  ['insufficientFunds', one(lockedA, a, 1)],
  ['postingMalformed', one(a, b, 1, { hold: 'x' })],
])('%s: %o', async (expected, posting) => {
  expect(await outcome(posting)).toBe(expected)
})

test('a posted key answers its first ids, on any day; with anything else it is refused', async () => {
  const first = one(a, b, 10, { key: 'first' })
  const posted = await call(first)
  const hold = one(a, lockedA, 5, { key: 'hold', source: 'h', hold: 'open', kind: 'withdraw.hold' })
  const held = await call(hold)
  const back = one(b, a, 10, { key: 'back', reverses: posted.ids[0] ?? 0, kind: 'reversal' })
  const turned = await call(back)
  expect(turned.outcomes).toEqual(['posted'])
  const again = async (posting: Posted) => {
    const { outcomes, ids, fromAfters, toAfters, holdIds } = await call(posting)
    return [outcomes[0], ids[0], fromAfters[0], toAfters[0], holdIds?.[0]]
  }
  expect(await again({ ...first, on: sealed })).toEqual(['replayed', posted.ids[0], 990, 10, undefined])
  expect(await again(hold)).toEqual(['replayed', held.ids[0], 985, 5, held.holdIds?.[0]])
  expect((await again(back))[0]).toBe('replayed')
  for (const other of [
    { ...first, source: 'other' },
    { ...first, kind: 'credit.add' },
    { ...first, legs: one(bank, b, 10).legs },
    { ...first, legs: one(a, bank, 10).legs },
    { ...first, legs: one(a, b, 11).legs },
    { ...first, legs: one(a, b, 10, { currency: 'USD' }).legs },
    { ...first, legs: one(a, b, 10, { reverses: 1 }).legs },
    { ...first, hold: 'open' },
    { ...first, legs: [...first.legs, ...first.legs] },
    { ...hold, hold: null },
    { ...back, legs: one(b, a, 10).legs },
  ])
    expect([other, (await call(other)).outcomes]).toEqual([other, ['keyMismatch']])
})

describe('in one call', () => {
  test('a double answers what the first did; another under its key is refused', async () => {
    const first = one(a, b, 600)
    const [second, third] = [one(bank, b, 1), one(bank, b, 1)]
    const said = await call(
      first,
      { ...first, on: '2026-03-11' },
      { ...first, legs: one(a, b, 1).legs },
      second,
      { ...second, source: 'x' },
      third,
      { ...third, kind: 'credit.add' },
      one(a, b, 401),
      one(a, b, 400),
    )
    expect(said.outcomes).toEqual([
      'posted',
      'replayed',
      'keyMismatch',
      'posted',
      'keyMismatch',
      'posted',
      'keyMismatch',
      'insufficientFunds',
      'posted',
    ])
    expect(said.ids[1]).toBe(said.ids[0])
    expect([said.fromAfters[1], said.toAfters[1]]).toEqual([400, 600])
    expect([said.fromAfters.at(-1), said.toAfters.at(-1)]).toEqual([0, 1002])
  })

  test('a double of what did not fit is tried anew, and fits once there is enough', async () => {
    const first = one(b, a, 5)
    expect((await call(first, one(bank, b, 5), first)).outcomes).toEqual([
      'insufficientFunds',
      'posted',
      'posted',
    ])
  })

  test('what does not fit as a whole leaves nothing of its first legs', async () => {
    const both = { key: 'both', legs: [...one(a, b, 600).legs, ...one(a, b, 600).legs] }
    const said = await call(both, one(a, b, 1000))
    expect(said.outcomes).toEqual(['insufficientFunds', 'posted'])
    expect([said.fromAfters.at(-1), said.toAfters.at(-1)]).toEqual([0, 1000])
    const { rows } = await sql.query(
      `select concat_ws(' ', leg_count, from_version, to_version, from_after, to_after, business_on) as row
         from transfers`,
    )
    expect(rows).toEqual([{ row: `1 1 1 0 1000 ${day}` }])
    const { rows: kept } = await sql.query(
      `select balance_minor || ' ' || version as row from accounts where code in ('${a}', '${b}')
        order by code`,
    )
    expect(kept).toEqual([{ row: '0 1' }, { row: '1000 1' }])
  })

  test('a wallet that somebody else has is busy, and only what touches it', async () => {
    const other = new pg.Client({ connectionString: world.adminUrl })
    await other.connect()
    await other.query('begin')
    await other.query(`select from accounts where code = '${b}' for update`)
    const said = await call(one(a, b, 1), one(bank, b, 1), one(b, a, 1), one(bank, a, 1))
    expect(said.outcomes).toEqual(['busy', 'busy', 'busy', 'posted'])
    await other.query('rollback')
    await other.end()
  })
})

describe('a reversal', () => {
  test('turns whole postings, each leg once, as it was', async () => {
    const two = { key: 'two', legs: [...one(bank, a, 10).legs, ...one(bank, b, 20).legs] }
    const posted = await call(two, one(bank, a, 30))
    const [first = 0, second = 0, third = 0] = posted.ids.map((id) => id ?? 0)
    const turn = (from: string, to: string, minor: number, reverses: number, currency = 'THB') =>
      one(from, to, minor, { reverses, currency }).legs
    const said = async (...legs: (readonly Leg[])[]) => {
      await sql.query('savepoint turned')
      const { outcomes } = await call({ key: `k${(keys += 1)}`, kind: 'reversal', legs: legs.flat() })
      await sql.query('rollback to turned')
      return outcomes[0]
    }
    const [one1, one2] = [turn(a, bank, 10, first), turn(b, bank, 20, second)]
    expect(await said(one1, one2)).toBe('posted')
    expect([await said(one1), await said(one2)]).toEqual(['reversalMismatch', 'reversalMismatch'])
    expect(await said(one1, one1)).toBe('alreadyReversed')
    expect(await said(one1, one2, turn(a, bank, 30, third))).toBe('reversalMismatch')
    // Half of one posting and half of another are as many legs as each of the two has.
    const like = await call({ key: 'like', legs: [...one(bank, a, 1).legs, ...one(bank, b, 2).legs] })
    expect(await said(one1, turn(b, bank, 2, like.ids[1] ?? 0))).toBe('reversalMismatch')
    for (const wrong of [
      turn(bank, a, 10, first),
      turn(b, bank, 10, first),
      turn(a, transit, 10, first),
      turn(a, bank, 9, first),
      turn(a, bank, 11, first),
    ])
      expect(await said(wrong, one2)).toBe('reversalMismatch')
    expect(await said(turn(a, bank, 10, 999_999), one2)).toBe('transferUnknown')
    const done = await call({ key: 'done', kind: 'reversal', legs: [...one1, ...one2] })
    expect(await said(one1, one2)).toBe('alreadyReversed')
    expect(await said(turn(bank, a, 10, done.ids[0] ?? 0))).toBe('reversalOfReversal')
  })

  test('that did not fit leaves the posting as it was, to be turned later in the same call', async () => {
    const posted = await call(one(bank, b, 10))
    await call(one(b, a, 10))
    const turned = one(b, bank, 10, { reverses: posted.ids[0] ?? 0, kind: 'reversal' })
    const said = await call(turned, one(a, b, 10), { ...turned, key: 'again' })
    expect(said.outcomes).toEqual(['insufficientFunds', 'posted', 'posted'])
  })

  test('of which a later leg did not fit leaves the earlier ones to be turned too', async () => {
    const two = { key: 'two', legs: [...one(bank, a, 10).legs, ...one(bank, b, 20).legs] }
    const [first = 0, second = 0] = (await call(two)).ids.map((id) => id ?? 0)
    await call(one(b, a, 20))
    const legs = [
      ...one(a, bank, 10, { reverses: first }).legs,
      ...one(b, bank, 20, { reverses: second }).legs,
    ]
    const turned = (key: string, count = 2) => ({ key, kind: 'reversal', legs: legs.slice(0, count) })
    const said = await call(turned('t1'), one(a, b, 20), turned('t2', 1), turned('t3'), turned('t4'))
    expect(said.outcomes).toEqual([
      'insufficientFunds',
      'posted',
      'reversalMismatch',
      'posted',
      'alreadyReversed',
    ])
  })
})

describe('a hold', () => {
  const open = (minor: number, rest: Partial<Posted> = {}) =>
    one(a, lockedA, minor, { source: 'w', hold: 'open', kind: 'withdraw.hold', ...rest })
  const end = (hold: string, minor: number, rest: Partial<Posted> = {}) =>
    one(lockedA, hold === 'post' ? transit : a, minor, {
      source: 'w',
      hold,
      kind: 'withdraw.sent',
      ...rest,
    })
  const holds = async () =>
    (
      await sql.query<{ row: string }>(
        `select concat_ws(' ', source_id, amount_minor, state, settled_at is not null) as row from holds
          order by opened_at, amount_minor, state`,
      )
    ).rows.map(({ row }) => row)

  test('is of its amount, source and account, and ends once, as it was opened', async () => {
    expect((await call(open(100))).outcomes).toEqual(['posted'])
    expect((await call(open(50))).outcomes).toEqual(['holdAlreadyOpen'])
    for (const wrong of [
      end('post', 99),
      end('void', 99),
      { ...end('void', 100), source: 'other' },
      { ...end('void', 100), hold: null },
    ]) {
      const [said] = (await call(wrong)).outcomes
      expect([wrong, said]).toEqual([wrong, wrong.source === 'other' ? 'holdNotOpen' : 'holdMismatch'])
    }
    expect(await holds()).toEqual(['w 100 open f'])
    expect((await call(end('post', 100))).outcomes).toEqual(['posted'])
    expect(await holds()).toEqual(['w 100 posted t'])
    expect((await call(end('void', 100))).outcomes).toEqual(['holdNotOpen'])
  })

  test('opens and ends in one call, and then another one of the same source', async () => {
    const said = await call(open(100), end('void', 100), open(40), open(1, { source: 'v' }))
    expect(said.outcomes).toEqual(['posted', 'posted', 'posted', 'posted'])
    expect(said.holdIds?.[1]).toBe(said.holdIds?.[0])
    expect(new Set(said.holdIds).size).toBe(3)
    expect(await holds()).toEqual(['v 1 open f', 'w 40 open f', 'w 100 voided t'])
  })

  test('is of one locked account, which it fills', async () => {
    await sql.query(`update accounts set balance_minor = 500 where code in ('${lockedA}', '${lockedB}')`)
    const both = { ...open(10), legs: [...open(10).legs, ...one(b, lockedB, 0).legs] }
    expect(
      (await call({ ...both, legs: [...open(10).legs, ...one(a, lockedB, 5).legs] })).outcomes,
    ).toEqual(['holdMismatch'])
    expect((await call({ ...open(10), legs: one(lockedA, a, 10).legs })).outcomes).toEqual(['holdMismatch'])
    const nothing = [...one(a, lockedA, 10).legs, ...one(lockedA, a, 10).legs]
    expect((await call({ ...open(1), legs: nothing })).outcomes).toEqual(['holdMismatch'])
    expect((await call(one(a, b, 1, { hold: 'open', source: 'z' }))).outcomes).toEqual(['holdMismatch'])
    expect((await call(open(10))).outcomes).toEqual(['posted'])
    expect((await call({ ...end('void', 10), legs: one(lockedB, b, 10).legs })).outcomes).toEqual([
      'holdMismatch',
    ])
    expect(await holds()).toEqual(['w 10 open f'])
  })
})

test('a balance of a moment, and of the end of a day, counts what was there by then', async () => {
  await sql.query('delete from day_closings')
  await sql.query(`update accounts set balance_minor = 0 where code = '${a}'`)
  const at = (time: string) => `2026-03-10T${time}Z`
  const put = async (minor: number, on: string, time: string) => {
    const { ids } = await call(one(bank, a, minor, { on }))
    await sql.query('update transfers set created_at = $2 where id = $1', [ids[0], at(time)])
  }
  await put(100, '2026-03-01', '01:00:00')
  await put(20, '2026-03-02', '02:00:00')
  await put(3, '2026-03-03', '03:00:00')
  const of = async (code: string) => {
    const { rows } = await sql.query<{ all: number[] }>(
      `select array[balance_at($1, $2), balance_at($1, $3), balance_at($1, $4),
         balance_on($1, '2026-02-28'), balance_on($1, '2026-03-01'), balance_on($1, '2026-03-02'),
         balance_on($1, '2026-03-04')] as all`,
      [code, at('01:59:59.999'), at('02:00:00'), at('02:59:59.999')],
    )
    return rows[0]?.all.map(Number)
  }
  const [wallet, own] = [
    [100, 120, 120, 0, 100, 120, 123],
    [-100, -120, -120, 0, -100, -120, -123],
  ]
  expect([await of(a), await of(bank)]).toEqual([wallet, own])
  // The same once days are closed, and from their sums.
  await sql.query(`select close_business_day('2026-03-01')`)
  await sql.query(`update day_closings set sealed_at = '${at('01:30:00')}'`)
  await sql.query(`select seal_business_day('2026-03-02')`)
  await sql.query(
    `update day_closings set sealed_at = '${at('02:30:00')}' where business_on = '2026-03-02'`,
  )
  // Nobody reads the sums of a day that is sealed before they are written.
  expect([await of(a), await of(bank)]).toEqual([wallet, own])
  // Nor is the next one sealed before.
  await sql.query('savepoint early')
  await expect(sql.query(`select seal_business_day('2026-03-03')`)).rejects.toMatchObject({ code: 'KL023' })
  await sql.query('rollback to early')
  // Nor a day that has ended nowhere: no later one could be sealed after it.
  for (const never of ['infinity', '9999-12-31']) {
    await expect(sql.query(`select seal_business_day('${never}')`)).rejects.toMatchObject({ code: 'KL023' })
    await sql.query('rollback to early')
  }
  await sql.query(`select close_business_day('2026-03-02')`)
  expect([await of(a), await of(bank)]).toEqual([wallet, own])
  await sql.query(`select close_business_day('2026-03-03')`)
  const { rows } = await sql.query(
    `select c.business_on::text as on, c.balance_minor::int as minor from balance_closings c
       join accounts x on x.id = c.account_id where x.code = '${a}' order by 1`,
  )
  expect(rows).toEqual([
    { on: '2026-03-01', minor: 100 },
    { on: '2026-03-02', minor: 120 },
    { on: '2026-03-03', minor: 123 },
  ])
  const none = await sql.query(`select balance_at('x', now()) as at, balance_on('x', '2026-03-01') as on`)
  expect(none.rows).toEqual([{ at: null, on: null }])
})

test('a day is sealed and an account closed only when no posting is under way any more', async () => {
  await call(one(bank, a, 1))
  const other = new pg.Client({ connectionString: world.adminUrl })
  await other.connect()
  try {
    await other.query(`set lock_timeout = '50ms'`)
    const waits = { code: '55P03' }
    await expect(other.query(`select seal_business_day('${day}')`)).rejects.toMatchObject(waits)
    await expect(other.query(`select set_account_closed('${bank}', true)`)).rejects.toMatchObject(waits)
    await sql.query('rollback')
    // Whoever waited no longer for anybody is not held up.
    await other.query('begin')
    await other.query(`select set_account_closed('${bank}', true), seal_business_day('${day}')`)
    await other.query('rollback')
  } finally {
    await other.end()
  }
})
