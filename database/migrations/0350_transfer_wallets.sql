-- Providers that keep wallets themselves: money that members take there and bring back, and what such a
-- provider's bet log was read up to (ADR 0058).
alter table game_providers
  -- Where it is called: money in and out, and its bet log. Null of providers that call us.
  add column api_address text,
  -- Where the pretend provider listens since the last start; of the sandbox alone.
  add column sandbox_address text,
  add constraint game_providers_api_address check (
    api_address like 'https://%' or is_sandbox and api_address ~ '^http://127\.0\.0\.1:'),
  add constraint game_providers_sandbox_address check (
    sandbox_address is null or is_sandbox and sandbox_address ~ '^http://127\.0\.0\.1:');
comment on constraint game_providers_api_address on game_providers is
  'no caller: the contract takes no other';
comment on constraint game_providers_sandbox_address on game_providers is
  'no caller: the start of the sandbox alone writes it';

update approval_links set guards = guards || '[{"apiAddress": "api_address"}]'
 where kind = 'gameProviderSetup';

-- Money on its way between a member's wallet here and the one that the provider keeps for them. Each row is
-- told to its provider once; what became of it is asked by its id as often as it takes.
create table game_transfers (
  id uuid primary key default uuidv7(),
  provider_id uuid not null references game_providers (id),
  member_id uuid not null references members (id),
  -- Seen from us: in takes money into the game.
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  -- By what the member site knows it again.
  request_key text not null,
  -- started: stored, and nobody has told the provider. sent: somebody tells it at this moment, or did.
  -- unknown: told, and no clear answer came. done and failed are the provider's clear word.
  state text not null default 'started' check (state in ('started', 'sent', 'unknown', 'done', 'failed')),
  provider_ref text,
  -- Why it failed or is unknown, in the provider's word or ours.
  reason text,
  -- How often the provider was asked about it.
  tries integer not null default 0,
  business_on date not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  asked_at timestamptz,
  next_ask_at timestamptz,
  settled_at timestamptz,
  constraint game_transfers_settled check (
    (state in ('done', 'failed')) = (settled_at is not null)
    and (state in ('done', 'failed')) = (next_ask_at is null)),
  constraint game_transfers_request_key unique (member_id, request_key)
);
comment on constraint game_transfers_direction_check on game_transfers is
  'no caller: the contract takes no other';
comment on constraint game_transfers_amount_minor_check on game_transfers is
  'no caller: the contract takes no less';
comment on constraint game_transfers_state_check on game_transfers is 'no caller: the server knows no other';
comment on constraint game_transfers_settled on game_transfers is
  'no caller: the server sets these columns together';
comment on constraint game_transfers_request_key on game_transfers is
  'no caller: transfers of a member hold their row, and the key is looked up first';
create index game_transfers_open on game_transfers (next_ask_at) where next_ask_at is not null;
create index game_transfers_of_provider on game_transfers (provider_id)
  include (direction, state, amount_minor);
grant select, insert, update on game_transfers to khlang_app;

-- How far a provider's bet log is read.
create table game_feeds (
  provider_id uuid primary key references game_providers (id),
  -- In the provider's own words.
  cursor text not null default '',
  read_at timestamptz
);
grant select, insert, update on game_feeds to khlang_app;
