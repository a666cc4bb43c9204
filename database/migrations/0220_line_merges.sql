-- Two lines that tell of one movement: the double ends in the line that stays, by two, and comes back by two.
create table line_merges (
  id uuid primary key default uuidv7(),
  -- The double, and the line that stays.
  line_id uuid not null references statement_lines (id),
  into_id uuid not null references statement_lines (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- The double's money had been booked as received, and was taken back.
  was_received boolean not null,
  -- The line that stays had no balance of its own and took the double's place in the chain; it stood so
  -- before.
  gives_balance boolean not null default false,
  into_chain text,
  signs text[] not null default '{}',
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  merged_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversal_approval_id uuid unique references approvals (id),
  check (line_id <> into_id),
  check ((reversed_at is null) = (reversal_approval_id is null))
);
create unique index line_merges_standing on line_merges (line_id) where reversed_at is null;
create index line_merges_of_line on line_merges (line_id, id);
create index line_merges_into on line_merges (into_id, id);
comment on constraint line_merges_amount_minor_check on line_merges is 'no caller: a line has an amount';
comment on constraint line_merges_approval_id_key on line_merges is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint line_merges_reversal_approval_id_key on line_merges is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint line_merges_check on line_merges is 'no caller: a rule refuses it first (notAlike)';
comment on constraint line_merges_check1 on line_merges is
  'no caller: the server sets these columns together';
comment on index line_merges_standing is
  'no caller: the line is held, and its state says that it is merged';
grant select, insert, update on line_merges to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineMerge', 'line_merges', 'approval_id',
    '{"lineId": "stl:line_id", "intoId": "stl:into_id", "amountMinor": "amount_minor",
      "@makerId": "maker_id"}', '[]'),
  ('lineUnmerge', 'line_merges', 'reversal_approval_id',
    '{"lineId": "stl:line_id", "intoId": "stl:into_id", "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('lineMerge', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineUnmerge', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');
