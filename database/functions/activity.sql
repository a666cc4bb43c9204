-- The log of what people did.

-- For rows that are only ever added.
create or replace function refuse_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KL100';
end $$;

-- What is never allowed, whatever it says: the word of the refusal stands with the trigger.
create or replace function refuse_always() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'KL105';
end $$;

-- The row as text, the same for whoever seals and whoever verifies.
create or replace function activity_text(l activity_log) returns text language sql stable as $$
  select json_build_array(l.id, to_char(l.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.actor_kind,
    l.actor_id, l.actor_name, l.role_name, l.role_version, l.session_id, l.address, l.device, l.entity,
    l.entity_id, l.action, l.result, l.reason, l.before, l.after, l.detail, l.approval_id, l.request_id)::text
$$;
