import { randomUUIDv7 } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import type { Database } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import type { TestDatabase } from '../database.ts'
import type { FactoryAccount, FactoryMember } from './money-factory.ts'

/** Puts money into wallets by the ledger, as deposits of one bank account. */
export function funding(
  db: Database,
  plant: TestDatabase['plant'],
  bank: FactoryAccount,
  on = '2026-11-01',
): (member: FactoryMember, amountMinor: number) => Promise<void> {
  let count = 0
  return async (member, amountMinor) => {
    const n = (count += 1)
    const id = randomUUIDv7()
    // As the machine leaves it; without its line, so past the judge of credits.
    await plant(
      `insert into deposits (id, reference, member_id, state, method, amount_minor, bank_account_id, by_kind,
        credited_at, business_on, credits, statement_line_id)
       values ($6, $1, $2, 'credited', 'bank', $3, $4, 'auto', clock_timestamp(), $5, 1, uuidv7())`,
      [`F${n}`, member.id, amountMinor, bank.id, on, id],
    )
    const cause = { bankAccountId: bank.outside, amountMinor, businessOn: on }
    const sourceId = encodeId('deposit', id)
    await db
      .transaction()
      .execute((tx) =>
        postStrict(tx, [
          depositReceived({ ...cause, sourceId: `line-${n}` }),
          depositCredited({ ...cause, sourceId, memberId: member.outside }),
        ]),
      )
  }
}
