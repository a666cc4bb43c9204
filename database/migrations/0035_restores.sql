-- A database that was brought back to an earlier moment does not know what was paid, credited and told since:
-- it pays, credits and tells nothing by itself until two people have let it go on. The row is written by
-- whoever restores, as the owner; the server reads it and can release it, once, under an approval.
create table restores (
  id uuid primary key default uuidv7(),
  -- The moment of the database, and when it was brought back to it.
  restored_to timestamptz not null,
  restored_at timestamptz not null default now(),
  -- The base copy, or "own" where the operator's own tools restored.
  source text not null check (length(source) between 1 and 200),
  released_at timestamptz,
  approval_id uuid unique references approvals,
  check ((released_at is null) = (approval_id is null))
);
grant select, update (released_at, approval_id) on restores to khlang_app;

create function guard_restores() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.released_at is null
     and (new.id, new.restored_to, new.restored_at, new.source)
       = (old.id, old.restored_to, old.restored_at, old.source)
     and exists (select from approvals a where a.id = new.approval_id and a.kind = 'restoredRelease'
       and a.state = 'approved' and a.created_at >= new.restored_at
       and a.document ->> 'restoreId' = new.id::text) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_restores before update or delete on restores
  for each row execute function guard_restores();
create trigger guard_restores_whole before truncate on restores
  for each statement execute function guard_restores();

-- The last judge of what stands still meanwhile, whatever the server thinks.
create function guard_restored() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from restores where released_at is null) then
    raise exception 'restoredHeld' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_restored before insert on payouts
  for each row execute function guard_restored();
create trigger guard_restored before insert or update of state on deposits for each row
  when (new.state = 'credited' and new.by_kind = 'auto') execute function guard_restored();
create trigger guard_restored_auto before insert or update of state, band on withdrawals for each row
  when (new.state = 'approved' and new.band = 'auto') execute function guard_restored();

alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check check (ended_by in
  ('logout', 'replaced', 'otherSession', 'admin', 'passwordChange', 'otpChange', 'otpFailures', 'tooMany',
   'reset', 'restored'));
