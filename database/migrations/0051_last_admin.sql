-- One administrator remains, also where a role ceases to be one: rows of roles have no state to ask for, so
-- every such change was refused as an error, whoever was left.
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
