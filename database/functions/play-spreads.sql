-- How far the payouts of games spread: part of the figures of play, for the alarms that read them.

-- Adds the outcomes of transactions from p_from up to p_to. A bet counts by what it was before and after each
-- word, so that the sums are those of the bets as they stand, whatever was corrected; of its first settlement
-- nothing was before. A correction counts on the day of the first settlement, beside what it corrects. A bet
-- without a stake says nothing about what comes back of stakes.
create or replace function fold_spreads(p_from xid8, p_to xid8) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with taken as (
    select coalesce(b.settled_on, o.business_on) as business_on, o.game_id, o.stake_minor,
           b.stake as stake_before, b.payout as payout_before,
           b.stake + o.stake_minor as stake_after, b.payout + o.payout_minor as payout_after
      from bet_outcomes o cross join lateral (
        select coalesce(sum(e.stake_minor), 0) as stake, coalesce(sum(e.payout_minor), 0) as payout,
               min(e.business_on) as settled_on
          from bet_outcomes e
         where o.kind <> 'settled' and e.bet_id = o.bet_id and e.version < o.version) b
     where o.xid >= p_from and o.xid < p_to)
  insert into play_spreads as p (business_on, game_id, bets, stake_minor, payout_minor, stake_squares,
      stake_payouts, payout_squares)
  select business_on, game_id,
         count(*) filter (where stake_after > 0) - count(*) filter (where stake_before > 0),
         sum(stake_minor),
         coalesce(sum(payout_after) filter (where stake_after > 0), 0)
           - coalesce(sum(payout_before) filter (where stake_before > 0), 0),
         sum(stake_after * stake_after - stake_before * stake_before),
         sum(stake_after * payout_after - stake_before * payout_before),
         coalesce(sum(payout_after * payout_after) filter (where stake_after > 0), 0)
           - coalesce(sum(payout_before * payout_before) filter (where stake_before > 0), 0)
    from taken group by 1, 2 order by 1, 2
  on conflict (business_on, game_id) do update set bets = p.bets + excluded.bets,
    stake_minor = p.stake_minor + excluded.stake_minor,
    payout_minor = p.payout_minor + excluded.payout_minor,
    stake_squares = p.stake_squares + excluded.stake_squares,
    stake_payouts = p.stake_payouts + excluded.stake_payouts,
    payout_squares = p.payout_squares + excluded.payout_squares $$;
revoke execute on function fold_spreads(xid8, xid8) from public;
