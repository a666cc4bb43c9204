-- Withdrawals, their checks and claims, and the payouts sent for them.

-- A way money leaves by: an HTTP service that pays out. The secret signs our calls and is sealed.
create table payment_rails (
  id uuid primary key default uuidv7(),
  name text not null unique,
  base_url text not null,
  secret bytea not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  created_at timestamptz not null default now()
);
alter table bank_accounts add column rail_id uuid references payment_rails;

create sequence withdrawal_reference;
create table withdrawals (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  member_id uuid not null references members,
  request_key text not null unique,
  state text not null check (state in ('review', 'approved', 'sending', 'paid', 'failed', 'unknown', 'rejected', 'cancelled')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- The account frozen at request: a later change of the member's account does not move this payout.
  to_bank text not null,
  to_account_no text not null,
  to_account_name text not null,
  bank_account_id uuid references bank_accounts,
  checks jsonb not null default '[]',
  band text check (band in ('auto', 'onePerson', 'twoPeople')),
  is_phone_request boolean not null default false,
  claimed_by uuid references employees,
  claimed_until timestamptz,
  first_approved_by uuid references employees,
  first_approved_at timestamptz,
  decided_by uuid references employees,
  decided_at timestamptz,
  decision_kind text check (decision_kind in ('auto', 'employee', 'member')),
  reason_code text,
  remark_member text,
  remark_staff text,
  is_sole_owner boolean not null default false,
  credit_before_minor bigint,
  credit_after_minor bigint,
  holds integer not null default 1,
  tries integer not null default 0,
  bank_ref text,
  settled_line_id uuid unique references statement_lines,
  sla_ends_at timestamptz not null,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  paid_at timestamptz,
  business_on date not null,
  version integer not null default 1,
  check (first_approved_by is null or decided_by is null or first_approved_by <> decided_by or is_sole_owner),
  check (band is distinct from 'twoPeople' or state in ('review', 'rejected', 'cancelled') or first_approved_by is not null
    or is_sole_owner)
);
create unique index withdrawals_one_open on withdrawals (member_id)
  where state in ('review', 'approved', 'sending', 'failed', 'unknown');
create index on withdrawals (member_id, id desc);
create index on withdrawals (state, id desc);
create index on withdrawals (business_on, state);
create index withdrawals_in_flight on withdrawals (bank_account_id, amount_minor) where state in ('sending', 'unknown', 'paid');

-- One row per attempt at a rail; its id is the rail's idempotency key. `sending` is committed before the call.
create table payouts (
  id uuid primary key default uuidv7(),
  withdrawal_id uuid not null references withdrawals,
  attempt integer not null check (attempt > 0),
  bank_account_id uuid not null references bank_accounts,
  rail_id uuid not null references payment_rails,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'sending' check (state in ('sending', 'accepted', 'succeeded', 'failed', 'unknown')),
  rail_ref text,
  answer jsonb,
  evidence jsonb,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (withdrawal_id, attempt)
);
create unique index payouts_one_live on payouts (withdrawal_id) where state <> 'failed';
create index payouts_open on payouts (state, created_at) where state in ('sending', 'accepted', 'unknown');

grant select, insert, update on withdrawals, payouts, payment_rails to khlang_app;
grant usage on sequence withdrawal_reference to khlang_app;
