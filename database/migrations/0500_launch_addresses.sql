-- Where members open the games of a provider: two people agree to it, as to its other addresses.
update approval_links set guards = guards || '[{"launchAddress": "launch_address"}]'
 where kind = 'gameProviderSetup';
comment on constraint game_providers_launch_address on game_providers is
  'no caller: the contract and what is asked for take no other';
