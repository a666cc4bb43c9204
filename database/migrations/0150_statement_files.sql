-- Statements as banks export them: the file as it came, sealed; its rows as they were read; and which line
-- each row is.
alter table private_files drop constraint private_files_kind_check,
  drop constraint private_files_purpose_check, alter column width drop not null,
  alter column height drop not null;
alter table private_files
  add constraint private_files_kind_check check (kind in ('picture', 'statement')),
  add constraint private_files_purpose_check check (purpose in ('accountChange', 'statementFile')),
  add constraint private_files_shape check (
    (kind = 'picture') = (width is not null) and (kind = 'picture') = (height is not null)
    and (kind = 'statement') = (purpose = 'statementFile'));
comment on constraint private_files_shape on private_files is
  'no caller: the server sets these columns together';

create table statement_files (
  id uuid primary key default uuidv7(),
  bank_account_id uuid not null references bank_accounts (id),
  private_file_id uuid not null unique references private_files (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  encoding text not null check (encoding in ('utf8', 'utf16', 'windows874', 'xlsx')),
  state text not null default 'uploaded' check (state in ('uploaded', 'asked', 'imported', 'refused')),
  name text not null default '',
  mapping jsonb,
  -- As it was asked for: from then on nothing of it changes.
  row_count integer,
  new_count integer,
  rows_sha256 text,
  in_minor bigint,
  out_minor bigint,
  from_on date,
  to_on date,
  opening_minor bigint,
  closing_minor bigint,
  uploaded_by uuid not null references employees (id),
  created_at timestamptz not null default now(),
  approval_id uuid unique references approvals (id),
  asked_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references employees (id),
  constraint statement_files_asked check ((state = 'uploaded') = (asked_at is null)
    and (asked_at is null) = (num_nulls(row_count, new_count, rows_sha256, in_minor, out_minor, from_on,
      to_on) > 0)),
  constraint statement_files_ended check ((state in ('imported', 'refused')) = (ended_at is not null))
);
create unique index statement_files_once on statement_files (bank_account_id, sha256)
  where state in ('asked', 'imported');
create index statement_files_newest on statement_files (bank_account_id, id desc) where state <> 'uploaded';
create index statement_files_bytes on statement_files (bank_account_id, sha256);
comment on constraint statement_files_private_file_id_key on statement_files is
  'no caller: drawn by the server';
comment on constraint statement_files_sha256_check on statement_files is 'no caller: made by the server';
comment on constraint statement_files_bytes_check on statement_files is 'no caller: an empty body is refused';
comment on constraint statement_files_encoding_check on statement_files is 'no caller: written by the server';
comment on constraint statement_files_state_check on statement_files is 'no caller: written by the server';
comment on constraint statement_files_approval_id_key on statement_files is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint statement_files_asked on statement_files is
  'no caller: the server sets these columns together';
comment on constraint statement_files_ended on statement_files is
  'no caller: the server sets these columns together';
grant select on statement_files to khlang_app;
grant insert (id, bank_account_id, private_file_id, sha256, bytes, encoding, uploaded_by)
  on statement_files to khlang_app;
grant update (state, name, mapping, row_count, new_count, rows_sha256, in_minor, out_minor, from_on, to_on,
  opening_minor, closing_minor, approval_id, asked_at, ended_at, ended_by) on statement_files to khlang_app;

create table statement_file_rows (
  file_id uuid not null references statement_files (id),
  no integer not null,
  place integer not null,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  balance_after_minor bigint,
  at timestamptz not null,
  precision text not null check (precision in ('second', 'minute', 'day')),
  payer_bank text,
  payer_mask text,
  payer_name text,
  channel text,
  ref text,
  description text not null,
  line_id uuid references statement_lines (id),
  primary key (file_id, no)
);
create index statement_file_rows_line on statement_file_rows (line_id) where line_id is not null;
comment on constraint statement_file_rows_direction_check on statement_file_rows is
  'no caller: written by the server';
comment on constraint statement_file_rows_amount_minor_check on statement_file_rows is
  'no caller: a row without an amount is an error of the file';
comment on constraint statement_file_rows_precision_check on statement_file_rows is
  'no caller: written by the server';
grant select, insert on statement_file_rows to khlang_app;
grant update (line_id) on statement_file_rows to khlang_app;

-- How the files of a bank are read, as people said: the newest counts, all are kept.
create table statement_mappings (
  id uuid primary key default uuidv7(),
  bank text not null,
  version integer not null,
  headings jsonb not null,
  created_by uuid not null references employees (id),
  created_at timestamptz not null default now(),
  constraint statement_mappings_version unique (bank, version)
);
comment on constraint statement_mappings_version on statement_mappings is
  'no caller: the next version is taken under a lock';
grant select, insert on statement_mappings to khlang_app;

create index statement_lines_of_files on statement_lines (bank_account_id, amount_minor, id)
  where source = 'file';

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('statementFile', 'statement_files', 'approval_id',
    '{"fileId": "stf:id", "accountId": "oba:bank_account_id", "evidence.sha256": "sha256",
      "rowsSha256": "rows_sha256", "rowCount": "row_count", "newCount": "new_count", "inMinor": "in_minor",
      "outMinor": "out_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('statementFile', '{"paymentAuto": {"isUpdate": true}}');
