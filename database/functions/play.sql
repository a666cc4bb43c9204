-- The bets that pay in their first word, before their movements: the judge of wallets asks for them.
create or replace function begin_paid_bets(
  w_provider uuid[], w_bet uuid[], w_ref text[], w_game uuid[], w_member uuid[], w_state text[],
  w_stake bigint[], w_payout bigint[], w_valid bigint[], w_counted bigint[], w_placed timestamptz[],
  w_settled timestamptz[], w_business date[], w_settled_on date[], w_early boolean[]
) returns void language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
      counted_minor, placed_at, settled_at, business_on, settled_on, version)
  select bet, provider, ref, game, member, state, stake, payout, valid, counted, placed, settled, business,
         settled_on, 1
    from unnest(w_provider, w_bet, w_ref, w_game, w_member, w_state, w_stake, w_payout, w_valid, w_counted,
      w_placed, w_settled, w_business, w_settled_on, w_early)
      as w (provider, bet, ref, game, member, state, stake, payout, valid, counted, placed, settled, business,
        settled_on, early)
   where early order by bet;
end $$;

-- The bets as they stand after what was told of them; those that paid in their first word are there already.
-- False where a bet moved on since it was read.
create or replace function write_bets(
  p_outcome text[], w_expects int[], w_provider uuid[], w_bet uuid[], w_ref text[], w_game uuid[],
  w_member uuid[], w_state text[], w_stake bigint[], w_payout bigint[], w_valid bigint[], w_counted bigint[],
  w_placed timestamptz[], w_settled timestamptz[], w_business date[], w_settled_on date[], w_early boolean[]
) returns boolean language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  v_changed int;
begin
  insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
      counted_minor, placed_at, settled_at, business_on, settled_on, version)
  select bet, provider, ref, game, member, state, stake, payout, valid, counted, placed, settled, business,
         settled_on, 1
    from unnest(p_outcome, w_expects, w_provider, w_bet, w_ref, w_game, w_member, w_state, w_stake, w_payout,
      w_valid, w_counted, w_placed, w_settled, w_business, w_settled_on, w_early)
      as w (outcome, expects, provider, bet, ref, game, member, state, stake, payout, valid, counted, placed,
        settled, business, settled_on, early)
   where outcome = 'done' and expects = 0 and not early order by bet;
  insert into bet_rounds (provider_id, ref, bet_id)
  select provider, ref, bet from unnest(p_outcome, w_expects, w_provider, w_ref, w_bet)
      as w (outcome, expects, provider, ref, bet)
   where outcome = 'done' and expects = 0 order by provider, ref;
  update bets b set state = w.state, stake_minor = w.stake, payout_minor = w.payout, valid_minor = w.valid,
      counted_minor = w.counted, settled_at = w.settled, settled_on = w.settled_on, version = b.version + 1
    from unnest(p_outcome, w_expects, w_bet, w_state, w_stake, w_payout, w_valid, w_counted, w_settled,
      w_settled_on)
      as w (outcome, expects, bet, state, stake, payout, valid, counted, settled, settled_on)
   where w.outcome = 'done' and w.expects > 0 and b.id = w.bet and b.version = w.expects;
  get diagnostics v_changed = row_count;
  return v_changed = (select count(*) from unnest(p_outcome, w_expects) as w (outcome, expects)
    where outcome = 'done' and expects > 0);
end $$;

-- What became of bets that are settled.
create or replace function write_bet_outcomes(
  p_outcome text[], w_bet uuid[], w_expects int[], w_provider uuid[], w_game uuid[], w_member uuid[],
  w_o_day date[], w_o_kind text[], w_o_bets int[], w_o_stake bigint[], w_o_payout bigint[],
  w_o_valid bigint[], w_o_counted bigint[], w_o_reason text[], w_o_bp int[], w_o_at timestamptz[]
) returns void language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  insert into bet_outcomes (bet_id, version, provider_id, game_id, member_id, business_on, kind, bets,
      stake_minor, payout_minor, valid_minor, counted_minor, reason, contribution_bp, told_at)
  select bet, expects + 1, provider, game, member, o_day, o_kind, o_bets, o_stake, o_payout, o_valid,
         o_counted, o_reason, o_bp, o_at
    from unnest(p_outcome, w_bet, w_expects, w_provider, w_game, w_member, w_o_day, w_o_kind, w_o_bets,
      w_o_stake, w_o_payout, w_o_valid, w_o_counted, w_o_reason, w_o_bp, w_o_at)
      as w (outcome, bet, expects, provider, game, member, o_day, o_kind, o_bets, o_stake, o_payout, o_valid,
        o_counted, o_reason, o_bp, o_at)
   where outcome = 'done' and o_day is not null
$$;

-- The words with their answers.
create or replace function write_play_words(
  p_outcome text[], p_after bigint[], p_transfer bigint[], w_provider uuid[], w_name text[], w_kind text[],
  w_hash text[], w_bet uuid[], w_member uuid[], w_amount bigint[], w_balance bigint[], w_said text[]
) returns void language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  insert into play_words (provider_id, transaction_ref, kind, meaning_hash, bet_id, member_id, amount_minor,
      outcome, balance_minor, transfer_id, said)
  select provider, name, kind, decode(hash, 'hex'), case when outcome = 'done' then bet end, member, amount,
         outcome, coalesce(after, balance), transfer, said::jsonb
    from unnest(p_outcome, p_after, p_transfer, w_provider, w_name, w_kind, w_hash, w_bet, w_member,
      w_amount, w_balance, w_said)
      as w (outcome, after, transfer, provider, name, kind, hash, bet, member, amount, balance, said)
   where outcome is not null order by provider, name
$$;

-- What providers told, in one call and so in one commit: the movements (as post_transfers takes them, in its
-- modes), the bets as they stand afterwards, what became of those that are settled, and each word with its
-- answer.
-- w_…, a column of every word each, for documents take PostgreSQL twice as long to read: the bet after it,
-- what it was, what it is refused with where that is known already, the position of its movement among the
-- postings (null: none) and of its first leg among all legs, the version that it was decided on (0: the bet
-- is new; null: no bet changes), what of a settled bet changes with it (w_o_day null: nothing), and what was
-- told beside money.
-- A movement that the wallet cannot bear is kept as a refusal, for its provider has told the player so; one
-- that is busy, or is refused otherwise, leaves nothing.
-- p_early: how many words begin a bet that pays at once; all is decided anew where one of them did not move.
-- 40001 where a bet moved on since it was read, 23505 where a name was taken meanwhile: nothing happened,
-- read again and decide anew.
create or replace function post_play(
  p_mode text, p_key text[], p_kind text[], p_source text[], p_business date[], p_value date[], p_hold text[],
  p_legs int[], p_code text[], l_f int[], l_t int[], l_amount bigint[], l_currency text[], l_rev bigint[],
  w_provider uuid[], w_bet uuid[], w_ref text[], w_game uuid[], w_member uuid[], w_state text[],
  w_stake bigint[], w_payout bigint[], w_valid bigint[], w_counted bigint[], w_placed timestamptz[],
  w_settled timestamptz[], w_business date[], w_settled_on date[], w_early boolean[], w_name text[],
  w_kind text[], w_hash text[], w_amount bigint[], w_refusal text[], w_posting int[], w_leg int[],
  w_legs int[], w_balance bigint[], w_expects int[], w_o_day date[], w_o_kind text[], w_o_bets int[],
  w_o_stake bigint[], w_o_payout bigint[], w_o_valid bigint[], w_o_counted bigint[], w_o_reason text[],
  w_o_bp int[], w_o_at timestamptz[], w_said text[], p_early int
) returns json
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  v_answer json := '{"outcomes": [], "holdIds": null, "ids": [], "fromAfters": [], "toAfters": []}';
  v_said text[]; v_ids bigint[]; v_from_afters bigint[]; v_to_afters bigint[];
  -- Of each word: what it came to, the balance after it, its first movement.
  v_outcome text[]; v_after bigint[]; v_transfer bigint[];
begin
  if p_early > 0 then
    perform begin_paid_bets(w_provider, w_bet, w_ref, w_game, w_member, w_state, w_stake, w_payout, w_valid,
      w_counted, w_placed, w_settled, w_business, w_settled_on, w_early);
  end if;
  if cardinality(p_key) > 0 then
    v_answer := post_transfers(p_mode, p_key, p_kind, p_source, p_business, p_value, p_hold, p_legs, p_code,
      l_f, l_t, l_amount, l_currency, l_rev);
    -- Read once: a document is read from its beginning for each of its parts.
    select array(select json_array_elements_text(v_answer -> 'outcomes')),
           array(select json_array_elements_text(v_answer -> 'ids')::bigint),
           array(select json_array_elements_text(v_answer -> 'fromAfters')::bigint),
           array(select json_array_elements_text(v_answer -> 'toAfters')::bigint)
      into v_said, v_ids, v_from_afters, v_to_afters;
  end if;
  select array_agg(case when refusal is not null then refusal
             when posting is null or v_said[posting] in ('posted', 'replayed') then 'done'
             when v_said[posting] = 'insufficientFunds' then v_said[posting] end order by n),
         array_agg(coalesce(v_from_afters[leg + legs - 1], v_to_afters[leg + legs - 1]) order by n),
         array_agg(v_ids[leg] order by n)
    into v_outcome, v_after, v_transfer
    from unnest(w_refusal, w_posting, w_leg, w_legs) with ordinality as w (refusal, posting, leg, legs, n);
  if not write_bets(v_outcome, w_expects, w_provider, w_bet, w_ref, w_game, w_member, w_state, w_stake,
      w_payout, w_valid, w_counted, w_placed, w_settled, w_business, w_settled_on, w_early)
    or p_early > (select count(*) from unnest(v_outcome, w_early) as w (outcome, early)
      where early and outcome = 'done') then
    raise exception using errcode = '40001', message = 'a bet moved on meanwhile';
  end if;
  perform write_bet_outcomes(v_outcome, w_bet, w_expects, w_provider, w_game, w_member, w_o_day, w_o_kind,
    w_o_bets, w_o_stake, w_o_payout, w_o_valid, w_o_counted, w_o_reason, w_o_bp, w_o_at);
  perform write_play_words(v_outcome, v_after, v_transfer, w_provider, w_name, w_kind, w_hash, w_bet,
    w_member, w_amount, w_balance, w_said);
  return v_answer;
end $$;
