-- The bets that pay in their first word, before their movements: the judge of wallets asks for them.
create or replace function begin_paid_bets(p_words jsonb) returns void language plpgsql volatile
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
      counted_minor, placed_at, settled_at, business_on, settled_on, version)
  select bet, provider, ref, game, member, state, stake, payout, valid, counted, placed, settled, business,
         settled_on, 1
    from jsonb_to_recordset(p_words) as w (provider uuid, bet uuid, member uuid, ref text, game uuid,
      state text, stake bigint, payout bigint, valid bigint, counted bigint, placed timestamptz,
      settled timestamptz, business date, settled_on date, early boolean) where early order by bet;
end $$;

-- What providers told, in one statement and so in one commit: the movements (as post_transfers takes them, in
-- its modes batch and swift), the bets as they stand afterwards, what became of those that are settled, and
-- each word with its answer.
-- p_words, an array of documents: what a word was, the position of its movement among the postings (null:
-- none) and of its first leg among all legs, the bet after it with the version that it was decided on (0: the
-- bet is new; null: no bet changes), what of a settled bet changes with it, and what it is refused with,
-- where that is known already.
-- A movement that the wallet cannot bear is kept as a refusal, for its provider has told the player so; one
-- that is busy, or is refused otherwise, leaves nothing.
-- p_early: how many words begin a bet that pays at once; all is decided anew where one of them did not move.
-- 40001 where a bet moved on since it was read, 23505 where a name was taken meanwhile: nothing happened,
-- read again and decide anew.
create or replace function post_play(
  p_mode text, p_key text[], p_kind text[], p_source text[], p_business date[], p_value date[], p_hold text[],
  p_legs int[], p_code text[], l_f int[], l_t int[], l_amount bigint[], l_currency text[], l_rev bigint[],
  p_words jsonb, p_early int
) returns json
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  v_answer json := '{"outcomes": [], "holdIds": null, "ids": [], "fromAfters": [], "toAfters": []}';
  v_planned int;
  v_changed int;
begin
  if p_early > 0 then perform begin_paid_bets(p_words); end if;
  if cardinality(p_key) > 0 then
    v_answer := post_transfers(p_mode, p_key, p_kind, p_source, p_business, p_value, p_hold, p_legs, p_code,
      l_f, l_t, l_amount, l_currency, l_rev);
  end if;
  with told as materialized (
    select w.*, v_answer -> 'outcomes' ->> (w.posting - 1) as said,
           (v_answer -> 'ids' ->> (w.leg - 1))::bigint as transfer,
           coalesce(v_answer -> 'fromAfters' ->> (w.leg + w.legs - 2),
             v_answer -> 'toAfters' ->> (w.leg + w.legs - 2))::bigint as after
      from jsonb_to_recordset(p_words) as w (provider uuid, name text, kind text, hash text, bet uuid,
        member uuid, amount bigint, refusal text, posting int, leg int, legs int, balance bigint, expects int,
        ref text, game uuid, state text, stake bigint, payout bigint, valid bigint, counted bigint,
        placed timestamptz, settled timestamptz,
        business date, settled_on date, became jsonb, early boolean)),
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
    select j.bet, j.expects + 1, j.provider, j.game, j.member, o.day, o.kind, o.bets, o.stake, o.payout,
           o.valid, o.counted, o.reason, o.bp, o.at
      from judged j, jsonb_to_record(j.became) as o (day date, kind text, bets int, stake bigint,
        payout bigint, valid bigint, counted bigint, reason text, bp int, at timestamptz)
     where j.outcome = 'done' and j.became is not null),
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
