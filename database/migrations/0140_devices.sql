-- Phones that report our accounts: how one is paired, for which accounts it may speak, how it fares.

-- A phone signs with a key of its own, and the server keeps what checks it; machines of before share a
-- secret with it.
alter table machine_keys alter column secret drop not null;
alter table machine_keys add column public_key bytea check (length(public_key) = 32);
alter table machine_keys add constraint machine_keys_one_secret check (num_nonnulls(secret, public_key) = 1);
comment on constraint machine_keys_public_key_check on machine_keys is
  'no caller: the contract takes 32 bytes, no more and no less';
comment on constraint machine_keys_one_secret on machine_keys is
  'no caller: the server gives a machine one or the other';

alter table devices
  add column place text check (length(place) <= 120),
  add column note text check (length(note) <= 500),
  add column platform text,
  add column model text,
  add column app_version text,
  -- The one key it is heard by. Null: not paired yet, or of before 0140, known by a shared secret.
  add column key_id text unique references machine_keys (id),
  -- For which accounts it may speak, and under which names their bank writes to it, as two agreed:
  -- [{accountId, source, sender}]. The rows of device_senders follow it.
  add column senders jsonb not null default '[]' check (jsonb_typeof(senders) = 'array'),
  add column trust_approval_id uuid unique references approvals (id),
  add column is_charging boolean,
  add column pending_count integer check (pending_count >= 0),
  -- How far its clock is ahead of ours; negative when it is behind.
  add column skew_ms integer,
  add column version integer not null default 1;
alter table devices drop constraint devices_state_check;
alter table devices add constraint devices_state_check
  check (state in ('unpaired', 'online', 'paused', 'revoked'));
alter table devices add constraint devices_name_check check (length(name) between 1 and 60);
create unique index devices_name on devices (lower(name)) where state <> 'revoked';

comment on constraint devices_name_check on devices is 'no caller: the contract takes no more';
comment on constraint devices_place_check on devices is 'no caller: the contract takes no more';
comment on constraint devices_note_check on devices is 'no caller: the contract takes no more';
comment on constraint devices_key_id_key on devices is 'no caller: drawn by the server for one phone';
comment on constraint devices_senders_check on devices is 'no caller: the server writes a list';
comment on constraint devices_pending_count_check on devices is 'no caller: the contract takes no less';
comment on constraint devices_trust_approval_id_key on devices is
  'no caller: the phone is held while its request is decided';

-- A code that pairs one phone, once, within minutes: shown as a picture, kept as its hash.
create table device_pairings (
  id uuid primary key default uuidv7(),
  device_id uuid not null references devices (id),
  code_hash bytea not null unique,
  made_by uuid not null references employees (id),
  expires_at timestamptz not null,
  -- Of the phone that took it; it is heard under this key when two have agreed.
  key_id text unique references machine_keys (id),
  used_at timestamptz,
  platform text,
  model text,
  app_version text,
  created_at timestamptz not null default now(),
  check (num_nulls(key_id, used_at) in (0, 2))
);
create index device_pairings_of_device on device_pairings (device_id, created_at desc);
comment on constraint device_pairings_code_hash_key on device_pairings is
  'no caller: hashed from what the server draws';
comment on constraint device_pairings_key_id_key on device_pairings is 'no caller: drawn by the server';
comment on constraint device_pairings_check on device_pairings is
  'no caller: the server sets these columns together';
grant select, insert, update on device_pairings to khlang_app;
-- What two agreed to is what stands there: rows go when the list of their phone no longer has them.
grant delete on device_senders to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('deviceTrust', 'devices', 'trust_approval_id', '{"deviceId": "dev:id"}',
    '[{"keyId": "key_id", "senders": "senders"}]');
insert into approval_needs (kind, requires) values
  ('deviceTrust', '{"deviceManagement": {"isUpdate": true}}');

-- A phone is known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' end $$;
