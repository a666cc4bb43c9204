-- Acts that take a second person: what was asked for stays, who checks is somebody else (ADR 0013).

-- What was asked for is frozen, it is decided once, and not after its time.
create or replace function guard_approvals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.is_sole_owner and exists (select 1 from sole_owner_ended where kind = new.kind) then
    raise exception 'soleOwnerEnded' using errcode = 'KL102';
  end if;
  -- Its place among all that were decided: nobody else writes it, and no clock has a say in it.
  new.decided_no := case when new.state <> 'pending' then nextval('approvals_decided') end;
  if tg_op = 'INSERT' then return new; end if;
  if old.state <> 'pending' then
    raise exception 'an approval is settled once' using errcode = 'KL101';
  end if;
  if new.is_sole_owner or (new.id, new.kind, new.entity, new.entity_id, new.document, new.document_hash,
    new.before,
      new.amount_minor, new.reason, new.maker_id, new.expires_at, new.created_at)
    is distinct from
     (old.id, old.kind, old.entity, old.entity_id, old.document, old.document_hash, old.before,
       old.amount_minor,
      old.reason, old.maker_id, old.expires_at, old.created_at) then
    raise exception 'what was asked for is frozen' using errcode = 'KL101';
  end if;
  if new.state = 'approved' and old.expires_at <= now() then
    raise exception 'an expired approval' using errcode = 'KL101';
  end if;
  return new;
end $$;

-- Who decides is an active employee and not the person who asked; who decides alone is alone.
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

-- The first of two checks: by somebody else than whoever asked, while the request waits.
create or replace function guard_checks() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- What needs two checkers has them: two people, one of them an admin.
create or replace function guard_tiers() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- Nobody approves what is about themselves, under none of their accounts: neither what a request is filed
-- under nor what its document says, nor a change to the role they hold.
create or replace function guard_concerned() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = 'approved' and not new.is_sole_owner
     and exists (select from employees e
                  where (new.entity = 'employee' and new.entity_id in (e.id::text, outside_id('emp', e.id))
                      or new.document ->> 'employeeId' = e.id::text
                      or new.kind = 'roleChange' and new.document ->> 'roleId' = e.role_id::text)
                    and is_same_person(e.id, new.checker_id)) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Alone is an admin of whom the others who ever held the flags of the act are not known as persons. It is
-- counted in persons: who was hired an hour ago by the only owner makes nobody two, and does nothing alone.
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

-- Whoever settles a request alone is alone.
create or replace function guard_alone_approval() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform assert_alone(new.checker_id, new.requires);
  return new;
end $$;

-- How many must check: two from the brand's limit on, by the amount itself or with what this person asked
-- for in the last 24 hours, so that parts of a big amount count as the whole (safety M5). Where fewer than
-- two others could, or no admin among them, one: a team must be able to work. Counted are persons by what
-- their accounts began with: to hand somebody a code makes the others no fewer. The maker of a withdrawal's
-- request is the first of the two who approve it: one more is enough, whatever the amount. Between accounts
-- of our own two people move up to the limit, and it takes a third above it. What holds people
-- (settingsGuardChange) always takes two; with one other, either they or the maker is the admin.
create or replace function checkers_needed(p_maker uuid, p_kind text, p_requires jsonb, p_amount bigint)
  returns smallint language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with others as materialized (
    select e.id, r.is_admin from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and e.state = 'active'
       and e.id <> all(array(select person_accounts(p_maker, false)))
       and (r.is_admin or r.permission @> p_requires)
       and (p_amount is null
         or coalesce(least(r.approval_limit_minor, e.approval_limit_minor), p_amount) >= p_amount)),
  own as materialized (select person_accounts(p_maker) as id)
  select case when p_kind <> 'withdrawalApproval' and (p_kind = 'settingsGuardChange' or p_amount + (
        select coalesce(sum(a.amount_minor), 0) from approvals a
         where a.maker_id in (select id from own) and a.kind = p_kind
           and a.state in ('pending', 'approved') and a.created_at > now() - interval '24 hours')
      >= coalesce((select (value ->> 'twoCheckersMinor')::bigint from brand_settings), 20000000)
        + (p_kind = 'ownTransfer')::int)
    and exists (select from others where is_admin)
    and exists (select from others where id <> all(array(
      select person_accounts((select id from others limit 1), false)))) then 2 else 1 end::smallint $$;

-- A request says the amount of its document, and asks for as many checkers as that needs.
create or replace function guard_checkers_needed() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_amount bigint := greatest(new.amount_minor, case when new.kind in ('manualDeposit', 'manualCredit',
    'manualCreditReversal', 'gatewayCreditReversal',
    'lineLink', 'lineRefund', 'lineSplit', 'lineBooking', 'lineUnbook',
    'lineSettlement', 'lineUnsettle', 'lineInvoice', 'lineUninvoice',
    'lineMerge', 'lineUnmerge', 'lineUnpay', 'withdrawalApproval',
    'ownTransfer', 'betVoid')
    then (new.document ->> 'amountMinor')::bigint end);
begin
  if v_amount is distinct from new.amount_minor
     or new.checkers_needed < checkers_needed(new.maker_id, new.kind, new.requires, v_amount) then
    raise exception 'checkMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- From what a request is judged, no statement chooses: whose flags count is of its kind (by it the others are
-- counted who could check), its moment is this one (by it what was asked for in a day), it lives a day, and
-- its amount takes nothing off the sum of others. Moments of its own has only what the start makes.
create or replace function guard_requests() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.amount_minor < 1 or current_user = 'khlang_app' and (
       exists (select from approval_needs n
                where n.kind = new.kind and n.requires is distinct from new.requires)
    or (new.created_at <> now() or new.expires_at > now() + interval '24 hours')
       and exists (select from sessions)) then
    raise exception 'requestChosen' using errcode = 'KL105';
  end if;
  return new;
end $$;

create or replace trigger guard_requests_inserted before insert on approvals for each row
  execute function guard_requests();
