-- The steps of post_transfers (ledger-post.sql): what it asks once per call, or seldom. Nobody else calls
-- them; they run with its settings, its search_path among them, and as its owner.

-- Refuses a call that is wrong in itself: outside READ COMMITTED, a second one in its transaction, or columns
-- that do not fit one another. From then on no day is sealed and no account closed until its transaction
-- ends. Answers the last sealed day. (Assigned, not performed: a statement less for every call.)
create or replace function begin_posting(p_mode text, p_key text[], p_kind text[], p_source text[],
  p_business date[], p_value date[], p_hold text[], p_legs int[], l_f int[], l_t int[], l_amount bigint[],
  l_currency text[]) returns date language plpgsql as $$
declare
  v_postings constant int := cardinality(p_key);
  v_legs constant int := cardinality(l_f);
  v_named int := 0;                                   -- legs by the count of each posting
  v_of_one int;
  v_done text;
  v_sealed_on date;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'KL022', message = 'wrongIsolation';
  end if;
  if current_setting('khlang.posted', true) = 'yes' then
    raise exception using errcode = 'KL021', message = 'secondCall';
  end if;
  if p_legs = array_fill(1, array[v_postings]) then   -- a leg each, which is nearly every call there is
    v_named := v_postings;
  else
    foreach v_of_one in array coalesce(p_legs, '{}') loop
      v_named := v_named + coalesce(v_of_one, 0);
    end loop;
  end if;
  if p_mode not in ('strict', 'batch', 'swift') or v_postings = 0 or v_named <> v_legs or 1 > any (p_legs)
     or array_position(p_key, null) > 0 or array_position(p_legs, null) > 0
     or (v_postings, v_postings, v_postings, v_postings, v_postings, v_postings, v_legs, v_legs, v_legs)
        is distinct from (cardinality(p_kind), cardinality(p_source), cardinality(p_business),
          cardinality(p_value), cardinality(p_legs), coalesce(cardinality(p_hold), v_postings),
          cardinality(l_t), cardinality(l_amount), cardinality(l_currency)) then
    raise exception using errcode = 'KL016', message = 'postingMalformed';
  end if;
  v_done := set_config('khlang.posted', 'yes', true);
  v_done := pg_advisory_xact_lock_shared(ledger_gate())::text;
  select max(business_on) into v_sealed_on from day_closings;
  return v_sealed_on;
end $$;

-- The key of each leg: the first of a posting has the posting's, later ones their own.
create or replace function leg_keys(p_key text[], p_legs int[]) returns text[]
language plpgsql immutable as $$
declare
  v_keys text[] := '{}';
begin
  for v_posting in 1 .. cardinality(p_key) loop
    for v_nth in 1 .. p_legs[v_posting] loop
      v_keys := v_keys || concat(p_key[v_posting], case when v_nth > 1 then '/' || v_nth end);
    end loop;
  end loop;
  return v_keys;
end $$;

-- What is there already under the keys of this call. By leg: whether it says the same (null: nothing there),
-- how many legs it came with, its id and balances after; by posting the hold of then.
create or replace function found_postings(p_found transfers[], p_leg_key text[], p_kind text[],
  p_source text[], p_hold text[], p_legs int[], p_account_id bigint[], p_account_at int[], l_f int[],
  l_t int[], l_amount bigint[], l_currency text[], l_rev bigint[], out same boolean[], out legs int[],
  out leg_id bigint[], out from_after bigint[], out to_after bigint[], out posting_hold uuid[])
language plpgsql as $$
declare
  v_found transfers;
  v_leg int;
  v_posting int;
  v_last int;
begin
  same := array_fill(null::boolean, array[cardinality(l_f)]);
  legs := array_fill(0, array[cardinality(l_f)]);
  leg_id := array_fill(null::bigint, array[cardinality(l_f)]);
  from_after := leg_id;
  to_after := leg_id;
  posting_hold := array_fill(null::uuid, array[cardinality(p_kind)]);
  foreach v_found in array p_found loop
    v_leg := array_position(p_leg_key, v_found.key);
    v_posting := 1;
    v_last := p_legs[1];
    while v_last < v_leg loop
      v_posting := v_posting + 1;
      v_last := v_last + p_legs[v_posting];
    end loop;
    same[v_leg] := coalesce(v_found.kind = p_kind[v_posting] and v_found.source_id = p_source[v_posting]
      and v_found.from_id = p_account_id[p_account_at[l_f[v_leg]]]
      and v_found.to_id = p_account_id[p_account_at[l_t[v_leg]]]
      and v_found.amount_minor = l_amount[v_leg] and v_found.currency::text = l_currency[v_leg]
      and v_found.reverses_id is not distinct from l_rev[v_leg]
      and (v_found.hold_id is null) = (p_hold[v_posting] is null), false);
    legs[v_leg] := v_found.leg_count;
    leg_id[v_leg] := v_found.id;
    from_after[v_leg] := v_found.from_after;
    to_after[v_leg] := v_found.to_after;
    posting_hold[v_posting] := v_found.hold_id;
  end loop;
end $$;

-- By posting the one before it with the same key.
create or replace function previous_of_keys(p_key text[]) returns int[] language sql immutable as $$
  select array_agg(k.previous order by k.n)
    from (select n, lag(n) over (partition by key order by n) as previous
            from unnest(p_key) with ordinality as u (key, n)) k $$;

-- Whether two postings of one call say the same: what comes twice is answered like a repetition.
create or replace function is_same_posting(p_one int, p_other int, p_first int[], p_kind text[],
  p_source text[], p_hold text[], p_legs int[], l_f int[], l_t int[], l_amount bigint[], l_currency text[],
  l_rev bigint[]) returns boolean language plpgsql immutable as $$
declare
  v_is_same boolean := p_kind[p_one] = p_kind[p_other] and p_source[p_one] = p_source[p_other]
    and p_legs[p_one] = p_legs[p_other] and p_hold[p_one] is not distinct from p_hold[p_other];
  v_apart constant int := p_first[p_other] - p_first[p_one];
begin
  for v_leg in p_first[p_one] .. p_first[p_one] + p_legs[p_one] - 1 loop
    v_is_same := v_is_same and l_f[v_leg] = l_f[v_leg + v_apart] and l_t[v_leg] = l_t[v_leg + v_apart]
      and l_amount[v_leg] = l_amount[v_leg + v_apart] and l_currency[v_leg] = l_currency[v_leg + v_apart]
      and l_rev[v_leg] is not distinct from l_rev[v_leg + v_apart];
  end loop;
  return v_is_same;
end $$;

-- Why a leg does not fit its accounts: the first that is wrong, in this order.
create or replace function leg_refusal(p_from int, p_to int, p_amount bigint, p_most bigint,
  p_is_closed boolean, p_is_currency boolean, p_is_short boolean) returns text language sql immutable as $$
  select case
    when coalesce(p_from, 0) = 0 or coalesce(p_to, 0) = 0 then 'accountUnknown'
    when p_from = p_to then 'sameAccount'
    when p_amount is null or p_amount < 1 or p_amount > p_most then 'amountOutOfRange'
    when p_is_closed then 'accountClosed'
    when p_is_currency then case when p_is_short then 'insufficientFunds' else 'amountOutOfRange' end
    else 'currencyMismatch' end $$;

-- Why a leg does not take that transfer back; null when it does. Legs of one posting take back one posting.
create or replace function reversal_refusal(p_original transfers, p_is_done boolean, p_from bigint,
  p_to bigint, p_amount bigint, p_currency text, p_posting uuid) returns text language sql immutable as $$
  select case
    when (p_original).id is null then 'transferUnknown'
    when (p_original).reverses_id is not null then 'reversalOfReversal'
    when p_is_done then 'alreadyReversed'
    when (p_original).from_id <> p_to or (p_original).to_id <> p_from or (p_original).amount_minor <> p_amount
      or (p_original).currency::text <> p_currency or p_posting <> (p_original).posting_id
      then 'reversalMismatch' end $$;

-- Why a posting does not settle or open the hold that it says; null when it does. p_at: the hold account that
-- its legs move (0: none), p_net: by how much; p_account and p_amount: of the open hold.
create or replace function hold_refusal(p_hold text, p_at int, p_net bigint, p_at_id bigint, p_account bigint,
  p_amount bigint) returns text language sql immutable as $$
  select case
    when p_at = 0 or p_hold is null then 'holdMismatch'
    when p_hold = 'open' then case when p_net <= 0 then 'holdMismatch' end
    when p_account <> p_at_id or p_amount <> -p_net then 'holdMismatch' end $$;

-- The holds of a call: what was there is settled, what it opened (fresh) is written, settled at once or not.
create or replace function write_holds(p_id uuid[], p_account bigint[], p_source text[], p_amount bigint[],
  p_state text[], p_fresh boolean[]) returns void language plpgsql as $$
begin
  if array_position(p_fresh, false) > 0 then
    update holds set state = u.state, settled_at = now()
      from unnest(p_id, p_state, p_fresh) as u (id, state, fresh)
     where holds.id = u.id and holds.state = 'open' and not u.fresh and u.state <> 'open';
  end if;
  if array_position(p_fresh, true) > 0 then
    insert into holds (id, account_id, source_id, amount_minor, state, settled_at)
    select u.id, u.account, u.source, u.amount, u.state, case when u.state <> 'open' then now() end
      from unnest(p_id, p_account, p_source, p_amount, p_state, p_fresh)
        as u (id, account, source, amount, state, fresh)
     where u.fresh;
  end if;
end $$;

-- The answer with what came twice: a double that was not there before answers what the first of it answered.
create or replace function with_doubles(p_outcome text[], p_previous int[], p_first int[], p_legs int[],
  inout posting_hold uuid[], inout leg_id bigint[], inout from_after bigint[], inout to_after bigint[])
language plpgsql as $$
declare
  v_first int;
  v_leg int;
begin
  for v_posting in 1 .. cardinality(p_outcome) loop
    continue when p_outcome[v_posting] <> 'replayed' or leg_id[p_first[v_posting]] is not null;
    posting_hold[v_posting] := posting_hold[p_previous[v_posting]];
    for v_step in 0 .. p_legs[v_posting] - 1 loop
      v_leg := p_first[v_posting] + v_step;
      v_first := p_first[p_previous[v_posting]] + v_step;
      leg_id[v_leg] := leg_id[v_first];
      from_after[v_leg] := from_after[v_first];
      to_after[v_leg] := to_after[v_first];
    end loop;
  end loop;
end $$;

-- Nobody but post_transfers, which runs as this owner.
alter function begin_posting owner to khlang_ledger;
alter function leg_keys owner to khlang_ledger;
alter function found_postings owner to khlang_ledger;
alter function previous_of_keys owner to khlang_ledger;
alter function is_same_posting owner to khlang_ledger;
alter function leg_refusal owner to khlang_ledger;
alter function reversal_refusal owner to khlang_ledger;
alter function hold_refusal owner to khlang_ledger;
alter function write_holds owner to khlang_ledger;
alter function with_doubles owner to khlang_ledger;
revoke all on function begin_posting, leg_keys, found_postings, previous_of_keys,
  is_same_posting, leg_refusal, reversal_refusal, hold_refusal, write_holds, with_doubles
  from public, khlang_app;
