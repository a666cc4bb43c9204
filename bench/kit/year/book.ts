import type { Part } from '../office-seed.ts'

// The book of a year: what members did before lies there; upon it the money in and out, each deposit and
// withdrawal with all its transfers, and each business day but the last one closed.

const onOf = (at: string) => `((${at}) at time zone 'Asia/Bangkok')::date`

/** Five kinds of transfer: a deposit has two of them, a withdrawal that was paid three. */
const transfers = `
  -- What waits for a person came before yesterday, which everybody has done with.
  update statement_lines set business_on = least(business_on, ${onOf('now()')} - 2),
      value_on = least(value_on, ${onOf('now()')} - 2)
    where dedupe_key like 'bench-open-%';
  insert into accounts (code, kind, currency, mode, is_hold)
    select member_locked_code(id), 'liability', 'THB', 'guarded', true from members;
  create unlogged table bench_wallets as
    select m.id as member_id, c.id as cash, l.id as locked from members m
      join accounts c on c.code = member_cash_code(m.id)
      join accounts l on l.code = member_locked_code(m.id);
  create unlogged table bench_ours as
    select b.id as account, m.id as bank, u.id as unmatched, t.id as transit
      from bank_accounts b, lateral (select outside_id('oba', b.id) as o) o
      join accounts m on m.code = 'bank:' || o.o
      join accounts u on u.code = 'unmatched:' || o.o
      join accounts t on t.code = 'bank:' || o.o || ':in_transit';
  insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor, currency,
      from_after, from_version, to_after, to_version, business_on, value_on, created_at)
    select kind || ':' || source || ':1', posting, 1, kind, source, from_id, to_id, amount, 'THB',
           case when has_from then 100000000 end,
           case when has_from then 1000 + row_number() over (partition by from_id order by at, step) end,
           case when has_to then 100000000 end,
           case when has_to then 1000 + row_number() over (partition by to_id order by at, step) end,
           ${onOf('at')}, ${onOf('at')}, at
      from (
        select 'deposit.received' as kind, outside_id('stl', line_id) as source, line_id as posting,
               o.bank as from_id, o.unmatched as to_id, amount, false as has_from, false as has_to, at,
               1 as step
          from bench_deposits d join bench_ours o using (account) where state = 'credited'
        union all
        select 'deposit.credited', case when by_kind = 'employee' then outside_id('dep', id)
                 else 'dep_' || lpad(n::text, 26, '0') end, id, o.unmatched, w.cash, amount, false, true,
               at, 2
          from bench_deposits d join bench_ours o using (account) join bench_wallets w using (member_id)
         where state = 'credited'
        union all
        select k.kind, 'wdr_' || lpad(n::text, 26, '0'), id,
               case step when 3 then w.cash when 4 then w.locked else o.transit end,
               case step when 3 then w.locked when 4 then o.transit else o.bank end,
               amount, step < 5, step = 3, at, step
          from bench_withdrawals x join bench_wallets w using (member_id)
          join (select p.* from bench_ours p join bank_accounts b on b.id = p.account
                 where b.role = 'withdrawal') o on true,
               (values ('withdraw.hold', 3), ('withdraw.sent', 4), ('withdraw.settled', 5)) k (kind, step)
         where x.state = 'paid') t
     order by at, step`

/** What the job that keeps the lists would have made of them. */
const listed = `
  insert into wallet_days
    select business_on, kind, count(*), coalesce(sum(amount_minor) filter (where to_version is not null), 0),
           coalesce(sum(amount_minor) filter (where from_version is not null), 0)
      from transfers where id > (select settled_id from wallet_progress) group by 1, 2;
  insert into wallet_entries (kind, business_on, transfer_id, amount_minor)
    select kind, business_on, id, amount_minor from transfers
     where id > (select settled_id from wallet_progress)
       and (from_version is not null or to_version is not null) order by kind, business_on, id;
  update wallet_progress set settled_id = (select max(id) from transfers),
    candidate_id = (select max(id) from transfers)`

/** Days before yesterday as the product leaves them: closed by the ledger, summed, closed by people. */
const days = `
  create unlogged table bench_sums as
    select t.business_on, ledger_part(a.code) as part, t.kind, t.value_on, s.account_id, count(*) as entries,
           sum(in_minor)::bigint as in_minor, sum(out_minor)::bigint as out_minor
      from transfers t
     cross join lateral (values (t.from_id, 0::bigint, t.amount_minor), (t.to_id, t.amount_minor, 0::bigint))
        s (account_id, in_minor, out_minor)
      join accounts a on a.id = s.account_id
     where t.business_on < ${onOf('now()')} - 1 group by 1, 2, 3, 4, 5;
  insert into day_closings (business_on, sealed_at, closed_at, transfer_count, digest)
    select business_on, business_on + interval '18 hours', business_on + interval '30 hours',
           sum(entries) / 2, '\\x00'
      from bench_sums group by 1;
  insert into balance_closings (account_id, business_on, balance_minor)
    select account_id, business_on,
           sum(sum(in_minor - out_minor)) over (partition by account_id order by business_on)
      from bench_sums group by 1, 2;
  insert into reconcile_days (business_on, reference, state, round, difference_count, open_count,
      difference_minor, checked_at)
    select business_on, business_on::text, case when is_old then 'closed' else 'open' end, is_old::int, 0, 0,
           0, now()
      from (select business_on, business_on < ${onOf('now()')} - 8 as is_old from day_closings) d;
  insert into ledger_day_sums (business_on, part, kind, value_on, entries, in_minor, out_minor)
    select business_on, part, kind, value_on, sum(entries), sum(in_minor), sum(out_minor)
      from bench_sums group by 1, 2, 3, 4;
  insert into ledger_day_balances (business_on, part, balance_minor)
    select d.business_on, p.part,
           sum(coalesce(m.minor, 0)) over (partition by p.part order by d.business_on)
      from day_closings d cross join (select distinct part from bench_sums) p
      left join (select business_on, part, sum(in_minor - out_minor) as minor from bench_sums group by 1, 2) m
        on m.business_on = d.business_on and m.part = p.part;
  insert into reconcile_closes (day_id, business_on, round, facts, facts_hash, ledger_digest,
      difference_count, closed_by, closed_at, pdf, xlsx, manifest, packed_at)
    select d.id, d.business_on, 1, f.facts, encode(sha256(convert_to(f.facts, 'UTF8')), 'hex'), '\\x00', 0,
           (select id from employees order by id limit 1), d.business_on + interval '32 hours',
           '\\x00', '\\x00', '{}', d.business_on + interval '32 hours'
      from reconcile_days d, lateral (select jsonb_build_object('version', 1, 'businessOn', d.business_on,
             'round', 1, 'ledgerDigest', '00', 'ledgerClosedAt', d.business_on + interval '30 hours',
             'transferCount', 0, 'sheets', '[]'::jsonb, 'items', '[]'::jsonb)::text as facts) f
     where d.state = 'closed';
  drop table bench_sums, bench_wallets, bench_ours`

export const book: Part = [transfers, listed, days].join(';')
