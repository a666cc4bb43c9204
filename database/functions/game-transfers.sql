-- What a transfer is never changes, its state only goes on, and what its provider decided stands (ADR 0058).
create or replace function guard_game_transfers() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state = 'started' then return new; end if;
  elsif (new.id, new.provider_id, new.member_id, new.direction, new.amount_minor, new.request_key,
         new.business_on, new.created_at)
     is not distinct from (old.id, old.provider_id, old.member_id, old.direction, old.amount_minor,
         old.request_key, old.business_on, old.created_at)
     and (old.sent_at is null or new.sent_at = old.sent_at)
     and (case old.state
       -- Told once: from no other state it is told again.
       when 'started' then new.state in ('started', 'sent', 'done', 'failed')
       when 'sent' then new.state in ('sent', 'unknown', 'done', 'failed')
       when 'unknown' then new.state in ('unknown', 'done', 'failed')
       else new is not distinct from old end) then
    return new;
  end if;
  raise exception 'a transfer moves on, never back' using errcode = 'KL101';
end $$;
create or replace trigger guard_game_transfers before insert or update on game_transfers
  for each row execute function guard_game_transfers();

-- What came to a provider less what left it, up to the end of a day: in by the day on which the book has it,
-- out and back by the moment at which it was settled. Money whose way is not known counts as there.
create or replace function brought_in(p_provider uuid, p_on date, p_until timestamptz) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case direction when 'in' then amount_minor else -amount_minor end), 0)::bigint
    from game_transfers where provider_id = p_provider
     and case direction
       when 'in' then business_on <= p_on and not (state = 'failed' and settled_at < p_until)
       else state = 'done' and settled_at < p_until end $$;

-- What a provider holds for members: what they took there and did not bring back, less what they lost there
-- by its bet log. For people to look at: the sums of play come a second after the bets.
create or replace function held_at(p_provider uuid) returns bigint language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select brought_in(p_provider, 'infinity', 'infinity')
    - coalesce((select sum(f.stake_minor - f.payout_minor) from play_games f
                  join games g on g.id = f.game_id where g.provider_id = p_provider), 0)::bigint $$;

-- The same at the end of a day as the book has it: what was lost is out of it on the day of its movement,
-- which is a later one where the day was closed already.
create or replace function held_on(p_provider uuid, p_on date) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select brought_in(p_provider, p_on, business_day_ends(p_on))
    - coalesce((select sum(c.stake_minor - c.payout_minor) from ggr_closings c
                  join transfers t on t.id = c.transfer_id
                 where c.provider_id = p_provider and t.business_on <= p_on), 0)::bigint $$;
