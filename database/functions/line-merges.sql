-- Two lines that tell of one movement (decisions 28, 41; ADR 0052).

-- Whether two masks can be of one number, from the right end: the same as `masksAgree` of the server.
create or replace function masks_agree(p_one text, p_other text) returns boolean
  language sql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_and(a = '?' or b = '?' or a = b), true)
    from (select substr(reverse(p_one), i, 1) as a, substr(reverse(p_other), i, 1) as b
            from generate_series(1, least(length(p_one), length(p_other))) i) places $$;

-- Whether two printed names can be of one payer; null where that cannot be said.
create or replace function printed_names_agree(p_one text, p_other text) returns boolean language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
begin
  return p_one = p_other or coalesce(name_reads_as(plain_text(p_one), plain_text(p_other)),
    name_sounds_as(plain_text(p_one), plain_text(p_other)));
end $$;

-- When a line's money moved, as far as it says; else when it came.
create or replace function line_moment(p_line statement_lines) returns timestamptz language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select case when p_line.bank_time_precision in ('minute', 'second') then
    coalesce(p_line.bank_time, p_line.received_at) else p_line.received_at end $$;

-- What speaks for two lines being one movement, and what against. Two balances that differ, two links of the
-- chain, two references, and printed payers that are not one exclude it: those are two movements.
create or replace function merge_signs(p_line statement_lines, p_into statement_lines) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array_remove(array[
    case when p_line.balance_after_minor <> p_into.balance_after_minor then 'balanceDiffers'
      when p_line.balance_after_minor = p_into.balance_after_minor and p_line.chain = 'linked'
        and p_into.chain = 'linked' then 'twoChained'
      when p_line.balance_after_minor = p_into.balance_after_minor then 'balanceEqual' end,
    case when p_line.ref <> p_into.ref then 'refDiffers' when p_line.ref = p_into.ref then 'refEqual' end,
    case when not masks_agree(p_line.payer_mask, p_into.payer_mask) then 'maskDiffers'
      when masks_agree(p_line.payer_mask, p_into.payer_mask) then 'maskAgrees' end,
    case when p_line.payer_bank <> p_into.payer_bank then 'bankDiffers' end,
    case when not printed_names_agree(p_line.payer_name, p_into.payer_name) then 'nameDiffers'
      when printed_names_agree(p_line.payer_name, p_into.payer_name) then 'nameAgrees' end,
    case when abs(extract(epoch from line_moment(p_line) - line_moment(p_into))) <= case
        when p_line.bank_time_precision in ('minute', 'second')
          and p_into.bank_time_precision in ('minute', 'second') then 60 else 600 end
      then 'timeClose' else 'timeApart' end,
    case when p_line.possible_double_of = p_into.id or p_into.possible_double_of = p_line.id
      then 'saidDouble' end,
    case when p_line.source = p_into.source then 'sameSource' else 'otherSource' end], null) $$;

-- Signs that exclude that two lines are one movement: the same as `mergeExcluding` of the contract.
create or replace function merge_excluding() returns text[] language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
  select array['balanceDiffers', 'twoChained', 'refDiffers', 'maskDiffers', 'bankDiffers', 'nameDiffers'] $$;

-- Whether anybody has a line, or is to have it.
create or replace function is_line_taken(p_line uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits where statement_line_id = p_line and state = 'credited')
    or exists (select from withdrawals where settled_line_id = p_line)
    or exists (select from line_bookings where line_id = p_line and reversed_at is null)
    or exists (select from gateway_settlements where line_id = p_line and reversed_at is null)
    or is_line_of_invoice(p_line)
    or exists (select from line_refunds where (line_id = p_line and state <> 'cancelled')
      or (out_line_id = p_line and state = 'done'))
    or exists (select from own_transfers where state = 'done' and p_line in (out_line_id, in_line_id)) $$;

-- Why a line may not end as a double of another one; null where it may.
create or replace function merge_refusal(p_line statement_lines, p_into statement_lines) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_line.id = p_into.id or p_line.bank_account_id <> p_into.bank_account_id
      or p_line.direction <> p_into.direction or p_line.amount_minor <> p_into.amount_minor
      or abs(p_line.value_on - p_into.value_on) > 1 then 'notAlike'
    when p_line.state not in ('suggested', 'unmatched', 'unlinked') or is_line_taken(p_line.id) then 'notFree'
    when exists (select from line_merges where into_id = p_line.id and reversed_at is null) then 'hasDoubles'
    when p_into.state in ('waiting', 'quarantined', 'rejected', 'duplicate', 'ignored')
      or p_into.chain in ('afterHole', 'contradiction')
      or p_into.chain = 'hint' and p_into.state in ('suggested', 'unmatched') then 'notProven'
    when merge_signs(p_line, p_into) && merge_excluding() then 'excluded' end $$;

-- A merge is of two lines that may be one; it comes back once, by two. What stays takes the double's place in
-- the balance chain where it has none of its own, and gives it back.
create or replace function guard_merges() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_into statement_lines;
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or new.reversal_approval_id is null
       or (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
         <> (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[]) then
      raise exception 'mergeStands' using errcode = 'KL105';
    end if;
    return new;
  end if;
  perform from statement_lines where id in (new.line_id, new.into_id) order by id for update;
  select * into v_line from statement_lines where id = new.line_id;
  select * into v_into from statement_lines where id = new.into_id;
  if v_line.amount_minor <> new.amount_minor or merge_refusal(v_line, v_into) is not null
     or new.was_received is distinct from is_received(new.line_id) or new.reversed_at is not null then
    raise exception 'mergeRefused' using errcode = 'KL105';
  end if;
  new.signs := merge_signs(v_line, v_into);
  new.gives_balance := v_into.balance_after_minor is null and v_line.balance_after_minor is not null
    and v_line.chain = 'linked';
  new.into_chain := v_into.chain;
  return new;
end $$;
create or replace trigger guard_merges before insert or update on line_merges for each row
  execute function guard_merges();

-- The place in the chain goes with the money.
create or replace function move_merged_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update statement_lines i set balance_after_minor = l.balance_after_minor, chain = l.chain
      from statement_lines l where i.id = new.into_id and l.id = new.line_id;
    update bank_account_feeds set last_line_id = new.into_id where last_line_id = new.line_id;
  else
    update statement_lines set balance_after_minor = null, chain = new.into_chain where id = new.into_id;
    update bank_account_feeds set last_line_id = new.line_id where last_line_id = new.into_id;
  end if;
  return null;
end $$;
create or replace trigger move_merged_balance after insert or update on line_merges for each row
  when (new.gives_balance)
  execute function move_merged_balance();

-- A line is a merged double exactly while a merge says so, and one that others ended in stays a movement.
create or replace function guard_merged_lines() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.state = 'duplicate' and new.reason = 'merged')
       is distinct from exists (select from line_merges where line_id = new.id and reversed_at is null)
     or new.state in ('duplicate', 'rejected', 'quarantined', 'waiting')
       and exists (select from line_merges where into_id = new.id and reversed_at is null) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- At the end of the transaction: the merge and its line are two writes.
drop trigger if exists guard_merged_lines on statement_lines;
create constraint trigger guard_merged_lines after update on statement_lines deferrable initially deferred
  for each row when (old.state is distinct from new.state and (old.state = 'duplicate'
    or new.state in ('duplicate', 'rejected', 'quarantined', 'waiting')))
  execute function guard_merged_lines();

drop trigger if exists guard_merge_done on line_merges;
create or replace function guard_merge_done() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  select * into v_line from statement_lines where id = new.line_id;
  if (v_line.state = 'duplicate' and v_line.reason = 'merged')
       is distinct from exists (select from line_merges where line_id = new.line_id and reversed_at is null)
     or new.was_received and is_received(new.line_id) is distinct from (v_line.state <> 'duplicate') then
    raise exception 'mergeNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;
create constraint trigger guard_merge_done after insert or update on line_merges deferrable initially deferred
  for each row execute function guard_merge_done();

-- What came in by a line and was not taken back: nothing, or the one transfer that says so. It is booked anew
-- after each merge that came back.
create or replace function standing_receipt(p_line uuid) returns bigint language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select t.id from transfers t
   where t.key = any(array(select 'deposit.received:' || outside_id('stl', p_line) || ':' || n
           from generate_series(1, 1 + (select count(*) from line_merges
             where line_id = p_line and was_received)) n))
     and not exists (select from transfers r where r.reverses_id = t.id) $$;

create or replace function is_received(p_line uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$ select standing_receipt(p_line) is not null $$;

-- What came in is taken back only where its line ends as a double or as a transfer between own accounts, and
-- comes in again only after a merge that came back.
create or replace function guard_receipts() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id uuid := inside_id(new.source_id);
  v_original transfers;
begin
  if new.kind = 'reversal' then
    select * into v_original from transfers where id = new.reverses_id;
    if v_original.kind is distinct from 'deposit.received' or v_original.source_id = new.source_id
       and exists (select from statement_lines l where l.id = v_id and (l.state = 'internalTransfer'
           and not exists (select from gateway_settlements g
             where g.line_id = l.id and g.reversed_at is null)
         or exists (select from line_merges m where m.line_id = l.id and m.reversed_at is null
              and m.was_received and m.amount_minor = new.amount_minor))) then
      return null;
    end if;
  elsif exists (select from line_merges m where m.line_id = v_id
       and m.reversed_at is not null and m.was_received and m.amount_minor = new.amount_minor
       and new.key = 'deposit.received:' || outside_id('stl', v_id) || ':'
         || 1 + (select count(*) from line_merges where line_id = v_id and was_received)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_receipts after insert on transfers for each row
  when (new.kind = 'reversal' or new.kind = 'deposit.received' and new.key not like '%:1')
  execute function guard_receipts();
