-- The months of bets and of what became of them.

-- Makes what months of bets want, where they have it not.
create or replace function open_bet_months(p_from date, p_to date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_from);
  v_of text;
begin
  while v_month <= p_to loop
    foreach v_of in array array['bets', 'bet_outcomes'] loop
      if to_regclass('public.' || v_of || to_char(v_month, '_YYYY_MM')) is null then
        execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
          v_of || to_char(v_month, '_YYYY_MM'), v_of,
          least_id(v_month::timestamp at time zone 'Asia/Bangkok'),
          least_id((v_month + interval '1 month') at time zone 'Asia/Bangkok'));
      end if;
    end loop;
    v_month := v_month + interval '1 month';
  end loop;
end $$;
revoke execute on function open_bet_months(date, date) from public;
grant execute on function open_bet_months(date, date) to khlang_app;

-- Whether the figures of play hold everything that became of the bets of a month.
create or replace function is_month_folded(p_month date) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return not exists (select from bet_outcomes o, play_progress p where o.xid >= p.folded_xid
    and o.bet_id >= least_id(p_month::timestamp at time zone 'Asia/Bangkok')
    and o.bet_id < least_id((p_month + interval '1 month') at time zone 'Asia/Bangkok'));
end $$;

-- Sums what became of the bets of a month that is to leave, and compares the figures of its days with all
-- that is known of them: what is in the tables, and what stayed of months that left.
-- Answers how many games of days differ.
create or replace function sum_bet_month(p_month date) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_differ bigint;
begin
  if exists (select from bet_archives where month = p_month and state = 'archived') then
    raise exception 'the month has left' using errcode = '55000';
  end if;
  delete from archived_play where month = p_month;
  insert into archived_play
  select p_month, o.business_on, o.game_id, o.member_id, sum(o.bets), sum(o.stake_minor),
         sum(o.payout_minor), sum(o.valid_minor), sum(o.counted_minor)
    from bet_outcomes o
   where o.bet_id >= least_id(p_month::timestamp at time zone 'Asia/Bangkok')
     and o.bet_id < least_id((p_month + interval '1 month') at time zone 'Asia/Bangkok')
   group by 2, 3, 4;
  with days as (select distinct business_on from archived_play where month = p_month),
  known as (
    select business_on, game_id, sum(bets) as bets, sum(stake_minor) as stake, sum(payout_minor) as payout,
           sum(valid_minor) as valid, sum(counted_minor) as counted
      from (select o.business_on, o.game_id, o.bets, o.stake_minor, o.payout_minor, o.valid_minor,
                   o.counted_minor
              from bet_outcomes o where o.business_on in (select business_on from days)
            union all
            select a.business_on, a.game_id, a.bets, a.stake_minor, a.payout_minor, a.valid_minor,
                   a.counted_minor
              from archived_play a join bet_archives b on b.month = a.month and b.state = 'archived'
             where a.business_on in (select business_on from days)) x
     group by 1, 2),
  figures as (select f.* from play_games f where f.business_on in (select business_on from days))
  select count(*) into v_differ
    from known k full join figures f using (business_on, game_id)
   where (k.bets, k.stake, k.payout, k.valid, k.counted) is distinct from
         (f.bets::numeric, f.stake_minor::numeric, f.payout_minor::numeric, f.valid_minor::numeric,
          f.counted_minor::numeric);
  return v_differ;
end $$;
revoke execute on function sum_bet_month(date) from public;
grant execute on function sum_bet_month(date) to khlang_app;

-- Takes a month out of the tables of bets, as its row and its file say. Its own tables stay, as
-- archived_bets_YYYY_MM and archived_bet_outcomes_YYYY_MM, and nothing of them is lost. Nobody waits for it
-- longer than a blink: where somebody uses the tables it gives up (55P03), and comes again.
-- p_last: the newest transaction that the file holds. Answers false where something came after it.
create or replace function detach_bet_month(p_id uuid, p_last xid8) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set lock_timeout = '300ms' as $$
declare
  v_month date;
  v_of text;
  v_last xid8;
  v_is_running boolean;
begin
  select month into v_month from bet_archives where id = p_id and state = 'waiting' for update;
  if not found then return false; end if;
  perform from play_progress for update;
  lock table bets in access exclusive mode;
  lock table bet_outcomes in access exclusive mode;
  execute format('select max(xid) from public.%I', 'bet_outcomes' || to_char(v_month, '_YYYY_MM'))
    into v_last;
  execute format($q$select exists (select from public.%I where state = 'running')$q$,
    'bets' || to_char(v_month, '_YYYY_MM')) into v_is_running;
  if v_is_running or v_last is distinct from p_last or not is_month_folded(v_month) then
    return false;
  end if;
  foreach v_of in array array['bets', 'bet_outcomes'] loop
    execute format('alter table public.%I detach partition public.%I', v_of,
      v_of || to_char(v_month, '_YYYY_MM'));
    execute format('alter table public.%I rename to %I', v_of || to_char(v_month, '_YYYY_MM'),
      'archived_' || v_of || to_char(v_month, '_YYYY_MM'));
  end loop;
  update bet_archives set state = 'archived', reason = null, archived_at = clock_timestamp() where id = p_id;
  return true;
end $$;
revoke execute on function detach_bet_month(uuid, xid8) from public;
grant execute on function detach_bet_month(uuid, xid8) to khlang_app;

-- Brings a month back that left, for an administrator of the database: its bets are found again, and leave
-- once more when the time for it is over. The figures stay as they are, for they hold it either way.
create or replace function attach_bet_month(p_month date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_month);
  v_of text;
begin
  perform from bet_archives where month = v_month and state = 'archived' for update;
  if not found then
    raise exception 'no month % is in the archive', to_char(v_month, 'YYYY-MM') using errcode = '55000';
  end if;
  perform from play_progress for update;
  foreach v_of in array array['bets', 'bet_outcomes'] loop
    execute format('alter table public.%I rename to %I', 'archived_' || v_of || to_char(v_month, '_YYYY_MM'),
      v_of || to_char(v_month, '_YYYY_MM'));
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', v_of,
      v_of || to_char(v_month, '_YYYY_MM'), least_id(v_month::timestamp at time zone 'Asia/Bangkok'),
      least_id((v_month + interval '1 month') at time zone 'Asia/Bangkok'));
  end loop;
  update bet_archives set state = 'attached', attached_at = now()
   where month = v_month and state = 'archived';
end $$;
revoke execute on function attach_bet_month(date) from public;
