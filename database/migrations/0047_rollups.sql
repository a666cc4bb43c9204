-- Counts and sums that screens ask for all day, kept as rows move: how many deposits and withdrawals of each
-- state, what a business day brought, what moved on our own accounts. A change adds its difference as a row
-- of its own (`rollup_moves`), so that no two postings wait for one another; a job adds those to `rollups`.
-- What is true at a moment is both together, in one statement: exact, and as much to read in a year as today.
create table rollups (
  figure text not null,
  business_on date not null,
  -- What it is counted by; their meaning is that of the figure (see deposit_figures and the others).
  parts text[] not null,
  entries bigint not null,
  amount_minor bigint not null,
  primary key (figure, business_on, parts)
);
create table rollup_moves (
  id bigint generated always as identity primary key,
  figure text not null,
  business_on date not null,
  parts text[] not null,
  entries bigint not null,
  amount_minor bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
grant select on rollups, rollup_moves to khlang_app;

-- The queue's first tab, what is asked for most: in its own order, however much lies behind it.
create index deposits_waiting on deposits (id) where state in ('created', 'pending');
create index withdrawals_waiting on withdrawals (id)
  where state in ('review', 'approved', 'sending', 'failed', 'unknown');
create index withdrawals_due on withdrawals (sla_ends_at, id) where state in ('review', 'failed', 'unknown');
-- Paid, and the bank has shown no line: looked for all the time, and few.
create index withdrawals_without_line on withdrawals (paid_at)
  where state = 'paid' and settled_line_id is null;
-- The rows of one account of ours.
create index deposits_of_account on deposits (bank_account_id, id desc);
create index withdrawals_of_account on withdrawals (bank_account_id, id desc);

-- The first deposit of each member that is credited at present.
create table member_firsts (
  member_id uuid primary key references members,
  deposit_id uuid not null references deposits,
  credited_at timestamptz not null,
  business_on date not null,
  amount_minor bigint not null
);

-- How long something took, as the medians of a day count it: each second up to two minutes, then two digits.
create function waited_part(p_waited interval) returns text language sql immutable parallel safe as $$
  select case when extract(epoch from p_waited) < 120.5
           then greatest(round(extract(epoch from p_waited)), 0)::integer::text
         else round(extract(epoch from p_waited),
           1 - floor(log(extract(epoch from p_waited)))::integer)::bigint::text end $$;

create function bangkok_hour(p_at timestamptz) returns text language sql stable parallel safe as
  $$ select extract(hour from p_at at time zone 'Asia/Bangkok')::integer::text $$;

-- What a deposit counts as. `queue`: kind, state, account. `day`: kind, hour, by whom, seconds from the
-- bank's message to the credit. (Columns, not the row itself: a row given whole fails in the planner of 18.)
create function deposit_figures(p_state text, p_on date, p_asked bigint, p_amount bigint, p_account uuid,
  p_by text, p_credited_at timestamptz, p_line uuid)
returns table (figure text, business_on date, parts text[], amount_minor bigint)
language sql stable as $$
  select 'queue', p_on, array['deposit', p_state, p_account::text], coalesce(p_amount, p_asked, 0)
  union all
  select 'day', p_on, array['deposit', bangkok_hour(p_credited_at), p_by, (
           select waited_part(p_credited_at - l.received_at) from statement_lines l where l.id = p_line)],
         p_amount
   where p_state = 'credited' $$;

-- The same of a withdrawal; seconds from the request to the payment.
create function withdrawal_figures(p_state text, p_on date, p_amount bigint, p_account uuid, p_by text,
  p_requested_at timestamptz, p_paid_at timestamptz)
returns table (figure text, business_on date, parts text[], amount_minor bigint)
language sql stable as $$
  select 'queue', p_on, array['withdrawal', p_state, p_account::text], p_amount
  union all
  select 'day', p_on, array['withdrawal', bangkok_hour(p_paid_at), coalesce(p_by, 'member'),
           waited_part(p_paid_at - p_requested_at)], p_amount
   where p_state = 'paid' $$;

-- A line of an own account's statement. `line`: its state. `account`: account and direction, of what counts.
create function line_figures(p_state text, p_on date, p_amount bigint, p_account uuid, p_direction text)
returns table (figure text, business_on date, parts text[], amount_minor bigint)
language sql stable as $$
  select 'line', p_on, array[p_state], p_amount
  union all
  select 'account', p_on, array[p_account::text, p_direction], p_amount
   where p_state not in ('waiting', 'duplicate', 'quarantined', 'rejected') $$;

-- Sees after the first deposit of some members: another one may have taken its place.
create function move_firsts(p_members uuid[]) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  with gone as (
    delete from member_firsts f where f.member_id = any(p_members)
       and not exists (
         select from deposits d where d.id = f.deposit_id and d.state = 'credited'
            and (d.credited_at, d.business_on, d.amount_minor)
              = (f.credited_at, f.business_on, f.amount_minor)
            and not exists (select from deposits e where e.member_id = d.member_id and e.state = 'credited'
              and (e.credited_at, e.id) < (d.credited_at, d.id)))
    returning f.business_on, f.amount_minor)
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'first', business_on, '{}', -count(*), -sum(amount_minor) from gone group by business_on;
  with came as (
    insert into member_firsts (member_id, deposit_id, credited_at, business_on, amount_minor)
    select m.id, d.id, d.credited_at, d.business_on, d.amount_minor
      from unnest(p_members) m (id)
     cross join lateral (
       select d.id, d.credited_at, d.business_on, d.amount_minor from deposits d
        where d.member_id = m.id and d.state = 'credited' order by d.credited_at, d.id limit 1) d
     where not exists (select from member_firsts f where f.member_id = m.id)
     order by m.id
    on conflict do nothing
    returning business_on, amount_minor)
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'first', business_on, '{}', count(*), sum(amount_minor) from came group by business_on;
end $$;
revoke execute on function move_firsts(uuid[]) from public;

create function roll_deposits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_memoize = off as $$
declare
  v_members uuid[];
begin
  if tg_op = 'INSERT' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
      from new_rows r cross join lateral deposit_figures(r.state, r.business_on,
        r.amount_requested_minor, r.amount_minor, r.bank_account_id, r.by_kind, r.credited_at,
        r.statement_line_id) f group by 1, 2, 3;
    select array_agg(distinct r.member_id) into v_members from new_rows r where r.state = 'credited'
       and not exists (select from member_firsts f where f.member_id = r.member_id
         and (f.credited_at, f.deposit_id) < (r.credited_at, r.id));
  elsif tg_op = 'DELETE' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, -count(*), -sum(f.amount_minor)
      from old_rows r cross join lateral deposit_figures(r.state, r.business_on,
        r.amount_requested_minor, r.amount_minor, r.bank_account_id, r.by_kind, r.credited_at,
        r.statement_line_id) f group by 1, 2, 3;
    select array_agg(distinct r.member_id) into v_members from old_rows r where r.state = 'credited'
       and not exists (select from member_firsts f where f.member_id = r.member_id
         and (f.credited_at, f.deposit_id) < (r.credited_at, r.id));
  else
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select x.figure, x.business_on, x.parts, sum(x.n), sum(x.n * x.amount_minor) from (
      select 1 as n, f.* from new_rows r cross join lateral deposit_figures(r.state, r.business_on,
        r.amount_requested_minor, r.amount_minor, r.bank_account_id, r.by_kind, r.credited_at,
        r.statement_line_id) f
      union all
      select -1, f.* from old_rows r cross join lateral deposit_figures(r.state, r.business_on,
        r.amount_requested_minor, r.amount_minor, r.bank_account_id, r.by_kind, r.credited_at,
        r.statement_line_id) f) x
     group by 1, 2, 3 having sum(x.n) <> 0 or sum(x.n * x.amount_minor) <> 0;
    select array_agg(distinct r.member_id) into v_members
      from (table new_rows union all table old_rows) r where r.state = 'credited'
       and not exists (select from member_firsts f where f.member_id = r.member_id
         and (f.credited_at, f.deposit_id) < (r.credited_at, r.id));
  end if;
  if v_members is not null then perform move_firsts(v_members); end if;
  return null;
end $$;

create function roll_withdrawals() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_memoize = off as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
      from new_rows r cross join lateral withdrawal_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.decision_kind, r.requested_at, r.paid_at) f group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, -count(*), -sum(f.amount_minor)
      from old_rows r cross join lateral withdrawal_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.decision_kind, r.requested_at, r.paid_at) f group by 1, 2, 3;
  else
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select x.figure, x.business_on, x.parts, sum(x.n), sum(x.n * x.amount_minor) from (
      select 1 as n, f.* from new_rows r cross join lateral withdrawal_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.decision_kind, r.requested_at, r.paid_at) f
      union all
      select -1, f.* from old_rows r cross join lateral withdrawal_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.decision_kind, r.requested_at, r.paid_at) f) x
     group by 1, 2, 3 having sum(x.n) <> 0 or sum(x.n * x.amount_minor) <> 0;
  end if;
  return null;
end $$;

create function roll_lines() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_memoize = off as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
      from new_rows r cross join lateral line_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.direction) f group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select f.figure, f.business_on, f.parts, -count(*), -sum(f.amount_minor)
      from old_rows r cross join lateral line_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.direction) f group by 1, 2, 3;
  else
    insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
    select x.figure, x.business_on, x.parts, sum(x.n), sum(x.n * x.amount_minor) from (
      select 1 as n, f.* from new_rows r cross join lateral line_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.direction) f
      union all
      select -1, f.* from old_rows r cross join lateral line_figures(r.state, r.business_on,
        r.amount_minor, r.bank_account_id, r.direction) f) x
     group by 1, 2, 3 having sum(x.n) <> 0 or sum(x.n * x.amount_minor) <> 0;
  end if;
  return null;
end $$;

-- The job's step: adds moves to the figures, the oldest first. Of the queue's the sum of all days, too.
create function fold_rollups(p_most integer) returns integer language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with picked as materialized (
    select id from rollup_moves order by id limit p_most for update skip locked),
  taken as (
    delete from rollup_moves m using picked where m.id = picked.id
    returning m.figure, m.business_on, m.parts, m.entries, m.amount_minor),
  folded as (
    insert into rollups as r (figure, business_on, parts, entries, amount_minor)
    select figure, business_on, parts, sum(entries), sum(amount_minor) from (
      select * from taken
      union all
      select figure || '.ever', '-infinity', parts, entries, amount_minor from taken
       where figure in ('queue', 'line')) x
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (figure, business_on, parts) do update set
      entries = r.entries + excluded.entries, amount_minor = r.amount_minor + excluded.amount_minor)
  select count(*)::integer from taken $$;

-- Counts everything anew from the rows themselves: at the upgrade, and where somebody doubts the figures. (No
-- row comes twice: with a cache, made anew for each, a million deposits did not end in six minutes.)
create function fill_rollups() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_memoize = off as $$
begin
  lock table deposits, withdrawals, statement_lines in share mode;
  delete from rollup_moves;
  delete from rollups;
  delete from member_firsts;
  insert into member_firsts (member_id, deposit_id, credited_at, business_on, amount_minor)
  select distinct on (d.member_id) d.member_id, d.id, d.credited_at, d.business_on, d.amount_minor
    from deposits d
   where d.state = 'credited' order by d.member_id, d.credited_at, d.id;
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
    from deposits d cross join lateral deposit_figures(d.state, d.business_on,
        d.amount_requested_minor, d.amount_minor, d.bank_account_id, d.by_kind, d.credited_at,
        d.statement_line_id) f group by 1, 2, 3
  union all
  select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
    from withdrawals w cross join lateral withdrawal_figures(w.state, w.business_on,
        w.amount_minor, w.bank_account_id, w.decision_kind, w.requested_at, w.paid_at) f group by 1, 2, 3
  union all
  select f.figure, f.business_on, f.parts, count(*), sum(f.amount_minor)
    from statement_lines l cross join lateral line_figures(l.state, l.business_on,
        l.amount_minor, l.bank_account_id, l.direction) f group by 1, 2, 3
  union all
  select 'first', business_on, '{}', count(*), sum(amount_minor) from member_firsts group by business_on;
  while fold_rollups(100000) > 0 loop end loop;
end $$;
revoke execute on function fill_rollups() from public;
revoke execute on function fold_rollups(integer) from public;
grant execute on function fold_rollups(integer) to khlang_app;
select fill_rollups();

create trigger roll_inserted after insert on deposits referencing new table as new_rows
  for each statement execute function roll_deposits();
create trigger roll_updated after update on deposits
  referencing old table as old_rows new table as new_rows
  for each statement execute function roll_deposits();
create trigger roll_deleted after delete on deposits referencing old table as old_rows
  for each statement execute function roll_deposits();
create trigger roll_inserted after insert on withdrawals referencing new table as new_rows
  for each statement execute function roll_withdrawals();
create trigger roll_updated after update on withdrawals
  referencing old table as old_rows new table as new_rows
  for each statement execute function roll_withdrawals();
create trigger roll_deleted after delete on withdrawals referencing old table as old_rows
  for each statement execute function roll_withdrawals();
create trigger roll_inserted after insert on statement_lines referencing new table as new_rows
  for each statement execute function roll_lines();
create trigger roll_updated after update on statement_lines
  referencing old table as old_rows new table as new_rows
  for each statement execute function roll_lines();
create trigger roll_deleted after delete on statement_lines referencing old table as old_rows
  for each statement execute function roll_lines();
-- Rows that are put in with the guards off (an import, a drill) are counted like all others.
alter table deposits enable always trigger roll_inserted;
alter table deposits enable always trigger roll_updated;
alter table deposits enable always trigger roll_deleted;
alter table withdrawals enable always trigger roll_inserted;
alter table withdrawals enable always trigger roll_updated;
alter table withdrawals enable always trigger roll_deleted;
alter table statement_lines enable always trigger roll_inserted;
alter table statement_lines enable always trigger roll_updated;
alter table statement_lines enable always trigger roll_deleted;
