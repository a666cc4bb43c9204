-- The activity log is read and sealed beside itself, off the money path: each row of it gets, within a second
-- or two, a number without gaps and a link over all before it, under a key that the database does not hold.

create table activity_seals (
  seq bigint primary key check (seq > 0),
  activity_id bigint not null unique,
  -- HMAC-SHA-256 over the link before, the number, the moment of sealing and the row as text
  link bytea not null check (length(link) = 32),
  sealed_at timestamptz not null,
  -- what lists filter by, copied from the row
  at timestamptz not null,
  actor_id text,
  entity text not null,
  entity_id text,
  action text not null,
  result text not null,
  address text,
  request_id text
);
create index activity_seals_at on activity_seals (at, seq);
create index activity_seals_actor on activity_seals (actor_id, at, seq);
create index activity_seals_entity on activity_seals (entity, at, seq);
create index activity_seals_action on activity_seals (action, at, seq);
create index activity_seals_entity_id on activity_seals (entity_id, at, seq);
create index activity_seals_address on activity_seals (address, at, seq);
create index activity_seals_request on activity_seals (request_id, at, seq);
create index activity_seals_refused on activity_seals (result, at, seq) where result <> 'done';

-- The head of the chain at a moment, signed (Ed25519). The same lines go to a file outside the database.
create table activity_checkpoints (
  seq bigint primary key references activity_seals,
  head bytea not null,
  at timestamptz not null,
  signature bytea not null check (length(signature) = 64)
);

-- The row as text, the same for whoever seals and whoever verifies.
create function activity_text(l activity_log) returns text language sql stable as $$
  select json_build_array(l.id, to_char(l.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.actor_kind,
    l.actor_id, l.actor_name, l.role_name, l.role_version, l.session_id, l.address, l.device, l.entity,
    l.entity_id, l.action, l.result, l.reason, l.before, l.after, l.detail, l.approval_id, l.request_id)::text
$$;

create trigger append_only before update or delete on activity_seals
  for each row execute function refuse_change();
create trigger append_only_whole before truncate on activity_seals
  for each statement execute function refuse_change();
create trigger append_only before update or delete on activity_checkpoints
  for each row execute function refuse_change();
create trigger append_only_whole before truncate on activity_checkpoints
  for each statement execute function refuse_change();

-- What the log itself is still asked for, in the moment of a decision, is about members. The rest of its
-- lists read the seals, so that a credit pays for no index of theirs.
drop index activity_log_entity_entity_id_id_idx, activity_log_actor_id_id_idx;
create index activity_log_member on activity_log (entity_id, id desc) where entity = 'member';

grant select, insert on activity_seals, activity_checkpoints to khlang_app;
