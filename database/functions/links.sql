-- Bank lines: what stays doubtful of one, and who may credit it to whom (ADR 0018).

-- The day the bank counts a movement to is of these days: a year read wrongly, or a clock that runs ahead,
-- never puts money on a day that no statement will ever show. Lines of before keep what they have.
create or replace function guard_value_on() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.value_on not between new.business_on - 47 and new.business_on + 2 then
    raise exception 'valueOnOutside' using errcode = 'KL107';
  end if;
  return new;
end $$;

-- What once was doubtful of a line stays with it, whatever its state says later.
create or replace function keep_line_doubts() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_doubt text := case
    when old.state = 'quarantined' then 'quarantined'
    when old.state in ('ignored', 'rejected', 'refundPending') then 'reopened'
    when old.state in ('autoMatched', 'manualMatched') or new.state = 'unlinked' then 'unlinked'
    -- The machine itself moves a waiting line on when its chain is closed; a person vouches for it.
    when old.state = 'waiting' and new.handled_by is not null then 'unproven' end;
begin
  if v_doubt is not null then
    insert into line_doubts (statement_line_id, doubt) values (new.id, v_doubt) on conflict do nothing;
  end if;
  return new;
end $$;

-- A mask as the bank prints it (`?` hides a place) against a number, compared from the right end: the same as
-- `fitMask` of the server, a test holds the two together.
create or replace function mask_fits(p_mask text, p_account text) returns boolean
  language sql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
  with n as (select regexp_replace(p_account, '[^0-9]', '', 'g') as no),
  places as (
    select substr(p_mask, length(p_mask) - i + 1, 1) as place, i > length(no) as beyond,
           case when i <= length(no) then substr(no, length(no) - i + 1, 1) end as digit
      from n, generate_series(1, length(p_mask)) as i)
  select coalesce(bool_and(place = '?' or place = coalesce(digit, '0'))
    and bool_or(place <> '?' and not beyond), false) from places $$;

-- The printed payer is of no account that the member has or had.
create or replace function payer_contradicts(p_mask text, p_bank text, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (p_mask is not null or p_bank is not null) and not exists (
    select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
       and (p_mask is null or mask_fits(p_mask, a.account_no)) and (p_bank is null or a.bank = p_bank)) $$;

-- A payer who was learnt for a member speaks for lines of that payer alone: another's line has no ground in
-- it. The key is bank, digits and name; the name is compared by the server, which knows how names are read.
create or replace function payer_key_start(p_bank text, p_mask text) returns text language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(p_bank, '') || '|' || regexp_replace(coalesce(p_mask, ''), '^[?]+', '') || '|' $$;

-- Satang of its own tell payers apart while one member holds them. Whoever was told the same amount shortly
-- before and has not paid may be the one who pays now, late.
create or replace function is_amount_contested(p_account uuid, p_amount bigint, p_member uuid,
  p_at timestamptz)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits o where o.bank_account_id = p_account
    and o.amount_requested_minor = p_amount and o.is_unique_satang and o.state <> 'credited'
    and o.member_id <> p_member and o.created_at > p_at - interval '3 hours' and o.created_at < p_at) $$;

-- Why a link of this line to this member by this person needs a second one; empty where it does not. The
-- points are the server's word, all else is read here.
create or replace function link_reasons(p_line uuid, p_member uuid, p_employee uuid, p_score int,
  p_now timestamptz,
  p_on date) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with s as (select coalesce((select value from brand_settings), '{}') as v),
  l as (select * from statement_lines where id = p_line),
  p as (select least(r.approval_limit_minor, e.approval_limit_minor) as act_max,
               least(r.adjustment_per_day_minor, e.adjustment_per_day_minor) as day_max
          from employees e join roles r on r.id = e.role_id where e.id = p_employee)
  select array_remove(array[
    case when coalesce(p_score, 0) < coalesce((s.v ->> 'matchSuggestScore')::int, 40) then 'lowScore' end,
    case when payer_contradicts(l.payer_mask, l.payer_bank, p_member)
      or name_contradicts(l.payer_name, p_member) then 'contradicted' end,
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

-- Whether anything in the book speaks for this member as the payer of the line: an amount that was told to
-- nobody else, digits of the member's account, a reference of their slip, or a payer learnt for them.
create or replace function link_has_ground(p_line uuid, p_member uuid, p_employee uuid, p_adopted uuid)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits d where d.member_id = p_member
            and d.amount_requested_minor = l.amount_minor
            and (p_employee is null or d.created_at < l.created_at)
            and (d.id = p_adopted or d.state in ('created', 'pending')
              and (d.by_kind = 'member' or p_employee is null or not is_same_person(d.by_id, p_employee)))
            and not is_amount_contested(l.bank_account_id, l.amount_minor, p_member, l.created_at))
      or exists (select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
            and (p_employee is null or a.since < l.created_at)
            and length(regexp_replace(l.payer_mask, '[^0-9]', '', 'g')) >= 4
            and mask_fits(l.payer_mask, a.account_no))
      or exists (select from deposits d where d.member_id = p_member and l.ref in (d.slip_ref, d.gateway_ref))
      or exists (select from payer_aliases y where y.member_id = p_member and y.hits >= 2
            and coalesce(l.payer_mask, l.payer_name) is not null
            and starts_with(y.payer_key, payer_key_start(l.payer_bank, l.payer_mask)))
    from statement_lines l where l.id = p_line $$;

-- The judge of every credit of a line. It looks when the statement is done: the line is then as it says.
create or replace function guard_line_credits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_score int;
  v_reasons text[];
begin
  if new.split_id is not null then
    perform judge_split_part(new);
    return null;
  end if;
  select * into v_line from statement_lines where id = new.statement_line_id;
  if not found or v_line.direction <> 'in' or v_line.amount_minor <> new.amount_minor
     or v_line.bank_account_id <> new.bank_account_id or exists (
       select from deposits d where d.statement_line_id = v_line.id and d.state = 'credited'
         and d.split_id is not null) then
    raise exception 'lineMissing' using errcode = 'KL105';
  end if;
  if new.by_kind <> 'employee' then
    if v_line.state = 'autoMatched' and v_line.handled_by is null
       and v_line.match_evidence ->> 'decision' = 'auto' and taught_may_credit(v_line)
       and new.amount_minor <= coalesce((select (value ->> 'autoCreditLimitMinor')::bigint
         from brand_settings), 5000000)
       and not exists (select from line_doubts d where d.statement_line_id = v_line.id
         and d.doubt in ('reopened', 'unlinked', 'unproven'))
       and not payer_contradicts(v_line.payer_mask, v_line.payer_bank, new.member_id)
       and not name_contradicts(v_line.payer_name, new.member_id)
       and not is_listed_member(new.member_id)
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

-- A credit by hand that was taken back counts no more.
create or replace function keep_undone_links() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update hand_links set undone_at = now() where deposit_id = new.id and undone_at is null;
  return null;
end $$;

-- Why a clearing needs a second person besides what asks for one with any link (link_reasons): whoever
-- typed the deposit is no witness that this line is it, and a line that was there before it is not late.
create or replace function clearing_reasons(p_line uuid, p_deposit uuid, p_employee uuid) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array_remove(array[
    case when is_same_person(d.by_id, p_employee) then 'ownRequest' end,
    case when d.created_at > l.created_at then 'lateEvidence' end
  ], null) from deposits d, statement_lines l where d.id = p_deposit and l.id = p_line $$;

-- Looks at the end of the transaction, when line and deposit are both as they claim to be.
create or replace function guard_clearings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_score int;
begin
  select * into v_line from statement_lines where id = new.statement_line_id;
  if not found or v_line.direction <> 'in' or v_line.amount_minor <> new.amount_minor
     or v_line.bank_account_id <> new.bank_account_id or v_line.state <> 'manualMatched'
     or v_line.reason is distinct from 'lateLine' then
    raise exception 'lineMissing' using errcode = 'KL105';
  end if;
  if v_line.handled_by is null then
    -- The machine clears by digits that fit, with nothing against them, of a line that nobody sent back.
    if taught_may_credit(v_line)
       and exists (select from member_bank_accounts a where a.member_id = new.member_id
          and a.state in ('primary', 'alias') and mask_fits(v_line.payer_mask, a.account_no)
          and length(regexp_replace(v_line.payer_mask, '[^0-9]', '', 'g')) >= 4)
       and not payer_contradicts(v_line.payer_mask, v_line.payer_bank, new.member_id)
       and not name_contradicts(v_line.payer_name, new.member_id)
       and not exists (select from line_doubts d where d.statement_line_id = v_line.id
         and d.doubt in ('reopened', 'unlinked', 'unproven')) then
      return null;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  v_score := case when v_line.match_evidence ->> 'memberId' = new.member_id::text
    and link_has_ground(v_line.id, new.member_id, v_line.handled_by, null)
    then (v_line.match_evidence ->> 'score')::int else 0 end;
  if new.link_approval_id is not null then
    if exists (select from approvals a where a.id = new.link_approval_id and a.kind = 'lineLink'
         and a.state = 'approved' and a.maker_id = v_line.handled_by
         and a.document ->> 'clearsId' = outside_id('dep', new.id)
         and a.document ->> 'lineId' = outside_id('stl', v_line.id)
         and (a.document ->> 'lineVersion')::int + 1 = v_line.version) then
      return null;
    end if;
  elsif link_reasons(v_line.id, new.member_id, v_line.handled_by, v_score, now(), brand_day()) = '{}'
     and clearing_reasons(v_line.id, new.id, v_line.handled_by) = '{}'
     and new.member_id not in (select own_members(v_line.handled_by)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
