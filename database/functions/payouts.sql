-- Where money goes when it leaves, and what stops it.

-- Money goes to an account that the member has or had, which came with the member or by two people.
create or replace function guard_payee() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from member_bank_accounts a where a.member_id = new.member_id and a.bank = new.to_bank
      and a.account_no = new.to_account_no and a.state <> 'refused') then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- A payout is of a withdrawal that was decided and is being sent, and of its amount. It looks at the end of
-- the transaction: the two rows are written one after the other.
create or replace function guard_payouts() returns trigger language plpgsql
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

-- A payout stays as it was ordered.
create or replace function freeze_payouts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a payout stays as it was ordered' using errcode = 'KL101';
end $$;

-- Payouts that stand still by the fuse go on when two said so: the alarm ends under its approval, once, for
-- it is of this alarm.
create or replace function guard_fuse() returns trigger language plpgsql
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
