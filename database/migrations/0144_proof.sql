-- What the book proves of itself while it runs: each promise, when it was looked at last, and what broke it.
create table proof_checks (
  code text primary key,
  checked_at timestamptz not null,
  took_ms integer not null,
  -- Rows that break it; null where it could not be looked at in its time.
  found bigint,
  -- One of them, as text.
  example text
);
grant select, insert, update on proof_checks to khlang_app;
