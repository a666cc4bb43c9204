-- Several files before this one were edited after databases had been made by them. This brings each of those
-- databases to the schema that the files make today; for all others it changes nothing. Which digests those
-- are stands in platform/former-migrations.ts, and former-migrations.test.ts compares each of them with a
-- fresh database. Since then no file that was merged is edited (digests.txt).

-- Of 0008: names are counted from the index alone, longer pieces of names, requests by their deadline.
do $$
begin
  if to_regclass('members_first_name') is null
     or pg_get_indexdef('members_first_name'::regclass) not like '% INCLUDE %' then
    drop index if exists members_first_name, members_last_name;
    create index members_first_name on members (lower(first_name) text_pattern_ops)
      include (first_name, id);
    create index members_last_name on members (lower(last_name) text_pattern_ops) include (last_name, id);
  end if;
end $$;
create or replace function name_pieces(p_name text, p_length integer) returns text[]
  language sql immutable parallel safe strict cost 1000 as $$
  select coalesce(array_agg(distinct substr(lower(p_name), i, p_length)), '{}')
    from generate_series(1, length(p_name) - p_length + 1) i $$;
create index if not exists members_name_fives on members
  using gin (name_pieces(first_name || ' ' || last_name, 5));
create index if not exists deposits_due on deposits (coalesce(sla_ends_at, created_at), id)
  where state = 'pending';

-- Of 0010: alone is who is the only admin whose limit reaches the amount.
create or replace function guard_checkers() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- Of 0012: alarms are read for events once.
create index if not exists alarms_raised on alarms (raised_at);
do $$
begin
  if exists (select from information_schema.columns
              where table_name = 'event_progress' and column_name = 'alarms_at') then return; end if;
  -- The columns stand in the order that a new database has.
  alter table event_progress add column alarms_at timestamptz not null default '-infinity';
  alter table event_progress rename column group_event_id to former_group_event_id;
  alter table event_progress add column group_event_id bigint not null default 0;
  update event_progress set group_event_id = former_group_event_id;
  alter table event_progress drop column former_group_event_id;
  alter table event_progress rename constraint event_progress_group_event_id_not_null1
    to event_progress_group_event_id_not_null;
end $$;

-- Of 0020: a person's acts on one kind of thing.
create index if not exists activity_seals_person_entity on activity_seals (person_id, entity, at, seq);

-- Of 0022: where credits come from, and that "alone" ends for ever.
create or replace function guard_typed_transfers() returns trigger language plpgsql security definer
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
create or replace trigger guard_typed after insert on transfers for each row
  when (new.kind in ('credit.add', 'credit.cut', 'deposit.credited', 'deposit.reversed'))
  execute function guard_typed_transfers();

create table if not exists rights_held (
  employee_id uuid not null references employees,
  is_admin boolean not null,
  permission jsonb not null,
  since timestamptz not null default now()
);
create unique index if not exists rights_held_employee_id_is_admin_md5_idx
  on rights_held (employee_id, is_admin, md5(permission::text));
grant select on rights_held to khlang_app;

create or replace function keep_rights() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rights_held (employee_id, is_admin, permission)
    select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and case tg_table_name when 'roles' then r.id = new.id else e.id = new.id end
    on conflict do nothing;
  return null;
end $$;
create or replace trigger keep_rights after insert or update of role_id, type on employees
  for each row execute function keep_rights();
create or replace trigger keep_rights after update of is_admin, permission on roles
  for each row execute function keep_rights();
insert into rights_held (employee_id, is_admin, permission)
  select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
   where e.type = 'staff'
  on conflict do nothing;

create or replace function assert_alone(p_employee uuid, p_requires jsonb) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where e.id = p_employee and e.state = 'active' and r.is_admin)
     or (select count(distinct employee_id) from rights_held
          where is_admin or permission @> p_requires) <> 1 then
    raise exception 'notAlone' using errcode = 'KL105';
  end if;
end $$;
