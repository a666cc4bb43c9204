-- What a brand keeps of its people, and the rules about them that no statement may break.

alter table employees
  add column phone text not null default '',
  add column shift text not null default '',
  -- His own limits; null: his role's. The smaller of the two counts.
  add column approval_limit_minor bigint check (approval_limit_minor >= 0),
  add column adjustment_per_day_minor bigint check (adjustment_per_day_minor >= 0),
  -- Where he may sign in from and work; empty: anywhere.
  add column addresses cidr[] not null default '{}',
  add column created_by uuid references employees,
  add column state_reason text,
  add column state_at timestamptz;
alter table roles add column cloned_from uuid references roles;

create index employees_by_created on employees (created_at, id);

-- Who may act without any flag: an active person with an admin role. One remains, whoever changes what at
-- the same moment: the lock makes such changes wait for one another.
create function keep_last_admin() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'employees'
     and (old.state <> 'active' or not exists (select from roles where id = old.role_id and is_admin)) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('khlang.admins'));
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where r.is_admin and e.state = 'active' and e.type = 'staff') then
    raise exception 'lastAdmin' using errcode = 'KL106';
  end if;
  return null;
end $$;
create trigger keep_last_admin after update of role_id, state, type on employees
  for each row when ((old.role_id, old.state, old.type) is distinct from (new.role_id, new.state, new.type))
  execute function keep_last_admin();
create trigger keep_last_admin after update of is_admin on roles
  for each row when (old.is_admin and not new.is_admin) execute function keep_last_admin();

-- Who settles an approval (0006 says what stays frozen): an active person who is not the maker by another
-- name, or the only admin there is.

create function is_same_person(p_one uuid, p_other uuid) returns boolean language sql stable as $$
  select p_one = p_other or exists (
    select from employees a join employees b on b.phone = a.phone
     where a.id = p_one and b.id = p_other and a.phone <> '') $$;

create function guard_checkers() returns trigger language plpgsql as $$
begin
  if new.checker_id is null then return new; end if;
  if new.is_sole_owner then
    if (select count(*) from employees e join roles r on r.id = e.role_id
         where r.is_admin and e.type = 'staff' and e.state = 'active'
           and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), new.amount_minor, 0)
             >= coalesce(new.amount_minor, 0)) <> 1
       or not exists (select from employees e join roles r on r.id = e.role_id
                       where e.id = new.maker_id and r.is_admin and e.state = 'active') then
      raise exception 'notAlone' using errcode = 'KL105';
    end if;
  elsif tg_op = 'INSERT' or is_same_person(new.maker_id, new.checker_id)
     or not exists (select from employees where id = new.checker_id and state = 'active') then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_checkers before insert or update of checker_id, state on approvals
  for each row execute function guard_checkers();

-- Rights of people change by two, unless somebody is alone: the row names the approval that changed it, and
-- each serves once.
alter table employees
  add column role_approval_id uuid unique references approvals,
  add column otp_approval_id uuid unique references approvals;
alter table roles add column approval_id uuid unique references approvals;

create function guard_employees() returns trigger language plpgsql as $$
begin
  if new.role_id <> old.role_id and not exists (
    select from approvals a where a.id = new.role_approval_id and a.kind = 'employeeRole'
       and new.role_approval_id is distinct from old.role_approval_id
       and a.state = 'approved' and a.document ->> 'employeeId' = new.id::text
       and a.document ->> 'roleId' = new.role_id::text) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  if old.otp_confirmed_at is not null and new.otp_confirmed_at is null and not exists (
    select from approvals a where a.id = new.otp_approval_id and a.kind = 'otpReset'
       and new.otp_approval_id is distinct from old.otp_approval_id
       and a.state = 'approved' and a.document ->> 'employeeId' = new.id::text) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_employees before update of role_id, otp_confirmed_at on employees
  for each row execute function guard_employees();

create function guard_roles() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approvals a where a.id = new.approval_id and a.kind = 'roleChange'
       and new.approval_id is distinct from old.approval_id
       and a.state = 'approved' and a.document ->> 'roleId' = new.id::text
       and a.document -> 'permission' = new.permission
       and (a.document ->> 'isAdmin')::boolean = new.is_admin
       and (a.document -> 'abilities' ->> 'revealPii')::boolean = new.reveal_pii
       and (a.document -> 'abilities' ->> 'exportData')::boolean = new.export_data
       and (a.document -> 'abilities' ->> 'seeOwnBalances')::boolean = new.see_own_balances
       and (a.document -> 'abilities' ->> 'approvalLimitMinor')::bigint
         is not distinct from new.approval_limit_minor
       and (a.document -> 'abilities' ->> 'adjustmentPerDayMinor')::bigint
         is not distinct from new.adjustment_per_day_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_roles before update on roles for each row
  when ((old.permission, old.is_admin, old.reveal_pii, old.export_data, old.see_own_balances,
         old.approval_limit_minor, old.adjustment_per_day_minor) is distinct from
        (new.permission, new.is_admin, new.reveal_pii, new.export_data, new.see_own_balances,
         new.approval_limit_minor, new.adjustment_per_day_minor))
  execute function guard_roles();
