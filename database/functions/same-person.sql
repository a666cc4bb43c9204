-- Which accounts count as one person: by phone and by who made or was handed what (ADR 0019).

-- The phones of an account, of now and of the last thirty days, without what each country puts before them.
create or replace function known_phones(p_employee uuid) returns setof text language sql stable as $$
  select national_phone(phone) from employees where id = p_employee and phone <> ''
  union
  select national_phone(phone) from employee_phones
   where employee_id = p_employee and replaced_at > now() - interval '30 days' $$;

-- All accounts that count as the person of this one, itself among them: by phone and by open links, as far
-- as they lead. Without codes: only what an account began with.
create or replace function person_accounts(p_employee uuid, p_codes boolean default true) returns setof uuid
  language sql stable rows 3 as $$
  with recursive same (id) as (
    select p_employee where p_employee is not null
    union
    select n.id from same s cross join lateral (
      select l.linked_to as id from open_links l
       where l.employee_id = s.id and (p_codes or l.why = 'created')
      union all
      select l.employee_id from open_links l
       where l.linked_to = s.id and (p_codes or l.why = 'created')
      union all
      select e.id from known_phones(s.id) as k (phone) join employees e
        on national_phone(e.phone) = k.phone and e.phone <> ''
      union all
      select h.employee_id from known_phones(s.id) as k (phone) join employee_phones h
        on national_phone(h.phone) = k.phone and h.replaced_at > now() - interval '30 days') n)
  select id from same $$;

-- Whether two accounts count as one person.
create or replace function is_same_person(p_one uuid, p_other uuid) returns boolean language sql stable as $$
  select p_one = p_other or p_other in (select person_accounts(p_one)) $$;

-- The members that an employee is: nobody decides about their own money.
create or replace function own_members(p_employee uuid) returns setof uuid language sql stable as $$
  with own as materialized (select person_accounts(p_employee) as id)
  select m.id from own cross join lateral known_phones(own.id) as k (phone)
    join members m on m.phone = '+66' || k.phone
  union
  select m.id from own join employees e on e.id = own.id and e.phone <> ''
    join members m on m.phone = '+' || e.phone $$;

-- The accounts of whoever a member is, the other way round.
create or replace function accounts_of_member(p_member uuid) returns setof uuid language sql stable as $$
  select person_accounts(e.id) from members m join employees e on e.phone <> ''
    and m.phone in ('+' || e.phone, '+66' || national_phone(e.phone)) where m.id = p_member
  union
  select person_accounts(h.employee_id) from members m join employee_phones h
    on m.phone = '+66' || national_phone(h.phone) and h.replaced_at > now() - interval '30 days'
   where m.id = p_member $$;

-- Who can sit behind an account, by links alone: whoever made it or was handed its codes, and so on.
create or replace function behind_account(p_employee uuid) returns setof uuid language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  with recursive up (id) as (
    select p_employee union select l.linked_to from up join open_links l on l.employee_id = up.id)
  select id from up $$;

-- A former phone counts for thirty days more.
create or replace function keep_phone() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into employee_phones (employee_id, phone) values (old.id, old.phone);
  return new;
end $$;

-- A code that was used stays as it was.
create or replace function guard_used_code() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a code that was used stays used' using errcode = 'KL105';
end $$;

-- A link and a confirmation of one account follow one another: the row of the person is held.
create or replace function keep_code_link() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from employees where id = new.employee_id for no key update;
  insert into employee_links (employee_id, linked_to, why) values (new.employee_id, new.given_to, 'code');
  return null;
end $$;

-- Whoever makes an account can sit behind it.
create or replace function keep_made_link() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.created_by is null then
    insert into known_persons (employee_id) values (new.id) on conflict do nothing;
  else
    insert into employee_links (employee_id, linked_to, why) values (new.id, new.created_by, 'created');
  end if;
  return null;
end $$;

-- Who was confirmed by somebody independent is known as a person.
create or replace function keep_known() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into known_persons (employee_id) values (new.employee_id) on conflict do nothing;
  return null;
end $$;

-- What the rule is reckoned from is no statement's choice: who made an account, since when it has its
-- authenticator, since when somebody is away. Only what the start makes has no maker.
create or replace function guard_made() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if current_user = 'khlang_app' and (new.otp_confirmed_at is not null
       or new.created_by is null and exists (select from sessions)) then
      raise exception 'makerMissing' using errcode = 'KL105';
    end if;
    return new;
  end if;
  if new.created_by is distinct from old.created_by
     or new.otp_confirmed_at is distinct from old.otp_confirmed_at and new.otp_confirmed_at is not null
       and (old.otp_confirmed_at is not null or new.otp_confirmed_at <> now()) then
    raise exception 'what an account began with stays' using errcode = 'KL105';
  end if;
  new.state_at := case when new.state <> old.state then now() else old.state_at end;
  return new;
end $$;

-- Who may say that an account is somebody else's: an active person of the staff with the rights over people,
-- whom none of its links leads to. Whoever is away since less than thirty days could still have said it.
create or replace function may_confirm(p_employee uuid) returns boolean language sql stable as $$
  select exists (select from employees e join roles r on r.id = e.role_id
    where e.id = p_employee and e.type = 'staff' and e.state = 'active'
      and (r.is_admin or r.permission @> '{"employeeManagement": {"isRead": true, "isUpdate": true}}')) $$;

-- A person is confirmed by somebody who may, and whom no link leads to.
create or replace function guard_confirmations() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_person employees;
begin
  select * into v_person from employees where id = new.employee_id for no key update;
  new.at := clock_timestamp();
  if new.how <> 'person' then return new; end if;
  if v_person.state <> 'active' or v_person.password_hash is null
     or exists (select from one_time_codes c
                 where c.employee_id = new.employee_id and c.used_at is null and c.expires_at > now())
     or not may_confirm(new.confirmed_by) or is_same_person(new.employee_id, new.confirmed_by) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Told is a link of which a notification went to every administrator there is.
create or replace function guard_tellings() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from employee_links l join notifications n on n.id = new.notification_id
     where l.id = new.link_id and n.code = 'account.code_handed' and n.severity = 'critical'
       and n.audience = 'employees' and n.entity_id = outside_id('emp', l.employee_id)
       and n.employee_ids @> (select coalesce(array_agg(e.id), '{}') from employees e
         join roles r on r.id = e.role_id where r.is_admin and e.type = 'staff' and e.state = 'active')) then
    raise exception 'tellingMissing' using errcode = 'KL105';
  end if;
  new.told_at := clock_timestamp();
  return new;
end $$;

-- An account becomes a person of its own by time, where nobody is left who may confirm it. Somebody is left
-- unless one of the same people can sit behind both: a third account's code, or a phone, given to make two
-- people look like one, lets nothing ripen.
create or replace function ripen_accounts() returns setof uuid language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account record;
begin
  perform pg_advisory_xact_lock(hashtext('khlang.ripen'));
  for v_account in
    select e.id from employees e join open_links l on l.employee_id = e.id
      left join employee_link_tellings t on t.link_id = l.id
     where e.state = 'active' and e.password_hash is not null
     group by e.id, e.otp_confirmed_at
    having bool_and(t.told_at is not null)
       and greatest(max(l.at), max(t.told_at)) <= now() - interval '24 hours'
       and e.otp_confirmed_at <= now() - interval '24 hours'
     order by greatest(max(l.at), max(t.told_at), e.otp_confirmed_at), e.id
  loop
    if not exists (
      select from employees e join roles r on r.id = e.role_id
       where e.type = 'staff' and (e.state = 'active' or e.state_at > now() - interval '30 days')
         and (r.is_admin or r.permission @> '{"employeeManagement": {"isRead": true, "isUpdate": true}}')
         and not exists (select behind_account(e.id) intersect select behind_account(v_account.id))) then
      insert into employee_confirmations (employee_id, how) values (v_account.id, 'time');
      return next v_account.id;
    end if;
  end loop;
end $$;
