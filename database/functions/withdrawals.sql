-- Who may decide a withdrawal, and when. What a row claims is read again from what the book knows.

-- The last judge of decisions: what was asked for stays as it was, states move along the graph only, and
-- nobody is alone once a second checker has existed.
create or replace function guard_withdrawals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.is_sole_owner and (tg_op = 'INSERT' or not old.is_sole_owner)
    and exists (select 1 from sole_owner_ended where kind = 'withdrawalApproval') then
    raise exception 'soleOwnerEnded' using errcode = 'KL102';
  end if;
  if tg_op = 'INSERT' then
    if new.state not in ('review', 'approved') then
      raise exception 'withdrawal begins as %', new.state using errcode = 'KL101';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.request_key, new.amount_minor, new.fee_minor, new.to_bank,
      new.to_account_no, new.to_account_name, new.is_phone_request, new.requested_by, new.requested_at,
        new.business_on)
    is distinct from
     (old.id, old.reference, old.member_id, old.request_key, old.amount_minor, old.fee_minor, old.to_bank,
      old.to_account_no, old.to_account_name, old.is_phone_request, old.requested_by, old.requested_at,
        old.business_on)
  then
    raise exception 'a withdrawal stays as it was asked for' using errcode = 'KL101';
  end if;
  if old.state <> new.state and not exists (
      select 1 from (values ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
        ('approved', 'sending'), ('approved', 'review'), ('sending', 'paid'), ('sending', 'failed'),
          ('sending', 'unknown'),
        ('unknown', 'paid'), ('unknown', 'failed'), ('failed', 'approved'), ('failed', 'rejected')) as g (a,
          b)
       where g.a = old.state and g.b = new.state)
     -- Two said that the line which proved it is not its own.
     and not (old.state = 'paid' and new.state = 'unknown' and exists (select from payout_unlinks u
       where u.withdrawal_id = new.id and u.line_id = old.settled_line_id and u.created_at = now())) then
    raise exception 'withdrawal % to %', old.state, new.state using errcode = 'KL101';
  end if;
  return new;
end $$;

-- The two who approve a withdrawal are two people, neither of whom asked for it or is the member.
create or replace function guard_withdrawal_people() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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

-- How many people a withdrawal needs was judged once: it may become more, never fewer.
create or replace function guard_band() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if array_position(array['auto', 'onePerson', 'twoPeople'], new.band)
     < array_position(array['auto', 'onePerson', 'twoPeople'], old.band) or new.band is null then
    raise exception 'bandLowered' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- How many people a withdrawal needs follows from its amount and the brand's limits.
create or replace function guard_band_of_amount() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_limits jsonb := coalesce((select value from brand_settings), '{}');
begin
  if new.band is null and new.state not in ('review', 'rejected', 'cancelled')
     or new.band <> 'twoPeople'
       and new.amount_minor >= coalesce((v_limits ->> 'twoPersonLimitMinor')::bigint, 5000000)
     or new.band = 'auto' and (new.requested_by is not null
       or new.amount_minor > coalesce((v_limits ->> 'autoApproveLimitMinor')::bigint, 500000)) then
    raise exception 'bandTooLow' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Whoever decides a withdrawal alone is alone.
create or replace function guard_alone_withdrawal() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform assert_alone(new.decided_by, '{"pretransactionRequest": {"isRead": true, "isUpdate": true}}');
  return new;
end $$;

-- Only what the start makes has decisions of its own; afterwards one is made on a row that waits.
create or replace function guard_decisions() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.decision_kind in ('employee', 'member') and current_user = 'khlang_app'
       and exists (select from sessions) then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
    return new;
  end if;
  -- A member decides nothing but to take it back, and says so with it: a decision of theirs on a row that
  -- waits would be there already when the row is approved.
  if new.decision_kind = 'member' and new.state <> 'cancelled' then
    raise exception 'approvalMissing' using errcode = 'KL105';
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

-- Money that people gave a member, by linking or typing, since a moment: the newest first.
create or replace function money_by_hand(p_member uuid, p_since timestamptz)
  returns table (kind text, reference text, amount_minor bigint, at timestamptz, statement_line_id uuid)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case d.method when 'manual' then 'typed' else 'linked' end, d.reference, d.amount_minor,
         d.credited_at, d.statement_line_id
    from deposits d where d.member_id = p_member and d.state = 'credited' and d.by_kind = 'employee'
     and d.credited_at > p_since
  union all
  select 'typed', j.reference, j.amount_minor, j.created_at, null from adjustments j
   where j.member_id = p_member and j.created_at > p_since
  order by 4 desc $$;

-- Nobody's decision alone pays a member out while money by hand is young.
create or replace function guard_automatic_payout() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from money_by_hand(new.member_id, now() - make_interval(hours => coalesce(
    (select (value ->> 'handLinkHours')::int from brand_settings), 24)))) then
    raise exception 'heldByHand' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- Whether a person, by whichever account, gave a member money that nobody else looked at, and that is young.
create or replace function gave_alone(p_employee uuid, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as materialized (select person_accounts(p_employee) as id),
  young as (select now() - make_interval(hours => coalesce(
    (select (value ->> 'handLinkHours')::int from brand_settings), 24)) as since)
  select exists (select from hand_links h, young where h.member_id = p_member and h.approval_id is null
            and h.split_id is null and h.undone_at is null and h.linked_at > young.since
            and h.employee_id in (select id from own))
      or exists (select from adjustments j, young where j.member_id = p_member and j.approval_id is null
            and j.reversed_at is null and j.created_at > young.since
            and j.maker_id in (select id from own)) $$;

-- Who registered a member typed the account, whose digits then speak for the member's deposits: somebody
-- else pays them out the first time.
create or replace function is_first_of_own(p_employee uuid, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from members m where m.id = p_member
      and m.created_by in (select person_accounts(p_employee)))
    and not exists (select from withdrawals w where w.member_id = p_member and w.state = 'paid'
      and w.decision_kind = 'employee' and w.decided_by not in (select person_accounts(p_employee))) $$;

-- Who gave a member young money alone, or registered them, is not the one who pays them out.
create or replace function guard_giver() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if gave_alone(new.decided_by, new.member_id) or is_first_of_own(new.decided_by, new.member_id) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- What takes two is approved under the request that the first of them made and the second agreed to, named
-- with this very decision: one that was named before serves no second time (ADR 0038). That it is of this
-- kind, approved, and of this withdrawal is for guard_links(). What the start makes begins as it was decided.
create or replace function guard_second_approval() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if current_user = 'khlang_app' and exists (select from sessions) then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
  elsif new.approval_id is not distinct from old.approval_id or not exists (
      select from approvals a where a.id = new.approval_id and a.maker_id = new.first_approved_by
         and a.checker_id = new.decided_by) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- In place of the triggers of 0068, which refuse everything.
create or replace trigger guard_second_changed before update of state on withdrawals for each row
  when (old.state = 'review' and new.state = 'approved' and new.band = 'twoPeople' and not new.is_sole_owner)
  execute function guard_second_approval();
create or replace trigger guard_second_inserted before insert on withdrawals for each row
  when (new.state = 'approved' and new.band = 'twoPeople')
  execute function guard_second_approval();
