-- Voids of bets by people: who may say it, and what follows from it.

-- It is said of a bet as it stands and as two were shown it.
create or replace function guard_bet_voids() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.created_at <> now() or not exists (
       select from bets b
        where b.id = new.bet_id and b.version = new.bet_version and b.member_id = new.member_id
          and b.state <> 'void' and b.stake_minor = new.stake_minor
          and b.payout_minor = new.payout_minor) then
    raise exception 'voidNotOfBet' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_bet_voids before insert on bet_voids for each row
  execute function guard_bet_voids();

-- At the end of the transaction the bet is void by this word and no other.
create or replace function guard_bet_void_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from bets b
      join play_words w on w.provider_id = b.provider_id
        and w.transaction_ref = 'cancel ' || outside_id('bet', b.id)
     where b.id = new.bet_id and b.state = 'void' and b.version = new.bet_version + 1
       and w.kind = 'cancel' and w.bet_id = b.id and w.outcome = 'done') then
    raise exception 'voidNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_bet_void_whole on bet_voids;
create constraint trigger guard_bet_void_whole after insert on bet_voids
  deferrable initially deferred for each row execute function guard_bet_void_whole();

-- That a bet never was, nobody says but two people, just now.
create or replace function guard_cancel_words() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from bet_voids v where v.bet_id = new.bet_id and v.created_at = now()) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_cancel_words before insert on play_words for each row
  when (new.kind = 'cancel') execute function guard_cancel_words();
