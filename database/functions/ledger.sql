-- The ledger beside posting: what it refuses, how it is read, how accounts open and close, how a day ends.
-- Money rows are only ever added. Nobody signs in as khlang_ledger, which owns all of it.

-- The SQLSTATE of each refusal; the server makes errors of the contract of them.
create or replace function ledger_sqlstate(p_code text)
  returns text language sql immutable parallel safe as $$
  select case p_code
    when 'insufficientFunds' then 'KL001' when 'accountClosed' then 'KL002' when 'accountUnknown' then 'KL003'
    when 'currencyMismatch' then 'KL004' when 'amountOutOfRange' then 'KL005' when 'keyMismatch' then 'KL006'
    when 'alreadyReversed' then 'KL007' when 'reversalMismatch' then 'KL008'
      when 'reversalOfReversal' then 'KL009'
    when 'transferUnknown' then 'KL010' when 'holdNotOpen' then 'KL011' when 'holdMismatch' then 'KL012'
    when 'holdAlreadyOpen' then 'KL013' when 'dayClosed' then 'KL014' when 'sameAccount' then 'KL015'
    when 'postingMalformed' then 'KL016' when 'appendOnly' then 'KL020' when 'secondCall' then 'KL021'
    when 'wrongIsolation' then 'KL022' when 'dayOutOfOrder' then 'KL023' when 'accountMismatch' then 'KL024'
    else 'KL099' end $$;

-- Shared by every posting, exclusive for the moment of sealing a day or closing a house account: whoever
-- holds it exclusively knows that no posting is under way. No row is touched, so there is nothing hot.
create or replace function ledger_gate() returns bigint language sql immutable parallel safe as $$
  select 5064471122090 $$;

-- Append only, whoever asks.
create or replace function refuse_ledger_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception using errcode = 'KL020', message = 'appendOnly',
    detail = format('%s on %s is refused', tg_op, tg_table_name);
end $$;

-- Only the folder deletes deltas.
create or replace function guard_house_deltas() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('khlang.folding', true) is distinct from 'yes' then
    raise exception using errcode = 'KL020', message = 'appendOnly',
      detail = 'only the folder deletes deltas';
  end if;
  return null;
end $$;

-- A hold is settled once, and stays what it was opened as.
create or replace function guard_holds() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' or new.state = 'open' or (new.id, new.account_id, new.source_id, new.amount_minor,
     new.opened_at) is distinct from (old.id, old.account_id, old.source_id, old.amount_minor,
       old.opened_at) then
    raise exception using errcode = 'KL020', message = 'appendOnly', detail = 'a hold is settled once';
  end if;
  return new;
end $$;

-- A day is closed once.
create or replace function guard_day_closings() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.closed_at is not null or new.business_on <> old.business_on or new.sealed_at <> old.sealed_at then
    raise exception using errcode = 'KL020', message = 'appendOnly', detail = 'a day is closed once';
  end if;
  return new;
end $$;

-- Exact at this moment: the row and its deltas are read by one statement.
create or replace function account_balance(p_code text) returns bigint language sql stable
  as $$ select balance_minor from account_balances where code = p_code $$;

-- What house entries of the business days after the floor and up to the last one come to. `+ 0`: days lie
-- together in the book, while an account's index has all its years.
create or replace function house_moved(p_id bigint, p_floor date, p_last date, p_moment timestamptz)
returns bigint language plpgsql stable as $$
begin
  return coalesce((select sum(e.delta_minor) from account_entries e
    where e.account_id + 0 = p_id and e.version is null and e.created_at <= p_moment
      and e.business_on > p_floor and e.business_on <= p_last), 0);
end $$;

-- Each entry of a guarded account says what was left after it, and they follow each other in time: the last
-- one before the moment says it all. For a house account, the last day sealed before the moment is a firm
-- floor: nothing is ever added to it. What is above is summed, of the days up to the moment alone (an hour
-- later, for clocks that differ).
create or replace function balance_at(p_code text, p_moment timestamptz)
returns bigint language plpgsql stable as $$
declare v_id bigint; v_mode text; v_floor date;
begin
  select id, mode into v_id, v_mode from accounts where code = p_code;
  if v_id is null then return null; end if;
  if v_mode = 'guarded' then
    return coalesce((select e.after_minor from account_entries e
      where e.account_id = v_id and e.version is not null and e.created_at <= p_moment
      order by e.version desc limit 1), 0);
  end if;
  select max(business_on) into v_floor from day_closings
   where closed_at is not null and sealed_at <= p_moment;
  return coalesce((select c.balance_minor from balance_closings c
      where c.account_id = v_id and c.business_on <= v_floor order by c.business_on desc limit 1), 0)
    + house_moved(v_id, coalesce(v_floor, '-infinity'),
        ((p_moment + interval '1 hour') at time zone 'Asia/Bangkok')::date, p_moment);
end $$;

-- The balance at the end of a business day, with everything posted to that day and before.
create or replace function balance_on(p_code text, p_on date) returns bigint language plpgsql stable as $$
declare v_id bigint; v_floor date;
begin
  select id into v_id from accounts where code = p_code;
  if v_id is null then return null; end if;
  select coalesce(max(business_on), '-infinity') into v_floor from day_closings
   where closed_at is not null and business_on <= p_on;
  return coalesce((select c.balance_minor from balance_closings c
      where c.account_id = v_id and c.business_on <= v_floor order by c.business_on desc limit 1), 0)
    + coalesce((select sum(e.delta_minor) from account_entries e
      where e.account_id = v_id and e.version is not null and e.business_on > v_floor
        and e.business_on <= p_on), 0)
    + house_moved(v_id, v_floor, p_on, 'infinity');
end $$;

-- Newest first, below a transfer id (null: from the top). Each side reads its own index in order.
create or replace function account_statement(p_code text, p_before_id bigint, p_limit int)
returns table (transfer_id bigint, delta_minor bigint, after_minor bigint, version bigint, other_code text,
               posting_id uuid, kind text, source_id text, currency text, reverses_id bigint,
               business_on date, value_on date, created_at timestamptz)
language plpgsql stable as $$
declare
  v_id bigint; v_mode text; v_version bigint;
begin
  select a.id, a.mode into v_id, v_mode from accounts a where a.code = p_code;
  if v_mode = 'guarded' then
    if p_before_id is not null then
      select case when t.from_id = v_id then t.from_version else t.to_version end into v_version
        from transfers t where t.id = p_before_id and v_id in (t.from_id, t.to_id);
    end if;
    return query
      select e.transfer_id, e.delta_minor, e.after_minor, e.version, o.code, e.posting_id, e.kind,
        e.source_id,
             e.currency::text, e.reverses_id, e.business_on, e.value_on, e.created_at
        from (select * from account_entries x where x.account_id = v_id and x.version is not null
                 and x.version < coalesce(v_version, 9223372036854775807) order by x.version desc
                   limit p_limit) e
        join accounts o on o.id = e.other_id order by e.version desc;
  else
    return query
      select e.transfer_id, e.delta_minor, e.after_minor, e.version, o.code, e.posting_id, e.kind,
        e.source_id,
             e.currency::text, e.reverses_id, e.business_on, e.value_on, e.created_at
        from (select * from account_entries x where x.account_id = v_id and x.version is null
                 and x.transfer_id < coalesce(p_before_id, 9223372036854775807)
               order by x.transfer_id desc limit p_limit) e
        join accounts o on o.id = e.other_id order by e.transfer_id desc;
  end if;
end $$;

-- p_accounts: [{code, kind, mode, currency, isHold}]. Opening what is open is no error; opening it as
-- something else is accountMismatch.
create or replace function open_accounts(p_accounts jsonb) returns table (code text, id bigint)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_wrong text;
begin
  insert into accounts (code, kind, mode, currency, is_hold)
    select distinct on (x.code) x.code, x.kind, x.mode, x.currency, coalesce(x."isHold", false)
      from jsonb_to_recordset(p_accounts) as x (code text, kind text, mode text, currency text,
        "isHold" boolean)
     order by x.code
    on conflict do nothing;
  select x.code into v_wrong
    from jsonb_to_recordset(p_accounts) as x (code text, kind text, mode text, currency text,
      "isHold" boolean)
    left join accounts a on a.code = x.code and a.kind = x.kind and a.mode = x.mode
      and a.currency = x.currency
          and a.is_hold = coalesce(x."isHold", false)
   where a.id is null limit 1;
  if v_wrong is not null then
    raise exception using errcode = 'KL024', message = 'accountMismatch', detail = v_wrong;
  end if;
  return query select a.code, a.id from accounts a
    where a.code in (select x.code from jsonb_to_recordset(p_accounts) as x (code text));
end $$;

-- Closed accounts refuse every leg. Waits until no posting is under way, so that it holds for house
-- accounts too.
create or replace function set_account_closed(p_code text, p_closed boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(ledger_gate());
  update accounts set is_closed = p_closed where code = p_code;
  if not found then raise exception using errcode = 'KL003', message = 'accountUnknown',
    detail = p_code; end if;
end $$;

-- Moves the tail of the house accounts into their rows, in one transaction, so no reader sees a difference.
create or replace function fold_house_deltas() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(ledger_gate() + 1) then return 0; end if;
  perform set_config('khlang.folding', 'yes', true);
  with gone as (delete from house_deltas returning account_id, delta_minor),
  sums as (select account_id, sum(delta_minor)::bigint as delta, count(*) as n from gone group by account_id),
  put as (update accounts a set balance_minor = a.balance_minor + s.delta from sums s
           where a.id = s.account_id and a.mode = 'house' returning s.n)
  select coalesce(sum(n), 0) into v_folded from put;
  perform set_config('khlang.folding', '', true);
  return v_folded;
end $$;

-- No posting dated on this day or before gets in once this has committed; it waits for those under way.
create or replace function seal_business_day(p_on date) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from day_closings where business_on = p_on) then return; end if;
  -- No clock on earth has ended a later day yet, and no day could be sealed after it.
  if p_on > (clock_timestamp() at time zone 'UTC' + interval '14 hours')::date then
    raise exception using errcode = 'KL023', message = 'dayOutOfOrder', detail = p_on::text;
  end if;
  perform pg_advisory_xact_lock(ledger_gate());
  if exists (select from day_closings where business_on = p_on) then return; end if;
  if exists (select from day_closings where business_on > p_on or closed_at is null) then
    raise exception using errcode = 'KL023', message = 'dayOutOfOrder', detail = p_on::text;
  end if;
  insert into day_closings (business_on) values (p_on);
end $$;

-- sha256 over the digest of the day before, the transfers since in the order of their ids (in blocks, so that
-- memory stays bounded) and the closing balances. The judge recomputes it.
create or replace function day_digest(p_on date) returns bytea
language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  with prev as (select max(business_on) as day from day_closings where business_on < p_on),
  blocks as (
    select t.id / 10000 as block,
           sha256(convert_to(string_agg(row(t.id, t.key, t.posting_id, t.leg_count, t.kind, t.source_id,
             t.from_id,
             t.to_id, t.amount_minor, t.currency, t.from_after, t.from_version, t.to_after, t.to_version,
             t.reverses_id, t.hold_id, t.business_on, t.value_on, t.created_at)::text, chr(10) order by t.id),
             'UTF8')) as digest
      from transfers t, prev where t.business_on <= p_on and t.business_on > coalesce(prev.day, '-infinity')
     group by 1),
  balances as (
    select c.account_id / 10000 as block,
           sha256(convert_to(string_agg(row(c.account_id, c.balance_minor)::text, chr(10)
             order by c.account_id),
             'UTF8')) as digest
      from balance_closings c where c.business_on = p_on group by 1)
  select sha256(convert_to(p_on::text, 'UTF8')
    || coalesce((select d.digest from day_closings d, prev where d.business_on = prev.day), '')
    || coalesce((select string_agg(digest, '' order by block) from blocks), '')
    || coalesce((select string_agg(digest, '' order by block) from balances), '')) $$;

-- Seals if need be, then writes the balance of every account that moved, and the digest. Repeating is
-- harmless. Call seal_business_day in a transaction of its own before, or postings wait while this one works.
create or replace function close_business_day(p_on date) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_prev date; v_digest bytea; v_count bigint;
begin
  perform seal_business_day(p_on);
  select digest into v_digest from day_closings where business_on = p_on for update;
  if v_digest is not null then return v_digest; end if;
  select coalesce(max(business_on), '-infinity') into v_prev from day_closings where business_on < p_on;
  insert into balance_closings (account_id, business_on, balance_minor)
    select m.account_id, p_on, m.delta + coalesce((select c.balance_minor from balance_closings c
             where c.account_id = m.account_id order by c.business_on desc limit 1), 0)
      from (select account_id, sum(delta_minor)::bigint as delta from account_entries
             where business_on > v_prev and business_on <= p_on group by account_id) m;
  select count(*) into v_count from transfers where business_on > v_prev and business_on <= p_on;
  v_digest := day_digest(p_on);
  update day_closings set closed_at = clock_timestamp(), transfer_count = v_count, digest = v_digest
   where business_on = p_on;
  return v_digest;
end $$;

-- Who owns it, and who may call it: the server reads, opens, folds and closes, and writes nothing itself.
alter function ledger_sqlstate(text) owner to khlang_ledger;
alter function ledger_gate() owner to khlang_ledger;
alter function refuse_ledger_change() owner to khlang_ledger;
alter function guard_house_deltas() owner to khlang_ledger;
alter function guard_holds() owner to khlang_ledger;
alter function guard_day_closings() owner to khlang_ledger;
alter function account_balance(text) owner to khlang_ledger;
alter function house_moved(bigint, date, date, timestamptz) owner to khlang_ledger;
alter function balance_at(text, timestamptz) owner to khlang_ledger;
alter function balance_on(text, date) owner to khlang_ledger;
alter function account_statement(text, bigint, int) owner to khlang_ledger;
alter function open_accounts(jsonb) owner to khlang_ledger;
alter function set_account_closed(text, boolean) owner to khlang_ledger;
alter function fold_house_deltas() owner to khlang_ledger;
alter function seal_business_day(date) owner to khlang_ledger;
alter function day_digest(date) owner to khlang_ledger;
alter function close_business_day(date) owner to khlang_ledger;
revoke all on function
  ledger_sqlstate(text), ledger_gate(), refuse_ledger_change(), guard_house_deltas(), guard_holds(),
  guard_day_closings(), account_balance(text), house_moved(bigint, date, date, timestamptz),
  balance_at(text, timestamptz), balance_on(text, date),
  account_statement(text, bigint, int), open_accounts(jsonb), set_account_closed(text, boolean),
  fold_house_deltas(), seal_business_day(date), day_digest(date), close_business_day(date)
  from public, khlang_app;
grant execute on function
  ledger_sqlstate(text), ledger_gate(), account_balance(text),
  house_moved(bigint, date, date, timestamptz), balance_at(text, timestamptz), balance_on(text, date),
  account_statement(text, bigint, int), open_accounts(jsonb),
  set_account_closed(text, boolean), fold_house_deltas(), seal_business_day(date), day_digest(date),
  close_business_day(date)
  to khlang_app;
