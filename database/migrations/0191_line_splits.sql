-- A line that is the money of several members: two agree who gets how much, each part a deposit of its own.
create table line_splits (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  -- What is given out: the whole line, or what of it was taken back since.
  amount_minor bigint not null check (amount_minor > 0),
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  created_at timestamptz not null default now()
);
create index line_splits_of_line on line_splits (line_id, id);
comment on constraint line_splits_amount_minor_check on line_splits is 'no caller: parts have amounts';
comment on constraint line_splits_approval_id_key on line_splits is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert on line_splits to khlang_app;

alter table deposits add column split_id uuid references line_splits (id);
create unique index deposits_of_split on deposits (split_id, member_id) where split_id is not null;
comment on index deposits_of_split is 'no caller: a rule refuses it first (sameMember)';
drop index deposits_one_per_line;
create unique index deposits_one_per_line on deposits (statement_line_id)
  where state = 'credited' and split_id is null;
create index deposits_parts on deposits (statement_line_id, id) where split_id is not null;
alter table hand_links add column split_id uuid references line_splits (id);

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineSplit', 'line_splits', 'approval_id',
    '{"lineId": "stl:line_id", "amountMinor": "amount_minor", "@makerId": "maker_id"}', '[]');
insert into approval_needs (kind, requires) values
  ('lineSplit', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');
