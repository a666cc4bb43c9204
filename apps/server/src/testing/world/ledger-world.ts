import { accountsOfBank, accountsOfMember, memberCash, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import type pg from 'pg'
import { createDatabase, createPool, type Database } from '../../platform/db/db.ts'
import { mayRepeat } from '../../platform/posting/ledger-error.ts'
import {
  balancesOf,
  openAccounts,
  postStrict,
  type PostingResult,
} from '../../platform/posting/ledger-store.ts'
import { createTestDatabase } from '../database.ts'
import { checkInvariants, type Violation } from '../invariant-checker.ts'
import { onConnection } from '../cluster/kept-connections.ts'

export const day = '2026-03-02'

/** A database with an open ledger: one bank `kbank`, and members as asked for. */
export interface LedgerWorld {
  readonly db: Database
  readonly pool: pg.Pool
  readonly adminUrl: string
  readonly post: (...postings: Posting[]) => Promise<PostingResult[]>
  readonly cash: (memberId: string) => Promise<number>
  /** Money from the bank into the member's wallet. */
  readonly fund: (memberId: string, amountMinor: number) => Promise<PostingResult[]>
  readonly judge: () => Promise<Violation[]>
  /** As a superuser. */
  readonly asAdmin: (statement: string) => Promise<pg.QueryResult>
  readonly end: () => Promise<void>
}

export async function createLedgerWorld(
  memberIds: readonly string[],
  connections = 10,
): Promise<LedgerWorld> {
  const test = await createTestDatabase()
  const pool = createPool(test.appUrl, { max: connections })
  const db = createDatabase(pool)
  await openAccounts(db, [
    ...sharedAccounts,
    ...accountsOfBank('kbank'),
    ...memberIds.flatMap((id) => accountsOfMember(id)),
  ])
  let funded = 0
  const post = async (...postings: Posting[]) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute((tx) => postStrict(tx, postings))
      } catch (error) {
        if (!mayRepeat(error) || attempt === 5) throw error
      }
    }
  }
  return {
    db,
    pool,
    adminUrl: test.adminUrl,
    post,
    cash: async (memberId) =>
      (await balancesOf(db, [memberCash(memberId).code])).get(memberCash(memberId).code) ?? 0,
    fund: (memberId, amountMinor) => {
      funded += 1
      const cause = { sourceId: `fund-${funded}`, bankAccountId: 'kbank', businessOn: day, amountMinor }
      return post(depositReceived(cause), depositCredited({ ...cause, memberId }))
    },
    judge: () => onConnection(test.adminUrl, checkInvariants),
    asAdmin: (statement) => onConnection(test.adminUrl, (client) => client.query(statement)),
    end: async () => {
      await db.destroy()
      await test.drop()
    },
  }
}
