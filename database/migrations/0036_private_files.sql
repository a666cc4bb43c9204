-- Pictures that people upload as proof: who, what, and for which act. The bytes lie beside the database,
-- sealed, in a folder of the program's data; here is what they must be.
create table private_files (
  id uuid primary key default uuidv7(),
  kind text not null check (kind = 'picture'),
  purpose text not null check (purpose = 'accountChange'),
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_by uuid not null references employees,
  created_at timestamptz not null default now(),
  -- What it proves: once, and for good.
  entity text,
  entity_id uuid,
  attached_at timestamptz,
  -- Nobody used it: the bytes are gone, the row stays.
  removed_at timestamptz,
  check ((entity is null) = (entity_id is null) and (entity is null) = (attached_at is null)),
  check (entity is null or entity = 'approval'),
  check (attached_at is null or removed_at is null)
);
create unique index private_files_thing on private_files (entity, entity_id);
create index private_files_loose on private_files (created_at)
  where attached_at is null and removed_at is null;

grant select on private_files to khlang_app;
grant insert (id, kind, purpose, sha256, bytes, width, height, uploaded_by) on private_files to khlang_app;
grant update (entity, entity_id, attached_at, removed_at) on private_files to khlang_app;

-- A picture belongs to the one request whose frozen document names it, and its maker uploaded it. It is
-- removed only while it belongs to nothing, a day after it came.
create function guard_private_files() returns trigger language plpgsql
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
    select from approvals a
     where a.id = new.entity_id and a.maker_id = old.uploaded_by
       and a.document #>> '{evidence,id}' = old.id::text
       and a.document #>> '{evidence,sha256}' = encode(old.sha256, 'hex')) then
    raise exception 'fileNotNamed' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_private_files before update on private_files
  for each row execute function guard_private_files();
