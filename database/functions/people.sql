-- What takes an approval of an employee and of a role, and who ever held which right.

-- One administrator remains, also where a role ceases to be one.
create or replace function keep_last_admin() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'employees' then
    if old.state <> 'active' or not exists (select from roles where id = old.role_id and is_admin) then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtext('khlang.admins'));
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where r.is_admin and e.state = 'active' and e.type = 'staff') then
    raise exception 'lastAdmin' using errcode = 'KL106';
  end if;
  return null;
end $$;

-- Another role, or an authenticator taken away, takes an approval that is about this employee.
create or replace function guard_employees() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- What a role may do is what its approval says.
create or replace function guard_roles() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- A person's own limits, lowered or raised.
create or replace function guard_employee_limits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- A role that is called otherwise reads as another role.
create or replace function guard_role_names() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- Whoever ever held a right has existed: "alone" ends for ever, also where rights are taken away again.
create or replace function keep_rights() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rights_held (employee_id, is_admin, permission)
    select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and case tg_table_name when 'roles' then r.id = new.id else e.id = new.id end
    on conflict do nothing;
  return null;
end $$;

-- Nobody makes an account of more rights than their own, or staff of a seller: to give rights takes two.
create or replace function guard_rights_given() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' or current_user = 'khlang_app' and new.created_by <> new.id and not exists (
    select from employees e join roles m on m.id = e.role_id, roles n
     where e.id = new.created_by and n.id = new.role_id and (m.is_admin or not n.is_admin and not exists (
       select from jsonb_each(n.permission) p, jsonb_each(p.value) f
        where f.value = 'true' and m.permission -> p.key -> f.key is distinct from 'true'))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
