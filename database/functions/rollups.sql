-- Figures kept counted as rows move (ADR 0027): a change adds its difference to rollup_moves.

-- How long something took, as the medians of a day count it: each second up to two minutes, then two digits.
create or replace function waited_part(p_waited interval)
  returns text language sql immutable parallel safe as $$
  select case when extract(epoch from p_waited) < 120.5
           then greatest(round(extract(epoch from p_waited)), 0)::integer::text
         else round(extract(epoch from p_waited),
           1 - floor(log(extract(epoch from p_waited)))::integer)::bigint::text end $$;

-- The hour of a moment in Bangkok.
create or replace function bangkok_hour(p_at timestamptz) returns text language sql stable parallel safe as
  $$ select extract(hour from p_at at time zone 'Asia/Bangkok')::integer::text $$;

-- What a deposit counts as. `queue`: kind, state, account. `day`: kind, hour, by whom, seconds from the
-- bank's message to the credit. (Columns, not the row itself: a row given whole fails in the planner of 18.)
create or replace function deposit_figures(p_state text, p_on date, p_asked bigint, p_amount bigint,
  p_account uuid,
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
create or replace function withdrawal_figures(p_state text, p_on date, p_amount bigint, p_account uuid,
  p_by text,
  p_requested_at timestamptz, p_paid_at timestamptz)
returns table (figure text, business_on date, parts text[], amount_minor bigint)
language sql stable as $$
  select 'queue', p_on, array['withdrawal', p_state, p_account::text], p_amount
  union all
  select 'day', p_on, array['withdrawal', bangkok_hour(p_paid_at), coalesce(p_by, 'member'),
           waited_part(p_paid_at - p_requested_at)], p_amount
   where p_state = 'paid' $$;

-- A line of an own account's statement. `line`: its state. `account`: account and direction, of what counts.
create or replace function line_figures(p_state text, p_on date, p_amount bigint, p_account uuid,
  p_direction text)
returns table (figure text, business_on date, parts text[], amount_minor bigint)
language sql stable as $$
  select 'line', p_on, array[p_state], p_amount
  union all
  select 'account', p_on, array[p_account::text, p_direction], p_amount
   where p_state not in ('waiting', 'duplicate', 'quarantined', 'rejected') $$;

-- Sees after the first deposit of some members; another one may have taken its place. By an index of its own,
-- one member after the other, whatever a plan thinks of tables that have just begun to fill.
create or replace function move_firsts(p_members uuid[]) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  with known as materialized (
    select f.member_id from unnest(p_members) m (id)
     cross join lateral (select * from member_firsts where member_id = m.id offset 0) f
      left join lateral (
        select d.id, d.credited_at, d.business_on, d.amount_minor from deposits d
         where d.member_id = m.id and d.state = 'credited' order by d.credited_at, d.id limit 1) d on true
     where (f.deposit_id, f.credited_at, f.business_on, f.amount_minor)
       is distinct from (d.id, d.credited_at, d.business_on, d.amount_minor)),
  gone as (
    delete from member_firsts f where f.member_id = any(array(select member_id from known))
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

-- Deposits move their figures: what they counted as goes, what they count as comes.
create or replace function roll_deposits() returns trigger language plpgsql security definer
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

-- The same of withdrawals.
create or replace function roll_withdrawals() returns trigger language plpgsql security definer
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

-- The same of lines of our own accounts.
create or replace function roll_lines() returns trigger language plpgsql security definer
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

-- Members that registered, by the date and the hour in Bangkok.
create or replace function registered_moves(p_at timestamptz[], p_times integer) returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'registered', (at at time zone 'Asia/Bangkok')::date, array[bangkok_hour(at)], count(*) * p_times, 0
    from unnest(p_at) u (at) group by 2, 3 $$;
revoke execute on function registered_moves(timestamptz[], integer) from public;

-- Members move the figure of those who registered.
create or replace function roll_members() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform registered_moves((select array_agg(created_at) from new_rows), 1);
  elsif tg_op = 'DELETE' then
    perform registered_moves((select array_agg(created_at) from old_rows), -1);
  else
    perform registered_moves(array[old.created_at], -1);
    perform registered_moves(array[new.created_at], 1);
  end if;
  return null;
end $$;
revoke execute on function roll_members() from public;

-- What phones told, by the date in Bangkok on which it came: the phone, and what became of the message.
create or replace function message_moves(p_device uuid[], p_at timestamptz[], p_state text[], p_times integer)
  returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'message', (at at time zone 'Asia/Bangkok')::date, array[device::text, state], count(*) * p_times, 0
    from unnest(p_device, p_at, p_state) u (device, at, state) group by 2, 3 $$;
revoke execute on function message_moves(uuid[], timestamptz[], text[], integer) from public;

-- Messages move the figure of their phone. Nobody deletes one.
create or replace function roll_messages() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform message_moves(array_agg(device_id), array_agg(received_at), array_agg(state), 1) from new_rows;
  else
    perform message_moves(array[old.device_id], array[old.received_at], array[old.state], -1);
    perform message_moves(array[new.device_id], array[new.received_at], array[new.state], 1);
  end if;
  return null;
end $$;
revoke execute on function roll_messages() from public;
create or replace trigger roll_messages_inserted after insert on bank_messages
  referencing new table as new_rows for each statement execute function roll_messages();
create or replace trigger roll_messages_updated after update of state on bank_messages
  for each row when (old.state is distinct from new.state) execute function roll_messages();

-- The job's step: adds moves to the figures, the oldest first. Of the queue's the sum of all days, too.
create or replace function fold_rollups(p_most integer) returns integer language sql security definer
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
revoke execute on function fold_rollups(integer) from public;
grant execute on function fold_rollups(integer) to khlang_app;

-- Counts everything anew from the rows themselves, but for members. (No row comes twice: with a cache, made
-- anew for each, a million deposits did not end in six minutes.)
create or replace function fill_money_rollups() returns void language plpgsql security definer
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
revoke execute on function fill_money_rollups() from public;

-- Counts everything anew: at the upgrade, and where somebody doubts the figures.
create or replace function fill_rollups() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table members, bank_messages in share mode;
  perform fill_money_rollups();
  perform registered_moves((select array_agg(created_at) from members), 1);
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'message', (received_at at time zone 'Asia/Bangkok')::date, array[device_id::text, state],
         count(*), 0
    from bank_messages group by 2, 3;
  while fold_rollups(100000) > 0 loop end loop;
end $$;
revoke execute on function fill_rollups() from public;
