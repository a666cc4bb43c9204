-- The one way money moves.

-- Postings and their legs come as columns, which PostgreSQL reads five times faster than documents. Per
-- posting: p_key … p_hold and p_legs (how many legs it has); p_hold is null or 'open', 'post', 'void'.
-- p_code: the accounts named, each once. Per leg, in the order of the postings: l_f and l_t (positions in
-- p_code) … l_rev (the transfer it reverses). p_hold and l_rev may be null altogether.
-- p_mode strict: inside the caller's transaction, waits for locks, the first failure raises its code.
--        batch:  skips locked accounts ('busy'), an outcome per posting, never raises for one of them.
-- Answers {outcomes, holdIds: per posting, ids, fromAfters, toAfters: per leg}. Outcomes: posted, replayed,
-- busy, or a code of ledger_sqlstate. 40001, and 23505 on a key, a reversal or an open hold: repeat the
-- transaction.
create or replace function post_transfers(
  p_mode text, p_key text[], p_kind text[], p_source text[], p_business date[], p_value date[], p_hold text[],
  p_legs int[], p_code text[], l_f int[], l_t int[], l_amount bigint[], l_currency text[], l_rev bigint[]
) returns json
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off                              -- a plan made while tables were small must not stay
set plan_cache_mode = force_generic_plan              -- planned once per connection, not once per call
as $$
declare
  c_max constant bigint := 9007199254740991;
  v_n constant int := cardinality(p_key); v_total int := cardinality(l_f); v_codes int := cardinality(p_code);
  -- accounts by position: first the locked ones in the order of their ids, then the house accounts
  a_at int[]; a_id bigint[]; a_cur text[]; a_closed boolean[]; a_hold boolean[]; a_own boolean[];
  a_bal bigint[]; a_ver bigint[]; a_old bigint[];     -- a_bal of a house account: what this call moved
  a_busy boolean[]; v_busy boolean := false; v_left int[]; v_pos int[];
  -- results
  p_out text[] := array_fill(null::text, array[v_n]); p_id uuid[] := array_fill(null::uuid, array[v_n]);
  p_hold_id uuid[] := array_fill(null::uuid, array[v_n]); p_first int[] := array_fill(0, array[v_n]);
  p_prev int[];                                       -- an earlier posting of this call with the same key
  l_key text[] := p_key; l_id bigint[] := array_fill(null::bigint, array[v_total]);
  l_fafter bigint[] := l_id; l_fversion bigint[] := l_id; l_tafter bigint[] := l_id;
    l_tversion bigint[] := l_id;
  q_leg int[]; q_post int[]; q_id bigint[];           -- the legs to insert, in order
  -- rows that were there before: same keys, originals of reversals, open holds
  v_seen boolean := false; e_same boolean[]; e_legs int[];
  o_id bigint[]; o_from bigint[]; o_to bigint[]; o_amount bigint[]; o_cur text[]; o_posting uuid[];
    o_legs int[];
  o_fresh boolean[]; o_done boolean[];
  k_id uuid[]; k_acc bigint[]; k_source text[]; k_amount bigint[]; k_state text[]; k_new boolean[];
  v_sealed date; v_code text; v_hold_at int; v_net bigint; v_same boolean; v_rev int; v_rev_posting uuid;
  v_plain boolean; v_floor date;
  v_planned int := 0; v_first int; v_last int := 0; i int; k int; f int; t int; o int; h int; x bigint;
    r record;
begin
  -- 1. once per database transaction, READ COMMITTED, and not across the sealing of a day
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'KL022', message = 'wrongIsolation';
  end if;
  if current_setting('khlang.posted', true) = 'yes' then
    raise exception using errcode = 'KL021', message = 'secondCall';
  end if;
  if p_mode not in ('strict', 'batch') or v_n = 0 or (select sum(n) from unnest(p_legs) n) <> v_total
     or 1 > any (p_legs) or array_position(p_key, null) > 0 or array_position(p_legs, null) > 0
     or (v_n, v_n, v_n, v_n, v_n, v_n, v_total, v_total, v_total) is distinct from (cardinality(p_kind),
         cardinality(p_source), cardinality(p_business), cardinality(p_value), cardinality(p_legs),
         coalesce(cardinality(p_hold), v_n), cardinality(l_t), cardinality(l_amount),
           cardinality(l_currency)) then
    raise exception using errcode = 'KL016', message = 'postingMalformed';
  end if;
  perform set_config('khlang.posted', 'yes', true);
  perform pg_advisory_xact_lock_shared(ledger_gate());

  -- 2. the guarded accounts, locked in the order of their ids; what is left over is house, busy or unknown
  if p_mode = 'batch' then
    select array_agg(s.pos), array_agg(s.id), array_agg(s.cur), array_agg(s.is_closed), array_agg(s.is_hold),
           array_agg(s.balance_minor), array_agg(s.version), array_agg(true)
      into v_pos, a_id, a_cur, a_closed, a_hold, a_bal, a_ver, a_own
      from (select c.pos, a.id, a.currency::text as cur, a.is_closed, a.is_hold, a.balance_minor, a.version
              from unnest(p_code) with ordinality as c (code, pos) join accounts a on a.code = c.code
             where a.mode = 'guarded' order by a.id for no key update of a skip locked) s;
  else
    select array_agg(s.pos), array_agg(s.id), array_agg(s.cur), array_agg(s.is_closed), array_agg(s.is_hold),
           array_agg(s.balance_minor), array_agg(s.version), array_agg(true)
      into v_pos, a_id, a_cur, a_closed, a_hold, a_bal, a_ver, a_own
      from (select c.pos, a.id, a.currency::text as cur, a.is_closed, a.is_hold, a.balance_minor, a.version
              from unnest(p_code) with ordinality as c (code, pos) join accounts a on a.code = c.code
             where a.mode = 'guarded' order by a.id for no key update of a) s;
  end if;
  a_old := a_ver; a_at := array_fill(0, array[v_codes]); h := 0;
  foreach k in array coalesce(v_pos, '{}') loop h := h + 1; a_at[k] := h; end loop;
  if h < v_codes then
    select array_agg(n) into v_left from generate_series(1, v_codes) n where a_at[n] = 0;
    for r in select c.pos, a.id, a.currency::text as cur, a.is_closed, a.mode
               from unnest(v_left) as c (pos) join accounts a on a.code = p_code[c.pos] loop
      if r.mode = 'guarded' then
        if p_mode = 'strict' then                     -- opened between the two statements
          raise exception using errcode = '40001', message = 'postAgain';
        end if;
        if not v_busy then a_busy := array_fill(false, array[v_codes]); v_busy := true; end if;
        a_busy[r.pos] := true;
        continue;
      end if;
      h := h + 1; a_at[r.pos] := h;
      a_id := a_id || r.id; a_cur := a_cur || r.cur; a_closed := a_closed || r.is_closed;
      a_hold := a_hold || false; a_own := a_own || false; a_bal := a_bal || 0::bigint;
      a_ver := a_ver || 0::bigint; a_old := a_old || 0::bigint;
    end loop;
  end if;
  h := 0;
  if v_total > v_n then                               -- later legs of a posting have keys of their own
    l_key := array_fill(null::text, array[v_total]);
    for i in 1 .. v_n loop
      for k in 1 .. p_legs[i] loop
        h := h + 1; l_key[h] := case k when 1 then p_key[i] else p_key[i] || '/' || k end;
      end loop;
    end loop;
  end if;

  -- 3. only now, under the locks: what is there already, and what comes twice in this call
  for r in select * from transfers where key = any (l_key) loop
    if not v_seen then
      v_seen := true; e_same := array_fill(null::boolean, array[v_total]);
        e_legs := array_fill(0, array[v_total]);
    end if;
    k := array_position(l_key, r.key); i := 1; h := p_legs[1];
    while h < k loop i := i + 1; h := h + p_legs[i]; end loop;
    e_same[k] := coalesce(r.kind = p_kind[i] and r.source_id = p_source[i] and r.from_id = a_id[a_at[l_f[k]]]
      and r.to_id = a_id[a_at[l_t[k]]] and r.amount_minor = l_amount[k] and r.currency::text = l_currency[k]
      and r.reverses_id is not distinct from l_rev[k] and (r.hold_id is null) = (p_hold[i] is null), false);
    e_legs[k] := r.leg_count; l_id[k] := r.id; l_fafter[k] := r.from_after; l_tafter[k] := r.to_after;
    p_hold_id[i] := r.hold_id;
  end loop;
  if v_n > 1 and (select count(distinct key) from unnest(p_key) key) < v_n then
    select array_agg(d.prev order by d.n) into p_prev
      from (select n, lag(n) over (partition by key order by n) as prev
              from unnest(p_key) with ordinality as u (key, n)) d;
  end if;
  if l_rev is not null then
    select array_agg(tr.id), array_agg(from_id), array_agg(to_id), array_agg(amount_minor),
           array_agg(currency::text), array_agg(posting_id), array_agg(leg_count::int),
           array_agg(reverses_id is null),
           array_agg(exists (select from transfers again where again.reverses_id = tr.id))
      into o_id, o_from, o_to, o_amount, o_cur, o_posting, o_legs, o_fresh, o_done
      from transfers tr where tr.id = any (l_rev);
  end if;
  if p_hold is not null then
    select array_agg(id), array_agg(account_id), array_agg(source_id), array_agg(amount_minor),
           array_agg(state), array_agg(false)
      into k_id, k_acc, k_source, k_amount, k_state, k_new
      from holds where state = 'open' and source_id = any (p_source);
  end if;
  select max(business_on) into v_sealed from day_closings;

  -- 4. and 5. decide in memory, in order: whether a later posting fits depends on whether an earlier one did
  q_leg := array_fill(0, array[v_total]); q_post := q_leg; v_floor := coalesce(v_sealed, '-infinity');
  v_plain := v_total = v_n and l_rev is null and p_hold is null and p_prev is null and not (v_seen or v_busy);
  for i in 1 .. v_n loop
    if v_plain then                                   -- one plain leg that fits, which is nearly every one
      f := a_at[l_f[i]]; t := a_at[l_t[i]]; x := l_amount[i];
      if f > 0 and t > 0 and f <> t and x > 0 and x <= c_max and not (a_closed[f] or a_closed[t] or a_hold[f]
         or a_hold[t] or p_business[i] <= v_floor) and a_cur[f] = l_currency[i] and a_cur[t] = l_currency[i]
         and (not a_own[f] or a_bal[f] >= x) and (not a_own[t] or a_bal[t] <= c_max - x) then
        a_bal[f] := a_bal[f] - x; a_bal[t] := a_bal[t] + x;
        if a_own[f] then a_ver[f] := a_ver[f] + 1; l_fafter[i] := a_bal[f]; l_fversion[i] := a_ver[f]; end if;
        if a_own[t] then a_ver[t] := a_ver[t] + 1; l_tafter[i] := a_bal[t]; l_tversion[i] := a_ver[t]; end if;
        v_planned := v_planned + 1; q_leg[v_planned] := i; p_out[i] := 'posted'; v_last := i;
        continue;
      end if;
    end if;
    v_first := v_last + 1; v_last := v_last + p_legs[i]; p_first[i] := v_first; v_code := null;
    if v_busy then
      for k in v_first .. v_last loop
        if a_busy[l_f[k]] or a_busy[l_t[k]] then p_out[i] := 'busy'; end if;
      end loop;
      continue when p_out[i] = 'busy';
    end if;
    if v_seen and array_remove(e_same[v_first : v_last], null) <> '{}' then
      if e_legs[v_first] = p_legs[i] and not (e_same[v_first : v_last] && array[false, null])
         and array_position(e_same[v_first : v_last], null) is null then
        p_out[i] := 'replayed'; continue;
      end if;
      v_code := 'keyMismatch';
    elsif p_prev is not null and p_out[p_prev[i]] in ('posted', 'replayed') then
      o := p_prev[i]; h := p_first[o] - v_first;
      v_same := p_kind[i] = p_kind[o] and p_source[i] = p_source[o] and p_legs[i] = p_legs[o]
        and p_hold[i] is not distinct from p_hold[o];
      for k in v_first .. v_last loop
        v_same := v_same and l_f[k] = l_f[k + h] and l_t[k] = l_t[k + h] and l_amount[k] = l_amount[k + h]
          and l_currency[k] = l_currency[k + h] and l_rev[k] is not distinct from l_rev[k + h];
      end loop;
      if v_same then p_out[i] := 'replayed'; continue; end if;
      v_code := 'keyMismatch';
    elsif p_business[i] <= v_sealed then
      v_code := 'dayClosed';
    elsif p_kind[i] is null or p_source[i] is null or p_business[i] is null or p_value[i] is null
       or p_hold[i] not in ('open', 'post', 'void') then
      v_code := 'postingMalformed';
    end if;

    if v_code is null and p_hold[i] is not null then
      h := null;                                      -- the open hold of this source, as of now
      for o in 1 .. coalesce(cardinality(k_id), 0) loop
        if k_source[o] = p_source[i] and k_state[o] = 'open' then h := o; end if;
      end loop;
      if p_hold[i] = 'open' and h is not null then v_code := 'holdAlreadyOpen';
      elsif p_hold[i] <> 'open' and h is null then v_code := 'holdNotOpen';
      end if;
    end if;
    k := v_first; v_hold_at := 0; v_net := 0; v_rev := 0; v_rev_posting := null;
    while v_code is null and k <= v_last loop
      f := a_at[l_f[k]]; t := a_at[l_t[k]]; x := l_amount[k];
      if l_rev[k] is not null then
        o := array_position(o_id, l_rev[k]);
        if o is null then v_code := 'transferUnknown'; exit;
        elsif not o_fresh[o] then v_code := 'reversalOfReversal'; exit;
        elsif o_done[o] then v_code := 'alreadyReversed'; exit;
        elsif o_from[o] <> a_id[t] or o_to[o] <> a_id[f] or o_amount[o] <> x or o_cur[o] <> l_currency[k]
              or v_rev_posting <> o_posting[o] then v_code := 'reversalMismatch'; exit;
        end if;
      end if;
      if f > 0 and t > 0 and f <> t and x > 0 and x <= c_max and not (a_closed[f] or a_closed[t])
         and a_cur[f] = l_currency[k] and a_cur[t] = l_currency[k] and (not a_own[f] or a_bal[f] >= x)
         and (not a_own[t] or a_bal[t] <= c_max - x) then null;
      elsif coalesce(f, 0) = 0 or coalesce(t, 0) = 0 then v_code := 'accountUnknown'; exit;
      elsif f = t then v_code := 'sameAccount'; exit;
      elsif x is null or x < 1 or x > c_max then v_code := 'amountOutOfRange'; exit;
      elsif a_closed[f] or a_closed[t] then v_code := 'accountClosed'; exit;
      elsif a_cur[f] = l_currency[k] and a_cur[t] = l_currency[k] then
        v_code := case when a_own[f] and a_bal[f] < x then 'insufficientFunds' else 'amountOutOfRange' end;
          exit;
      else v_code := 'currencyMismatch'; exit;
      end if;
      -- 6. a leg that fits counts at once
      if l_rev[k] is not null then v_rev := v_rev + 1; v_rev_posting := o_posting[o];
        o_done[o] := true; end if;
      a_bal[f] := a_bal[f] - x; a_bal[t] := a_bal[t] + x;
      if a_own[f] then
        a_ver[f] := a_ver[f] + 1; l_fafter[k] := a_bal[f]; l_fversion[k] := a_ver[f];
        if a_hold[f] then
          if v_hold_at not in (0, f) then v_code := 'holdMismatch'; end if;
          v_net := v_net - x; v_hold_at := f;
        end if;
      end if;
      if a_own[t] then
        a_ver[t] := a_ver[t] + 1; l_tafter[k] := a_bal[t]; l_tversion[k] := a_ver[t];
        if a_hold[t] then
          if v_hold_at not in (0, t) then v_code := 'holdMismatch'; end if;
          v_net := v_net + x; v_hold_at := t;
        end if;
      end if;
      k := k + 1;
    end loop;
    if v_rev > 0 and v_code is null and v_rev <> o_legs[array_position(o_posting, v_rev_posting)] then
      v_code := 'reversalMismatch';                   -- legs stood together, so they fall together
    end if;

    if v_code is null and (v_hold_at > 0 or p_hold[i] is not null) then
      if v_hold_at = 0 or p_hold[i] is null then v_code := 'holdMismatch';
      elsif p_hold[i] = 'open' and v_net <= 0 then v_code := 'holdMismatch';
      elsif p_hold[i] = 'open' then
        p_hold_id[i] := uuidv7();
        k_id := k_id || p_hold_id[i]; k_acc := k_acc || a_id[v_hold_at]; k_source := k_source || p_source[i];
        k_amount := k_amount || v_net; k_state := k_state || 'open'::text; k_new := k_new || true;
      elsif k_acc[h] <> a_id[v_hold_at] or k_amount[h] <> -v_net then v_code := 'holdMismatch';
      else
        p_hold_id[i] := k_id[h];
        k_state[h] := case p_hold[i] when 'post' then 'posted' else 'voided' end;
      end if;
    end if;

    if v_code is null then
      p_out[i] := 'posted'; p_id[i] := uuidv7();
      for k in v_first .. v_last loop
        v_planned := v_planned + 1; q_leg[v_planned] := k; q_post[v_planned] := i;
      end loop;
      continue;
    end if;
    -- 7. strict raises, batch takes back the legs of this posting alone and goes on
    if p_mode = 'strict' then
      raise exception using errcode = ledger_sqlstate(v_code), message = v_code, detail = p_key[i];
    end if;
    p_out[i] := v_code;
    while k > v_first loop
      k := k - 1; f := a_at[l_f[k]]; t := a_at[l_t[k]]; x := l_amount[k];
      a_bal[f] := a_bal[f] + x; a_bal[t] := a_bal[t] - x;
      if a_own[f] then a_ver[f] := a_ver[f] - 1; end if;
      if a_own[t] then a_ver[t] := a_ver[t] - 1; end if;
      if l_rev[k] is not null then o_done[array_position(o_id, l_rev[k])] := false; end if;
    end loop;
  end loop;

  if v_planned > 0 then
    -- 8. the rows (9: a key another call took meanwhile fails the whole call, whose repeat will find it) …
    with put as (
      insert into transfers (key, posting_id, leg_count, kind, source_id, from_id, to_id, amount_minor,
        currency,
             from_after, from_version, to_after, to_version, reverses_id, hold_id, business_on, value_on)
      select l_key[l.n], coalesce(p_id[l.p], uuidv7()), p_legs[l.p], p_kind[l.p], p_source[l.p],
        a_id[a_at[l_f[l.n]]],
             a_id[a_at[l_t[l.n]]], l_amount[l.n], l_currency[l.n], l_fafter[l.n], l_fversion[l.n],
               l_tafter[l.n],
             l_tversion[l.n], l_rev[l.n], p_hold_id[l.p], p_business[l.p], p_value[l.p]
        from (select unnest(q_leg) as n, unnest(case when v_plain then q_leg else q_post end) as p
                limit v_planned) l
      returning id)
    select array_agg(id) into q_id from put;
    -- … the tail of the house accounts, the holds
    insert into house_deltas (account_id, delta_minor)
      select a_id[n], a_bal[n] from generate_series(1, cardinality(a_id)) n
        where not a_own[n] and a_bal[n] <> 0;
    if k_id is not null then
      update holds set state = u.state, settled_at = now() from unnest(k_id, k_state, k_new) as u (id,
        state, fresh)
       where holds.id = u.id and holds.state = 'open' and not u.fresh and u.state <> 'open';
      insert into holds (id, account_id, source_id, amount_minor, state, settled_at)
        select u.id, u.acc, u.source, u.amount, u.state, case when u.state <> 'open' then now() end
          from unnest(k_id, k_acc, k_source, k_amount, k_state, k_new) as u (id, acc, source, amount, state,
            fresh)
         where u.fresh;
    end if;
    -- 10. one update; its check constraint is the last judge
    update accounts a set balance_minor = a_bal[u.n], version = a_ver[u.n]
      from (select n from generate_series(1, cardinality(a_id)) n where a_own[n] and a_ver[n] <> a_old[n]) u
     where a.id = a_id[u.n];
    for k in 1 .. v_planned loop l_id[q_leg[k]] := q_id[k]; end loop;
  end if;
  if p_prev is not null then                          -- doubles answer what the first one answered
    for i in 1 .. v_n loop
      if p_out[i] = 'replayed' and l_id[p_first[i]] is null then
        o := p_prev[i]; p_hold_id[i] := p_hold_id[o];
        for k in p_first[i] .. p_first[i] + p_legs[i] - 1 loop
          h := p_first[o] + k - p_first[i];
          l_id[k] := l_id[h]; l_fafter[k] := l_fafter[h]; l_tafter[k] := l_tafter[h];
        end loop;
      end if;
    end loop;
  end if;
  return json_build_object('outcomes', p_out, 'holdIds', case when p_hold is not null then p_hold_id end,
                           'ids', l_id, 'fromAfters', l_fafter, 'toAfters', l_tafter);
end $$;
alter function post_transfers owner to khlang_ledger;
revoke all on function post_transfers from public, khlang_app;
grant execute on function post_transfers to khlang_app;
