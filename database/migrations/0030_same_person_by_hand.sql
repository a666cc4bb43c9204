-- Whoever made an account, or was handed its last one-time code, can be the one who sits behind it. Until
-- somebody else has confirmed that account, the two count as one person wherever two must decide.

-- Who can sit behind an account. Written by triggers alone: no statement of the server's takes one back.
create table employee_links (
  id bigint primary key generated always as identity,
  employee_id uuid not null references employees,
  linked_to uuid not null references employees,
  why text not null check (why in ('created', 'code')),
  at timestamptz not null default clock_timestamp(),
  check (employee_id <> linked_to)
);
create index on employee_links (employee_id, at);
create index on employee_links (linked_to);
grant select on employee_links to khlang_app;

-- That an account is a person of its own: somebody who is none of its links said so; or an authenticator
-- stood when this rule began; or nobody else could say it, and a day passed.
create table employee_confirmations (
  id bigint primary key generated always as identity,
  employee_id uuid not null references employees,
  how text not null default 'person' check (how in ('person', 'upgrade', 'time')),
  confirmed_by uuid references employees,
  comment text not null default '',
  at timestamptz not null default clock_timestamp(),
  check ((how = 'person') = (confirmed_by is not null))
);
create index on employee_confirmations (employee_id, at);
grant select, insert (employee_id, confirmed_by, comment) on employee_confirmations to khlang_app;

-- That all administrators were told of a link.
create table employee_link_tellings (
  link_id bigint primary key references employee_links,
  notification_id uuid not null references notifications,
  told_at timestamptz not null default clock_timestamp()
);
grant select, insert (link_id, notification_id) on employee_link_tellings to khlang_app;

-- Who has been a person of its own: "alone" is counted in these, and ends for ever with the second.
create table known_persons (
  employee_id uuid primary key references employees,
  since timestamptz not null default now()
);
grant select on known_persons to khlang_app;

-- What stands already. Everybody there is has existed as a person, so that nobody becomes alone again.
insert into known_persons (employee_id) select id from employees;
insert into employee_links (employee_id, linked_to, why, at)
  select id, created_by, 'created', created_at from employees where created_by is not null
     and created_by <> id;
insert into employee_links (employee_id, linked_to, why, at)
  select e.id, m.id, 'code', l.at from activity_log l
    join employees e on l.entity_id in (e.id::text, outside_id('emp', e.id))
    join employees m on l.actor_id in (m.id::text, outside_id('emp', m.id))
   where l.entity = 'employee' and l.action = 'passwordResetBegun' and l.actor_kind = 'employee'
     and e.id <> m.id
   order by l.id;
insert into employee_confirmations (employee_id, how)
  select id, 'upgrade' from employees where otp_confirmed_at is not null;

-- Who was handed a code. Null: whoever stands at the machine itself.
alter table one_time_codes
  add column given_to uuid references employees,
  add check (given_to <> employee_id);
update one_time_codes c set given_to = e.created_by from employees e
 where e.id = c.employee_id and c.purpose = 'newEmployee' and e.created_by <> e.id;
alter table one_time_codes add constraint one_time_codes_given
  check (given_to is not null or purpose not in ('newEmployee', 'reset')) not valid;
revoke update on one_time_codes from khlang_app;
grant update (used_at) on one_time_codes to khlang_app;

create function guard_used_code() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a code that was used stays used' using errcode = 'KL105';
end $$;
create trigger guard_used_code before update on one_time_codes for each row
  when (old.used_at is not null and new.used_at is distinct from old.used_at)
  execute function guard_used_code();

-- A link and a confirmation of one account follow one another: the row of the person is held.
create function keep_code_link() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from employees where id = new.employee_id for no key update;
  insert into employee_links (employee_id, linked_to, why) values (new.employee_id, new.given_to, 'code');
  return null;
end $$;
create trigger keep_code_link after insert on one_time_codes for each row
  when (new.given_to is not null) execute function keep_code_link();

create function keep_made_link() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.created_by is null then
    insert into known_persons (employee_id) values (new.id) on conflict do nothing;
  else
    insert into employee_links (employee_id, linked_to, why) values (new.id, new.created_by, 'created');
  end if;
  return null;
end $$;
create trigger keep_made_link after insert on employees
  for each row execute function keep_made_link();

create function keep_known() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into known_persons (employee_id) values (new.employee_id) on conflict do nothing;
  return null;
end $$;
create trigger keep_known after insert on employee_confirmations
  for each row execute function keep_known();

-- What the rule is reckoned from is no statement's choice: who made an account, since when it has its
-- authenticator, since when somebody is away. Only what the start makes has no maker.
create function guard_made() returns trigger language plpgsql
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
create trigger guard_made before insert or update of created_by, otp_confirmed_at, state, state_at
  on employees for each row execute function guard_made();

-- The links that count: after the last confirmation, and not of a code that was given out beside an
-- authenticator which stands still, because that code alone lets nobody in.
create view open_links as
  select l.* from employee_links l join employees e on e.id = l.employee_id
   where not exists (select from employee_confirmations c
                      where c.employee_id = l.employee_id and c.at >= l.at)
     and (l.why = 'created' or coalesce(e.otp_confirmed_at >= l.at, true));
grant select on open_links to khlang_app;

create index on employees (national_phone(phone)) where phone <> '';
create index on employee_phones (national_phone(phone), replaced_at);

-- All accounts that count as the person of this one, itself among them: by phone and by open links, as far
-- as they lead. Without codes: only what an account began with.
create function person_accounts(p_employee uuid, p_codes boolean default true) returns setof uuid
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

create or replace function is_same_person(p_one uuid, p_other uuid) returns boolean language sql stable as $$
  select p_one = p_other or p_other in (select person_accounts(p_one)) $$;

create or replace function own_members(p_employee uuid) returns setof uuid language sql stable as $$
  with own as materialized (select person_accounts(p_employee) as id)
  select m.id from own cross join lateral known_phones(own.id) as k (phone)
    join members m on m.phone = '+66' || k.phone
  union
  select m.id from own join employees e on e.id = own.id and e.phone <> ''
    join members m on m.phone = '+' || e.phone $$;

-- The accounts of whoever a member is, the other way round.
create function accounts_of_member(p_member uuid) returns setof uuid language sql stable as $$
  select person_accounts(e.id) from members m join employees e on e.phone <> ''
    and m.phone in ('+' || e.phone, '+66' || national_phone(e.phone)) where m.id = p_member
  union
  select person_accounts(h.employee_id) from members m join employee_phones h
    on m.phone = '+66' || national_phone(h.phone) and h.replaced_at > now() - interval '30 days'
   where m.id = p_member $$;

-- Who may say that an account is somebody else's: an active person of the staff with the rights over people,
-- whom none of its links leads to. Whoever is away since less than thirty days could still have said it.
create function may_confirm(p_employee uuid) returns boolean language sql stable as $$
  select exists (select from employees e join roles r on r.id = e.role_id
    where e.id = p_employee and e.type = 'staff' and e.state = 'active'
      and (r.is_admin or r.permission @> '{"employeeManagement": {"isRead": true, "isUpdate": true}}')) $$;

create function guard_confirmations() returns trigger language plpgsql
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
create trigger guard_confirmations before insert on employee_confirmations
  for each row execute function guard_confirmations();

-- Told is a link of which a notification went to every administrator there is.
create function guard_tellings() returns trigger language plpgsql
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
create trigger guard_tellings before insert on employee_link_tellings
  for each row execute function guard_tellings();

-- Where nobody who may confirm is unlinked (an owner who hired everybody): an account counts as its own
-- person once it has its authenticator, all administrators were told, and a day has passed since the last of
-- it. Written down, so that it stays so when there are others. Whose day ended first comes first.
create function ripen_accounts() returns setof uuid language plpgsql security definer
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
         and not is_same_person(e.id, v_account.id)) then
      insert into employee_confirmations (employee_id, how) values (v_account.id, 'time');
      return next v_account.id;
    end if;
  end loop;
end $$;

-- "Alone" is counted in persons: who was hired an hour ago by the only owner makes nobody two, and does
-- nothing alone either.
create or replace function assert_alone(p_employee uuid, p_requires jsonb) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where e.id = p_employee and e.state = 'active' and r.is_admin)
     or not exists (select from known_persons where employee_id = p_employee)
     or (select count(distinct h.employee_id) from rights_held h
           join known_persons k on k.employee_id = h.employee_id
          where h.is_admin or h.permission @> p_requires) <> 1 then
    raise exception 'notAlone' using errcode = 'KL105';
  end if;
end $$;

create or replace function guard_checkers() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.checker_id is null then return new; end if;
  if new.is_sole_owner then
    if (select count(*) from employees e join roles r on r.id = e.role_id
          join known_persons k on k.employee_id = e.id
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
