-- What one person can do alone with money of others (issue 11): what whoever saw a line could have made is no
-- ground for a link; who gave a member money alone does not pay it out; whom one sits behind counts as one.

-- As in 0029; for a person only what was there before the line: a request, or an account, that came after it
-- may have been made by whoever saw it.
create or replace function link_has_ground(p_line uuid, p_member uuid, p_employee uuid, p_adopted uuid)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits d where d.member_id = p_member
            and d.amount_requested_minor = l.amount_minor
            and (p_employee is null or d.created_at < l.created_at)
            and (d.id = p_adopted or d.state in ('created', 'pending')
              and (d.by_kind = 'member' or p_employee is null or not is_same_person(d.by_id, p_employee))))
      or exists (select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
            and (p_employee is null or a.since < l.created_at)
            and length(regexp_replace(l.payer_mask, '\D', '', 'g')) >= 4
            and mask_fits(l.payer_mask, a.account_no))
      or exists (select from deposits d where d.member_id = p_member and l.ref in (d.slip_ref, d.gateway_ref))
      or exists (select from payer_aliases y where y.member_id = p_member and y.hits >= 2)
    from statement_lines l where l.id = p_line $$;

-- Whether a person, by whichever account, gave a member money that nobody else looked at, and that is young.
create function gave_alone(p_employee uuid, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as materialized (select person_accounts(p_employee) as id),
  young as (select now() - make_interval(hours => coalesce(
    (select (value ->> 'handLinkHours')::int from brand_settings), 24)) as since)
  select exists (select from hand_links h, young where h.member_id = p_member and h.approval_id is null
            and h.undone_at is null and h.linked_at > young.since and h.employee_id in (select id from own))
      or exists (select from adjustments j, young where j.member_id = p_member and j.approval_id is null
            and j.reversed_at is null and j.created_at > young.since
            and j.maker_id in (select id from own)) $$;
create index on hand_links (member_id, linked_at);

create function guard_giver() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if gave_alone(new.decided_by, new.member_id) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_giver_inserted before insert on withdrawals for each row
  when (new.state = 'approved' and new.decision_kind = 'employee' and not new.is_sole_owner)
  execute function guard_giver();
create trigger guard_giver before update of state on withdrawals for each row
  when (old.state = 'review' and new.state = 'approved' and new.decision_kind = 'employee'
    and not new.is_sole_owner)
  execute function guard_giver();

-- As in 0022, but a person's day is the day of all their accounts.
create or replace function guard_adjustments() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_limits jsonb := coalesce((select value from brand_settings), '{}');
  v_own uuid[];
  v_day bigint;
begin
  if new.approval_id is not null then
    if exists (
      select from approvals a where a.id = new.approval_id and a.kind = 'manualCredit'
         and a.state = 'approved' and a.maker_id = new.maker_id
         and a.document ->> 'memberId' = outside_id('mbr', new.member_id)
         and (a.document ->> 'amountMinor')::bigint = new.amount_minor
         and a.document ->> 'kind' = new.kind
         and (a.is_sole_owner or a.checker_id = new.checker_id)) then
      return new;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  v_own := array(select person_accounts(new.maker_id) order by 1);
  perform from employees where id = any(v_own) order by id for no key update;
  select coalesce(sum(amount_minor), 0) into v_day from adjustments
   where maker_id = any(v_own) and business_on = new.business_on;
  if new.checker_id is not null
     or new.amount_minor >= coalesce((v_limits ->> 'manualSecondPersonMinor')::bigint, 500000)
     or v_day + new.amount_minor
       >= coalesce((v_limits ->> 'manualSecondPersonDayMinor')::bigint, 2000000)
     or new.member_id in (select own_members(new.maker_id)) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Who can sit behind an account, by links alone: whoever made it or was handed its codes, and so on.
create function behind_account(p_employee uuid) returns setof uuid language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  with recursive up (id) as (
    select p_employee union select l.linked_to from up join open_links l on l.employee_id = up.id)
  select id from up $$;

-- As in 0030, but somebody is left who may confirm unless one of the same people can sit behind both: a
-- third account's code, or a phone, given to make two people look like one, lets nothing ripen.
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

-- What credits a wallet does so by its own kind, which has its judge (0022, 0029, 0037): a kind that credits
-- nobody is no way around it. Bonuses, bets and commissions bring theirs along when they are built.
create function guard_wallet_credits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_to text;
begin
  select code into v_to from accounts where id = new.to_id;
  if v_to like 'member:%:cash'
     and exists (select from members m where m.id = inside_id(split_part(v_to, ':', 2))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
create trigger guard_wallet_credits after insert on transfers for each row
  when (new.kind in ('bank.opened', 'deposit.received', 'deposit.refunded', 'suspense.cleared',
    'withdraw.hold', 'withdraw.sent', 'withdraw.settled', 'withdraw.failed', 'withdraw.fee',
    'receivable.repaid', 'bonus.forfeit', 'affiliate.accrue', 'ggr.close', 'provider.fee',
    'agent.credit.give', 'agent.credit.take', 'own.transfer.out', 'own.transfer.in'))
  execute function guard_wallet_credits();
