-- Money that goes back to who paid it.

-- A refund is of the whole of a line that waits for it, to an account that the bank's own words do not speak
-- against; what was agreed to stays, and what is over stays over.
create or replace function guard_refunds() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.state <> 'approved'
     or (to_jsonb(new) - '{state,out_line_id,ended_at,ended_by}'::text[])
       <> (to_jsonb(old) - '{state,out_line_id,ended_at,ended_by}'::text[])) then
    raise exception 'refundStands' using errcode = 'KL105';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from statement_lines l where l.id = new.line_id and l.direction = 'in'
       and l.bank_account_id = new.bank_account_id and l.amount_minor = new.amount_minor
       and (l.payer_mask is null or mask_fits(l.payer_mask, new.to_account_no))
       and (l.payer_bank is null or l.payer_bank = new.to_bank)
       and not exists (select from deposits d where d.statement_line_id = l.id and d.state = 'credited')
       and not exists (select from member_bank_accounts b where b.account_no = new.to_account_no
         and b.member_id in (select own_members(new.maker_id)))) then
    raise exception 'refundNotOfPayer' using errcode = 'KL105';
  end if;
  if new.state = 'done' and not exists (
    select from statement_lines o where o.id = new.out_line_id and o.direction = 'out'
       and o.bank_account_id = new.bank_account_id and o.amount_minor = new.amount_minor
       and o.created_at >= new.approved_at and not is_line_of_invoice(o.id)
       and (o.payer_mask is null or mask_fits(o.payer_mask, new.to_account_no))
       and (o.payer_bank is null or o.payer_bank = new.to_bank)) then
    raise exception 'refundUnproven' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_refunds before insert or update on line_refunds for each row
  execute function guard_refunds();

-- Unmatched money leaves the bank only by a refund that its bank has shown.
create or replace function guard_refunded() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from line_refunds r join accounts f on f.id = new.from_id join accounts t on t.id = new.to_id
     where r.line_id = inside_id(new.source_id) and r.state = 'done' and r.amount_minor = new.amount_minor
       and new.key = 'deposit.refunded:' || outside_id('stl', r.line_id) || ':1'
       and f.code = 'unmatched:' || outside_id('oba', r.bank_account_id)
       and t.code = 'bank:' || outside_id('oba', r.bank_account_id)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_refunded after insert on transfers for each row
  when (new.kind = 'deposit.refunded')
  execute function guard_refunded();

-- A line that is the money of several members.

-- What of a line its members have.
create or replace function given_of_line(p_line uuid) returns bigint language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(amount_minor), 0)::bigint from deposits
   where statement_line_id = p_line and state = 'credited' $$;

-- A split gives out all that nobody has of a line that came in, and is never changed.
create or replace function guard_splits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  select * into v_line from statement_lines where id = new.line_id for update;
  if tg_op = 'UPDATE' or v_line.direction <> 'in' or v_line.state <> 'manualMatched'
     or given_of_line(new.line_id) + new.amount_minor <> v_line.amount_minor
     or not exists (select from approvals a where a.id = new.approval_id
       and (a.document ->> 'lineVersion')::int + 1 = v_line.version
       and (select sum((p ->> 'amountMinor')::bigint) from jsonb_array_elements(a.document -> 'parts') p)
         = new.amount_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_splits before insert or update on line_splits for each row
  execute function guard_splits();

-- At the end of the transaction every part has its deposit.
create or replace function guard_split_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select coalesce(sum(d.amount_minor), 0) from deposits d where d.split_id = new.id)
       is distinct from new.amount_minor then
    raise exception 'splitNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_split_whole on line_splits;
create constraint trigger guard_split_whole after insert on line_splits deferrable initially deferred
  for each row execute function guard_split_whole();

-- A part is what two agreed to: this member, this amount, of this line; never its linker's own member. The
-- line never gives more than it brought.
create or replace function judge_split_part(p_deposit deposits) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_split line_splits;
  v_part jsonb;
begin
  select * into v_line from statement_lines where id = p_deposit.statement_line_id;
  select * into v_split from line_splits where id = p_deposit.split_id;
  select p into v_part from approvals a, jsonb_array_elements(a.document -> 'parts') p
   where a.id = v_split.approval_id and a.kind = 'lineSplit' and a.state = 'approved'
     and p ->> 'memberId' = outside_id('mbr', p_deposit.member_id)
     and (p ->> 'amountMinor')::bigint = p_deposit.amount_minor;
  if v_part is null or v_split.line_id <> v_line.id or v_line.state <> 'manualMatched'
     or p_deposit.bank_account_id <> v_line.bank_account_id or p_deposit.by_kind <> 'employee'
     or p_deposit.by_id <> v_split.maker_id or p_deposit.link_approval_id is not null
     or p_deposit.member_id in (select own_members(p_deposit.by_id))
     or given_of_line(v_line.id) > v_line.amount_minor then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score, reasons,
    split_id, business_on)
  values (p_deposit.id, v_line.id, p_deposit.by_id, p_deposit.member_id, p_deposit.amount_minor,
    coalesce((v_part ->> 'score')::int, 0),
    link_reasons(v_line.id, p_deposit.member_id, p_deposit.by_id, (v_part ->> 'score')::int, now(),
      brand_day()),
    v_split.id, brand_day());
end $$;
revoke all on function judge_split_part(deposits) from public;

-- A part stays one, and no deposit becomes one later.
create or replace trigger guard_split_kept before update of split_id on deposits for each row
  when (old.split_id is distinct from new.split_id)
  execute function refuse_always('splitKept');

-- Lines that are the company's own.

-- The ledger account that a category of booking is of: the same as the program's.
create or replace function booking_account(p_category text) returns text language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select case p_category when 'interest' then 'income:interest' when 'feeIncome' then 'income:fee'
    when 'otherIncome' then 'income:other' when 'unclaimed' then 'income:unclaimed'
    when 'bankFee' then 'expense:fee:bank' when 'companyCost' then 'expense:operating'
    when 'tax' then 'expense:tax' when 'ownerTopUp' then 'equity:owner' when 'ownerDraw' then 'equity:owner'
    end $$;

-- Whether a rule says what this line is: it names nobody, and is what the rule says.
create or replace function rule_fits(p_rule booking_rules, p_line statement_lines) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select p_line.direction = p_rule.direction and p_line.amount_minor <= p_rule.max_minor
     and (p_rule.amount_minor is null or p_rule.amount_minor = p_line.amount_minor)
     and (p_rule.bank_account_id is null or p_rule.bank_account_id = p_line.bank_account_id)
     and (p_rule.bank is null
       or p_rule.bank = (select a.bank from bank_accounts a where a.id = p_line.bank_account_id))
     and (p_rule.channel is null or p_rule.channel = p_line.channel)
     and p_line.payer_bank is null and p_line.payer_mask is null and p_line.payer_name is null
     and not exists (select from unnest(p_rule.texts) t (piece) where not exists (
       select from bank_messages m where m.statement_line_id = p_line.id
          and strpos(lower(m.raw_text), lower(t.piece)) > 0)) $$;

-- How much one person books alone: what the brand says, and never more than their own limit. What the owner
-- brings or takes is never booked alone.
create or replace function books_alone(p_employee uuid, p_category text, p_amount bigint) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select p_category not in ('ownerTopUp', 'ownerDraw', 'unclaimed') and p_amount <= least(
      coalesce((select (value ->> 'bookingAloneMinor')::bigint from brand_settings), 100000),
      r.approval_limit_minor, e.approval_limit_minor)
    -- Nor more in a day, by whichever of their accounts.
    and p_amount + coalesce((select sum(b.amount_minor) from line_bookings b
         where b.maker_id in (select person_accounts(p_employee)) and b.approval_id is null
           and b.rule_id is null and b.reversed_at is null
           and b.booked_at > now() - interval '24 hours'), 0)
      <= coalesce((select (value ->> 'manualSecondPersonDayMinor')::bigint from brand_settings), 2000000)
    from employees e join roles r on r.id = e.role_id where e.id = p_employee $$;

-- A booking is of a line that nobody has, in its own direction, by who may. It is taken back once, by two.
create or replace function guard_bookings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or new.reversal_approval_id is null
       or (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
         <> (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[]) then
      raise exception 'bookingStands' using errcode = 'KL105';
    end if;
    return new;
  end if;
  select * into v_line from statement_lines where id = new.line_id for update;
  -- Two at once count as two.
  if new.approval_id is null and new.rule_id is null then
    perform from employees where id in (select person_accounts(new.maker_id)) order by id for no key update;
  end if;
  if v_line.amount_minor <> new.amount_minor or booking_account(new.category) is null
     or (new.category in ('interest', 'feeIncome', 'otherIncome', 'unclaimed', 'ownerTopUp'))
       <> (v_line.direction = 'in') or is_line_of_invoice(v_line.id)
     or exists (select from deposits d where d.statement_line_id = v_line.id and d.state = 'credited')
     or exists (select from withdrawals w where w.settled_line_id = v_line.id) then
    raise exception 'bookingNotOfLine' using errcode = 'KL105';
  end if;
  if new.approval_id is null and not (case when new.rule_id is null
       then coalesce(books_alone(new.maker_id, new.category, new.amount_minor), false)
       else exists (select from booking_rules r where r.id = new.rule_id and r.state = 'active'
         and r.category = new.category and v_line.created_at >= r.approved_at
         and rule_fits(r, v_line)
         -- What two people took back, no rule books again.
         and not exists (select from line_bookings b where b.line_id = new.line_id)) end) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_bookings before insert or update on line_bookings for each row
  execute function guard_bookings();

-- What was agreed to of a rule stays; it is switched off, and stays off.
create or replace function guard_booking_rules() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from approvals a where a.id = new.approval_id
         and a.document ->> 'accountId' is not distinct from outside_id('oba', new.bank_account_id)
         and a.document ->> 'bank' is not distinct from new.bank
         and a.document ->> 'channel' is not distinct from new.channel
         and (a.document ->> 'amountMinor')::bigint is not distinct from new.amount_minor) then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
  elsif old.state = 'off' or new.state <> 'off'
     or (to_jsonb(new) - '{state,off_at,off_by,off_reason,version}'::text[])
       <> (to_jsonb(old) - '{state,off_at,off_by,off_reason,version}'::text[]) then
    raise exception 'ruleStands' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_booking_rules before insert or update on booking_rules for each row
  execute function guard_booking_rules();

-- Such money is posted only for the booking that says so, once.
create or replace function guard_booked() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from line_bookings b join statement_lines l on l.id = b.line_id
      join accounts f on f.id = new.from_id join accounts t on t.id = new.to_id
     where b.line_id = inside_id(new.source_id) and b.reversed_at is null
       and b.amount_minor = new.amount_minor and is_posted_once(new.key, new.kind, new.source_id)
       and (case new.kind
         when 'line.income' then f.code = 'unmatched:' || outside_id('oba', l.bank_account_id)
           and t.code = booking_account(b.category)
         else f.code = booking_account(b.category)
           and t.code = 'bank:' || outside_id('oba', l.bank_account_id) end)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_booked after insert on transfers for each row
  when (new.kind in ('line.income', 'line.cost'))
  execute function guard_booked();

-- Those whom we do not serve.

-- Whether an entry acts now.
create or replace function is_listed(p_kind text, p_value text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from blacklist where kind = p_kind and value = p_value and removed_at is null
    and (expires_at is null or expires_at > now())) $$;

-- Whether a member is on the list, by anything they have or had.
create or replace function is_listed_member(p_member uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from members m
      join blacklist b on b.removed_at is null and (b.expires_at is null or b.expires_at > now())
       and (b.kind, b.value) in (('phone', m.phone), ('device', m.device_hash),
         ('name', m.first_name || ' ' || m.last_name))
     where m.id = p_member)
  or exists (
    select from member_bank_accounts a
      join blacklist b on b.removed_at is null and (b.expires_at is null or b.expires_at > now())
       and (b.kind, b.value) in (('bankAccount', a.account_no),
         ('bankAccount', a.bank || ':' || a.account_no),
         ('name', a.account_name), ('nameBank', a.bank || ':' || a.account_name))
     where a.member_id = p_member and a.state <> 'refused') $$;

-- Nobody is taken off the list but by two; what an entry says stays, it may only act for longer.
create or replace function guard_blacklist() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.removed_at is not null
     or (to_jsonb(new) - '{removed_at,removed_by,removed_reason,removal_approval_id,expires_at}'::text[])
       <> (to_jsonb(old) - '{removed_at,removed_by,removed_reason,removal_approval_id,expires_at}'::text[])
     or new.removed_at is not null and new.removal_approval_id is null
     or new.expires_at is distinct from old.expires_at
       and (old.expires_at is null or new.expires_at < old.expires_at) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_blacklist before update on blacklist for each row
  when (current_user = 'khlang_app')
  execute function guard_blacklist();
