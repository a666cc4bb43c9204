import { expect, test } from 'vitest'
import { withBareDatabase } from '../../testing/bare-database.ts'
import { aMember, aPerson, aRole, row, uuid, type Columns } from '../../testing/world/trials.ts'
import { currentMigrations, migrate } from './migrate.ts'

// What 0068 does with withdrawals that two people were needed for before the second approval was a request.

const migrations = currentMigrations().filter(({ name }) => name < '0068')

const aWithdrawal = (n: number, columns: Columns): string =>
  row('withdrawals', {
    id: uuid(n),
    reference: `'W${n}'`,
    request_key: `'W${n}'`,
    member_id: uuid(30 + n),
    state: `'review'`,
    band: `'twoPeople'`,
    amount_minor: 6_000_000,
    to_bank: `'KBANK'`,
    to_account_no: `'1'`,
    to_account_name: `'x'`,
    requested_at: `'2026-11-20 10:00+07'`,
    sla_ends_at: `'2026-11-20 11:00+07'`,
    business_on: `'2026-11-20'`,
    version: 4,
    ...columns,
  })
const first = { first_approved_by: uuid(1), first_approved_at: `'2026-11-20 10:05+07'` }
const decided = {
  decision_kind: `'employee'`,
  decided_by: uuid(2),
  decided_at: `'2026-11-20 10:10+07'`,
}
/** By reference; the first approvals of those in review are all that changes. */
const stored = [
  aWithdrawal(1, first),
  aWithdrawal(2, {}),
  aWithdrawal(3, { ...first, ...decided, state: `'approved'` }),
  aWithdrawal(4, { ...first, ...decided, state: `'failed'` }),
  aWithdrawal(5, { ...first, ...decided, state: `'rejected'` }),
]

test('a first approval that waits without a request is given again; what was decided stands', async () => {
  await withBareDatabase(async (url, admin) => {
    await migrate(url, null, { migrations, functions: [] })
    const people = [aRole(100), aPerson(1), aPerson(2), ...[31, 32, 33, 34, 35].map((n) => aMember(n))]
    // Without the triggers, which want the wallet's transfers behind each withdrawal.
    await admin.query(`set session_replication_role = replica; ${[...people, ...stored].join('')}`)
    await admin.query(
      `insert into sole_owner_ended (kind, at) values ('withdrawal', '2026-11-01 09:00+07')`,
    )
    const withdrawals = async () =>
      (await admin.query<Record<string, unknown>>('select * from withdrawals order by reference')).rows
    const before = await withdrawals()
    await migrate(url, null)
    const [waiting, ...others] = before
    const none = { approval_id: null, judged_of: null }
    expect(await withdrawals()).toEqual([
      { ...waiting, ...none, first_approved_by: null, first_approved_at: null, version: 5 },
      ...others.map((other) => ({ ...other, ...none })),
    ])
    const ended = await admin.query('select kind, at from sole_owner_ended order by kind')
    const at = new Date('2026-11-01T02:00:00Z')
    expect(ended.rows).toEqual([
      { kind: 'withdrawal', at },
      { kind: 'withdrawalApproval', at },
    ])
  })
})
