-- The one way money moves. Postings and their legs come as columns, which PostgreSQL reads five times faster
-- than documents. Per posting: p_key … p_hold and p_legs (how many legs it has); p_hold is null or 'open',
-- 'post', 'void'.
-- p_code: the accounts named, each once. Per leg, in the order of the postings: l_f and l_t (positions in
-- p_code) … l_rev (the transfer it reverses). p_hold and l_rev may be null altogether.
-- p_mode strict: inside the caller's transaction, waits for locks, the first failure raises its code.
--        batch:  skips locked accounts ('busy'), an outcome per posting, never raises for one of them.
--        swift:  as batch, but locks nothing before it writes; raises 40001 when another call moved one of
--                its accounts meanwhile, 55P03 when one holds it: nothing happened, repeat as batch.
-- Answers {outcomes, holdIds: per posting, ids, fromAfters, toAfters: per leg}. Outcomes: posted, replayed,
-- busy, or a code of ledger_sqlstate. 40001, and 23505 on a key, a reversal or an open hold: repeat the
-- transaction.
-- It is one function from the locks to the rows, for what it decides in memory changes with every leg; what
-- is asked seldom, or once per call, is a step (ledger-steps.sql, ledger-accounts.sql). Locks in the order of
-- ADR 0003.
create or replace function post_transfers(
  p_mode text, p_key text[], p_kind text[], p_source text[], p_business date[], p_value date[], p_hold text[],
  p_legs int[], p_code text[], l_f int[], l_t int[], l_amount bigint[], l_currency text[], l_rev bigint[]
) returns json
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off                              -- a plan made while tables were small must not stay
set plan_cache_mode = force_generic_plan              -- planned once per connection, not once per call
as $$
declare
  c_most constant bigint := 9007199254740991;         -- what a number on the wire can say exactly
  v_postings constant int := cardinality(p_key);
  v_legs constant int := cardinality(l_f);
  leg_from alias for l_f; leg_to alias for l_t; leg_reverses alias for l_rev;
  -- The accounts by position (lock_posting_accounts): what is decided here changes balance and version.
  v_accounts record; v_account_at int[]; v_account_id bigint[]; v_currency text[]; v_closed boolean[];
  v_is_hold boolean[]; v_guarded boolean[]; v_busy boolean[]; v_balance bigint[]; v_version bigint[];
  -- What was there before: transfers of the same keys (found_postings), by posting the one before with the
  -- same key, originals of reversals, open holds (v_hold_open_of: the source of one while it is open).
  v_earlier transfers[]; v_found record; v_earlier_same boolean[]; v_earlier_legs int[]; v_previous int[];
  v_original transfers; v_originals transfers[]; v_original_id bigint[]; v_original_done boolean[];
  v_hold_id uuid[]; v_hold_account bigint[]; v_hold_source text[]; v_hold_amount bigint[];
  v_hold_state text[]; v_hold_fresh boolean[]; v_hold_open_of text[];
  -- The answer, per posting and per leg.
  v_outcome text[] := array_fill(null::text, array[v_postings]);
  v_posting_id uuid[] := array_fill(null::uuid, array[v_postings]);
  v_posting_hold uuid[] := v_posting_id;
  v_first_leg_of int[] := array_fill(0, array[v_postings]);
  v_leg_key text[] := p_key; v_leg_id bigint[] := array_fill(null::bigint, array[v_legs]);
  v_from_after bigint[] := v_leg_id; v_from_version bigint[] := v_leg_id;
  v_to_after bigint[] := v_leg_id; v_to_version bigint[] := v_leg_id;
  -- The legs to write, in their order, and the posting of each.
  v_planned_leg int[] := array_fill(0, array[v_legs]); v_planned_posting int[] := v_planned_leg;
  v_planned int := 0; v_written bigint[]; v_sealed_on date; v_floor date;
  -- The posting and the leg that is looked at; its open hold, the hold account it moves and by how much.
  v_is_plain boolean; v_code text; v_first int; v_last int; v_leg int; v_from int; v_to int;
  v_amount bigint; v_reversed int; v_reversed_posting uuid; v_hold int; v_hold_at int; v_hold_net bigint;
begin
  -- 1. A call that is right in itself, and 2. its accounts, under their locks.
  v_sealed_on := begin_posting(p_mode, p_key, p_kind, p_source, p_business, p_value, p_hold, p_legs, l_f, l_t,
    l_amount, l_currency);
  if p_mode = 'swift' then v_accounts := read_posting_accounts(p_code);
  else v_accounts := lock_posting_accounts(p_mode, p_code);
  end if;
  v_account_at := v_accounts.account_at; v_account_id := v_accounts.id; v_currency := v_accounts.currency;
  v_closed := v_accounts.closed; v_is_hold := v_accounts.holds; v_guarded := v_accounts.guarded;
  v_busy := v_accounts.busy; v_balance := v_accounts.balance; v_version := v_accounts.version;

  -- 3. Only now, after the accounts: what is there already, and what comes twice in this call. Who came
  -- between a swift call and here with an account of both is seen by step 5.
  if v_legs > v_postings then v_leg_key := leg_keys(p_key, p_legs); end if;
  select array_agg(t) into v_earlier from transfers t where t.key = any (v_leg_key);
  if v_earlier is not null then
    v_found := found_postings(v_earlier, v_leg_key, p_kind, p_source, p_hold, p_legs, v_account_id,
      v_account_at, l_f, l_t, l_amount, l_currency, l_rev);
    v_earlier_same := v_found.same; v_earlier_legs := v_found.legs; v_posting_hold := v_found.posting_hold;
    v_leg_id := v_found.leg_id; v_from_after := v_found.from_after; v_to_after := v_found.to_after;
  end if;
  if v_postings > 1 and (select count(distinct key) from unnest(p_key) key) < v_postings then
    v_previous := previous_of_keys(p_key);
  end if;
  if leg_reverses is not null then
    select array_agg(t), array_agg(t.id),
           array_agg(exists (select from transfers again where again.reverses_id = t.id))
      into v_originals, v_original_id, v_original_done
      from transfers t where t.id = any (leg_reverses);
  end if;
  if p_hold is not null then
    select array_agg(id), array_agg(account_id), array_agg(source_id), array_agg(amount_minor),
           array_agg(state), array_agg(false), array_agg(source_id)
      into v_hold_id, v_hold_account, v_hold_source, v_hold_amount, v_hold_state, v_hold_fresh, v_hold_open_of
      from holds where state = 'open' and source_id = any (p_source);
  end if;

  -- 4. Decided in memory, in order: whether a later posting fits depends on whether an earlier one did.
  v_floor := coalesce(v_sealed_on, '-infinity'); v_last := 0;
  v_is_plain := v_legs = v_postings and leg_reverses is null and p_hold is null and v_previous is null
    and v_busy is null and v_earlier is null;
  if v_is_plain then v_outcome := array_fill('posted'::text, array[v_postings]); end if;
  for v_posting in 1 .. v_postings loop
    -- One plain leg that fits, which is nearly every posting there is.
    if v_is_plain then
      v_from := v_account_at[leg_from[v_posting]]; v_to := v_account_at[leg_to[v_posting]];
      v_amount := l_amount[v_posting];
      if v_from > 0 and v_to > 0 and v_from <> v_to and v_amount > 0 and v_amount <= c_most
         and not (v_closed[v_from] or v_closed[v_to] or v_is_hold[v_from]
           or v_is_hold[v_to] or p_business[v_posting] <= v_floor)
         and v_currency[v_from] = l_currency[v_posting] and v_currency[v_to] = l_currency[v_posting]
         and (not v_guarded[v_from] or v_balance[v_from] >= v_amount)
         and (not v_guarded[v_to] or v_balance[v_to] <= c_most - v_amount) then
        v_balance[v_from] := v_balance[v_from] - v_amount; v_balance[v_to] := v_balance[v_to] + v_amount;
        if v_guarded[v_from] then
          v_version[v_from] := v_version[v_from] + 1; v_from_version[v_posting] := v_version[v_from];
          v_from_after[v_posting] := v_balance[v_from];
        end if;
        if v_guarded[v_to] then
          v_version[v_to] := v_version[v_to] + 1; v_to_version[v_posting] := v_version[v_to];
          v_to_after[v_posting] := v_balance[v_to];
        end if;
        continue;
      end if;
      v_last := v_posting - 1;
    end if;

    -- Any other: first whether it may be looked at, and whether it is there already.
    v_first := v_last + 1; v_last := v_last + p_legs[v_posting];
    v_first_leg_of[v_posting] := v_first; v_code := null;
    if v_busy is not null then
      for v_leg in v_first .. v_last loop
        if v_busy[leg_from[v_leg]] or v_busy[leg_to[v_leg]] then v_outcome[v_posting] := 'busy'; end if;
      end loop;
      continue when v_outcome[v_posting] = 'busy';
    end if;
    if v_earlier is not null and array_remove(v_earlier_same[v_first : v_last], null) <> '{}' then
      if v_earlier_legs[v_first] = p_legs[v_posting]
         and not (v_earlier_same[v_first : v_last] && array[false, null])
         and array_position(v_earlier_same[v_first : v_last], null) is null then
        v_outcome[v_posting] := 'replayed'; continue;
      end if;
      v_code := 'keyMismatch';
    elsif v_previous is not null and v_outcome[v_previous[v_posting]] in ('posted', 'replayed') then
      if is_same_posting(v_posting, v_previous[v_posting], v_first_leg_of, p_kind, p_source, p_hold, p_legs,
           l_f, l_t, l_amount, l_currency, l_rev) then
        v_outcome[v_posting] := 'replayed'; continue;
      end if;
      v_code := 'keyMismatch';
    elsif p_business[v_posting] <= v_sealed_on then
      v_code := 'dayClosed';
    elsif p_kind[v_posting] is null or p_source[v_posting] is null or p_business[v_posting] is null
       or p_value[v_posting] is null or p_hold[v_posting] not in ('open', 'post', 'void') then
      v_code := 'postingMalformed';
    end if;
    if v_code is null and p_hold[v_posting] is not null then
      v_hold := array_position(v_hold_open_of, p_source[v_posting]);
      if p_hold[v_posting] = 'open' and v_hold is not null then v_code := 'holdAlreadyOpen';
      elsif p_hold[v_posting] <> 'open' and v_hold is null then v_code := 'holdNotOpen';
      end if;
    end if;

    -- Its legs, one after the other: one that fits counts at once.
    v_leg := v_first; v_hold_at := 0; v_hold_net := 0; v_reversed := 0; v_reversed_posting := null;
    while v_code is null and v_leg <= v_last loop
      v_from := v_account_at[leg_from[v_leg]]; v_to := v_account_at[leg_to[v_leg]];
      v_amount := l_amount[v_leg];
      if leg_reverses[v_leg] is not null then
        v_original := v_originals[array_position(v_original_id, leg_reverses[v_leg])];
        v_code := reversal_refusal(v_original,
          v_original_done[array_position(v_original_id, leg_reverses[v_leg])], v_account_id[v_from],
          v_account_id[v_to], v_amount, l_currency[v_leg], v_reversed_posting);
        exit when v_code is not null;
      end if;
      if (v_from > 0 and v_to > 0 and v_from <> v_to and v_amount > 0 and v_amount <= c_most
         and not (v_closed[v_from] or v_closed[v_to])
         and v_currency[v_from] = l_currency[v_leg] and v_currency[v_to] = l_currency[v_leg]
         and (not v_guarded[v_from] or v_balance[v_from] >= v_amount)
         and (not v_guarded[v_to] or v_balance[v_to] <= c_most - v_amount)) is not true then
        v_code := leg_refusal(v_from, v_to, v_amount, c_most, v_closed[v_from] or v_closed[v_to],
          v_currency[v_from] = l_currency[v_leg] and v_currency[v_to] = l_currency[v_leg],
          v_guarded[v_from] and v_balance[v_from] < v_amount);
        exit;
      end if;
      if leg_reverses[v_leg] is not null then
        v_reversed := v_reversed + 1; v_reversed_posting := v_original.posting_id;
        v_original_done[array_position(v_original_id, v_original.id)] := true;
      end if;
      v_balance[v_from] := v_balance[v_from] - v_amount; v_balance[v_to] := v_balance[v_to] + v_amount;
      if v_guarded[v_from] then
        v_version[v_from] := v_version[v_from] + 1;
        v_from_after[v_leg] := v_balance[v_from]; v_from_version[v_leg] := v_version[v_from];
        if v_is_hold[v_from] then
          if v_hold_at not in (0, v_from) then v_code := 'holdMismatch'; end if;
          v_hold_net := v_hold_net - v_amount; v_hold_at := v_from;
        end if;
      end if;
      if v_guarded[v_to] then
        v_version[v_to] := v_version[v_to] + 1;
        v_to_after[v_leg] := v_balance[v_to]; v_to_version[v_leg] := v_version[v_to];
        if v_is_hold[v_to] then
          if v_hold_at not in (0, v_to) then v_code := 'holdMismatch'; end if;
          v_hold_net := v_hold_net + v_amount; v_hold_at := v_to;
        end if;
      end if;
      v_leg := v_leg + 1;
    end loop;

    -- Legs stood together, so they fall together; a hold is opened or settled whole.
    if v_code is null and v_reversed > 0 and v_reversed <> v_original.leg_count then
      v_code := 'reversalMismatch';
    end if;
    if v_code is null and (v_hold_at > 0 or p_hold[v_posting] is not null) then
      v_code := hold_refusal(p_hold[v_posting], v_hold_at, v_hold_net, v_account_id[v_hold_at],
        v_hold_account[v_hold], v_hold_amount[v_hold]);
      if v_code is null and p_hold[v_posting] = 'open' then
        v_posting_hold[v_posting] := uuidv7();
        v_hold_id := v_hold_id || v_posting_hold[v_posting]; v_hold_state := v_hold_state || 'open'::text;
        v_hold_account := v_hold_account || v_account_id[v_hold_at];
        v_hold_amount := v_hold_amount || v_hold_net; v_hold_fresh := v_hold_fresh || true;
        v_hold_source := v_hold_source || p_source[v_posting];
        v_hold_open_of := v_hold_open_of || p_source[v_posting];
      elsif v_code is null then
        v_posting_hold[v_posting] := v_hold_id[v_hold];
        v_hold_state[v_hold] := case p_hold[v_posting] when 'post' then 'posted' else 'voided' end;
        v_hold_open_of[v_hold] := null;
      end if;
    end if;
    if v_code is null then
      v_outcome[v_posting] := 'posted'; v_posting_id[v_posting] := uuidv7();
      for v_fitting in v_first .. v_last loop
        v_planned := v_planned + 1;
        v_planned_leg[v_planned] := v_fitting; v_planned_posting[v_planned] := v_posting;
      end loop;
      continue;
    end if;
    -- Strict raises; batch takes back the legs of this posting alone and goes on.
    if p_mode = 'strict' then
      raise exception using errcode = ledger_sqlstate(v_code), message = v_code, detail = p_key[v_posting];
    end if;
    v_outcome[v_posting] := v_code;
    while v_leg > v_first loop
      v_leg := v_leg - 1;
      v_from := v_account_at[leg_from[v_leg]]; v_to := v_account_at[leg_to[v_leg]];
      v_amount := l_amount[v_leg];
      v_balance[v_from] := v_balance[v_from] + v_amount; v_balance[v_to] := v_balance[v_to] - v_amount;
      if v_guarded[v_from] then v_version[v_from] := v_version[v_from] - 1; end if;
      if v_guarded[v_to] then v_version[v_to] := v_version[v_to] - 1; end if;
      if leg_reverses[v_leg] is not null then
        v_original_done[array_position(v_original_id, leg_reverses[v_leg])] := false;
      end if;
    end loop;
  end loop;

  if v_is_plain then                                  -- a posting is its leg: those that fitted
    v_planned_leg := array_positions(v_outcome, 'posted'); v_planned := cardinality(v_planned_leg);
    v_planned_posting := v_planned_leg;
  end if;
  if v_planned > 0 then
    -- 5. The guarded accounts before any other row, as they were read or not at all.
    perform move_posting_accounts(p_mode, v_accounts.place, v_account_id, v_accounts.version, v_balance,
      v_version);
    -- 6. The rows. A key that another call took meanwhile fails the whole call, whose repeat will find it.
    with put as (
      insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor,
             currency, from_after, from_version, to_after, to_version, reverses_id, hold_id, business_on,
             value_on)
      select v_leg_key[l.leg], coalesce(v_posting_id[l.posting], uuidv7()), p_legs[l.posting],
             p_kind[l.posting], p_source[l.posting], v_account_id[v_account_at[leg_from[l.leg]]],
             v_account_id[v_account_at[leg_to[l.leg]]], l_amount[l.leg], l_currency[l.leg],
             v_from_after[l.leg], v_from_version[l.leg], v_to_after[l.leg], v_to_version[l.leg],
             leg_reverses[l.leg], v_posting_hold[l.posting], p_business[l.posting], p_value[l.posting]
        from (select unnest(v_planned_leg) as leg, unnest(v_planned_posting) as posting
               limit v_planned) l
      returning id)
    select array_agg(id) into v_written from put;
    -- What house accounts moved, as rows of their own: they are never locked.
    insert into house_deltas (account_id, delta_minor)
      select v_account_id[n], v_balance[n] from generate_series(1, cardinality(v_account_id)) n
       where not v_guarded[n] and v_balance[n] <> 0;
    if v_hold_id is not null then
      perform write_holds(v_hold_id, v_hold_account, v_hold_source, v_hold_amount, v_hold_state,
        v_hold_fresh);
    end if;
    if v_planned = v_legs then v_leg_id := v_written; -- every leg, in its order
    else for v_row in 1 .. v_planned loop v_leg_id[v_planned_leg[v_row]] := v_written[v_row]; end loop;
    end if;
  end if;

  -- 7. The answer: what came twice says what the first of it said.
  if v_previous is not null then
    v_found := with_doubles(v_outcome, v_previous, v_first_leg_of, p_legs, v_posting_hold, v_leg_id,
      v_from_after, v_to_after);
    v_posting_hold := v_found.posting_hold; v_leg_id := v_found.leg_id;
    v_from_after := v_found.from_after; v_to_after := v_found.to_after;
  end if;
  return json_build_object('outcomes', v_outcome,
    'holdIds', case when p_hold is not null then v_posting_hold end,
    'ids', v_leg_id, 'fromAfters', v_from_after, 'toAfters', v_to_after);
end $$;
alter function post_transfers owner to khlang_ledger;
revoke all on function post_transfers from public, khlang_app;
grant execute on function post_transfers to khlang_app;
