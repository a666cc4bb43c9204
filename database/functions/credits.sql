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

-- What enters a member's wallet or hold comes from where its kind takes it. Looks at all legs of a call at
-- once; where a leg comes from is looked up only where that decides, for it runs for every posting there is.
-- Members' accounts are guarded (accounts_members_guarded), so a leg without a version on this side is none.
-- Kinds that nothing in the product posts yet (bonuses, commissions) credit no registered member:
-- whoever builds them brings their judge along.
create or replace function guard_wallet_legs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from added t join accounts o on o.id = t.to_id
     where t.to_version is not null and o.code like 'member:%' and case when case
       when o.code like '%:cash' and t.kind in ('credit.add', 'deposit.credited') then false
       when o.code like '%:cash' and t.kind = 'withdraw.release' then
         replace(o.code, ':cash', ':locked') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       -- What a member brings back out of a wallet that its provider keeps, once the provider said so.
       when o.code like '%:cash' and t.kind = 'game.out' then t.reverses_id is not null or not exists (
         select from game_transfers g join accounts f on f.id = t.from_id
          where g.id = inside_id(t.source_id) and g.direction = 'out' and g.state = 'done'
            and t.key = 'game.out:' || outside_id('gtr', g.id) || ':1'
            and g.amount_minor = t.amount_minor and o.code = member_cash_code(g.member_id)
            and f.code = 'provider:' || outside_id('gpr', g.provider_id) || ':clearing')
       -- What its provider did not take comes back: by the movement that took it, so once.
       when o.code like '%:cash' and t.kind = 'reversal' and exists (
         select from game_transfers g join transfers r on r.id = t.reverses_id
          where g.id = inside_id(t.source_id) and g.direction = 'in' and g.state = 'failed'
            and r.key = 'game.in:' || outside_id('gtr', g.id) || ':1'
            and o.code = member_cash_code(g.member_id)) then false
       -- What a wallet lacked comes with the posting that takes the credit back, and leaves nothing in it.
       when o.code like '%:cash' and t.kind in ('reversal', 'deposit.reversed') then not exists (
         select from added r join accounts f on f.id = t.from_id
          where r.posting_id = t.posting_id and r.reverses_id is not null
            and r.from_id = t.to_id and r.from_after = 0
            and r.amount_minor >= (select sum(s.amount_minor) from added s
              where s.posting_id = t.posting_id and s.to_id = t.to_id)
            and f.code = 'receivable:' || split_part(o.code, ':', 2))
       when o.code like '%:locked' and t.kind = 'withdraw.hold' then
         replace(o.code, ':locked', ':cash') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       -- What was sent comes back once: the leg takes back the one that sent it.
       when o.code like '%:locked' and t.kind = 'withdraw.failed' then t.reverses_id is null or not exists (
         select from withdrawals w where w.id = inside_id(t.source_id) and w.state = 'failed'
            and t.amount_minor <= w.amount_minor
            and o.code = 'member:' || outside_id('mbr', w.member_id) || ':locked')
       -- What is won, and a stake that goes back, is judged below.
       when o.code like '%:cash' and t.kind in ('bet.settle', 'bet.void', 'bet.round', 'bet.amend') then false
       else true end
       then exists (select from members m where m.id = inside_id(split_part(o.code, ':', 2))) else false end)
  -- What is won, and a stake that goes back: of a bet of theirs, from the books of its provider. Each name is
  -- spelled once; asked as above, it was spelled six times for each leg.
  or exists (
    with legs as materialized (
      select t.kind, t.reverses_id, t.from_id, o.code, b.member_id, b.provider_id
        from added t join accounts o on o.id = t.to_id
        left join bets b on b.id = quick_inside_id(t.source_id)
       where t.kind in ('bet.settle', 'bet.void', 'bet.round', 'bet.amend') and t.to_version is not null
         and o.code like 'member:%:cash'),
    books as materialized (
      select provider_id, 'provider:' || outside_id('gpr', provider_id) || ':clearing' as code
        from (select distinct provider_id from legs) each)
    select from legs l join accounts f on f.id = l.from_id
      left join books k on k.provider_id = l.provider_id
     where ((l.kind = 'bet.void') <> (l.reverses_id is not null)
         or l.code is distinct from member_cash_code(l.member_id) or f.code is distinct from k.code)
       and exists (select from members m where m.id = inside_id(split_part(l.code, ':', 2))))
  then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
