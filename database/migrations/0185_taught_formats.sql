-- Wordings of banks that people teach: each row is a version of a format, which reads messages once two
-- people agreed to it. Its shape, bank and senders never change: a change is another version.
create table taught_formats (
  id uuid primary key default uuidv7(),
  -- The first version of the format.
  family_id uuid not null references taught_formats (id),
  number integer not null check (number > 0),
  name text not null,
  bank text not null,
  source text not null check (source in ('sms', 'push')),
  -- In small letters.
  senders text[] not null check (cardinality(senders) between 1 and 20),
  shape jsonb not null,
  -- The unread message that it was taught by.
  message_id uuid not null references bank_messages (id),
  state text not null default 'trying'
    check (state in ('trying', 'tried', 'failed', 'asked', 'active', 'refused', 'replaced', 'off')),
  -- What it would do to every message there is; filled once, by the trial.
  trial jsonb,
  trial_digest text,
  trial_failure text
    check (trial_failure in ('conflicts', 'readsOthers', 'chainContradicts', 'readsNothing', 'fault')),
  tried_at timestamptz,
  maker_id uuid not null references employees (id),
  approval_id uuid unique references approvals (id),
  activated_at timestamptz,
  -- Unread messages of the last days are read again once it is active.
  reread_state text check (reread_state in ('queued', 'done')),
  reread_count integer not null default 0,
  ended_at timestamptz,
  ended_by uuid references employees (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (family_id, number),
  check (state not in ('active', 'replaced') or approval_id is not null),
  check ((approval_id is null) = (activated_at is null)),
  check (state in ('trying') or trial is not null or state in ('failed', 'off')),
  check ((trial is null) = (trial_digest is null))
);
create index taught_formats_newest on taught_formats (created_at desc, id desc);
create index taught_formats_open on taught_formats (id) where state = 'trying';
create index taught_formats_rereading on taught_formats (id)
  where state = 'active' and reread_state = 'queued';
create unique index taught_formats_active on taught_formats (family_id) where state = 'active';
comment on index taught_formats_active is 'no caller: the version before is replaced in the same transaction';
comment on constraint taught_formats_family_id_number_key on taught_formats is
  'no caller: the family is held while a version is added';
comment on constraint taught_formats_number_check on taught_formats is 'no caller: counted by the server';
comment on constraint taught_formats_source_check on taught_formats is 'no caller: as the message has it';
comment on constraint taught_formats_senders_check on taught_formats is
  'no caller: the sender of the message is among them, and the contract takes no more';
comment on constraint taught_formats_state_check on taught_formats is 'no caller: written by the server';
comment on constraint taught_formats_trial_failure_check on taught_formats is
  'no caller: written by the server';
comment on constraint taught_formats_approval_id_key on taught_formats is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint taught_formats_reread_state_check on taught_formats is
  'no caller: written by the server';
comment on constraint taught_formats_check on taught_formats is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint taught_formats_check1 on taught_formats is
  'no caller: the server sets these columns together';
comment on constraint taught_formats_check2 on taught_formats is
  'no caller: the server sets these columns together';
comment on constraint taught_formats_check3 on taught_formats is
  'no caller: the server sets these columns together';
grant select, insert, update on taught_formats to khlang_app;

-- Which format a line was read by, the first of them where several messages tell of it.
alter table statement_lines add column taught_format_id uuid references taught_formats (id);
grant update (taught_format_id) on statement_lines to khlang_app;
create index statement_lines_taught on statement_lines (taught_format_id, id desc)
  where taught_format_id is not null;
create index statement_lines_taught_linked on statement_lines (taught_format_id)
  where taught_format_id is not null and state = 'manualMatched';

create index hand_links_of_line on hand_links (statement_line_id);

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('taughtFormat', 'taught_formats', 'approval_id',
    '{"formatId": "tft:id", "bank": "bank", "source": "source", "senders": "senders", "shape": "shape",
      "trialDigest": "trial_digest"}', '[]');
insert into approval_needs (kind, requires) values
  ('taughtFormat', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');

-- A format is known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'taughtFormat' then 'tft' end $$;
