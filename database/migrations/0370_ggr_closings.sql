-- What the house won of a provider's games of one type on a business day, taken out of the provider's books
-- once: what is left there is staked in bets that run.
create table ggr_closings (
  business_on date not null,
  provider_id uuid not null references game_providers (id),
  game_type text not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  -- Null: nothing was won or lost.
  transfer_id bigint,
  primary key (business_on, provider_id, game_type)
);
grant select, insert on ggr_closings to khlang_app;

-- Days of which all that was won is taken out, also those without a bet.
create table ggr_days (
  business_on date primary key,
  closed_at timestamptz not null default now()
);
grant select, insert on ggr_days to khlang_app;
