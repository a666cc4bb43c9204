-- Our own bank accounts: what stops them, and who brings them back.

-- A frozen account is used again when two said so: under an approval that is named for this, which
-- guard_links finds to be about this account.
create or replace function guard_thaw() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.thaw_approval_id is null or new.thaw_approval_id is not distinct from old.thaw_approval_id then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- In place of the trigger of 0075, which refuses everything.
create or replace trigger guard_thaw_changed before update of state on bank_accounts for each row
  when (old.state = 'frozen' and new.state <> 'frozen')
  execute function guard_thaw();

-- Members pay into what they are shown: in production an own account comes under an approval, and no other
-- way.
create or replace function guard_new_account() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from deployment where profile = 'production') then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_new_account_unasked before insert on bank_accounts for each row
  when (new.add_approval_id is null)
  execute function guard_new_account();

-- Nor does one become another: members would pay into what nobody agreed to.
create or replace trigger guard_account_kept before update of bank, account_no, account_name, role
  on bank_accounts for each row
  when ((old.bank, old.account_no, old.account_name, old.role)
    is distinct from (new.bank, new.account_no, new.account_name, new.role))
  execute function guard_new_account();

-- A transfer that is over stays over, and when it was agreed to is said once.
create or replace function guard_own_transfer() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'transferOver' using errcode = 'KL105';
end $$;
create or replace trigger guard_own_transfer_over before update on own_transfers for each row
  when (old.ended_at is not null
    or old.approved_at is not null and new.approved_at is distinct from old.approved_at)
  execute function guard_own_transfer();
