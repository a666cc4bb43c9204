-- What the verifier found, run by run (safety A5): beside the chain, so that a screen can say when the log was
-- last proven whole.
create table activity_verifications (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  row_count bigint not null,
  took_ms integer not null,
  -- The first bad numbers, each {kind, seq, text}; empty: as it was sealed.
  findings jsonb not null
);
create index on activity_verifications (at desc);
grant select, insert on activity_verifications to khlang_app;
