import { bankAccount, screenMinor } from '@khlang/ledger/accounts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'

interface Watched {
  readonly id: string
  readonly label: string
  readonly isClosed: boolean
  readonly hasMovedSince: boolean
  readonly lowMinor: number | null
  readonly highMinor: number | null
}

/** What is wrong with an account, by its balance of the book. */
const troubles: readonly { code: string; isBad: (of: Watched, balanceMinor: number) => boolean }[] = [
  {
    code: 'bank.balanceLow',
    isBad: ({ isClosed, lowMinor }, balance) => !isClosed && lowMinor !== null && balance < lowMinor,
  },
  {
    code: 'bank.balanceHigh',
    isBad: ({ isClosed, highMinor }, balance) => !isClosed && highMinor !== null && balance > highMinor,
  },
  // Members kept its number: their money still arrives, and nobody looks there any more.
  { code: 'bank.closedMoved', isBad: ({ isClosed, hasMovedSince }) => isClosed && hasMovedSince },
]

/** Raises and ends the alarms of own accounts that hold too little or too much, or move after their end. */
export async function watchAccounts(db: Reader): Promise<void> {
  const { rows } = await sql<Watched>`
    select a.id, a.label, a.state = 'closed' as "isClosed", a.low_balance_minor as "lowMinor",
           a.high_balance_minor as "highMinor",
           coalesce(f.last_line_at > a.state_at, false) as "hasMovedSince"
      from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
     order by a.label`.execute(db)
  const codeOf = ({ id }: Watched) => bankAccount(encodeId('bankAccount', id)).code
  const balances = await balancesOf(db, rows.map(codeOf))
  for (const { code, isBad } of troubles) {
    const bad = rows.filter((row) => isBad(row, screenMinor('asset', balances.get(codeOf(row)) ?? 0)))
    const ids = bad.map(({ id }) => encodeId('bankAccount', id))
    for (const [position, { label }] of bad.entries())
      await raiseAlarm(db, {
        code,
        entity: 'bankAccount',
        entityId: ids[position] ?? '',
        detail: { label },
      })
    await sql`update alarms set cleared_at = now() where code = ${code} and cleared_at is null
      and entity_id <> all(${ids}::text[])`.execute(db)
  }
}

export const accountWork: PeriodicWork = {
  name: 'ownAccounts',
  everyMs: 30_000,
  run: ({ db }) => watchAccounts(db),
}
