-- Own bank accounts, the phones that report their movements, the messages, the lines read from them, the
-- deposits.

create table devices (
  id uuid primary key default uuidv7(),
  name text not null,
  state text not null default 'online' check (state in ('online', 'paused', 'revoked')),
  last_seen_at timestamptz,
  battery_bps integer check (battery_bps between 0 and 10000),
  created_at timestamptz not null default now()
);

create table bank_accounts (
  id uuid primary key default uuidv7(),
  bank text not null,
  account_no text not null,
  account_name text not null,
  label text not null,
  role text not null check (role in ('deposit', 'withdrawal', 'holding')),
  state text not null default 'active' check (state in ('active', 'paused', 'frozen')),
  priority integer not null default 100,
  -- The balance typed in at set-up: where the chain begins.
  anchor_balance_minor bigint not null check (anchor_balance_minor >= 0),
  anchor_at timestamptz not null default now(),
  has_balances boolean not null default true,
  uses_unique_satang boolean not null default false,
  transfer_limit_minor bigint check (transfer_limit_minor > 0),
  day_limit_minor bigint check (day_limit_minor > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (bank, account_no)
);
-- Moves with every line; apart from bank_accounts so that settings and traffic do not wait for each other.
create table bank_account_feeds (
  bank_account_id uuid primary key references bank_accounts,
  last_balance_minor bigint not null,
  last_line_id uuid,
  last_line_at timestamptz,
  last_message_at timestamptz,
  is_broken boolean not null default false
);

-- Which sender of which phone may speak of which account; nothing is believed by its text alone.
create table device_senders (
  device_id uuid not null references devices,
  bank_account_id uuid not null references bank_accounts,
  source text not null check (source in ('sms', 'push')),
  sender text not null,
  primary key (device_id, source, sender, bank_account_id)
);

-- What the phones sent, as they sent it, for ever.
create table bank_messages (
  id uuid primary key default uuidv7(),
  device_id uuid not null references devices,
  external_id text not null check (length(external_id) between 1 and 100),
  source text not null check (source in ('sms', 'push')),
  sender text not null,
  raw_text text not null,
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  state text not null check (state in ('read', 'joined', 'duplicate', 'notMoney', 'parseFailed',
    'senderUnknown')),
  failure text,
  parsed jsonb,
  parse_version integer,
  bank_account_id uuid references bank_accounts,
  statement_line_id uuid,
  dismissed_at timestamptz,
  dismissed_by uuid references employees,
  unique (device_id, external_id)
);
create index on bank_messages (state, id desc) where state in ('parseFailed', 'senderUnknown');
create index on bank_messages (statement_line_id);

create table statement_lines (
  id uuid primary key default uuidv7(),
  bank_account_id uuid not null references bank_accounts,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  bank_time timestamptz,
  bank_time_precision text not null check (bank_time_precision in ('second', 'minute', 'day', 'none')),
  received_at timestamptz not null,
  balance_after_minor bigint,
  payer_bank text,
  payer_mask text,
  payer_name text,
  channel text,
  ref text,
  own_mask text,
  flags text[] not null default '{}',
  source text not null check (source in ('sms', 'push', 'gateway', 'file', 'manual')),
  dedupe_key text not null,
  chain text not null check (chain in ('linked', 'afterHole', 'contradiction', 'noBalance', 'hint')),
  state text not null check (state in ('waiting', 'autoMatched', 'suggested', 'unmatched', 'manualMatched',
    'ignored',
    'internalTransfer', 'income', 'refundPending', 'refunded', 'unlinked', 'duplicate', 'quarantined',
      'rejected', 'settled')),
  hint_until timestamptz,
  score integer,
  reason text,
  -- Of the decision: whom the line most looks like, and how many were in question.
  best_member_id uuid references members,
  suggestion_count integer not null default 0,
  match_evidence jsonb,
  handled_by uuid references employees,
  handled_at timestamptz,
  business_on date not null,
  value_on date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (bank_account_id, dedupe_key)
);
create index on statement_lines (bank_account_id, id desc);
create index statement_lines_open on statement_lines (id desc)
  where state in ('waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked', 'refundPending');
create index on statement_lines (business_on, direction, state);
create index on statement_lines (amount_minor, id desc);
-- What waits on an account: hints for their line, lines behind a hole for the message that is missing.
create index statement_lines_waiting on statement_lines (bank_account_id, id) where state = 'waiting';
create index statement_lines_hints on statement_lines (bank_account_id, amount_minor, id)
  where chain = 'hint';
alter table bank_messages add foreign key (statement_line_id) references statement_lines;

create sequence deposit_reference;
create table deposits (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  member_id uuid not null references members,
  state text not null check (state in ('created', 'pending', 'credited', 'expired', 'rejected', 'reversed')),
  method text not null check (method in ('bank', 'qr', 'truewallet', 'gateway', 'slip', 'manual')),
  amount_requested_minor bigint check (amount_requested_minor > 0),
  amount_minor bigint check (amount_minor > 0),
  is_unique_satang boolean not null default false,
  bank_account_id uuid references bank_accounts,
  statement_line_id uuid,
  from_bank text,
  from_account_no text,
  -- The reference of a verified slip or of a gateway's order: proves one transfer, so it is used once.
  slip_ref text unique,
  gateway_ref text unique,
  credit_before_minor bigint,
  credit_after_minor bigint,
  by_kind text not null check (by_kind in ('auto', 'employee', 'member')),
  by_id uuid references employees,
  remark_member text,
  remark_staff text,
  reason_code text,
  expires_at timestamptz,
  sla_ends_at timestamptz,
  created_at timestamptz not null default now(),
  credited_at timestamptz,
  business_on date not null,
  credits integer not null default 0,
  version integer not null default 1,
  check ((state in ('credited', 'reversed')) = (credited_at is not null)),
  check (state <> 'credited' or amount_minor is not null)
);
-- "Once" is structural: a line credits one deposit; a reversed one lets the line go.
create unique index deposits_one_per_line on deposits (statement_line_id) where state = 'credited';
create unique index deposits_unique_satang on deposits (bank_account_id, amount_requested_minor)
  where state = 'created' and is_unique_satang;
create index on deposits (member_id, id desc);
create index deposits_open on deposits (bank_account_id, amount_requested_minor)
  where state in ('created', 'pending');
create index on deposits (state, id desc);
create index on deposits (business_on, state);

-- What a person must know of: unreadable messages, broken chains, silent phones.
create table alarms (
  id uuid primary key default uuidv7(),
  code text not null,
  entity text not null,
  entity_id text not null,
  detail jsonb not null default '{}',
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);
create unique index on alarms (code, entity_id) where cleared_at is null;

grant select, insert, update on devices, bank_accounts, bank_account_feeds, device_senders, bank_messages,
  statement_lines,
  deposits, alarms to khlang_app;
grant usage on sequence deposit_reference to khlang_app;
