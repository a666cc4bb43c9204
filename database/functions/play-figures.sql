-- The figures of play (ADR 0056): sums of bet_outcomes by day, game and member.

-- Below which transaction the next outcomes to be summed are: whole transactions from p_from on, the oldest
-- first and about p_most rows. What a transaction under way wrote is not seen yet, so nothing at or above the
-- oldest of those is taken.
create or replace function play_fold_end(p_from xid8, p_most integer) returns xid8 language plpgsql stable
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_to xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_cut xid8;
begin
  -- The transaction of the row after the last one is left whole for the next step, unless it is the first.
  select xid into v_cut from bet_outcomes where xid >= p_from and xid < v_to
   order by xid offset p_most limit 1;
  if v_cut > (select xid from bet_outcomes where xid >= p_from and xid < v_to order by xid limit 1) then
    return v_cut;
  elsif v_cut is not null then
    return (v_cut::text::numeric + 1)::text::xid8;
  end if;
  return v_to;
end $$;
revoke execute on function play_fold_end(xid8, integer) from public;

-- Adds the outcomes of some transactions to the figures. Answers how many rows they are.
create or replace function add_to_play(p_from xid8, p_to xid8) returns integer language sql volatile
  set search_path = pg_catalog, public, pg_temp as $$
  with moved as materialized (
    select business_on, game_id, member_id, count(*) as outcomes, sum(bets)::bigint as bets,
           sum(stake_minor)::bigint as stake, sum(payout_minor)::bigint as payout,
           sum(valid_minor)::bigint as valid, sum(counted_minor)::bigint as counted
      from bet_outcomes where xid >= p_from and xid < p_to group by 1, 2, 3),
  of_member_games as (
    insert into play_member_games as p (business_on, game_id, member_id, bets, stake_minor, payout_minor,
        valid_minor, counted_minor)
    select business_on, game_id, member_id, bets, stake, payout, valid, counted from moved order by 1, 2, 3
    on conflict (business_on, game_id, member_id) do update set
      bets = p.bets + excluded.bets, stake_minor = p.stake_minor + excluded.stake_minor,
      payout_minor = p.payout_minor + excluded.payout_minor,
      valid_minor = p.valid_minor + excluded.valid_minor,
      counted_minor = p.counted_minor + excluded.counted_minor
    returning business_on, game_id, xmax = 0 as is_new),
  by_game as materialized (
    select m.business_on, m.game_id, coalesce(max(n.members), 0) as members, sum(m.bets) as bets,
           sum(m.stake) as stake, sum(m.payout) as payout, sum(m.valid) as valid, sum(m.counted) as counted
      from moved m left join (
        select business_on, game_id, count(*) as members from of_member_games where is_new group by 1, 2) n
        using (business_on, game_id) group by 1, 2),
  of_games as (
    insert into play_games as p (business_on, game_id, members, bets, stake_minor, payout_minor, valid_minor,
        counted_minor)
    select business_on, game_id, members, bets, stake, payout, valid, counted from by_game order by 1, 2
    on conflict (business_on, game_id) do update set members = p.members + excluded.members,
      bets = p.bets + excluded.bets, stake_minor = p.stake_minor + excluded.stake_minor,
      payout_minor = p.payout_minor + excluded.payout_minor,
      valid_minor = p.valid_minor + excluded.valid_minor,
      counted_minor = p.counted_minor + excluded.counted_minor),
  of_game_months as (
    insert into play_game_months as p (starts_on, game_id, members, bets, stake_minor, payout_minor,
        valid_minor, counted_minor)
    select date_trunc('month', business_on)::date, game_id, sum(members), sum(bets), sum(stake), sum(payout),
           sum(valid), sum(counted) from by_game group by 1, 2 order by 1, 2
    on conflict (starts_on, game_id) do update set members = p.members + excluded.members,
      bets = p.bets + excluded.bets, stake_minor = p.stake_minor + excluded.stake_minor,
      payout_minor = p.payout_minor + excluded.payout_minor,
      valid_minor = p.valid_minor + excluded.valid_minor,
      counted_minor = p.counted_minor + excluded.counted_minor),
  of_members as (
    insert into play_members as p (span, starts_on, member_id, bets, stake_minor, payout_minor, valid_minor,
        counted_minor)
    select s.span, date_trunc(s.span, m.business_on)::date, m.member_id, sum(m.bets), sum(m.stake),
           sum(m.payout), sum(m.valid), sum(m.counted)
      from moved m cross join (values ('day'), ('month')) s (span)
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (span, starts_on, member_id) do update set
      bets = p.bets + excluded.bets, stake_minor = p.stake_minor + excluded.stake_minor,
      payout_minor = p.payout_minor + excluded.payout_minor,
      valid_minor = p.valid_minor + excluded.valid_minor,
      counted_minor = p.counted_minor + excluded.counted_minor
    returning span, starts_on, xmax = 0 as is_new),
  of_days as (
    insert into play_days as p (business_on, members, pairs, bets, stake_minor, payout_minor, valid_minor,
        counted_minor)
    select g.business_on, coalesce(max(n.members), 0), sum(g.members), sum(g.bets), sum(g.stake),
           sum(g.payout), sum(g.valid), sum(g.counted)
      from by_game g left join (
        select starts_on, count(*) as members from of_members where span = 'day' and is_new group by 1) n
        on n.starts_on = g.business_on group by 1 order by 1
    on conflict (business_on) do update set members = p.members + excluded.members,
      pairs = p.pairs + excluded.pairs, bets = p.bets + excluded.bets,
      stake_minor = p.stake_minor + excluded.stake_minor,
      payout_minor = p.payout_minor + excluded.payout_minor,
      valid_minor = p.valid_minor + excluded.valid_minor,
      counted_minor = p.counted_minor + excluded.counted_minor)
  select coalesce(sum(outcomes), 0)::integer from moved $$;
revoke execute on function add_to_play(xid8, xid8) from public;

-- Brings the figures on by some whole transactions. Answers how many rows it took; null where another process
-- is at it. Most often there is nothing: then no row is locked and written, twice a second for ever. What
-- comes later is of a transaction that is not below the place where the figures stand.
create or replace function fold_play(p_most integer) returns integer language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_from xid8;
  v_to xid8;
  v_taken integer;
begin
  if not exists (select from bet_outcomes where xid >= (select folded_xid from play_progress)) then
    return 0;
  end if;
  select folded_xid into v_from from play_progress for update skip locked;
  if not found then return null; end if;
  v_to := play_fold_end(v_from, p_most);
  perform fold_spreads(v_from, v_to);
  v_taken := add_to_play(v_from, v_to);
  update play_progress set folded_xid = v_to where folded_xid is distinct from v_to;
  return v_taken;
end $$;
revoke execute on function fold_play(integer) from public;
grant execute on function fold_play(integer) to khlang_app;

-- The figures of bets that left in whole months, where there are no others yet.
create or replace function figures_of_archive() returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into play_member_games (business_on, game_id, member_id, bets, stake_minor, payout_minor,
      valid_minor, counted_minor)
  select a.business_on, a.game_id, a.member_id, sum(a.bets), sum(a.stake_minor), sum(a.payout_minor),
         sum(a.valid_minor), sum(a.counted_minor)
    from archived_play a join bet_archives b on b.month = a.month and b.state = 'archived' group by 1, 2, 3;
  insert into play_games (business_on, game_id, members, bets, stake_minor, payout_minor, valid_minor,
      counted_minor)
  select business_on, game_id, count(*), sum(bets), sum(stake_minor), sum(payout_minor), sum(valid_minor),
         sum(counted_minor) from play_member_games group by 1, 2;
  insert into play_members (span, starts_on, member_id, bets, stake_minor, payout_minor, valid_minor,
      counted_minor)
  select s.span, date_trunc(s.span, business_on)::date, member_id, sum(bets), sum(stake_minor),
         sum(payout_minor), sum(valid_minor), sum(counted_minor)
    from play_member_games cross join (values ('day'), ('month')) s (span) group by 1, 2, 3;
  insert into play_game_months (starts_on, game_id, members, bets, stake_minor, payout_minor, valid_minor,
      counted_minor)
  select date_trunc('month', business_on)::date, game_id, sum(members), sum(bets), sum(stake_minor),
         sum(payout_minor), sum(valid_minor), sum(counted_minor) from play_games group by 1, 2;
  insert into play_days (business_on, members, pairs, bets, stake_minor, payout_minor, valid_minor,
      counted_minor)
  select g.business_on, m.members, sum(g.members), sum(g.bets), sum(g.stake_minor), sum(g.payout_minor),
         sum(g.valid_minor), sum(g.counted_minor)
    from play_games g join (
      select starts_on, count(*) as members from play_members where span = 'day' group by 1) m
      on m.starts_on = g.business_on
   group by 1, 2;
end $$;
revoke execute on function figures_of_archive() from public;

-- Forgets all figures of play but those of bets that left in whole months; the next runs of fold_play sum
-- the others anew.
create or replace function forget_play() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from play_progress for update;
  delete from play_member_games;
  delete from play_members;
  delete from play_games;
  delete from play_spreads;
  delete from play_game_months;
  delete from play_days;
  perform figures_of_archive();
  update play_progress set folded_xid = '0';
end $$;
revoke execute on function forget_play() from public;
grant execute on function forget_play() to khlang_app;
