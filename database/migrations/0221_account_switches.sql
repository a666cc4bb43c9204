-- What an own account is used for is switched by its two ways: members pay in, and money leaves. Off at once;
-- that money leaves again takes two.
alter table bank_accounts
  add column takes_in boolean not null default true,
  add column pays_out boolean not null default true,
  add column switch_approval_id uuid unique references approvals;
comment on constraint bank_accounts_switch_approval_id_key on bank_accounts is
  'no caller: a request is executed once, in the transaction that decides it';

insert into approval_links (kind, table_name, column_name, agrees) values
  ('bankAccountSwitch', 'bank_accounts', 'switch_approval_id', '{"accountId": "oba:id"}');
insert into approval_needs (kind, requires) values
  ('bankAccountSwitch', '{"paymentAuto": {"isUpdate": true}}');
