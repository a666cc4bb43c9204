-- What a database was made for and by which key, written at the first start. The server's role neither reads
-- nor changes it: a production never runs on a sandbox's database, nor under another key.
create table deployment (
  only_row boolean primary key default true check (only_row),
  profile text not null check (profile in ('sandbox', 'production')),
  -- The brand key, from which all others come: AES-256-GCM under the master key, 12 + 32 + 16 bytes.
  wrapped_key bytea not null check (length(wrapped_key) = 60),
  made_at timestamptz not null default now(),
  wrapped_at timestamptz not null default now()
);

create function guard_deployment() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.profile = old.profile and new.made_at = old.made_at then return new; end if;
  raise exception 'deployment stays what it was made for' using errcode = 'KL100';
end $$;
create trigger guard_deployment before update or delete on deployment
  for each row execute function guard_deployment();
create trigger guard_deployment_whole before truncate on deployment
  for each statement execute function guard_deployment();
