-- Whoever changes a phone is still who he was: for thirty days an account counts under the phones it had.
create table employee_phones (
  id bigint primary key generated always as identity,
  employee_id uuid not null references employees,
  phone text not null,
  replaced_at timestamptz not null default now()
);
create index on employee_phones (employee_id, replaced_at);
grant select on employee_phones to khlang_app;

create function keep_phone() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  insert into employee_phones (employee_id, phone) values (old.id, old.phone);
  return new;
end $$;
create trigger keep_phone after update of phone on employees for each row
  when (old.phone <> '' and old.phone is distinct from new.phone) execute function keep_phone();

create or replace function national_phone(p_phone text) returns text language sql immutable as $$
  select regexp_replace(p_phone, '^((\+|00)?66|0)', '') $$;

-- The phones of an account, of now and of the last thirty days, without what each country puts before them.
create function known_phones(p_employee uuid) returns setof text language sql stable as $$
  select national_phone(phone) from employees where id = p_employee and phone <> ''
  union
  select national_phone(phone) from employee_phones
   where employee_id = p_employee and replaced_at > now() - interval '30 days' $$;

create or replace function is_same_person(p_one uuid, p_other uuid) returns boolean language sql stable as $$
  select p_one = p_other
    or exists (select known_phones(p_one) intersect select known_phones(p_other)) $$;

create or replace function own_members(p_employee uuid) returns setof uuid language sql stable as $$
  select m.id from known_phones(p_employee) as k (phone) join members m on m.phone = '+66' || k.phone
  union
  select m.id from employees e join members m on m.phone = '+' || e.phone
   where e.id = p_employee and e.phone <> '' $$;

-- Nobody approves what is about himself, under none of his accounts.
create function guard_concerned() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and not new.is_sole_owner and new.entity = 'employee'
     and exists (select from employees e
                  where new.entity_id in (e.id::text, outside_id('emp', e.id))
                    and is_same_person(e.id, new.checker_id)) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_concerned before insert or update of state, checker_id on approvals
  for each row execute function guard_concerned();

-- How many people a withdrawal needs was judged once: it may become more, never fewer.
create function guard_band() returns trigger language plpgsql as $$
begin
  if array_position(array['auto', 'onePerson', 'twoPeople'], new.band)
     < array_position(array['auto', 'onePerson', 'twoPeople'], old.band) or new.band is null then
    raise exception 'bandLowered' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_band before update of band on withdrawals
  for each row when (old.band is not null and old.band is distinct from new.band)
  execute function guard_band();

-- Names of roles that differ by case alone are one name.
create unique index roles_name_folded on roles (lower(name));
