-- What the brand decides has versions: who asked, who agreed, from when on it counts, what it was before.
create table settings_versions (
  id uuid primary key default uuidv7(),
  -- Without a gap, by the database itself.
  number integer not null unique,
  -- Of each changed setting { "before": …, "after": … }; nothing else is agreed to.
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  -- All of them, as they are since it began.
  value jsonb,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'active', 'past', 'withdrawn', 'refused')),
  asked_by uuid references employees (id),
  approval_id uuid unique references approvals (id),
  reason text not null,
  effective_from timestamptz not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references employees (id),
  ended_reason text,
  check ((state in ('active', 'past')) = (activated_at is not null)),
  check ((activated_at is null) = (value is null)),
  check ((state in ('scheduled', 'active')) = (ended_at is null))
);
create unique index settings_versions_active on settings_versions (state) where state = 'active';
create index settings_versions_due on settings_versions (effective_from, number) where state = 'scheduled';
create index settings_versions_begun on settings_versions (activated_at desc) where activated_at is not null;
comment on constraint settings_versions_number_key on settings_versions is
  'no caller: drawn by a trigger that holds the settings';
comment on constraint settings_versions_changes_check on settings_versions is
  'no caller: written by the server';
comment on constraint settings_versions_state_check on settings_versions is
  'no caller: written by the server';
comment on constraint settings_versions_approval_id_key on settings_versions is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint settings_versions_check on settings_versions is
  'no caller: the server sets these columns together';
comment on constraint settings_versions_check1 on settings_versions is
  'no caller: the server sets these columns together';
comment on constraint settings_versions_check2 on settings_versions is
  'no caller: the server sets these columns together';
comment on index settings_versions_active is
  'no caller: the one before ends in the same transaction, which holds the settings';
grant select, insert, update on settings_versions to khlang_app;

-- What stands today is the first version.
update brand_settings set version = 1 where version <> 1;
insert into settings_versions (number, changes, value, state, reason, effective_from, activated_at)
  select 1, '{}', value, 'active', '', updated_at, updated_at from brand_settings;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('settingsChange', 'settings_versions', 'approval_id',
    '{"versionId": "stv:id", "changes": "changes", "@makerId": "asked_by"}', '[]'),
  ('settingsGuardChange', 'settings_versions', 'approval_id',
    '{"versionId": "stv:id", "changes": "changes", "@makerId": "asked_by"}', '[]');
insert into approval_needs (kind, requires) values
  ('settingsChange', '{"websiteConfigAndCoreSystem": {"isUpdate": true}}'),
  ('settingsGuardChange', '{"websiteConfigAndCoreSystem": {"isUpdate": true}}');

-- What of the member counted when a withdrawal was judged and no check tells: by it a trial judges again.
alter table withdrawals add column judged_of jsonb;

-- A version is known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'settingsVersion' then 'stv' end $$;
