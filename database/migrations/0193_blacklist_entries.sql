-- The blacklist as a list that people keep: one adds, two take off, and an entry may end by itself.
alter table blacklist drop constraint blacklist_kind_check;
alter table blacklist add constraint blacklist_kind_check
  check (kind in ('phone', 'bankAccount', 'device', 'name', 'nameBank', 'payer'));
alter table blacklist add column reason_code text not null default 'other';
alter table blacklist add column expires_at timestamptz;
alter table blacklist add column removal_approval_id uuid unique references approvals (id);
alter table blacklist add column removed_by uuid references employees (id);
alter table blacklist add column removed_reason text;
comment on constraint blacklist_removal_approval_id_key on blacklist is
  'no caller: a request is executed once, in the transaction that decides it';
create index blacklist_newest on blacklist (created_at desc, id desc);

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('blacklistRemoval', 'blacklist', 'removal_approval_id', '{"entryId": "ble:id"}', '[]');
insert into approval_needs (kind, requires) values
  ('blacklistRemoval', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');
