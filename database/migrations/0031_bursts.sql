-- The business day of a moment, sessions that are long over.

-- The day a moment belongs to: it begins at the brand's cut-off in Bangkok, as `businessOn` of the server
-- says.
create function business_day_of(p_at timestamptz) returns date
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select ((p_at at time zone 'Asia/Bangkok') - make_interval(mins =>
    coalesce((select (value ->> 'dayCutOffMinutes')::int from brand_settings), 0)))::date
$$;

-- As in 0023, but the day is the function's, which is asked about both sides of midnight.
create or replace function guard_adjustment_day() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.business_on not between business_day_of(now() - interval '5 minutes')
                             and business_day_of(now() + interval '5 minutes') then
    raise exception 'dayChosen' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- The product may not delete sessions: it asks for this, and the database judges their age. A person's last
-- full one stays, for the next sign-in tells of the one before.
create function forget_old_sessions(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_count integer;
begin
  delete from sessions where id in (
    select s.id from sessions s
     where s.expires_at < now() - interval '400 days'
       and (s.kind = 'preOtp' or exists (select from sessions later where later.employee_id = s.employee_id
              and later.kind = 'full' and later.id > s.id))
     limit p_most);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke all on function forget_old_sessions(integer) from public;
grant execute on function forget_old_sessions(integer) to khlang_app;
create index sessions_ended on sessions using brin (expires_at);
create index sessions_of_person on sessions (employee_id, id);
