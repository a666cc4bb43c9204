import type { proofChecks } from '@khlang/contract/values/value-lists.ts'
import { sql, type RawBuilder } from 'kysely'

export type ProofCode = (typeof proofChecks)[number]

/**
 * The promises of the book, each a query that answers the rows which break it. They read tables, never what
 * a function under judgement says, and no more of them than a few seconds allow: the whole is judged by the
 * tests, by `npm run prove`, and by the digest of each day. Source: safety.md 2.1.
 */
export const checks: Readonly<Record<ProofCode, RawBuilder<unknown>>> = {
  // Per currency all balances together are nothing.
  bookBalanced: sql`select currency, sum(balance) as left_over from (
      select currency, sum(balance_minor) as balance from accounts group by 1
      union all
      select a.currency, sum(d.delta_minor)
        from house_deltas d join accounts a on a.id = d.account_id group by 1) x
    group by 1 having sum(balance) <> 0`,
  noneNegative: sql`select code, balance_minor from accounts where mode = 'guarded' and balance_minor < 0`,
  // What is locked is what is held.
  lockedIsHeld: sql`select a.code, a.balance_minor, coalesce(h.held, 0) as held from accounts a
      left join (select account_id, sum(amount_minor) as held from holds where state = 'open' group by 1) h
        on h.account_id = a.id
     where a.is_hold and a.balance_minor <> coalesce(h.held, 0)`,
  // Of wallets that moved last: the balance is the one that their newest movement left.
  newestBalances: sql`select a.code, a.balance_minor, a.version from accounts a
     where a.mode = 'guarded' and a.id in (
       select unnest(array[t.from_id, t.to_id])
         from (select from_id, to_id from transfers order by id desc limit 2000) t)
       and not exists (select from transfers t
         where t.from_id = a.id and t.from_version = a.version and t.from_after = a.balance_minor
            or t.to_id = a.id and t.to_version = a.version and t.to_after = a.balance_minor)`,
  keysOnce: sql`select t.key from (select key, id from transfers order by id desc limit 5000) t
     where (select count(*) from transfers o where o.key = t.key) <> 1`,
  lastDigest: sql`select business_on from day_closings d
     where business_on = (select max(business_on) from day_closings where closed_at is not null)
       and digest <> day_digest(business_on)`,
  // Another closed day each time, so that each has its turn.
  olderDigest: sql`select d.business_on from (
      select business_on, digest from day_closings where closed_at is not null order by random() limit 1) d
     where d.digest <> day_digest(d.business_on)`,
  // The guards of the tables that never change are there and awake.
  guardsAwake: sql`select want.t, want.n from (values ('transfers', 'append_only'),
      ('balance_closings', 'append_only'),
      ('house_deltas', 'append_only'), ('house_deltas', 'only_folder'), ('holds', 'append_only'),
      ('holds', 'settled_once'), ('day_closings', 'append_only'), ('day_closings', 'closed_once'),
      ('accounts', 'fixed_identity'), ('accounts', 'append_only'),
      ('activity_log', 'activity_log_append_only'), ('activity_seals', 'append_only')) as want (t, n)
      left join pg_trigger g on g.tgrelid = want.t::regclass and g.tgname = want.n
        and g.tgenabled in ('O', 'A')
     where g.oid is null`,
  // One whose end nobody knows waits before people, as its withdrawal.
  payoutsKnown: sql`select p.id, w.state from payouts p join withdrawals w on w.id = p.withdrawal_id
     where p.state = 'unknown' and w.state <> 'unknown'`,
}
