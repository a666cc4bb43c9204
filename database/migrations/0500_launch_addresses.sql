-- Where members open the games of a provider: two people agree to it, as to its other addresses.
update approval_links set guards = guards || '[{"launchAddress": "launch_address"}]'
 where kind = 'gameProviderSetup';
comment on constraint game_providers_launch_address on game_providers is
  'no caller: the contract and what is asked for take no other';
alter table game_providers
  -- Where the pretend provider opens its games since the last start; of the sandbox alone.
  add column sandbox_launch_address text,
  add constraint game_providers_sandbox_launch_address check (
    sandbox_launch_address is null or is_sandbox and sandbox_launch_address ~ '^http://127\.0\.0\.1:');
comment on constraint game_providers_sandbox_launch_address on game_providers is
  'no caller: the start of the sandbox alone writes it';
