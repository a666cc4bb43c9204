-- Where a person went on behind a hole in an account's balances: what is missing still leads from the one
-- balance to the other, and happened between these times. A late message that does is proven at both ends.
create table chain_gaps (
  id uuid primary key default uuidv7(),
  bank_account_id uuid not null references bank_accounts,
  from_minor bigint not null,
  to_minor bigint not null check (to_minor <> from_minor),
  from_at timestamptz,
  to_at timestamptz not null,
  since timestamptz not null default now()
);
create index on chain_gaps (bank_account_id, since);
grant select, insert, update, delete on chain_gaps to khlang_app;
