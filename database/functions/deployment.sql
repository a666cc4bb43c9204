-- What is the deployment's own: which brand it is, restores, private files, chat places, old sessions.

-- Which brand and profile a database is of is written once.
create or replace function guard_deployment() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.profile = old.profile and new.made_at = old.made_at then return new; end if;
  raise exception 'deployment stays what it was made for' using errcode = 'KL100';
end $$;

-- A restored database is let go on once, under an approval that was asked for since; that it is of this
-- very restore, guard_links() judges.
create or replace function guard_restores() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.released_at is null
     and (new.id, new.restored_to, new.restored_at, new.source)
       = (old.id, old.restored_to, old.restored_at, old.source)
     and new.approval_id is distinct from old.approval_id
     and exists (select from approvals a
       where a.id = new.approval_id and a.created_at >= new.restored_at) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- The last judge of what stands still meanwhile, whatever the server thinks.
create or replace function guard_restored() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from restores where released_at is null) then
    raise exception 'restoredHeld' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- What was found under faults stays as it was found.
create or replace trigger append_only before update or delete or truncate on fault_runs
  for each statement execute function refuse_change();

-- A picture belongs to the one request whose frozen document names it, and its maker uploaded it; that of a
-- slip belongs to the slip, that of a provider or a game to its catalogue, what a provider
-- reported to its report. It is removed only while it is of
-- nothing, a day after it came.
create or replace function guard_private_files() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.attached_at is not null or old.removed_at is not null
     or (new.id, new.kind, new.purpose, new.sha256, new.bytes, new.width, new.height, new.uploaded_by,
         new.created_at)
        is distinct from (old.id, old.kind, old.purpose, old.sha256, old.bytes, old.width, old.height,
         old.uploaded_by, old.created_at) then
    raise exception 'fileFrozen' using errcode = 'KL105';
  end if;
  if new.removed_at is not null and old.created_at > now() - interval '24 hours' then
    raise exception 'fileTooYoung' using errcode = 'KL105';
  end if;
  if new.attached_at is not null and not exists (
    select from slips s
     where old.purpose = 'slip' and new.entity = 'slip' and s.id = new.entity_id
       and s.private_file_id = old.id) and not exists (
    select from catalogue_pictures c
     where old.purpose = 'catalogue' and new.entity = 'cataloguePicture' and c.id = new.entity_id
       and c.private_file_id = old.id) and not exists (
    select from provider_reports r
     where old.purpose = 'statementFile' and new.entity = 'providerReport' and r.id = new.entity_id
       and r.private_file_id = old.id) and not exists (
    select from approvals a
     where a.id = new.entity_id and a.maker_id = old.uploaded_by
       and a.document #>> '{evidence,id}' = old.id::text
       and a.document #>> '{evidence,sha256}' = encode(old.sha256, 'hex')) then
    raise exception 'fileNotNamed' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- The place of a chat group in one text, as a second person agrees to it.
create or replace function chat_place(p_channel text, p_target text, p_base_url text) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select concat_ws(' ', p_channel, p_target, p_base_url) $$;

-- The program may only write down what an approval of this very group and place says.
create or replace function guard_group_place() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.agreed_place is not null and not exists (
    select from approvals a
     where a.kind = 'groupPlace' and a.entity = 'group' and a.state = 'approved'
       and a.entity_id = outside_id('grp', new.id) and a.document ->> 'place' = new.agreed_place) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- The product may not delete sessions: it asks for this, and the database judges their age. A person's last
-- full one stays, for the next sign-in tells of the one before. The newest of all stays whatever its row says
-- of its age: several judges know by it that the start, which makes people and decisions, is long over.
create or replace function forget_old_sessions(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_count integer;
begin
  delete from sessions where id = any(array(
    select s.id from sessions s
     where s.expires_at < now() - interval '400 days' and exists (select from sessions n where n.id > s.id)
       and (s.kind = 'preOtp' or exists (select from sessions later where later.employee_id = s.employee_id
              and later.kind = 'full' and later.id > s.id))
     limit p_most));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke all on function forget_old_sessions(integer) from public;
grant execute on function forget_old_sessions(integer) to khlang_app;

-- What told people and groups of something, when nobody reads it any more: notifications a day after inboxes
-- stop showing them, and what was read of them; messages to groups as long after they ended. A notification
-- by which administrators were told of a link stays for ever. Events are kept 400 days, for they say what was
-- told already: a request that waits longer would be told anew.
create or replace function forget_old_notices(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count integer;
  v_most integer;
begin
  delete from notification_reads where ctid = any(array(
    select d.ctid from (select id from notifications
        where created_at < now() - interval '31 days' order by created_at) n
      cross join lateral (select r.ctid from notification_reads r where r.notification_id = n.id offset 0) d
     limit p_most));
  get diagnostics v_most = row_count;
  -- The oldest alone are looked at: what was read of them has just been deleted, or is the next time.
  delete from notifications where id = any(array(
    select n.id from (select o.id from notifications o
        where o.created_at < now() - interval '31 days'
          and not exists (select from employee_link_tellings t where t.notification_id = o.id)
        order by o.created_at limit p_most) n
     where not exists (select from notification_reads d where d.notification_id = n.id offset 0)));
  get diagnostics v_count = row_count;
  v_most := greatest(v_most, v_count);
  delete from chat_deliveries where id = any(array(
    select id from chat_deliveries where done_at < now() - interval '31 days' order by done_at
     limit p_most));
  get diagnostics v_count = row_count;
  v_most := greatest(v_most, v_count);
  delete from events where id = any(array(
    select e.id from events e
     where e.at < now() - interval '400 days' and e.id <= (select group_event_id from event_progress)
       and not exists (select from notifications n where n.event_id = e.id)
     order by e.at limit p_most));
  get diagnostics v_count = row_count;
  return greatest(v_most, v_count);
end $$;
revoke all on function forget_old_notices(integer) from public;
grant execute on function forget_old_notices(integer) to khlang_app;
