-- How many members registered, kept counted as deposits are (0047): the dashboard counted the day's members
-- one by one. Figure `registered`: by the date and the hour in Bangkok.

create function registered_moves(p_at timestamptz[], p_times integer) returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'registered', (at at time zone 'Asia/Bangkok')::date, array[bangkok_hour(at)], count(*) * p_times, 0
    from unnest(p_at) u (at) group by 2, 3 $$;
revoke execute on function registered_moves(timestamptz[], integer) from public;

create function roll_members() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform registered_moves((select array_agg(created_at) from new_rows), 1);
  elsif tg_op = 'DELETE' then
    perform registered_moves((select array_agg(created_at) from old_rows), -1);
  else
    perform registered_moves(array[old.created_at], -1);
    perform registered_moves(array[new.created_at], 1);
  end if;
  return null;
end $$;
revoke execute on function roll_members() from public;

create trigger roll_inserted after insert on members referencing new table as new_rows
  for each statement execute function roll_members();
create trigger roll_deleted after delete on members referencing old table as old_rows
  for each statement execute function roll_members();
-- Of this column alone: a member is written to all day, and registers once.
create trigger roll_updated after update of created_at on members
  for each row when (old.created_at is distinct from new.created_at) execute function roll_members();
alter table members enable always trigger roll_inserted;
alter table members enable always trigger roll_deleted;
alter table members enable always trigger roll_updated;

-- What counts everything anew counts members, too: the rest of it stays as it is in 0047.
alter function fill_rollups() rename to fill_money_rollups;
create function fill_rollups() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table members in share mode;
  perform fill_money_rollups();
  perform registered_moves((select array_agg(created_at) from members), 1);
  while fold_rollups(100000) > 0 loop end loop;
end $$;
revoke execute on function fill_rollups() from public;

-- Those who are there; nobody registers until this has been committed.
lock table members in share mode;
select registered_moves((select array_agg(created_at) from members), 1);
