-- One spelling of an id in the log and in approvals: the one the outside knows. Rows of the log from before
-- stay as they are, because they are sealed; what is written from now on is judged here.

-- The prefix of the ids of a thing, as packages/contract/src/values.ts has them (a test compares the two).
-- What the log says of a session is about its person; what has no prefix here is known by a name.
create function id_prefix(p_entity text) returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' end $$;

-- A uuid is never a name.
create function is_outside_id(p_prefix text, p_id text) returns boolean
language sql immutable parallel safe as $$
  select case when p_id is null then true
    when p_prefix is null then p_id !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    else starts_with(p_id, p_prefix || '_')
      and substr(p_id, length(p_prefix) + 2) ~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$' end $$;

-- Not valid: rows from before are not asked.
alter table activity_log add constraint activity_log_outside_id
  check (is_outside_id(id_prefix(entity), entity_id)) not valid;

-- What waits is brought over, so that it is settled like the rest and one request of a kind waits for a
-- thing. The hash of a document does not hold this id. What was asked for stays what it was: the guard is off
-- for the spelling alone.
alter table approvals disable trigger approvals_guard;
update approvals set entity_id = outside_id(id_prefix(entity), entity_id::uuid)
 where state = 'pending' and id_prefix(entity) is not null
   and entity_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
alter table approvals enable trigger approvals_guard;
alter table approvals add constraint approvals_outside_id
  check (is_outside_id(id_prefix(entity), entity_id)) not valid;

-- The account of a member comes with the approval that is about this member.
create or replace function guard_member_accounts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if (old.id, old.member_id, old.bank, old.account_no, old.account_name, old.since, old.approval_id) is
      distinct
       from (new.id, new.member_id, new.bank, new.account_no, new.account_name, new.since, new.approval_id)
       or (new.state = 'primary' and old.state <> 'primary') then
      raise exception 'accountFrozen' using errcode = 'KL104';
    end if;
  elsif new.state = 'primary' and exists (select from member_bank_accounts where member_id = new.member_id)
    and not exists (select from approvals a where a.id = new.approval_id and a.kind = 'memberAccountChange'
      and a.state = 'approved' and a.entity_id = outside_id('mbr', new.member_id)
      and a.document ->> 'bank' = new.bank
      and a.document ->> 'accountNo' = new.account_no and a.document ->> 'accountName' = new.account_name)
        then
    raise exception 'approvalMissing' using errcode = 'KL104';
  end if;
  return new;
end $$;

-- Whose act a row is, in one spelling whichever way the sign-in's row holds the person.
alter table activity_seals alter column person_id set expression as
  (coalesce(actor_id, case when entity = 'session' then coalesce(inside_id(entity_id)::text, entity_id) end));

-- How many whole numbers somebody has searched for within the hour.
create index activity_log_number_searched on activity_log (actor_id, at) where action = 'numberSearched';

-- What people did with lines and deposits of a member, for the member's history; credits pay for none of it.
create index activity_log_of_member on activity_log ((detail ->> 'memberId'), id)
  where entity in ('statementLine', 'deposit') and action <> 'credited';
