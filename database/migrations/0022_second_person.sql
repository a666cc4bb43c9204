-- What a second person agreed to is judged here too: a person's own limits, a role's name, money typed by
-- people, credits taken back. Each row names its approval, and an approval serves once.

-- The uuid inside an id that the outside knows; null for anything else.
create function inside_id(p_id text) returns uuid language sql immutable parallel safe strict as $$
  select string_agg(to_hex(substring(b.bits from 3 + i * 4 for 4)::bit(4)::int), '' order by i)::uuid
    from (select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', letter) - 1)::bit(5)::text, ''
                   order by at) as bits
            from regexp_split_to_table(right(p_id, 26), '') with ordinality as l (letter, at)
          having p_id ~ '^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$') b,
         generate_series(0, 31) i $$;

alter table employees add column limits_approval_id uuid unique references approvals;
alter table deposits
  add column approval_id uuid unique references approvals,
  add column reversal_approval_id uuid unique references approvals;

-- A person's own limits, lowered or raised.
create function guard_employee_limits() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approvals a where a.id = new.limits_approval_id and a.kind = 'employeeLimits'
       and new.limits_approval_id is distinct from old.limits_approval_id
       and a.state = 'approved' and a.document ->> 'employeeId' = new.id::text
       and (a.document ->> 'approvalLimitMinor')::bigint is not distinct from new.approval_limit_minor
       and (a.document ->> 'adjustmentPerDayMinor')::bigint
         is not distinct from new.adjustment_per_day_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_employee_limits before update on employees for each row
  when ((old.approval_limit_minor, old.adjustment_per_day_minor)
    is distinct from (new.approval_limit_minor, new.adjustment_per_day_minor))
  execute function guard_employee_limits();

-- A role that is called otherwise reads as another role.
create function guard_role_names() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approvals a where a.id = new.approval_id and a.kind = 'roleChange'
       and new.approval_id is distinct from old.approval_id
       and a.state = 'approved' and a.document ->> 'roleId' = new.id::text
       and a.document ->> 'roleName' = new.name and a.document ->> 'description' = new.description) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_role_names before update on roles for each row
  when ((old.name, old.description) is distinct from (new.name, new.description))
  execute function guard_role_names();

-- Goodwill and corrections: alone only below the brand's limits, of the act and of the person's day, and
-- never for oneself. The person's row is held, so that two at once are counted as two.
create function guard_adjustments() returns trigger language plpgsql as $$
declare
  v_limits jsonb := coalesce((select value from brand_settings), '{}');
  v_day bigint;
begin
  if new.approval_id is not null then
    if exists (
      select from approvals a where a.id = new.approval_id and a.kind = 'manualCredit'
         and a.state = 'approved' and a.maker_id = new.maker_id
         and a.document ->> 'memberId' = outside_id('mbr', new.member_id)
         and (a.document ->> 'amountMinor')::bigint = new.amount_minor
         and a.document ->> 'kind' = new.kind
         and (a.is_sole_owner or a.checker_id = new.checker_id)) then
      return new;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  perform from employees where id = new.maker_id for no key update;
  select coalesce(sum(amount_minor), 0) into v_day from adjustments
   where maker_id = new.maker_id and business_on = new.business_on;
  if new.checker_id is not null
     or new.amount_minor >= coalesce((v_limits ->> 'manualSecondPersonMinor')::bigint, 500000)
     or v_day + new.amount_minor
       >= coalesce((v_limits ->> 'manualSecondPersonDayMinor')::bigint, 2000000)
     or new.member_id in (select own_members(new.maker_id)) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_adjustments before insert on adjustments
  for each row execute function guard_adjustments();

-- Real money without its bank line.
create function guard_manual_deposits() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approvals a where a.id = new.approval_id and a.kind = 'manualDeposit'
       and a.state = 'approved' and a.document ->> 'memberId' = outside_id('mbr', new.member_id)
       and (a.document ->> 'amountMinor')::bigint = new.amount_minor
       and a.document ->> 'accountId' = outside_id('oba', new.bank_account_id)) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_manual_deposits before insert on deposits for each row
  when (new.method = 'manual') execute function guard_manual_deposits();
create trigger guard_manual_changes before update on deposits for each row
  when ('manual' in (old.method, new.method)
    and (old.method, old.member_id, old.amount_minor, old.bank_account_id, old.approval_id)
      is distinct from (new.method, new.member_id, new.amount_minor, new.bank_account_id, new.approval_id))
  execute function guard_manual_deposits();

-- A credit is taken back under approval, or within the brand's minutes after a person linked its line.
create function guard_reversals() returns trigger language plpgsql as $$
declare
  v_minutes int := coalesce((select (value ->> 'undoMinutes')::int from brand_settings), 10);
begin
  if tg_op = 'UPDATE' and (exists (
    select from approvals a where a.id = new.reversal_approval_id and a.kind = 'depositUnlink'
       and new.reversal_approval_id is distinct from old.reversal_approval_id
       and a.state = 'approved' and a.document ->> 'depositId' = outside_id('dep', new.id))
    or exists (
      select from statement_lines l where l.id = old.statement_line_id and l.state = 'manualMatched'
         and l.handled_by is not null and l.handled_at > now() - make_interval(mins => v_minutes))) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_reversals before insert on deposits for each row
  when (new.state = 'reversed') execute function guard_reversals();
create trigger guard_reversal before update on deposits for each row
  when (new.state = 'reversed' and old.state <> 'reversed') execute function guard_reversals();

-- The money itself: what people type or take back is posted only with the row that was judged above, and what
-- is credited comes from where credits come from.
create function guard_typed_transfers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id uuid;
  v_from text;
begin
  select code into v_from from accounts where id = new.from_id;
  if new.kind = 'deposit.credited' and v_from like 'unmatched:%' then return null; end if;
  v_id := inside_id(new.source_id);
  if (case new.kind
       when 'credit.add' then v_from = 'expense:writeoff' and exists (
         select from adjustments j join accounts t on t.id = new.to_id
          where j.id = v_id and j.amount_minor = new.amount_minor
            and t.code = member_cash_code(j.member_id))
       when 'credit.cut' then v_from like 'member:%:cash' and exists (
         select from accounts t where t.id = new.to_id and t.code = 'expense:writeoff')
       when 'deposit.credited' then exists (
         select from deposits d join accounts t on t.id = new.to_id
          where d.id = v_id and d.method = 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and t.code = member_cash_code(d.member_id)
            and v_from = 'suspense:' || outside_id('oba', d.bank_account_id))
       else exists (select from deposits d where d.id = v_id and d.state = 'reversed') end) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_typed after insert on transfers for each row
  when (new.kind in ('credit.add', 'credit.cut', 'deposit.credited', 'deposit.reversed'))
  execute function guard_typed_transfers();

-- Who may see and settle a request is frozen like the rest of it.
create trigger frozen_flags before update of requires on approvals for each statement
  execute function refuse_change();

-- Whoever ever held a right has existed: "alone" ends for ever, also where rights are taken away again.
create table rights_held (
  employee_id uuid not null references employees,
  is_admin boolean not null,
  permission jsonb not null,
  since timestamptz not null default now()
);
create unique index on rights_held (employee_id, is_admin, md5(permission::text));
grant select on rights_held to khlang_app;

create function keep_rights() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rights_held (employee_id, is_admin, permission)
    select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and case tg_table_name when 'roles' then r.id = new.id else e.id = new.id end
    on conflict do nothing;
  return null;
end $$;
create trigger keep_rights after insert or update of role_id, type on employees
  for each row execute function keep_rights();
create trigger keep_rights after update of is_admin, permission on roles
  for each row execute function keep_rights();
insert into rights_held (employee_id, is_admin, permission)
  select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
   where e.type = 'staff';

-- Alone is who is an admin while nobody else ever held the flags of the act; the word of a row is not enough.
create function assert_alone(p_employee uuid, p_requires jsonb) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where e.id = p_employee and e.state = 'active' and r.is_admin)
     or (select count(distinct employee_id) from rights_held
          where is_admin or permission @> p_requires) <> 1 then
    raise exception 'notAlone' using errcode = 'KL105';
  end if;
end $$;

create function guard_alone_approval() returns trigger language plpgsql as $$
begin
  perform assert_alone(new.checker_id, new.requires);
  return new;
end $$;
create trigger guard_alone before insert on approvals for each row
  when (new.is_sole_owner) execute function guard_alone_approval();

create function guard_alone_withdrawal() returns trigger language plpgsql as $$
begin
  perform assert_alone(new.decided_by, '{"pretransactionRequest": {"isRead": true, "isUpdate": true}}');
  return new;
end $$;
create trigger guard_alone_insert before insert on withdrawals for each row
  when (new.is_sole_owner) execute function guard_alone_withdrawal();
create trigger guard_alone_update before update of is_sole_owner on withdrawals for each row
  when (new.is_sole_owner and not old.is_sole_owner) execute function guard_alone_withdrawal();
