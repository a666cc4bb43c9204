-- Whether a provider takes bets now: by what was pressed, and by its window, which begins and ends by itself.
create or replace function provider_state(p_state text, p_from timestamptz, p_until timestamptz) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when p_state = 'active' and now() >= p_from and now() < p_until then 'maintenance'
    else p_state end $$;

-- A provider that was closed is used again when two said so: no other state leads around it.
create or replace function guard_provider_opened() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.setup_approval_id is null or new.setup_approval_id is not distinct from old.setup_approval_id
     or not exists (select from approvals a where a.id = new.setup_approval_id
          and a.document ->> 'state' = new.state) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_provider_opened before update of state on game_providers for each row
  when (old.state = 'closed' and new.state <> 'closed')
  execute function guard_provider_opened();

-- One that two agreed to was agreed to as it stands, its place included. Alone a provider of the pretend
-- outside world comes into use, and no other.
create or replace function guard_provider_added() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.setup_approval_id is null and (new.is_sandbox or new.state = 'closed')
     or exists (select from approvals a where a.id = new.setup_approval_id
      and a.document ->> 'gamesAddress' is not distinct from new.games_address
      and a.document ->> 'apiAddress' is not distinct from new.api_address
      and a.document ->> 'launchAddress' is not distinct from new.launch_address
      and a.document ->> 'replayAddress' is not distinct from new.replay_address
      and a.document ->> 'state' = new.state) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_provider_added before insert on game_providers for each row
  execute function guard_provider_added();
