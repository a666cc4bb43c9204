import { setTimeout as sleep } from 'node:timers/promises'
import { transferKinds } from '@khlang/ledger/kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/db.ts'

/**
 * Kinds that a member's credit list shows: those that move their cash, and corrections. A kind moves one
 * member's
 * cash on one of its sides, so that a transfer is one entry of the list.
 */
export const walletKinds: readonly string[] = Object.entries(transferKinds)
  .filter(([, facts]) => facts.memberShows !== 'none')
  .map(([kind]) => kind)

const kindsThatShow = (as: 'out' | 'either'): readonly string[] =>
  Object.entries(transferKinds)
    .filter(([, facts]) => facts.memberShows === as)
    .map(([kind]) => kind)

/** Those that take money out of the wallet. */
export const outKinds = kindsThatShow('out')

/** Those that go either way, as each leg of theirs says: reversals, rounds and corrections of bets. */
export const eitherKinds = kindsThatShow('either')

/** Transfers between two house accounts are no wallet entries. */
export const hasGuardedSide: RawBuilder<boolean> = sql`(t.from_version is not null or t.to_version is not
  null)`

interface WalletProgress {
  readonly settledId: number
  /** No transfer at or below it can still appear: settled or not, what is read from here on has them all. */
  readonly certainId: number
  /** The newest transfer when the step began, and who might still bring one below it. */
  readonly candidateId: number
  readonly holders: readonly string[]
  /** The newest transfer to look at in this step. */
  readonly upTo: number
  /** How many transfers a step takes at most. */
  readonly atOnce: number
}

/** Postings under way: every one holds the ledger's gate from before it draws its ids until it ends. */
async function gateHolders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct virtualtransaction as holder from pg_locks
     where locktype = 'advisory' and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = ledger_gate()
       and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows.map((row) => row.holder)
}

/** A posting takes some milliseconds; whoever takes longer is waited for from step to step. */
const waitsMs = [5, 10, 20]

/**
 * Takes the one row that says how far the sums are; null when another process has it. Ids are drawn before
 * the commit, so a lower one may appear later; an id is certain once all postings have ended that ran when it
 * was the newest.
 */
export async function readWalletProgress(
  tx: Tx,
  atOnce: number,
  waits = false,
): Promise<WalletProgress | null> {
  const { rows } = await sql<{ settled_id: number; candidate_id: number; holders: string[] }>`
    select settled_id, candidate_id, holders from wallet_progress for update
      ${waits ? sql`` : sql`skip locked`}`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const newest = await sql<{ id: number | null }>`select max(id) as id from transfers`.execute(tx)
  const newestId = newest.rows[0]?.id ?? 0
  const begun = await gateHolders(tx)
  const isKnownCertain = !row.holders.some((holder) => begun.includes(holder))
  let left = begun
  for (const ms of waitsMs) {
    if (left.length === 0) break
    await sleep(ms)
    const running = await gateHolders(tx)
    left = left.filter((holder) => running.includes(holder))
  }
  const settledId = row.settled_id
  const certainId = left.length === 0 ? newestId : isKnownCertain ? row.candidate_id : settledId
  // One that is certain is kept until a step has come so far: a long posting holds up nothing below it.
  const isReached = isKnownCertain && row.candidate_id <= settledId + atOnce
  const isNew = left.length === 0 || isReached
  return {
    settledId,
    certainId,
    candidateId: isNew ? newestId : row.candidate_id,
    holders: isNew ? left : row.holders,
    atOnce,
    upTo: Math.min(newestId, settledId + atOnce),
  }
}

/**
 * Adds the transfers that have become certain to the list of entries and to its sums by day and kind.
 * @returns true when there is more to do at once
 */
export async function advanceWallet(tx: Tx, progress: WalletProgress): Promise<boolean> {
  const { settledId, certainId, candidateId, holders, atOnce } = progress
  const settled = Math.max(settledId, Math.min(certainId, settledId + atOnce))
  if (settled > settledId) {
    await sql`
      with entry as materialized (
        select t.id, t.business_on, t.kind, t.amount_minor, s.is_out
          from transfers t join accounts fa on fa.id = t.from_id join accounts ta on ta.id = t.to_id
          cross join lateral (select fa.code like 'member:%:cash' as is_out) s
         where t.id > ${settledId} and t.id <= ${settled} and ${hasGuardedSide}
           and t.kind = any(${[...walletKinds]}::text[]) and (s.is_out or ta.code like 'member:%:cash')),
      listed as (insert into wallet_entries (kind, business_on, transfer_id, amount_minor)
        select kind, business_on, id, amount_minor from entry order by amount_minor)
      insert into wallet_days as w (business_on, kind, entries, in_minor, out_minor)
      select business_on, kind, count(*), coalesce(sum(amount_minor) filter (where not is_out), 0),
             coalesce(sum(amount_minor) filter (where is_out), 0)
        from entry group by business_on, kind
      on conflict (business_on, kind) do update set entries = w.entries + excluded.entries,
        in_minor = w.in_minor + excluded.in_minor, out_minor = w.out_minor + excluded.out_minor`.execute(tx)
  }
  await sql`update wallet_progress set settled_id = ${settled}, candidate_id = ${candidateId},
    holders = ${[...holders]}::text[] where (settled_id, candidate_id, holders)
      is distinct from (${settled}::bigint, ${candidateId}::bigint, ${[...holders]}::text[])`.execute(tx)
  return certainId > settled
}
