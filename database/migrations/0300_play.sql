-- Game providers and their games, what members bet with them, and what providers told us: each word of theirs
-- is taken once for ever.
create table game_providers (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name_th text not null,
  name_en text not null,
  -- How it speaks; one file each.
  adapter text not null,
  -- Sealed to the row.
  secret bytea not null,
  -- Where it calls from; empty: anywhere, its signature alone counts.
  addresses text[] not null default '{}',
  min_minor bigint not null default 1 check (min_minor > 0),
  max_minor bigint not null check (max_minor >= min_minor),
  state text not null default 'closed' check (state in ('active', 'maintenance', 'closed')),
  is_sandbox boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on constraint game_providers_code_key on game_providers is
  'no caller: providers are stored with the house';
comment on constraint game_providers_code_check on game_providers is
  'no caller: providers are stored with the house';
comment on constraint game_providers_min_minor_check on game_providers is
  'no caller: providers are stored with the house';
comment on constraint game_providers_check on game_providers is
  'no caller: providers are stored with the house';
comment on constraint game_providers_state_check on game_providers is
  'no caller: providers are stored with the house';
grant select, insert, update on game_providers to khlang_app;

create table games (
  id uuid primary key default uuidv7(),
  provider_id uuid not null references game_providers (id),
  -- As its provider calls it.
  code text not null,
  type text not null check (type in
    ('slot', 'fishing', 'casino', 'sport', 'esport', 'horse', 'lotto', 'card', 'other')),
  name_th text not null,
  name_en text not null,
  state text not null default 'active' check (state in ('active', 'maintenance', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (provider_id, code)
);
comment on constraint games_provider_id_code_key on games is 'no caller: games are stored with the house';
comment on constraint games_type_check on games is 'no caller: games are stored with the house';
comment on constraint games_state_check on games is 'no caller: games are stored with the house';
grant select, insert, update on games to khlang_app;

-- What a member bet in one round. Its sums are those of the words in play_words that were done.
create table bets (
  id uuid primary key,
  provider_id uuid not null references game_providers (id),
  -- What its provider calls the round by.
  ref text not null,
  game_id uuid not null references games (id),
  member_id uuid not null references members (id),
  state text not null check (state in ('running', 'won', 'lost', 'draw', 'void')),
  stake_minor bigint not null check (stake_minor >= 0),
  payout_minor bigint not null check (payout_minor >= 0),
  placed_at timestamptz not null,
  settled_at timestamptz,
  -- Of the first stake.
  business_on date not null,
  -- One for each word that was done.
  version integer not null,
  constraint bets_settled check (state = 'running' or settled_at is not null),
  unique (provider_id, ref)
);
comment on constraint bets_state_check on bets is 'no caller: post_play is given no other';
comment on constraint bets_stake_minor_check on bets is
  'no caller: a stake goes back once, for the transfer of it is turned once';
comment on constraint bets_payout_minor_check on bets is 'no caller: adapters read no payout below zero';
comment on constraint bets_settled on bets is 'no caller: a bet that ends gets its moment with it';
comment on constraint bets_provider_id_ref_key on bets is
  'no caller: two processes that begin one round decide it anew, one after the other';
create index bets_newest on bets (placed_at, id);
create index bets_of_member on bets (member_id, placed_at, id);
grant select, insert, update on bets to khlang_app;

-- Every transaction that a provider named, and what it was answered: never partitioned, never pruned.
create table play_words (
  provider_id uuid not null references game_providers (id),
  -- Unique for ever at its provider. A void, which names a bet and no transaction of its own, has one here.
  transaction_ref text not null,
  kind text not null check (kind in ('bet', 'settle', 'void')),
  -- Of what it meant; null for a bet that was voided before it came: nothing under its name is taken.
  meaning_hash bytea,
  bet_id uuid references bets (id),
  member_id uuid not null references members (id),
  amount_minor bigint not null,
  -- done, or why not.
  outcome text not null,
  -- What the wallet held after it.
  balance_minor bigint not null,
  -- The movement of it; null where no money moved.
  transfer_id bigint,
  told_at timestamptz not null default now(),
  primary key (provider_id, transaction_ref)
);
comment on constraint play_words_kind_check on play_words is 'no caller: post_play is given no other';
create index play_words_of_bet on play_words (bet_id, told_at) where bet_id is not null;
grant select, insert on play_words to khlang_app;
