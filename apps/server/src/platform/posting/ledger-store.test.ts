import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash, memberLocked, unmatched } from '@khlang/ledger/accounts.ts'
import { depositCredited, depositReceived, depositReversed } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { betPlace, bonusGrant, reversalOf } from '@khlang/ledger/wallet.ts'
import {
  withdrawFailed,
  withdrawHold,
  withdrawRelease,
  withdrawSent,
  withdrawSettled,
} from '@khlang/ledger/withdrawals.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLedgerWorld, day, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { refusalOf } from './ledger-error.ts'
import {
  balanceAt,
  balanceOn,
  balancesOf,
  closeBusinessDay,
  openAccounts,
  postStrict,
  setAccountClosed,
  statementOf,
  type PostAnswer,
} from './ledger-store.ts'
import { columnsOf, postTransfersText } from './posting-columns.ts'

let world: LedgerWorld
let number = 0
const source = () => `s${(number += 1)}`
const on = { businessOn: day, bankAccountId: 'kbank' }
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => refusalOf(error) ?? error,
  )

beforeAll(async () => {
  world = await createLedgerWorld(['anan', 'busaba', 'chai', 'dao', 'ek', 'fah', 'gai'])
})
afterEach(async () => {
  expect(await world.judge()).toEqual([])
})
afterAll(async () => {
  await world.end()
})

describe('postings', () => {
  test('move money exactly, and answer ids and balances after', async () => {
    const cause = { sourceId: source(), amountMinor: 50_000, ...on }
    const [received, credited] = await world.post(
      depositReceived(cause),
      depositCredited({ ...cause, memberId: 'anan' }),
    )
    expect(received?.balancesAfter).toEqual([])
    expect(credited).toMatchObject({
      outcome: 'posted',
      holdId: null,
      balancesAfter: [{ code: 'member:anan:cash', balanceMinor: 50_000 }],
    })
    const codes = ['bank:kbank', 'unmatched:kbank', 'member:anan:cash', 'member:nobody:cash']
    expect([...(await balancesOf(world.db, codes)).values()]).toEqual([-50_000, 0, 50_000, 0])
  })

  test('with a known key answer the first ids and move nothing', async () => {
    const bet = bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 700, businessOn: day })
    const [first] = await world.post(bet)
    const before = await world.cash('anan')
    const [again] = await world.post({ ...bet, businessOn: '2026-03-03', valueOn: '2026-03-03' })
    expect(again).toEqual({ ...first, outcome: 'replayed' })
    expect(await world.cash('anan')).toBe(before)
  })

  test.each<[string, (one: Posting) => Posting]>([
    [
      'another amount',
      (one) => ({ ...one, legs: one.legs.map((each) => ({ ...each, amountMinor: 701 })) }),
    ],
    [
      'another member',
      (one) => ({ ...one, legs: one.legs.map((each) => ({ ...each, to: 'member:busaba:cash' })) }),
    ],
    ['one leg more', (one) => ({ ...one, legs: [...one.legs, ...one.legs] })],
  ])('with a known key and %s are refused as keyMismatch', async (_, change) => {
    const one = bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 700, businessOn: day })
    await world.post(one)
    expect(await refusal(world.post(change(one)))).toBe('keyMismatch')
  })

  test('with a leg less than the first time are refused as keyMismatch', async () => {
    const one = bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 700, businessOn: day })
    await world.post({ ...one, legs: [...one.legs, ...one.legs] })
    expect(await refusal(world.post(one))).toBe('keyMismatch')
  })

  test('stand or fall together: one that does not fit takes all of the transaction with it', async () => {
    const before = await world.cash('anan')
    const add = bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 100, businessOn: day })
    const hold = withdrawHold({ sourceId: source(), memberId: 'busaba', amountMinor: 1, businessOn: day })
    expect(await refusal(world.post(add, hold))).toBe('insufficientFunds')
    expect(await world.cash('anan')).toBe(before)
  })

  test('are refused for an account that is closed or was never opened, or another currency', async () => {
    await openAccounts(world.db, [memberCash('old'), { ...memberCash('dollar'), currency: 'USD' }])
    await setAccountClosed(world.db, 'member:old:cash', true)
    const to = (memberId: string) =>
      bonusGrant({ sourceId: source(), memberId, amountMinor: 1, businessOn: day })
    expect(await refusal(world.post(to('old')))).toBe('accountClosed')
    expect(await refusal(world.post(to('nobody')))).toBe('accountUnknown')
    expect(await refusal(world.post(to('dollar')))).toBe('currencyMismatch')
    await setAccountClosed(world.db, 'member:old:cash', false)
    expect((await world.post(to('old')))[0]?.outcome).toBe('posted')
  })

  test('come once per database transaction: a second call is refused', async () => {
    const add = () => bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 1, businessOn: day })
    const twice = world.db.transaction().execute(async (tx) => {
      await postStrict(tx, [add()])
      await postStrict(tx, [add()])
    })
    expect(await refusal(twice)).toBe('secondCall')
  })

  test('that wait for one of the same account go on from what it left, with no second try', async () => {
    const grant = () => ['strict', ...columnsOf([bonusGrant({ ...on, ...gift(), memberId: 'gai' })])]
    const gift = () => ({ sourceId: source(), amountMinor: 5 })
    const before = await world.cash('gai')
    const first = await world.pool.connect()
    await first.query('begin')
    await first.query(postTransfersText, grant())
    const second = world.pool.query<{ answer: PostAnswer }>(postTransfersText, grant())
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select post_transfers%'`
    await expect.poll(async () => (await world.asAdmin(waiting)).rowCount).toBe(1)
    await first.query('commit')
    first.release()
    expect((await second).rows[0]?.answer).toMatchObject({ outcomes: ['posted'], toAfters: [before + 10] })
  })

  test('are refused outside READ COMMITTED', async () => {
    const add = bonusGrant({ sourceId: source(), memberId: 'anan', amountMinor: 1, businessOn: day })
    const strict = world.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => postStrict(tx, [add]))
    expect(await refusal(strict)).toBe('wrongIsolation')
  })

  test('opening an account again is harmless, opening it as another kind is refused', async () => {
    await openAccounts(world.db, [memberCash('anan')])
    expect(await refusal(openAccounts(world.db, [{ ...memberCash('anan'), isHold: true }]))).toBe(
      'accountMismatch',
    )
    await openAccounts(world.db, [unmatched('anan')])
    const asGuarded = { ...unmatched('anan'), mode: 'guarded' } as const
    expect(await refusal(openAccounts(world.db, [asGuarded]))).toBe('accountMismatch')
  })

  test("an account of a member's is never a house account", async () => {
    const open = openAccounts(world.db, [{ ...memberCash('somchai'), mode: 'house' }])
    await expect(open).rejects.toMatchObject({ constraint: 'accounts_members_guarded' })
  })
})

describe('holds', () => {
  const locked = async (id: string) =>
    (await balancesOf(world.db, [memberLocked(id).code])).get(memberLocked(id).code)

  test('open, are sent with a fee, fail, open again and are released, each once', async () => {
    await world.fund('chai', 100_000)
    const cause = { sourceId: source(), memberId: 'chai', amountMinor: 100_000, businessOn: day }
    const [held] = await world.post(withdrawHold(cause))
    expect(held?.holdId).toMatch(/^[0-9a-f-]{36}$/)
    expect([await world.cash('chai'), await locked('chai')]).toEqual([0, 100_000])
    const sent = withdrawSent({ ...cause, bankAccountId: 'kbank', feeMinor: 1000 })
    const [done] = await world.post(sent)
    expect(done?.holdId).toBe(held?.holdId)
    const fees = await balancesOf(world.db, ['bank:kbank:in_transit', 'income:fee'])
    expect([...fees.values()]).toEqual([99_000, 1000])
    expect(await refusal(world.post(withdrawRelease(cause)))).toBe('holdNotOpen')
    const failed = withdrawFailed({
      ...cause,
      sent: { legs: sent.legs, transferIds: done?.transferIds ?? [] },
    })
    const [again] = await world.post(failed)
    expect(again?.holdId).not.toBe(held?.holdId)
    expect((await world.post(withdrawRelease(cause)))[0]?.holdId).toBe(again?.holdId)
    expect([await world.cash('chai'), await locked('chai')]).toEqual([100_000, 0])
  })

  test('of one withdrawal: a second open one is refused, so is another amount on the way out', async () => {
    await world.fund('dao', 10_000)
    const cause = { sourceId: source(), memberId: 'dao', amountMinor: 4000, businessOn: day }
    await world.post(withdrawHold(cause))
    expect(await refusal(world.post(withdrawHold({ ...cause, occurrence: 2 })))).toBe('holdAlreadyOpen')
    const less = withdrawSent({ ...cause, amountMinor: 3999, bankAccountId: 'kbank' })
    expect(await refusal(world.post(less))).toBe('holdMismatch')
    // Even a superuser ends it as what it was opened as.
    for (const change of ['amount_minor = 1', "source_id = 'x'"]) {
      const end = `update holds set state = 'voided', settled_at = now(), ${change} where state = 'open'`
      await expect(world.asAdmin(end)).rejects.toMatchObject({ code: 'KL020' })
    }
    await world.post(withdrawSent({ ...cause, bankAccountId: 'kbank' }))
    await world.post(withdrawSettled({ ...cause, bankAccountId: 'kbank' }))
  })

  test('are the only way into a locked account', async () => {
    await world.fund('ek', 10_000)
    const hold = withdrawHold({ sourceId: source(), memberId: 'ek', amountMinor: 100, businessOn: day })
    const bare: Posting = { ...hold, hold: 'void' }
    expect(await refusal(world.post(bare))).toBe('holdMismatch')
  })
})

describe('reversals', () => {
  async function credited(memberId: string, amountMinor: number) {
    const cause = { sourceId: source(), amountMinor, ...on }
    const credit = depositCredited({ ...cause, memberId })
    const [, done] = await world.post(depositReceived(cause), credit)
    return { legs: credit.legs, transferIds: done?.transferIds ?? [] }
  }

  test('happen once, and a reversal is not reversed', async () => {
    const grant = bonusGrant({ sourceId: source(), memberId: 'fah', amountMinor: 5000, businessOn: day })
    const [granted] = await world.post(grant)
    const original = { legs: grant.legs, transferIds: granted?.transferIds ?? [] }
    const first = reversalOf({ sourceId: source(), original, businessOn: day })
    const [turned] = await world.post(first)
    expect(await world.cash('fah')).toBe(0)
    expect(await refusal(world.post(reversalOf({ sourceId: source(), original, businessOn: day })))).toBe(
      'alreadyReversed',
    )
    const back: Posting = {
      ...first,
      key: 'reversal:back:1',
      sourceId: 'back',
      legs: original.legs.map((each, at) => ({ ...each, reversesId: turned?.transferIds[at] ?? 0 })),
    }
    expect(await refusal(world.post(back))).toBe('reversalOfReversal')
    expect(await world.cash('fah')).toBe(0)
  })

  test('take back all legs of a posting or none, and just those', async () => {
    const two = bonusGrant({ sourceId: source(), memberId: 'fah', amountMinor: 10, businessOn: day })
    const legs = [...two.legs, ...two.legs]
    const [done] = await world.post({ ...two, legs })
    const original = { legs, transferIds: done?.transferIds ?? [] }
    const whole = reversalOf({ sourceId: source(), original, businessOn: day })
    const half = { ...whole, legs: whole.legs.slice(0, 1) }
    const other = { ...whole, legs: whole.legs.map((each) => ({ ...each, amountMinor: 9 })) }
    const unknown = { ...whole, legs: whole.legs.map((each) => ({ ...each, reversesId: 999_999 })) }
    expect(await refusal(world.post(half))).toBe('reversalMismatch')
    expect(await refusal(world.post(other))).toBe('reversalMismatch')
    expect(await refusal(world.post(unknown))).toBe('transferUnknown')
    expect((await world.post(whole))[0]?.outcome).toBe('posted')
  })

  test('with too little in the wallet book first what the member owes', async () => {
    const original = await credited('busaba', 8000)
    await world.db.transaction().execute((tx) =>
      openAccounts(tx, [
        { code: 'receivable:busaba', kind: 'asset', mode: 'house', currency: 'THB', isHold: false },
        { code: 'provider:p:clearing', kind: 'liability', mode: 'house', currency: 'THB', isHold: false },
      ]),
    )
    await world.post(
      betPlace({
        sourceId: source(),
        memberId: 'busaba',
        providerId: 'p',
        amountMinor: 7000,
        businessOn: day,
      }),
    )
    const uuid = '0190a0a0-0000-7000-8000-000000000001'
    const undo = {
      sourceId: encodeId('deposit', uuid),
      memberId: 'busaba',
      credited: original,
      businessOn: day,
    }
    const owing = depositReversed({ ...undo, shortfallMinor: 7000 })
    expect(await world.post(owing).catch(({ code }: { code: string }) => code)).toBe('KL105')
    await world.asAdmin(`set session_replication_role = 'replica';
      insert into deposits (id, reference, member_id, state, method, by_kind, credited_at, business_on)
        values ('${uuid}', 'D1', '${uuid}', 'reversed', 'bank', 'auto', now(), '${day}')`)
    expect(await refusal(world.post(depositReversed(undo)))).toBe('insufficientFunds')
    await world.post(owing)
    expect([...(await balancesOf(world.db, ['member:busaba:cash', 'receivable:busaba'])).values()]).toEqual(
      [0, -7000],
    )
  })
})

describe('statements and closed days', () => {
  test('a statement runs from the newest entry, page by page, on guarded and house accounts', async () => {
    for (const code of ['member:anan:cash', 'bank:kbank']) {
      const all = await statementOf(world.db, code, { limit: 100 })
      const top = await statementOf(world.db, code, { limit: 2 })
      const rest = await statementOf(world.db, code, { limit: 100, beforeId: top[1]?.transferId ?? 0 })
      expect([...top, ...rest]).toEqual(all)
      expect(all.reduce((sum, row) => sum + row.deltaMinor, 0)).toBe(
        (await balancesOf(world.db, [code])).get(code),
      )
    }
  })

  test('a closed day takes no more postings; its balances and past moments stay readable', async () => {
    const before = (await balancesOf(world.db, ['bank:kbank'])).get('bank:kbank')
    const at = new Date().toISOString()
    await closeBusinessDay(world.pool, day)
    await closeBusinessDay(world.pool, day)
    const late = { sourceId: source(), memberId: 'anan', amountMinor: 5, businessOn: day }
    expect(await refusal(world.post(bonusGrant(late)))).toBe('dayClosed')
    const cause = {
      sourceId: source(),
      bankAccountId: 'kbank',
      businessOn: '2026-03-03',
      valueOn: day,
      amountMinor: 900,
    }
    await world.post(depositReceived(cause))
    expect(await balanceOn(world.db, 'bank:kbank', day)).toBe(before)
    expect(await balanceAt(world.db, 'bank:kbank', at)).toBe(before)
    expect(await balanceAt(world.db, 'bank:kbank', new Date(Date.now() + 1000).toISOString())).toBe(
      (before ?? 0) - 900,
    )
    expect(await refusal(closeBusinessDay(world.pool, '2026-03-01'))).toBe('dayOutOfOrder')
  })

  test('the digest of a closed day is of every fact of its transfers, and of every balance', async () => {
    const client = new pg.Client({ connectionString: world.adminUrl })
    await client.connect()
    // Copies stand before the tables, so that nothing but the digest says that a row was changed.
    for (const table of ['transfers', 'balance_closings', 'day_closings'])
      await client.query(`create temp table ${table} as table public.${table}`)
    const digest = async () => {
      const { rows } = await client.query<{ is: string }>(`select day_digest($1)::text as is`, [day])
      return rows[0]?.is
    }
    const facts = await client.query<{ table: string; column: string; other: string }>(
      `select attrelid::regclass::text as table, attname as column, case format_type(atttypid, null)
         when 'bigint' then format('coalesce(%I, 0) + 1', attname)
         when 'smallint' then format('%I + 1', attname)
         when 'uuid' then 'gen_random_uuid()'
         when 'date' then format('%I - 1', attname)
         when 'timestamp with time zone' then format('%I + interval ''1 second''', attname)
         else format('reverse(%I::text)', attname) end as other
         from pg_attribute where attnum > 0
          and attrelid in ('transfers'::regclass, 'balance_closings'::regclass)`,
    )
    const closed = await digest()
    const silent: string[] = []
    for (const { table, column, other } of facts.rows) {
      await client.query('begin')
      await client.query(`update ${table} set ${column} = ${other} where ctid = (select max(ctid)
        from ${table} where business_on = '${day}')`)
      if ((await digest()) === closed) silent.push(`${table}.${column}`)
      await client.query('rollback')
    }
    // And of what the day before was closed with: a day that is written anew shows in every later one.
    await client.query(`insert into day_closings (business_on, digest) values (date '${day}' - 1, '\\x01')`)
    const chained = await digest()
    await client.query(`update day_closings set digest = '\\x02' where business_on < '${day}'`)
    const other = await digest()
    await client.end()
    expect([closed !== undefined, facts.rows.length > 20, silent]).toEqual([true, true, []])
    expect(other).not.toBe(chained)
  })
})

describe('the role the server signs in as', () => {
  test.each([
    'insert into transfers (key) values (1)',
    'update transfers set amount_minor = 1',
    'delete from transfers',
    'truncate transfers',
    'update accounts set balance_minor = 1',
    'insert into accounts (code) values (1)',
    'delete from house_deltas',
    'insert into house_deltas (account_id, delta_minor) values (1, 1)',
    "update holds set state = 'voided'",
    'delete from balance_closings',
    'update day_closings set digest = null',
    'set role khlang_ledger',
    'alter table transfers disable trigger all',
    'set session_replication_role = replica',
  ])('may not: %s', async (statement) => {
    const error: unknown = await world.pool.query(statement).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '42501' })
  })

  test.each([
    'update transfers set amount_minor = 1',
    'delete from transfers',
    'truncate transfers',
    'delete from house_deltas',
    "update holds set state = 'open', settled_at = null",
    "update holds set state = 'posted' where state = 'voided'",
    'delete from holds',
    'update balance_closings set balance_minor = 1',
    'delete from day_closings',
    'update day_closings set transfer_count = 0',
    "update accounts set mode = 'house'",
    'truncate accounts, house_deltas, holds, transfers, day_closings, balance_closings cascade',
  ])('and even a superuser is refused: %s', async (statement) => {
    await expect(world.asAdmin(statement)).rejects.toMatchObject({ code: 'KL020' })
  })
})
