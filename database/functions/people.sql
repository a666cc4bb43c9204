-- What is judged of employees and roles, and who ever held which right.

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

-- An authenticator that is taken away takes an approval named for it; which one, guard_links() judges.
create or replace function guard_employees() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.otp_confirmed_at is not null and new.otp_confirmed_at is null
     and (new.otp_approval_id is null or new.otp_approval_id = old.otp_approval_id) then
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

-- Nobody makes an account of more rights than their own, or of higher limits, or staff of a seller: to give
-- rights takes two.
create or replace function guard_rights_given() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' or current_user = 'khlang_app' and new.created_by <> new.id and not exists (
    select from employees e join roles m on m.id = e.role_id, roles n
     where e.id = new.created_by and n.id = new.role_id
       and (m.reveal_pii or not n.reveal_pii) and (m.export_data or not n.export_data)
       and (m.see_own_balances or not n.see_own_balances)
       and coalesce(least(n.approval_limit_minor, new.approval_limit_minor)
         <= least(m.approval_limit_minor, e.approval_limit_minor),
         least(m.approval_limit_minor, e.approval_limit_minor) is null)
       and coalesce(least(n.adjustment_per_day_minor, new.adjustment_per_day_minor)
         <= least(m.adjustment_per_day_minor, e.adjustment_per_day_minor),
         least(m.adjustment_per_day_minor, e.adjustment_per_day_minor) is null)
       and (m.is_admin or not n.is_admin and not exists (
       select from jsonb_each(n.permission) p, jsonb_each(p.value) f
        where f.value = 'true' and m.permission -> p.key -> f.key is distinct from 'true'))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
