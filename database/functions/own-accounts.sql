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
  when (old.state = 'frozen' and new.state not in ('frozen', 'closed'))
  execute function guard_thaw();

-- What was closed stays closed; nor is an account closed under the approval of another act.
create or replace trigger guard_account_closed before update of state on bank_accounts for each row
  when (old.state = 'closed' and new.state <> 'closed')
  execute function refuse_always('accountClosed');

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

-- More leaves an account, or by another way, only as two agreed: by a limit that is raised or taken away, by
-- another rail. What was agreed to is what stands there then, to the last of it.
create or replace function guard_account_loosened() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_agreed jsonb := (select a.document from approvals a where a.id = new.change_approval_id);
begin
  if new.change_approval_id is not distinct from old.change_approval_id then
    if exists (select from deployment where profile = 'production') then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
  elsif (v_agreed ->> 'transferLimitMinor')::bigint is distinct from new.transfer_limit_minor
     or (v_agreed ->> 'dayLimitMinor')::bigint is distinct from new.day_limit_minor
     or v_agreed ->> 'rail' is distinct from (
       select r.name from payment_rails r where r.id = new.rail_id) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_account_loosened
  before update of transfer_limit_minor, day_limit_minor, rail_id on bank_accounts for each row
  when (old.rail_id is distinct from new.rail_id
    or coalesce(new.transfer_limit_minor, 9223372036854775807)
       > coalesce(old.transfer_limit_minor, 9223372036854775807)
    or coalesce(new.day_limit_minor, 9223372036854775807)
       > coalesce(old.day_limit_minor, 9223372036854775807))
  execute function guard_account_loosened();

-- Money leaves an account again, that was switched off, when two said so.
create or replace function guard_switched_on() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.switch_approval_id is null
     or new.switch_approval_id is not distinct from old.switch_approval_id then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_switched_on before update of pays_out on bank_accounts for each row
  when (new.pays_out and not old.pays_out)
  execute function guard_switched_on();

-- Nothing new is told to leave an account that is switched off for it: no payout, transfer or refund.
create or replace function guard_source() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_row jsonb := to_jsonb(new);
begin
  if exists (select from bank_accounts a where not a.pays_out
       and a.id = coalesce(v_row ->> 'from_account_id', v_row ->> 'bank_account_id')::uuid) then
    raise exception 'sourceSwitchedOff' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_source_payout before insert on payouts for each row
  execute function guard_source();
create or replace trigger guard_source_refund before insert on line_refunds for each row
  execute function guard_source();
create or replace trigger guard_source_transfer before insert or update of state on own_transfers for each row
  when (new.state in ('asked', 'approved'))
  execute function guard_source();

-- A transfer that is over stays over, and when it was agreed to is said once.
create or replace trigger guard_own_transfer_over before update on own_transfers for each row
  when (old.ended_at is not null
    or old.approved_at is not null and new.approved_at is distinct from old.approved_at)
  execute function refuse_always('transferOver');

-- What was agreed to of a new account beside what it is: what leaves it, and how its messages are read. None
-- of that is said by its link (ADR 0037), for it may change later, and may be nothing.
create or replace function guard_agreed_account() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from approvals a where a.id = new.add_approval_id
       and (a.document ->> 'transferLimitMinor')::bigint is not distinct from new.transfer_limit_minor
       and (a.document ->> 'dayLimitMinor')::bigint is not distinct from new.day_limit_minor
       and (a.document ->> 'hasBalances')::boolean = new.has_balances
       and (a.document ->> 'usesUniqueSatang')::boolean = new.uses_unique_satang
       and a.document ->> 'rail' is not distinct from (
         select r.name from payment_rails r where r.id = new.rail_id)
       and new.state = 'paused') then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_agreed_account_added before insert on bank_accounts for each row
  when (new.add_approval_id is not null)
  execute function guard_agreed_account();

-- What an account was told to pay on a business date: payouts that have not failed, transfers to other own
-- accounts and refunds to payers that were agreed to. The limit of its day is judged by this.
create or replace function ordered_of_day(p_account uuid, p_on date) returns bigint language sql stable as $$
  select coalesce((select sum(p.amount_minor) from payouts p
           where p.bank_account_id = p_account and p.state <> 'failed' and p.business_on = p_on), 0)::bigint
       + coalesce((select sum(t.amount_minor) from own_transfers t
           where t.from_account_id = p_account and t.business_on = p_on
             and t.state in ('approved', 'done')), 0)::bigint
       + coalesce((select sum(r.amount_minor) from line_refunds r
           where r.bank_account_id = p_account and r.business_on = p_on
             and r.state in ('approved', 'done')), 0)::bigint $$;

-- What a template says never changes: by its schedule nothing else is asked for than its maker saw. What was
-- taken off the list stays off.
create or replace trigger guard_template_kept before update on transfer_templates for each row
  when (old.removed_at is not null
    or (old.id, old.from_account_id, old.to_account_id, old.purpose, old.reason, old.created_by)
       is distinct from (new.id, new.from_account_id, new.to_account_id, new.purpose, new.reason,
         new.created_by)
    or (old.amount_minor, old.keep_minor) is distinct from (new.amount_minor, new.keep_minor))
  execute function refuse_always('templateKept');
