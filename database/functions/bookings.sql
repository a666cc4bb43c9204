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
  if v_line.amount_minor <> new.amount_minor or booking_account(new.category) is null
     or (new.category in ('interest', 'feeIncome', 'otherIncome', 'unclaimed', 'ownerTopUp'))
       <> (v_line.direction = 'in')
     or exists (select from deposits d where d.statement_line_id = v_line.id and d.state = 'credited')
     or exists (select from withdrawals w where w.settled_line_id = v_line.id) then
    raise exception 'bookingNotOfLine' using errcode = 'KL105';
  end if;
  if new.approval_id is null and not (case when new.rule_id is null
       then coalesce(books_alone(new.maker_id, new.category, new.amount_minor), false)
       else exists (select from booking_rules r where r.id = new.rule_id and r.state = 'active'
         and r.category = new.category and v_line.created_at >= r.approved_at and rule_fits(r, v_line)) end) then
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
