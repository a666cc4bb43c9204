-- Where people look at a round at its provider: two agree to it, as to the provider's other addresses.
alter table game_providers add column replay_address text,
  add constraint game_providers_replay_address check (replay_address ~ '^https://[^[:space:]/{}@]+/' and
    replay_address like '%{round}%');
comment on constraint game_providers_replay_address on game_providers is
  'no caller: the contract and what is asked for take no other';
update approval_links set guards = guards || '[{"replayAddress": "replay_address"}]'
 where kind = 'gameProviderSetup';
