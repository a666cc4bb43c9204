-- Who may no longer play is in no game: whatever act takes a member's state away ends what they opened, and
-- tokens that wait. Bets are judged by the member's state itself.
create or replace function end_launches() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update game_launches set state = 'ended', ended_at = now()
   where member_id = new.id and state <> 'ended';
  return null;
end $$;
create or replace trigger end_launches after update of state on members for each row
  when (old.state = 'active' and new.state <> 'active') execute function end_launches();
