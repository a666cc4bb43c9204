-- What is paid out is what was decided, to the account that the member has, and by whom it was decided stays
-- (ADR 0025): the judgement of a withdrawal, of its payout, of the fuse and of how many must check.

-- Only what the start makes has decisions of its own; afterwards one is made on a row that waits.
create function guard_decisions() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.decision_kind = 'employee' and current_user = 'khlang_app' and exists (select from sessions) then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
    return new;
  end if;
  -- A first approval is written down before the second: both in one statement is one person's act.
  if new.state = 'approved' and new.first_approved_by is not null
       and new.first_approved_by is distinct from old.first_approved_by
     or new.state <> 'review' and old.state <> 'review'
       and not (old.state = 'failed' and new.state = 'rejected') then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_decision before insert on withdrawals
  for each row execute function guard_decisions();
create trigger guard_decisions before update on withdrawals for each row
  when ((old.decision_kind, old.decided_by, old.first_approved_by, old.is_sole_owner)
    is distinct from (new.decision_kind, new.decided_by, new.first_approved_by, new.is_sole_owner))
  execute function guard_decisions();

-- Money goes to an account that the member has or had, which came with the member or by two people.
create function guard_payee() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from member_bank_accounts a where a.member_id = new.member_id and a.bank = new.to_bank
      and a.account_no = new.to_account_no and a.state <> 'refused') then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_payee before insert on withdrawals for each row
  when (new.state = 'approved') execute function guard_payee();
create trigger guard_payees before update of state on withdrawals for each row
  when (new.state in ('approved', 'sending') and new.state <> old.state) execute function guard_payee();

-- What replaced accounts become: none begins as one, for that needs nobody's approval.
create function guard_alias_accounts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'khlang_app' and exists (select from sessions) then
    raise exception 'approvalMissing' using errcode = 'KL104';
  end if;
  return new;
end $$;
create trigger guard_alias_accounts before insert on member_bank_accounts for each row
  when (new.state = 'alias') execute function guard_alias_accounts();

-- A payout is of a withdrawal that was decided and is being sent, and of its amount. It looks at the end of
-- the transaction: the two rows are written one after the other.
create function guard_payouts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from withdrawals w where w.id = new.withdrawal_id
      and w.state in ('sending', 'paid', 'failed', 'unknown')
      and w.amount_minor - w.fee_minor = new.amount_minor)
  then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
create constraint trigger guard_payouts after insert on payouts deferrable initially deferred
  for each row execute function guard_payouts();

create function freeze_payouts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a payout stays as it was ordered' using errcode = 'KL101';
end $$;
create trigger freeze_payouts before update on payouts for each row
  when ((old.id, old.withdrawal_id, old.attempt, old.bank_account_id, old.rail_id, old.amount_minor)
    is distinct from (new.id, new.withdrawal_id, new.attempt, new.bank_account_id, new.rail_id,
      new.amount_minor))
  execute function freeze_payouts();

-- Payouts that stand still by the fuse go on when two said so: the alarm ends under its approval, once, for
-- it is of this alarm.
create function guard_fuse() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.id, old.code, old.entity, old.entity_id, old.raised_at)
       is not distinct from (new.id, new.code, new.entity, new.entity_id, new.raised_at)
     and (new.cleared_at is null or exists (select from approvals a where a.kind = 'payoutFuse'
       and a.state = 'approved' and a.document ->> 'alarmId' = outside_id('alm', old.id))) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_fuse before update on alarms for each row
  when (old.code = 'payoutFuse' and old.cleared_at is null) execute function guard_fuse();

-- How many must check: two from the brand's limit on, by the amount itself or with what this person asked
-- for in the last 24 hours, so that parts of a big amount count as the whole (safety M5). Where fewer than
-- two others could, or no admin among them, one: a team must be able to work. Counted are persons by what
-- their accounts began with: to hand somebody a code makes the others no fewer.
create function checkers_needed(p_maker uuid, p_kind text, p_requires jsonb, p_amount bigint)
  returns smallint language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with others as materialized (
    select e.id, r.is_admin from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and e.state = 'active'
       and e.id <> all(array(select person_accounts(p_maker, false)))
       and (r.is_admin or r.permission @> p_requires)
       and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), p_amount) >= p_amount),
  own as materialized (select person_accounts(p_maker) as id)
  select case when p_amount + (
        select coalesce(sum(a.amount_minor), 0) from approvals a
         where a.maker_id in (select id from own) and a.kind = p_kind
           and a.state in ('pending', 'approved') and a.created_at > now() - interval '24 hours')
      >= coalesce((select (value ->> 'twoCheckersMinor')::bigint from brand_settings), 20000000)
    and exists (select from others where is_admin)
    and exists (select from others where id <> all(array(
      select person_accounts((select id from others limit 1), false)))) then 2 else 1 end::smallint $$;

create function guard_checkers_needed() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_amount bigint := greatest(new.amount_minor, case when new.kind in ('manualDeposit', 'manualCredit',
    'manualCreditReversal', 'lineLink') then (new.document ->> 'amountMinor')::bigint end);
begin
  if v_amount is distinct from new.amount_minor
     or new.checkers_needed < checkers_needed(new.maker_id, new.kind, new.requires, v_amount) then
    raise exception 'checkMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_checkers_needed before insert on approvals for each row
  when (not new.is_sole_owner) execute function guard_checkers_needed();

-- Nobody makes an account of more rights than their own, or staff of a seller: to give rights takes two.
create function guard_rights_given() returns trigger language plpgsql
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
create trigger guard_rights_given before insert on employees
  for each row execute function guard_rights_given();
create trigger guard_type before update on employees for each row
  when (old.type is distinct from new.type) execute function guard_rights_given();
