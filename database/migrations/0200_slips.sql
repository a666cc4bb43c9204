-- Payment slips that members show: the picture, what its code names, and what the bank says of that. A slip
-- is evidence for a person; it credits nothing.
alter table private_files drop constraint private_files_purpose_check;
alter table private_files add constraint private_files_purpose_check
  check (purpose in ('accountChange', 'statementFile', 'slip'));
alter table private_files drop constraint private_files_entity_check;
alter table private_files add constraint private_files_entity_check
  check (entity in ('approval', 'slip'));

-- The one service that is asked whether a slip is a bank's.
create table slip_services (
  id uuid primary key default uuidv7(),
  -- There is one.
  is_only boolean not null default true unique check (is_only),
  adapter text not null check (adapter in ('slipOk', 'easySlip')),
  base_url text not null,
  -- Where the pretend service listens since the last start; of the sandbox alone.
  sandbox_address text,
  -- What the service calls the house by, where it has such a thing.
  branch text,
  -- Sealed to the row; the last four characters and the age are all that is ever shown.
  api_key bytea not null,
  api_key_last4 text not null,
  api_key_at timestamptz not null default now(),
  is_on boolean not null default true,
  is_sandbox boolean not null default false,
  setup_approval_id uuid unique references approvals (id),
  version integer not null default 1
);
comment on constraint slip_services_is_only_key on slip_services is
  'no caller: the server holds the row, and a second one at the same moment is refused when it is agreed to';
comment on constraint slip_services_is_only_check on slip_services is
  'no caller: it is written by its default alone';
comment on constraint slip_services_adapter_check on slip_services is
  'no caller: the contract takes no other';
comment on constraint slip_services_setup_approval_id_key on slip_services is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert, update on slip_services to khlang_app;

create table slips (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members (id),
  private_file_id uuid not null unique references private_files (id),
  qr_payload text not null,
  -- The sender's bank as the Bank of Thailand counts them, and by what that bank knows the transfer.
  sending_bank text not null check (sending_bank ~ '^\d{3}$'),
  trans_ref text not null,
  state text not null default 'unchecked'
    check (state in ('unchecked', 'verified', 'later', 'unknown', 'failed')),
  -- What the bank says of it.
  told jsonb check ((state = 'verified') = (told is not null)),
  reason text,
  checks integer not null default 0,
  checked_at timestamptz,
  next_check_at timestamptz,
  uploaded_by uuid not null references employees (id),
  created_at timestamptz not null default now(),
  deposit_id uuid references deposits (id),
  attached_at timestamptz,
  version integer not null default 1,
  check ((deposit_id is null) = (attached_at is null)),
  check (next_check_at is null or state in ('later', 'failed'))
);
-- One transfer is shown once: whoever shows it again is told of the first.
create unique index slips_transfer on slips (sending_bank, trans_ref);
create index slips_of_member on slips (member_id, id);
create index slips_of_deposit on slips (deposit_id) where deposit_id is not null;
create index slips_due on slips (next_check_at) where next_check_at is not null;
comment on constraint slips_private_file_id_key on slips is 'no caller: each upload keeps a file of its own';
comment on constraint slips_sending_bank_check on slips is 'no caller: the server reads no other code';
comment on constraint slips_state_check on slips is 'no caller: written by the server';
comment on constraint slips_check on slips is 'no caller: the server sets these columns together';
comment on constraint slips_check1 on slips is 'no caller: the server sets these columns together';
comment on constraint slips_check2 on slips is 'no caller: the server sets these columns together';
comment on index slips_transfer is 'no caller: the server looks for it, and again where another was faster';
grant select on slips to khlang_app;
grant insert (id, member_id, private_file_id, qr_payload, sending_bank, trans_ref, state, told, reason,
  checks, checked_at, next_check_at, uploaded_by) on slips to khlang_app;
grant update (state, told, reason, checks, checked_at, next_check_at, deposit_id, attached_at, version)
  on slips to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('slipService', 'slip_services', 'setup_approval_id',
    '{"serviceId": "sls:id", "adapter": "adapter", "baseUrl": "base_url", "apiKey": "api_key"}',
    '[{"adapter": "adapter"}, {"baseUrl": "base_url"}, {"branch": "branch"}, {"apiKey": "api_key"}]');
insert into approval_needs (kind, requires) values
  ('slipService', '{"paymentGateway": {"isUpdate": true}}');

-- A slip and its service are known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'reconcileDay' then 'rcd'
    when 'shift' then 'shf' when 'settingsVersion' then 'stv' when 'taughtFormat' then 'tft'
    when 'bookingRule' then 'bkr' when 'blacklistEntry' then 'ble' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' when 'slip' then 'slp' when 'slipService' then 'sls' end $$;
