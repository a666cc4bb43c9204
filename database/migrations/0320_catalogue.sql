-- The catalogue of game providers and games: what people set of them, and what two must agree to.
create table catalogue_pictures (
  id uuid primary key default uuidv7(),
  -- Of a provider or of a game: its picture is the one that its row names, earlier ones stay.
  provider_id uuid references game_providers (id),
  game_id uuid references games (id),
  private_file_id uuid not null unique references private_files (id),
  uploaded_by uuid not null references employees (id),
  created_at timestamptz not null default now(),
  constraint catalogue_pictures_of_one check (num_nonnulls(provider_id, game_id) = 1)
);
comment on constraint catalogue_pictures_private_file_id_key on catalogue_pictures is
  'no caller: a file is kept in the transaction that names it';
comment on constraint catalogue_pictures_of_one on catalogue_pictures is
  'no caller: the server names one of the two';
grant select, insert on catalogue_pictures to khlang_app;

alter table private_files drop constraint private_files_purpose_check;
alter table private_files add constraint private_files_purpose_check
  check (purpose in ('accountChange', 'statementFile', 'slip', 'catalogue'));
alter table private_files drop constraint private_files_entity_check;
alter table private_files add constraint private_files_entity_check
  check (entity in ('approval', 'slip', 'cataloguePicture'));

alter table game_providers
  add column currency text not null default 'THB' check (currency = 'THB'),
  -- What the house pays it, of what it won.
  add column fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  -- The end and the age are all that is ever shown of the secret.
  add column secret_last4 text not null default '',
  add column secret_at timestamptz not null default now(),
  -- Where it tells its games, asked with its secret; null: they are added by hand.
  add column games_address text,
  add column position integer not null default 0,
  -- It is maintained from here until there, whatever anybody presses meanwhile.
  add column maintenance_from timestamptz,
  add column maintenance_until timestamptz,
  add column logo_id uuid references catalogue_pictures (id),
  add column setup_approval_id uuid unique references approvals (id),
  add constraint game_providers_maintenance check (
    num_nulls(maintenance_from, maintenance_until) in (0, 2) and maintenance_from < maintenance_until);
comment on constraint game_providers_currency_check on game_providers is
  'no caller: it is written by its default alone';
comment on constraint game_providers_fee_bps_check on game_providers is
  'no caller: the contract takes no other';
comment on constraint game_providers_setup_approval_id_key on game_providers is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint game_providers_maintenance on game_providers is 'no caller: the server looks first';
comment on constraint game_providers_code_key on game_providers is
  'no caller: the server looks first, and a second one at the same moment is refused when it is agreed to';
comment on constraint game_providers_code_check on game_providers is 'no caller: the contract takes no other';
comment on constraint game_providers_min_minor_check on game_providers is
  'no caller: the contract takes no less';
comment on constraint game_providers_check on game_providers is 'no caller: the server looks first';
comment on constraint game_providers_state_check on game_providers is
  'no caller: the contract takes no other';

alter table games
  -- What comes back of stakes in the long run, as its provider says; null: it does not.
  add column rtp_bps integer check (rtp_bps between 0 and 10000),
  add column volatility text check (volatility in ('low', 'medium', 'high')),
  add column tags text[] not null default '{}' check (tags <@ '{hot,new,recommended}'::text[]),
  add column position integer not null default 0,
  -- How much of a stake counts towards turnover.
  add column contribution_bps integer not null default 10000 check (contribution_bps between 0 and 10000),
  -- Members of these levels are not offered it.
  add column blocked_levels integer[] not null default '{}',
  add column image_id uuid references catalogue_pictures (id);
update games set contribution_bps = 0 where type = 'lotto';
comment on constraint games_rtp_bps_check on games is 'no caller: the contract takes no other';
comment on constraint games_volatility_check on games is 'no caller: the contract takes no other';
comment on constraint games_tags_check on games is 'no caller: the contract takes no other';
comment on constraint games_contribution_bps_check on games is 'no caller: the contract takes no other';
comment on constraint games_provider_id_code_key on games is 'no caller: whoever adds one looks first';
comment on constraint games_type_check on games is 'no caller: the contract takes no other';
comment on constraint games_state_check on games is 'no caller: the contract takes no other';

-- What a provider told of its games when somebody asked: it is applied as it was shown, or not at all.
create table game_listings (
  provider_id uuid primary key references game_providers (id),
  games jsonb not null,
  told_at timestamptz not null default now(),
  asked_by uuid not null references employees (id)
);
grant select, insert, update on game_listings to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('gameProviderSetup', 'game_providers', 'setup_approval_id',
    '{"providerId": "gpr:id", "adapter": "adapter", "secret": "secret", "addresses": "addresses",
      "minMinor": "min_minor", "maxMinor": "max_minor", "feeBps": "fee_bps"}',
    '[{"adapter": "adapter"}, {"secret": "secret"}, {"addresses": "addresses"}, {"minMinor": "min_minor"},
      {"maxMinor": "max_minor"}, {"feeBps": "fee_bps"}, {"gamesAddress": "games_address"}]');
insert into approval_needs (kind, requires) values
  ('gameProviderSetup', '{"gameManagement": {"isUpdate": true}}');

-- A provider and a game are known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'reconcileDay' then 'rcd'
    when 'shift' then 'shf' when 'settingsVersion' then 'stv' when 'taughtFormat' then 'tft'
    when 'bookingRule' then 'bkr' when 'blacklistEntry' then 'ble' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' when 'slip' then 'slp' when 'slipService' then 'sls'
    when 'gameProvider' then 'gpr' when 'game' then 'gam' end $$;
