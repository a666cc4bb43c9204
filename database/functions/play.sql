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

-- What providers told, in one statement and so in one commit: the movements (as post_transfers takes them, in
-- its modes batch and swift), the bets as they stand afterwards, what became of those that are settled, and
-- each word with its answer.
-- w_…, a column of every word each, for documents take PostgreSQL twice as long to read: the bet after it,
-- what it was, what it is refused with where that is known already, the position of its movement among the
-- postings (null: none) and of its first leg among all legs, the version that it was decided on (0: the bet
-- is new; null: no bet changes), and what of a settled bet changes with it (w_o_day null: nothing).
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
  w_o_bp int[], w_o_at timestamptz[], p_early int
) returns json
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  v_answer json := '{"outcomes": [], "holdIds": null, "ids": [], "fromAfters": [], "toAfters": []}';
  v_said text[]; v_ids bigint[]; v_from_afters bigint[]; v_to_afters bigint[];
  v_planned int;
  v_changed int;
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
  with told as materialized (
    select w.*, v_said[w.posting] as said, v_ids[w.leg] as transfer,
           coalesce(v_from_afters[w.leg + w.legs - 1], v_to_afters[w.leg + w.legs - 1]) as after
      from unnest(w_provider, w_bet, w_ref, w_game, w_member, w_state, w_stake, w_payout, w_valid, w_counted,
        w_placed, w_settled, w_business, w_settled_on, w_early, w_name, w_kind, w_hash, w_amount, w_refusal,
        w_posting, w_leg, w_legs, w_balance, w_expects, w_o_day, w_o_kind, w_o_bets, w_o_stake, w_o_payout,
        w_o_valid, w_o_counted, w_o_reason, w_o_bp, w_o_at)
        as w (provider, bet, ref, game, member, state, stake, payout, valid, counted, placed, settled,
          business, settled_on, early, name, kind, hash, amount, refusal, posting, leg, legs, balance,
          expects, o_day, o_kind, o_bets, o_stake, o_payout, o_valid, o_counted, o_reason, o_bp, o_at)),
  judged as materialized (
    select t.*, case when t.refusal is not null then t.refusal
             when t.posting is null or t.said in ('posted', 'replayed') then 'done'
             when t.said = 'insufficientFunds' then t.said end as outcome
      from told t),
  added as (
    insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
        counted_minor, placed_at, settled_at, business_on, settled_on, version)
    select bet, provider, ref, game, member, state, stake, payout, valid, counted, placed, settled, business,
           settled_on, 1
      from judged where outcome = 'done' and expects = 0 and not early order by bet returning 1),
  rounds as (
    insert into bet_rounds (provider_id, ref, bet_id)
    select provider, ref, bet from judged where outcome = 'done' and expects = 0 order by provider, ref),
  changed as (
    update bets b set state = j.state, stake_minor = j.stake, payout_minor = j.payout, valid_minor = j.valid,
        counted_minor = j.counted, settled_at = j.settled, settled_on = j.settled_on, version = b.version + 1
      from judged j where j.outcome = 'done' and j.expects > 0 and b.id = j.bet and b.version = j.expects
    returning 1),
  became as (
    insert into bet_outcomes (bet_id, version, provider_id, game_id, member_id, business_on, kind, bets,
        stake_minor, payout_minor, valid_minor, counted_minor, reason, contribution_bp, told_at)
    select bet, expects + 1, provider, game, member, o_day, o_kind, o_bets, o_stake, o_payout, o_valid,
           o_counted, o_reason, o_bp, o_at
      from judged where outcome = 'done' and o_day is not null),
  kept as (
    insert into play_words (provider_id, transaction_ref, kind, meaning_hash, bet_id, member_id, amount_minor,
        outcome, balance_minor, transfer_id)
    select provider, name, kind, decode(hash, 'hex'), case when outcome = 'done' then bet end, member, amount,
           outcome, coalesce(after, balance), transfer
      from judged where outcome is not null order by provider, name)
  select (select count(*) from judged where outcome = 'done' and expects is not null and not early) + p_early,
         (select count(*) from added) + (select count(*) from changed)
           + (select count(*) from judged where outcome = 'done' and early)
    into v_planned, v_changed;
  if v_changed < v_planned then
    raise exception using errcode = '40001', message = 'a bet moved on meanwhile';
  end if;
  return v_answer;
end $$;
