-- From the brand's limit a request needs two checkers, one of them an admin (safety M5). The first check
-- waits here until the second completes it; what is counted is people, not accounts.

-- A Thai number in one spelling: 0812345678, 66812345678 and +66812345678 are one person's.
create function national_phone(p_phone text) returns text language sql immutable as $$
  select regexp_replace(p_phone, '^(\+?66|0)', '') $$;

create or replace function is_same_person(p_one uuid, p_other uuid) returns boolean language sql stable as $$
  select p_one = p_other or exists (
    select from employees a join employees b on national_phone(b.phone) = national_phone(a.phone)
     where a.id = p_one and b.id = p_other and a.phone <> '') $$;

-- The members that an employee himself is, by his phone: nobody decides about his own money.
create function own_members(p_employee uuid) returns setof uuid language sql stable as $$
  select m.id from employees e
    join members m on m.phone in ('+' || e.phone, '+66' || national_phone(e.phone))
   where e.id = p_employee and e.phone <> '' $$;

alter table approvals
  add column checkers_needed smallint not null default 1 check (checkers_needed in (1, 2));

create table approval_checks (
  approval_id uuid not null references approvals,
  checker_id uuid not null references employees,
  comment text not null,
  checked_at timestamptz not null default now(),
  primary key (approval_id, checker_id)
);

create function guard_checks() returns trigger language plpgsql as $$
declare
  v_approval approvals;
begin
  select * into v_approval from approvals where id = new.approval_id for update;
  if v_approval.state <> 'pending' or v_approval.expires_at <= now() then
    raise exception 'an approval is settled once' using errcode = 'KL101';
  end if;
  if is_same_person(v_approval.maker_id, new.checker_id)
     or exists (select from approval_checks c
                 where c.approval_id = new.approval_id and is_same_person(c.checker_id, new.checker_id))
     or not exists (select from employees where id = new.checker_id and state = 'active') then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_checks before insert on approval_checks
  for each row execute function guard_checks();

create function guard_tiers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.checkers_needed <> old.checkers_needed then
    raise exception 'what was asked for is frozen' using errcode = 'KL101';
  end if;
  if new.state <> 'approved' or new.is_sole_owner or new.checkers_needed = 1 then return new; end if;
  if not exists (
    select from approval_checks c join employees e on e.id = c.checker_id
      join roles r on r.id = e.role_id
     where c.approval_id = new.id and e.state = 'active'
       and not is_same_person(c.checker_id, new.checker_id)
       and (r.is_admin or exists (
         select from employees n join roles nr on nr.id = n.role_id
          where n.id = new.checker_id and nr.is_admin))) then
    raise exception 'checkMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_tiers before insert or update of state, checkers_needed on approvals
  for each row execute function guard_tiers();

-- The two who approve a withdrawal are two people, neither of whom asked for it or is the member.
create function guard_withdrawal_people() returns trigger language plpgsql as $$
declare
  v_people uuid[] := array[new.first_approved_by, new.decided_by];
begin
  if new.is_sole_owner or new.state not in ('review', 'approved')
     or (new.state = 'approved' and new.decision_kind <> 'employee') then
    return new;
  end if;
  if is_same_person(new.first_approved_by, new.decided_by)
     or exists (select from unnest(v_people) as p (id)
                 where is_same_person(p.id, new.requested_by)
                    or new.member_id in (select own_members(p.id))) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_withdrawal_people before update of first_approved_by, decided_by on withdrawals
  for each row when ((old.first_approved_by, old.decided_by)
    is distinct from (new.first_approved_by, new.decided_by))
  execute function guard_withdrawal_people();

grant select, insert on approval_checks to khlang_app;
