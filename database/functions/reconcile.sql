-- The reconciliation of a business day: what the ledger moved on it is summed once, by the database; what
-- was closed stays as it was.

-- Accounts of members and of other people are taken together; every other one is a part of its own.
create or replace function ledger_part(p_code text) returns text language sql immutable parallel safe as $$
  select case
    when p_code like 'member:%' then 'member:' || split_part(p_code, ':', 3)
    when p_code like 'receivable:%' then 'receivable'
    when p_code like 'seller:%' then 'seller:' || split_part(p_code, ':', 3)
    when p_code like 'agent:%:%' then 'agent:' || split_part(p_code, ':', 3)
    when p_code like 'aff:%' then 'aff:payable'
    else p_code end $$;

-- Sums a day that the ledger has closed, in the order of the days. A closed day is never posted to again, so
-- it is done once. The closing balances come from what the ledger wrote when it closed, not from these sums:
-- each proves the other.
create or replace function prepare_reconcile_day(p_on date) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_prev date;
begin
  if exists (select from reconcile_days where business_on = p_on) then return false; end if;
  if not exists (select from day_closings where business_on = p_on and closed_at is not null) then
    raise exception 'dayNotClosed' using errcode = 'KL105';
  end if;
  select max(business_on) into v_prev from day_closings where business_on < p_on;
  if v_prev is not null and not exists (select from reconcile_days where business_on = v_prev) then
    raise exception 'dayOutOfOrder' using errcode = 'KL105';
  end if;
  insert into reconcile_days (business_on, reference) values (p_on, p_on::text) on conflict do nothing;
  if not found then return false; end if;
  insert into ledger_day_sums (business_on, part, kind, value_on, entries, in_minor, out_minor)
  select p_on, ledger_part(a.code), t.kind, t.value_on, count(*), sum(s.in_minor), sum(s.out_minor)
    from transfers t
   cross join lateral (values (t.from_id, 0::bigint, t.amount_minor), (t.to_id, t.amount_minor, 0::bigint))
      s (account_id, in_minor, out_minor)
    join accounts a on a.id = s.account_id
   where t.business_on > coalesce(v_prev, '-infinity') and t.business_on <= p_on
   group by 2, 3, 4;
  with moved as (
    select ledger_part(a.code) as part, sum(c.balance_minor - coalesce((
             select b.balance_minor from balance_closings b
              where b.account_id = c.account_id and b.business_on < p_on
              order by b.business_on desc limit 1), 0)) as delta
      from balance_closings c join accounts a on a.id = c.account_id
     where c.business_on = p_on group by 1),
  before as (select part, balance_minor from ledger_day_balances where business_on = v_prev)
  insert into ledger_day_balances (business_on, part, balance_minor)
  select p_on, coalesce(b.part, m.part), coalesce(b.balance_minor, 0) + coalesce(m.delta, 0)
    from before b full join moved m on m.part = b.part;
  return true;
end $$;
revoke execute on function prepare_reconcile_day(date) from public;
grant execute on function prepare_reconcile_day(date) to khlang_app;

-- Sums and balances of a closed day are added once and never changed, whoever asks.
create or replace trigger append_only before update or delete or truncate on ledger_day_sums
  for each statement execute function refuse_ledger_change();
create or replace trigger append_only before update or delete or truncate on ledger_day_balances
  for each statement execute function refuse_ledger_change();
create or replace trigger append_only before update or delete or truncate on reconcile_explanations
  for each statement execute function refuse_ledger_change();
create or replace trigger append_only before delete or truncate on reconcile_closes
  for each statement execute function refuse_ledger_change();
create or replace trigger append_only before delete or truncate on reconcile_days
  for each statement execute function refuse_ledger_change();
create or replace trigger append_only before delete or truncate on shifts
  for each statement execute function refuse_ledger_change();

-- Nothing is said of a day that is closed.
create or replace function guard_explanations() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Shared with others who explain, not with who closes.
  perform from reconcile_days where business_on = new.business_on and state <> 'closed' for share;
  if not found then raise exception 'reconcileDayClosed' using errcode = 'KL105'; end if;
  return new;
end $$;
create or replace trigger guard_explanations before insert on reconcile_explanations
  for each row execute function guard_explanations();

-- A day is closed as the ledger closed it. What differs on it is explained, each thing, and agreed to by a
-- second person.
create or replace function guard_reconcile_close() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_facts jsonb := new.facts::jsonb;
begin
  if not exists (select from day_closings d join reconcile_days r on r.business_on = d.business_on
      where r.id = new.day_id and d.business_on = new.business_on and d.digest = new.ledger_digest
        and r.round + 1 = new.round and r.state <> 'closed')
    or v_facts ->> 'businessOn' is distinct from new.business_on::text
    or (v_facts ->> 'round')::integer is distinct from new.round
    or v_facts ->> 'ledgerDigest' is distinct from encode(new.ledger_digest, 'hex')
    or jsonb_array_length(v_facts -> 'items') is distinct from new.difference_count
    or new.reopened_at is not null or new.packed_at is not null then
    raise exception 'reconcileMismatch' using errcode = 'KL105';
  end if;
  if jsonb_path_exists(v_facts, '$.items[*] ? (!exists(@.explanation) || @.explanation == null)') then
    raise exception 'notExplained' using errcode = 'KL105';
  end if;
  if new.difference_count > 0 and new.approval_id is null then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  -- Explanations are what people wrote of this day, not what the server says they wrote.
  if exists (
    select from jsonb_array_elements(v_facts -> 'items') i (item)
     where not exists (select from reconcile_explanations e
       where e.business_on = new.business_on and e.item_key = i.item ->> 'key'
         and e.amount_minor = (i.item ->> 'amountMinor')::bigint
         and e.note = i.item -> 'explanation' ->> 'note')) then
    raise exception 'notExplained' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_reconcile_close before insert on reconcile_closes
  for each row execute function guard_reconcile_close();

-- What was closed stays; it is reopened once, and its pack is added once.
create or replace function guard_reconcile_closed() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.day_id, new.business_on, new.round, new.facts, new.facts_hash, new.ledger_digest,
      new.difference_count, new.closed_by, new.approval_id, new.closed_at)
    is distinct from (old.id, old.day_id, old.business_on, old.round, old.facts, old.facts_hash,
      old.ledger_digest, old.difference_count, old.closed_by, old.approval_id, old.closed_at)
    or old.reopened_at is not null and (new.reopened_at, new.reopened_by, new.reopen_approval_id,
      new.reopen_reason) is distinct from (old.reopened_at, old.reopened_by, old.reopen_approval_id,
      old.reopen_reason)
    or old.packed_at is not null and (new.packed_at, new.pdf, new.xlsx, new.manifest)
      is distinct from (old.packed_at, old.pdf, old.xlsx, old.manifest) then
    raise exception using errcode = 'KL020', message = 'appendOnly', detail = 'a day is closed once';
  end if;
  return new;
end $$;
create or replace trigger guard_reconcile_closed before update on reconcile_closes
  for each row execute function guard_reconcile_closed();

-- The state of a day is what its closes say.
create or replace function guard_reconcile_day() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.business_on, new.reference) is distinct from (old.id, old.business_on, old.reference)
    or new.state = 'closed' and not exists (select from reconcile_closes c
      where c.day_id = new.id and c.round = new.round and c.reopened_at is null)
    or new.state <> 'closed' and exists (select from reconcile_closes c
      where c.day_id = new.id and c.reopened_at is null)
    or new.state = 'open' and new.round > 0 or new.round < old.round then
    raise exception 'reconcileMismatch' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_reconcile_day before update of state, round on reconcile_days
  for each row execute function guard_reconcile_day();

-- A shift is taken over once, by somebody else.
create or replace trigger guard_shift_taken before update on shifts for each row
  when (old.acknowledged_at is not null)
  execute function refuse_always('shiftTaken');
