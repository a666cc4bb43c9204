-- A member opens a game: the member site launches it and is given a token, which its provider opens once.
alter table game_providers add column launch_address text;
comment on column game_providers.launch_address is
  'Where its games are opened, with {game}, {token} and {lang}; null: none can be opened.';
alter table game_providers add constraint game_providers_launch_address check (
  launch_address like '%{token}%'
  and (launch_address like 'https://%' or is_sandbox and launch_address ~ '^http://127\.0\.0\.1:'));
comment on constraint game_providers_launch_address on game_providers is
  'no caller: providers are stored with the house';

create table game_launches (
  id uuid primary key default uuidv7(),
  provider_id uuid not null references game_providers (id),
  game_id uuid not null references games (id),
  member_id uuid not null references members (id),
  -- The token itself is told to the member site and kept nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'open', 'ended')),
  -- By which call its provider opened it: a repeat of that call is answered alike.
  opened_by bytea,
  created_at timestamptz not null,
  -- Of a token that waits: until when it may be opened. Of an open launch: until when it lasts.
  expires_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  constraint game_launches_opened check (
    num_nulls(opened_at, opened_by) in (0, 2)
    and (state = 'ended' or (state = 'open') = (opened_at is not null))),
  constraint game_launches_ended check ((state = 'ended') = (ended_at is not null))
);
comment on constraint game_launches_token_hash_key on game_launches is
  'no caller: tokens are 256 bits of chance';
comment on constraint game_launches_token_hash_check on game_launches is
  'no caller: the server hashes by SHA-256';
comment on constraint game_launches_state_check on game_launches is
  'no caller: the server knows no other';
comment on constraint game_launches_opened on game_launches is
  'no caller: the server sets these columns together';
comment on constraint game_launches_ended on game_launches is
  'no caller: the server sets these columns together';
-- A member plays one game at a provider.
create unique index game_launches_live on game_launches (member_id, provider_id) where state <> 'ended';
comment on index game_launches_live is
  'no caller: launches of a member hold their row, so come one after the other';
create index game_launches_expiry on game_launches (expires_at);
grant select, insert, update, delete on game_launches to khlang_app;
