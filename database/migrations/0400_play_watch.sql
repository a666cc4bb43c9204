-- What watches over play: how far the payouts of a game spread, and how calls with each provider go.

-- Of one game and business day, over bets with a stake: what tells luck from drift. The squares are in
-- satang times satang, beyond what a bigint holds.
create table play_spreads (
  business_on date not null,
  game_id uuid not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  -- Sums over the bets: stake times stake, stake times payout, payout times payout.
  stake_squares numeric not null,
  stake_payouts numeric not null,
  payout_squares numeric not null,
  primary key (business_on, game_id)
) with (fillfactor = 80);
grant select on play_spreads to khlang_app;

-- Calls between a provider and us, by hour and by what each came to: counted by every process, added up here.
create table provider_calls (
  business_on date not null,
  provider_id uuid not null references game_providers (id) not enforced,
  -- Who called: the provider us, or we the provider.
  way text not null,
  -- What it came to, as the contract names it.
  outcome text not null,
  hour_at timestamptz not null,
  calls bigint not null,
  -- How many were answered within each of the bounds that the server knows, the last of them without one.
  within bigint[] not null,
  primary key (business_on, provider_id, way, outcome, hour_at),
  constraint provider_calls_way check (way in ('in', 'out')),
  constraint provider_calls_within check (array_length(within, 1) = 26)
);
comment on constraint provider_calls_way on provider_calls is 'no caller: the server writes no other';
comment on constraint provider_calls_within on provider_calls is 'no caller: the server writes no other';
grant select, insert, update on provider_calls to khlang_app;
