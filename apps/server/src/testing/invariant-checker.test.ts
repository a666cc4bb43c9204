import { withdrawHold, withdrawRelease } from '@khlang/ledger/withdrawals.ts'
import { bonusGrant, reversalOf } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { closeBusinessDay } from '../platform/posting/ledger-store.ts'
import { checkNames, checkInvariants, type Check } from './invariant-checker.ts'
import { createLedgerWorld, day, type LedgerWorld } from './world/ledger-world.ts'

let world: LedgerWorld
let client: pg.Client

beforeAll(async () => {
  world = await createLedgerWorld(['m', 'n'])
  await world.fund('m', 10_000)
  await world.fund('n', 10_000)
  const held = { memberId: 'm', amountMinor: 700, businessOn: day }
  await world.post(withdrawHold({ ...held, sourceId: 'w1' }))
  await world.post(withdrawHold({ ...held, sourceId: 'w2' }))
  await world.post(withdrawRelease({ ...held, sourceId: 'w2' }))
  const add = bonusGrant({ sourceId: 'c1', memberId: 'm', amountMinor: 50, businessOn: day })
  const two = { ...add, legs: [...add.legs, ...add.legs] }
  const [done] = await world.post(two)
  await world.post(
    reversalOf({
      sourceId: 'c1',
      original: { legs: two.legs, transferIds: done?.transferIds ?? [] },
      businessOn: day,
    }),
  )
  await closeBusinessDay(world.pool, day)
  client = new pg.Client({ connectionString: world.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.end()
})
beforeEach(async () => {
  expect(await checkInvariants(client)).toEqual([])
})

const last = '(select max(id) from transfers)'
const member = (id: string, wallet: string) =>
  `(select id from accounts where code = 'member:${id}:${wallet}')`
const bank = "(select id from accounts where code = 'bank:kbank')"
// What a superuser with a bad intention, or a bug, might write; each must wake at least the check it is
// filed under.
const corruptions: Readonly<Record<Check, string>> = {
  I1legs: `update transfers set currency = 'USD' where id = ${last}`,
  I1whole: `delete from transfers where id = ${last}`,
  I2balance: `update accounts set balance_minor = balance_minor + 1 where id = ${member('n', 'cash')}`,
  I2running: `update transfers set to_after = to_after + 1 where to_id = ${member('n', 'cash')}`,
  I2version: `update accounts set version = version + 1 where id = ${member('n', 'cash')}`,
  I2house: `update transfers set from_after = 5 where from_id = ${bank}`,
  I3book: `insert into house_deltas (account_id, delta_minor) values (${bank}, 1)`,
  I3deltas: `insert into house_deltas (account_id, delta_minor) values (${member('n', 'cash')}, 1)`,
  I4negative: `update accounts set balance_minor = -1 where id = ${member('n', 'cash')}`,
  I5key: `update transfers set key = (select key from transfers where id = 1) where id = ${last}`,
  I5reversed: `update transfers set reverses_id = (select min(reverses_id) from transfers)
    where reverses_id is not null`,
  I5turned: `update transfers set reverses_id = 1 where id = ${last}`,
  I5wholeReversal: `update transfers set reverses_id = null where id = ${last}`,
  I9locked: `update holds set state = 'voided', settled_at = now() where state = 'open'`,
  I9hold: `update holds set amount_minor = amount_minor + 1 where state = 'voided'`,
  I9loose: `update transfers set hold_id = null where kind = 'withdraw.hold' and source_id = 'w1'`,
  closedBalance: `update balance_closings set balance_minor = balance_minor + 1 where account_id = ${bank}`,
  closedLate: `update transfers set created_at = created_at + interval '1 day' where id = ${last}`,
  closedDigest: `update transfers set source_id = 'other' where id = 1`,
  playOutcomes: `insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor,
      placed_at, settled_at, business_on, settled_on, version)
    values (uuidv7(), uuidv7(), 'r', uuidv7(), uuidv7(), 'lost', 5, 0, now(), now(), current_date,
      current_date, 1)`,
  playBooks: `with made as (insert into game_providers (code, name_th, name_en, adapter, secret, max_minor)
      values ('made', 'x', 'x', 'betAndResult', '\\x01', 9) returning id)
    insert into accounts (code, kind, mode, currency, balance_minor)
    select 'provider:' || outside_id('gpr', id) || ':clearing', 'liability', 'house', 'THB', 7 from made`,
  guards: 'alter table transfers disable trigger append_only',
}

test.each(checkNames)('%s is noticed', async (check) => {
  await client.query('begin')
  try {
    const names = await client.query<{ line: string }>(`
      select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as line
        from pg_constraint
       where conrelid in ('transfers'::regclass, 'accounts'::regclass, 'holds'::regclass,
         'house_deltas'::regclass)
         and contype in ('c', 'f') or conname = 'transfers_key_key'
      union all select 'drop index transfers_reverses'`)
    for (const { line } of names.rows) await client.query(line)
    await client.query('set local session_replication_role = replica')
    await client.query(corruptions[check])
    const found = await checkInvariants(client, { isInTransaction: true })
    expect(found.map((each) => each.check)).toContain(check)
  } finally {
    await client.query('rollback')
  }
})
