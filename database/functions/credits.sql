-- Money that people give by hand, and what may be taken back (ADR 0023, 0025).

-- The brand's date at this moment.
create or replace function brand_day() returns date
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (now() at time zone 'Asia/Bangkok' - make_interval(mins => coalesce(
    (select (value ->> 'dayCutOffMinutes')::int from brand_settings), 0)))::date $$;

-- The day a moment belongs to: it begins at the brand's cut-off in Bangkok, as `businessOn` of the server
-- says.
create or replace function business_day_of(p_at timestamptz) returns date
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select ((p_at at time zone 'Asia/Bangkok') - make_interval(mins =>
    coalesce((select (value ->> 'dayCutOffMinutes')::int from brand_settings), 0)))::date
$$;

-- The first moment after a day.
create or replace function business_day_ends(p_on date) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select ((p_on + 1)::timestamp + make_interval(mins =>
    coalesce((select (value ->> 'dayCutOffMinutes')::int from brand_settings), 0)))
    at time zone 'Asia/Bangkok'
$$;

-- What a person has credited alone on a day counts for all the accounts they sit behind: another account
-- that they made, or whose code they were handed, has no day's limit of its own.
create or replace function credited_alone(p_employee uuid, p_on date) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as materialized (select person_accounts(p_employee) as id)
  select (coalesce((select sum(h.amount_minor) from hand_links h where h.employee_id in (select id from own)
                     and h.business_on = p_on and h.approval_id is null and h.split_id is null
                     and h.undone_at is null), 0)
        + coalesce((select sum(j.amount_minor) from adjustments j where j.maker_id in (select id from own)
                     and j.business_on = p_on), 0))::bigint $$;

-- A credit by hand is made alone below the brand's limits of one act and of a day (the day of all the
-- person's accounts), and never to oneself; else it names an approval, which guard_links() judges, and
-- whoever settled that.
create or replace function guard_adjustments() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_limits jsonb := coalesce((select value from brand_settings), '{}');
  v_own uuid[];
  v_day bigint;
begin
  if new.approval_id is not null then
    if exists (select from approvals a where a.id = new.approval_id
         and (a.is_sole_owner or a.checker_id = new.checker_id)) then
      return new;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  v_own := array(select person_accounts(new.maker_id) order by 1);
  perform from employees where id = any(v_own) order by id for no key update;
  select coalesce(sum(amount_minor), 0) into v_day from adjustments
   where maker_id = any(v_own) and business_on = new.business_on;
  if new.checker_id is not null
     or new.amount_minor >= coalesce((v_limits ->> 'manualSecondPersonMinor')::bigint, 500000)
     or v_day + new.amount_minor
       >= coalesce((v_limits ->> 'manualSecondPersonDayMinor')::bigint, 2000000)
     or new.member_id in (select own_members(new.maker_id)) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- The sum of a person's day is of the day there is, asked about both sides of midnight: a row chooses none.
-- Nor does it choose its moment, by which it is young for a day: who gave it does not pay it out so long.
create or replace function guard_adjustment_day() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.business_on not between business_day_of(now() - interval '5 minutes')
                             and business_day_of(now() + interval '5 minutes')
     or current_user = 'khlang_app' and new.created_at < now() - interval '5 minutes'
       and exists (select from sessions) then
    raise exception 'dayChosen' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Real money without its bank line is credited under an approval; that it is of this very deposit,
-- guard_links() judges, which looks when one is named: a deposit that becomes a typed one names its own.
create or replace function guard_manual_deposits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.approval_id is null
     or tg_op = 'UPDATE' and old.method <> 'manual' and new.approval_id = old.approval_id then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Real money comes through a line of the bank, or typed and approved.
create or replace function guard_credited() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'lineMissing' using errcode = 'KL105';
end $$;

-- What was credited stays as it was, but for the line that comes later and what is noted beside it: each of
-- its values was judged once, when it was credited. It is taken back, and then stays taken back. A row is
-- never another one, for its money is posted once under its own name.
create or replace function guard_standing_deposits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.state not in ('credited', 'reversed') then
    -- By its moment it is young for a day: no statement chooses one that is long over. The start may, before
    -- the first session.
    if new.state = 'credited' and current_user = 'khlang_app'
       and new.credited_at < now() - interval '5 minutes' and exists (select from sessions) then
      raise exception 'dayChosen' using errcode = 'KL105';
    end if;
    if tg_op = 'INSERT' or new.id = old.id then return new; end if;
  elsif (old.state, new.state) in
       (('credited', 'credited'), ('credited', 'reversed'), ('reversed', 'reversed'))
     and (new.id, new.member_id, new.method, new.amount_minor, new.bank_account_id, new.by_kind, new.by_id,
          new.created_at, new.credited_at, new.business_on, new.credits)
       is not distinct from
         (old.id, old.member_id, old.method, old.amount_minor, old.bank_account_id, old.by_kind, old.by_id,
          old.created_at, old.credited_at, old.business_on, old.credits) then
    return new;
  end if;
  raise exception 'depositStands' using errcode = 'KL105';
end $$;

create or replace trigger guard_standing_changed before update on deposits for each row
  when (old.id <> new.id or old.state in ('credited', 'reversed') or new.state = 'credited')
  execute function guard_standing_deposits();
create or replace trigger guard_standing_inserted before insert on deposits for each row
  when (new.state = 'credited')
  execute function guard_standing_deposits();

-- A deposit is reversed under an approval, which guard_links() judges; a typed one under one of its own kind,
-- while its line has not come; one of a gateway's order once the gateway said that it was given back. One's
-- own link within its minutes: since when it stands, `hand_links` says, which no statement writes.
create or replace function guard_reversals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_minutes int := coalesce((select (value ->> 'undoMinutes')::int from brand_settings), 10);
begin
  if tg_op = 'UPDATE' and (exists (
    select from approvals a where a.id = new.reversal_approval_id
       and new.reversal_approval_id is distinct from old.reversal_approval_id
       and case old.method
         when 'manual' then a.kind = 'manualCreditReversal' and old.statement_line_id is null
           and new.amount_minor = old.amount_minor
         when 'gateway' then a.kind = 'gatewayCreditReversal' and new.amount_minor = old.amount_minor
           and is_refunded_order(old.id)
         else a.kind = 'depositUnlink' end)
    or old.method <> 'manual' and exists (
      select from statement_lines l join hand_links h on h.statement_line_id = l.id
       where l.id = old.statement_line_id and l.state = 'manualMatched' and l.handled_by is not null
         and h.deposit_id = old.id and h.undone_at is null
         and least(l.handled_at, h.linked_at) > now() - make_interval(mins => v_minutes))) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- A credit by hand is taken back once, under an approval, which guard_links() judges.
create or replace function guard_adjustment_reversals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.reversed_at is null and new.reversed_at is not null and new.reversal_approval_id is not null
     and new.reversal_approval_id is distinct from old.reversal_approval_id
     and (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
       = (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[]) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- Whether this is the one posting that a row stands for: the key names the row, and a number. The next number
-- is for what was taken back.
create or replace function is_posted_once(p_key text, p_kind text, p_source text) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_row constant text := concat(p_kind, ':', p_source, ':');
  v_number constant text := substr(p_key, length(v_row) + 1);
begin
  if not starts_with(p_key, v_row) then return false; end if;
  if v_number = '1' then return true; end if;
  if v_number !~ '^[1-9][0-9]{0,5}$' then return false; end if;
  return exists (select from transfers t join transfers r on r.reverses_id = t.id
                  where t.key = concat(v_row, v_number::int - 1));
end $$;

-- A transfer that people typed needs the row that says who and why; a credit of unmatched money to a member's
-- wallet needs its deposit as well. A row is posted once.
create or replace function guard_typed_transfers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id uuid := inside_id(new.source_id);
  v_from text;
  v_to text;
begin
  select code into v_from from accounts where id = new.from_id;
  select code into v_to from accounts where id = new.to_id;
  if (case
       when new.kind = 'credit.add' then v_from = 'expense:writeoff' and exists (
         select from adjustments j where j.id = v_id and j.amount_minor = new.amount_minor
            and v_to = member_cash_code(j.member_id)
            and is_posted_once(new.key, new.kind, outside_id('adj', j.id)))
       when new.kind = 'credit.cut' then v_from like 'member:%:cash' and v_to = 'expense:writeoff'
       when new.kind = 'deposit.credited' and v_from like 'unmatched:%' then exists (
         select from deposits d where d.id = v_id and d.method <> 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and v_to = member_cash_code(d.member_id)
            and v_from = 'unmatched:' || outside_id('oba', d.bank_account_id)
            and is_posted_once(new.key, new.kind, outside_id('dep', d.id)))
         or not exists (select from members m where m.id = inside_id(split_part(v_to, ':', 2)))
       when new.kind = 'deposit.credited' and v_from like 'gw:%:receivable' then
         is_paid_order(v_id, v_from, new.amount_minor) and exists (
           select from deposits d where d.id = v_id and v_to = member_cash_code(d.member_id)
              and is_posted_once(new.key, new.kind, outside_id('dep', d.id)))
       when new.kind = 'deposit.credited' then exists (
         select from deposits d where d.id = v_id and d.method = 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and v_to = member_cash_code(d.member_id)
            and v_from = 'suspense:' || outside_id('oba', d.bank_account_id)
            and is_posted_once(new.key, new.kind, outside_id('dep', d.id)))
       else exists (select from deposits d where d.id = v_id and d.state = 'reversed') end) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- What people typed is reversed only with the row above; the legs beside it are what the wallet lacked. A cut
-- without a posting that it takes back has no row, so there is none.
create or replace function guard_typed_reversals() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_original transfers;
begin
  select * into v_original from transfers where id = new.reverses_id;
  if new.kind = 'reversal' and (
       v_original.kind is not null and v_original.kind not in ('credit.add', 'deposit.credited')
    or exists (
      select from adjustments j join accounts f on f.id = new.from_id join accounts t on t.id = new.to_id
       where j.id = inside_id(new.source_id) and new.source_id = outside_id('adj', j.id)
         and j.reversed_at is not null
         and case when v_original.id is null
           then f.code = 'receivable:' || outside_id('mbr', j.member_id)
            and t.code = member_cash_code(j.member_id) and new.amount_minor <= j.amount_minor
           else v_original.source_id = new.source_id and new.amount_minor = j.amount_minor end)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
