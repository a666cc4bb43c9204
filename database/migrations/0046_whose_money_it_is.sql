-- Whose money it is (ADR 0025): what enters a member's wallet or hold comes from where its kind takes it; an
-- amount that two were told is nobody's proof; who registered a member is not the first to pay them out.

-- Looks at all legs of a call at once. Kinds that nothing in the product posts yet (bonuses, bets,
-- commissions) credit no registered member: whoever builds them brings their judge along.
create function guard_wallet_legs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from added t join accounts o on o.id = t.to_id join accounts f on f.id = t.from_id
     where o.code like 'member:%' and case when case
       when o.code like '%:cash' and t.kind in ('credit.add', 'deposit.credited') then false
       when o.code like '%:cash' and t.kind = 'withdraw.release' then
         f.code <> replace(o.code, ':cash', ':locked')
       -- What a wallet lacked comes with the posting that takes the credit back.
       when o.code like '%:cash' and t.kind in ('reversal', 'deposit.reversed') then not exists (
         select from added r where r.posting_id = t.posting_id and r.reverses_id is not null
            and r.from_id = t.to_id and t.amount_minor <= r.amount_minor
            and f.code = 'receivable:' || split_part(o.code, ':', 2))
       when o.code like '%:locked' and t.kind = 'withdraw.hold' then
         f.code <> replace(o.code, ':locked', ':cash')
       when o.code like '%:locked' and t.kind = 'withdraw.failed' then not exists (
         select from withdrawals w where w.id = inside_id(t.source_id) and w.state = 'failed'
            and t.amount_minor <= w.amount_minor
            and o.code = 'member:' || outside_id('mbr', w.member_id) || ':locked')
       else true end
       then exists (select from members m where m.id = inside_id(split_part(o.code, ':', 2))) else false end)
  then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
create trigger guard_wallet_legs after insert on transfers referencing new table as added
  for each statement execute function guard_wallet_legs();
drop trigger guard_wallet_credits on transfers;
drop function guard_wallet_credits();

-- A wallet is not filled before there is a member to judge it by; who registered a member stays.
create function guard_registered() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' or exists (select from accounts where version > 0
      and code in (member_cash_code(new.id), 'member:' || outside_id('mbr', new.id) || ':locked')) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_registered before insert on members
  for each row execute function guard_registered();
create trigger guard_registrar before update on members for each row
  when ((old.id, old.created_by) is distinct from (new.id, new.created_by))
  execute function guard_registered();

-- Satang of its own tell payers apart while one member holds them. Whoever was told the same amount shortly
-- before and has not paid may be the one who pays now, late.
create function is_amount_contested(p_account uuid, p_amount bigint, p_member uuid, p_at timestamptz)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits o where o.bank_account_id = p_account
    and o.amount_requested_minor = p_amount and o.is_unique_satang and o.state <> 'credited'
    and o.member_id <> p_member and o.created_at > p_at - interval '3 hours' and o.created_at < p_at) $$;
create index deposits_told on deposits (bank_account_id, amount_requested_minor, created_at)
  where is_unique_satang;

-- As in 0039; a request of an amount that another was told as well is no ground.
create or replace function link_has_ground(p_line uuid, p_member uuid, p_employee uuid, p_adopted uuid)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits d where d.member_id = p_member
            and d.amount_requested_minor = l.amount_minor
            and (p_employee is null or d.created_at < l.created_at)
            and (d.id = p_adopted or d.state in ('created', 'pending')
              and (d.by_kind = 'member' or p_employee is null or not is_same_person(d.by_id, p_employee)))
            and not is_amount_contested(l.bank_account_id, l.amount_minor, p_member, l.created_at))
      or exists (select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
            and (p_employee is null or a.since < l.created_at)
            and length(regexp_replace(l.payer_mask, '\D', '', 'g')) >= 4
            and mask_fits(l.payer_mask, a.account_no))
      or exists (select from deposits d where d.member_id = p_member and l.ref in (d.slip_ref, d.gateway_ref))
      or exists (select from payer_aliases y where y.member_id = p_member and y.hits >= 2)
    from statement_lines l where l.id = p_line $$;

-- Who registered a member typed the account, whose digits then speak for the member's deposits: somebody
-- else pays them out the first time.
create function is_first_of_own(p_employee uuid, p_member uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from members m where m.id = p_member
      and m.created_by in (select person_accounts(p_employee)))
    and not exists (select from withdrawals w where w.member_id = p_member and w.state = 'paid'
      and w.decision_kind = 'employee' and w.decided_by not in (select person_accounts(p_employee))) $$;

create or replace function guard_giver() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if gave_alone(new.decided_by, new.member_id) or is_first_of_own(new.decided_by, new.member_id) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
