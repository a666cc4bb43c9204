-- Links by hand (decisions 42): what speaks for a second person is judged here, from what the book knows, and
-- a line credits nobody by hand without the approval that this asks for.

-- What once was doubtful of a line stays with it, whatever its state says later. Nobody writes it by hand.
create table line_doubts (
  statement_line_id uuid not null references statement_lines,
  doubt text not null check (doubt in ('quarantined', 'reopened', 'unlinked', 'unproven')),
  since timestamptz not null default now(),
  primary key (statement_line_id, doubt)
);
grant select on line_doubts to khlang_app;

create function keep_line_doubts() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_doubt text := case
    when old.state = 'quarantined' then 'quarantined'
    when old.state in ('ignored', 'rejected') then 'reopened'
    when old.state in ('autoMatched', 'manualMatched') or new.state = 'unlinked' then 'unlinked'
    -- The machine itself moves a waiting line on when its chain is closed; a person vouches for it.
    when old.state = 'waiting' and new.handled_by is not null then 'unproven' end;
begin
  if v_doubt is not null then
    insert into line_doubts (statement_line_id, doubt) values (new.id, v_doubt) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger keep_line_doubts before update of state on statement_lines for each row
  when (new.state <> old.state and (new.state = 'unlinked'
    or old.state in ('quarantined', 'ignored', 'rejected', 'autoMatched', 'manualMatched', 'waiting')))
  execute function keep_line_doubts();

-- Every credit that a person gave a line, with what spoke for a second person. Written by the judge alone.
alter table deposits add column link_approval_id uuid unique references approvals;
create table hand_links (
  deposit_id uuid primary key references deposits,
  statement_line_id uuid not null references statement_lines,
  employee_id uuid not null references employees,
  member_id uuid not null references members,
  amount_minor bigint not null check (amount_minor > 0),
  score integer not null,
  reasons text[] not null,
  approval_id uuid unique references approvals,
  business_on date not null,
  linked_at timestamptz not null default now(),
  undone_at timestamptz
);
create index on hand_links (business_on, employee_id);
create index on hand_links (statement_line_id);
grant select on hand_links to khlang_app;

-- A mask as the bank prints it (`?` hides a place) against a number, compared from the right end: the same as
-- `fitMask` of the server, a test holds the two together.
create function mask_fits(p_mask text, p_account text) returns boolean
  language sql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
  with n as (select regexp_replace(p_account, '\D', '', 'g') as no),
  places as (
    select substr(p_mask, length(p_mask) - i + 1, 1) as place, i > length(no) as beyond,
           case when i <= length(no) then substr(no, length(no) - i + 1, 1) end as digit
      from n, generate_series(1, length(p_mask)) as i)
  select coalesce(bool_and(place = '?' or place = coalesce(digit, '0'))
    and bool_or(place <> '?' and not beyond), false) from places $$;

-- The printed payer is of no account that the member has or had.
create function payer_contradicts(p_mask text, p_bank text, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (p_mask is not null or p_bank is not null) and not exists (
    select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
       and (p_mask is null or mask_fits(p_mask, a.account_no)) and (p_bank is null or a.bank = p_bank)) $$;

-- The brand's date at this moment.
create function brand_day() returns date
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (now() at time zone 'Asia/Bangkok' - make_interval(mins => coalesce(
    (select (value ->> 'dayCutOffMinutes')::int from brand_settings), 0)))::date $$;

-- What a person has credited alone on a day, by whichever of their accounts: links by hand and typed credit.
create function credited_alone(p_employee uuid, p_on date) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as (select e.id from employees e where is_same_person(e.id, p_employee))
  select (coalesce((select sum(h.amount_minor) from hand_links h where h.employee_id in (select id from own)
                     and h.business_on = p_on and h.approval_id is null and h.undone_at is null), 0)
        + coalesce((select sum(j.amount_minor) from adjustments j where j.maker_id in (select id from own)
                     and j.business_on = p_on), 0))::bigint $$;

-- Why a link of this line to this member by this person needs a second one; empty where it does not. The
-- points are the server's word, all else is read here.
create function link_reasons(p_line uuid, p_member uuid, p_employee uuid, p_score int, p_now timestamptz,
  p_on date) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with s as (select coalesce((select value from brand_settings), '{}') as v),
  l as (select * from statement_lines where id = p_line),
  p as (select least(r.approval_limit_minor, e.approval_limit_minor) as act_max,
               least(r.adjustment_per_day_minor, e.adjustment_per_day_minor) as day_max
          from employees e join roles r on r.id = e.role_id where e.id = p_employee)
  select array_remove(array[
    case when coalesce(p_score, 0) < coalesce((s.v ->> 'matchSuggestScore')::int, 40) then 'lowScore' end,
    case when payer_contradicts(l.payer_mask, l.payer_bank, p_member) then 'contradicted' end,
    case when exists (select from line_doubts d where d.statement_line_id = l.id
      and d.doubt = 'quarantined') then 'quarantined' end,
    case when exists (select from line_doubts d where d.statement_line_id = l.id
      and d.doubt = 'reopened') then 'reopened' end,
    case when l.state = 'unlinked' or exists (select from line_doubts d where d.statement_line_id = l.id
      and d.doubt = 'unlinked') then 'unlinked' end,
    case when l.state = 'waiting' or l.chain = 'hint' or exists (select from line_doubts d
      where d.statement_line_id = l.id and d.doubt = 'unproven') then 'unproven' end,
    case when least(l.received_at,
        case when l.bank_time_precision in ('minute', 'second') then l.bank_time end)
      < p_now - make_interval(hours => coalesce((s.v ->> 'linkOldHours')::int, 24)) then 'old' end,
    case when l.amount_minor > p.act_max then 'overLimit' end,
    case when credited_alone(p_employee, p_on) + l.amount_minor > p.day_max then 'overDay' end
  ], null) from s, l, p $$;

-- Forty points come of a request of this amount, digits that fit, a reference, or a payer known from before:
-- a score that has none of them behind it is not believed. A request that the person noted is no witness.
create function link_has_ground(p_line uuid, p_member uuid, p_employee uuid, p_adopted uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits d where d.member_id = p_member
            and d.amount_requested_minor = l.amount_minor
            and (d.id = p_adopted or d.state in ('created', 'pending')
              and (d.by_kind = 'member' or p_employee is null or not is_same_person(d.by_id, p_employee))))
      or exists (select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
            and length(regexp_replace(l.payer_mask, '\D', '', 'g')) >= 4
            and mask_fits(l.payer_mask, a.account_no))
      or exists (select from deposits d where d.member_id = p_member and l.ref in (d.slip_ref, d.gateway_ref))
      or exists (select from payer_aliases y where y.member_id = p_member and y.hits >= 2)
    from statement_lines l where l.id = p_line $$;

-- The judge of every credit of a line. It looks when the statement is done: the line is then as it says.
create function guard_line_credits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_score int;
  v_reasons text[];
begin
  select * into v_line from statement_lines where id = new.statement_line_id;
  if not found or v_line.direction <> 'in' or v_line.amount_minor <> new.amount_minor
     or v_line.bank_account_id <> new.bank_account_id then
    raise exception 'lineMissing' using errcode = 'KL105';
  end if;
  if new.by_kind <> 'employee' then
    if v_line.state = 'autoMatched' and v_line.handled_by is null
       and v_line.match_evidence ->> 'decision' = 'auto'
       and new.amount_minor <= coalesce((select (value ->> 'autoCreditLimitMinor')::bigint
         from brand_settings), 5000000)
       and not exists (select from line_doubts d where d.statement_line_id = v_line.id
         and d.doubt in ('reopened', 'unlinked', 'unproven'))
       and not payer_contradicts(v_line.payer_mask, null, new.member_id)
       and link_has_ground(v_line.id, new.member_id, null, new.id) then
      return null;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  if v_line.state <> 'manualMatched' or v_line.handled_by is distinct from new.by_id
     or new.member_id in (select own_members(new.by_id)) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  -- The person's row is held, so that two at once are counted as two.
  perform from employees where id = new.by_id for no key update;
  v_score := case when v_line.match_evidence ->> 'memberId' = new.member_id::text
    then (v_line.match_evidence ->> 'score')::int else 0 end;
  if v_score > 0 and not link_has_ground(v_line.id, new.member_id, new.by_id, case when old.by_kind = 'member'
    or not is_same_person(old.by_id, new.by_id) then new.id end) then
    v_score := 0;
  end if;
  v_reasons := link_reasons(v_line.id, new.member_id, new.by_id, v_score, now(), brand_day());
  if new.link_approval_id is null and v_reasons <> '{}' or new.link_approval_id is not null and not exists (
    select from approvals a where a.id = new.link_approval_id and a.kind = 'lineLink' and a.state = 'approved'
       and a.maker_id = new.by_id and a.document ->> 'lineId' = outside_id('stl', v_line.id)
       and (a.document ->> 'lineVersion')::int + 1 = v_line.version
       and a.document ->> 'memberId' = outside_id('mbr', new.member_id)
       and (a.document ->> 'amountMinor')::bigint = new.amount_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score, reasons,
    approval_id, business_on)
  values (new.id, v_line.id, new.by_id, new.member_id, new.amount_minor, coalesce(v_score, 0), v_reasons,
    new.link_approval_id, brand_day());
  return null;
end $$;
create trigger guard_line_credit_inserted after insert on deposits for each row
  when (new.state = 'credited' and new.method <> 'manual') execute function guard_line_credits();
create trigger guard_line_credit_changed after update on deposits for each row
  when (new.state = 'credited' and new.method <> 'manual'
    and (old.state, old.method, old.statement_line_id, old.member_id, old.amount_minor, old.by_kind,
         old.by_id, old.link_approval_id)
      is distinct from (new.state, new.method, new.statement_line_id, new.member_id, new.amount_minor,
         new.by_kind, new.by_id, new.link_approval_id))
  execute function guard_line_credits();

create function keep_undone_links() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update hand_links set undone_at = now() where deposit_id = new.id and undone_at is null;
  return null;
end $$;
create trigger keep_undone_links after update of state on deposits for each row
  when (old.state = 'credited' and new.state = 'reversed') execute function keep_undone_links();

-- As in 0022, and a credit of unmatched money to a member's wallet needs its deposit as well.
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
            and v_to = member_cash_code(j.member_id))
       when new.kind = 'credit.cut' then v_from like 'member:%:cash' and v_to = 'expense:writeoff'
       when new.kind = 'deposit.credited' and v_from like 'unmatched:%' then exists (
         select from deposits d where d.id = v_id and d.method <> 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and v_to = member_cash_code(d.member_id)
            and v_from = 'unmatched:' || outside_id('oba', d.bank_account_id))
         or not exists (select from members m where m.id = inside_id(split_part(v_to, ':', 2)))
       when new.kind = 'deposit.credited' then exists (
         select from deposits d where d.id = v_id and d.method = 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and v_to = member_cash_code(d.member_id)
            and v_from = 'suspense:' || outside_id('oba', d.bank_account_id))
       else exists (select from deposits d where d.id = v_id and d.state = 'reversed') end) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- Money that people gave a member, by linking or typing, since a moment: the newest first.
create function money_by_hand(p_member uuid, p_since timestamptz)
  returns table (kind text, reference text, amount_minor bigint, at timestamptz, statement_line_id uuid)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case d.method when 'manual' then 'typed' else 'linked' end, d.reference, d.amount_minor,
         d.credited_at, d.statement_line_id
    from deposits d where d.member_id = p_member and d.state = 'credited' and d.by_kind = 'employee'
     and d.credited_at > p_since
  union all
  select 'typed', j.reference, j.amount_minor, j.created_at, null from adjustments j
   where j.member_id = p_member and j.created_at > p_since
  order by 4 desc $$;

-- Nobody's decision alone pays a member out while money by hand is young.
create function guard_automatic_payout() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from money_by_hand(new.member_id, now() - make_interval(hours => coalesce(
    (select (value ->> 'handLinkHours')::int from brand_settings), 24)))) then
    raise exception 'heldByHand' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_automatic_payout before update of state on withdrawals for each row
  when (old.state = 'approved' and new.state = 'sending' and new.decision_kind = 'auto')
  execute function guard_automatic_payout();
