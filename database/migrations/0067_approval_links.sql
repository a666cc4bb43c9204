-- Which column of which row names an approval of which kind, and what the two must say alike (ADR 0037). One
-- judge reads it for every table, guard_links() in database/functions/approval-links.sql: whoever adds a kind
-- adds a row here.
create table approval_links (
  kind text not null,
  table_name text not null,
  -- Unique in its table: an approval serves one row, once.
  column_name text not null,
  -- Word of the frozen document: column of the row, which holds whenever the row names the approval. A path
  -- has dots; `mbr:member_id` is the id as the outside spells it; `@entityId` and `@makerId` are words of the
  -- request itself. Nothing agrees with nothing here.
  agrees jsonb not null check (jsonb_typeof(agrees) = 'object' and agrees <> '{}'),
  -- Groups of the same: columns that change only together with the approval's id, to what the document says,
  -- the whole group of them.
  guards jsonb not null default '[]' check (jsonb_typeof(guards) = 'array'),
  primary key (kind, table_name, column_name)
);
grant select on approval_links to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('employeeRole', 'employees', 'role_approval_id', '{"employeeId": "id"}', '[{"roleId": "role_id"}]'),
  ('employeeLimits', 'employees', 'limits_approval_id', '{"employeeId": "id"}',
    '[{"approvalLimitMinor": "approval_limit_minor", "adjustmentPerDayMinor": "adjustment_per_day_minor"}]'),
  ('otpReset', 'employees', 'otp_approval_id', '{"employeeId": "id"}', '[]'),
  ('roleChange', 'roles', 'approval_id', '{"roleId": "id"}',
    '[{"permission": "permission", "isAdmin": "is_admin", "abilities.revealPii": "reveal_pii",
       "abilities.exportData": "export_data", "abilities.seeOwnBalances": "see_own_balances",
       "abilities.approvalLimitMinor": "approval_limit_minor",
       "abilities.adjustmentPerDayMinor": "adjustment_per_day_minor"},
      {"roleName": "name", "description": "description"}]'),
  ('memberAccountChange', 'member_bank_accounts', 'approval_id',
    '{"@entityId": "mbr:member_id", "bank": "bank", "accountNo": "account_no",
      "accountName": "account_name"}', '[]'),
  ('manualCredit', 'adjustments', 'approval_id',
    '{"memberId": "mbr:member_id", "amountMinor": "amount_minor", "kind": "kind", "@makerId": "maker_id"}',
    '[]'),
  ('manualCreditReversal', 'adjustments', 'reversal_approval_id',
    '{"id": "adj:id", "amountMinor": "amount_minor"}', '[]'),
  ('manualDeposit', 'deposits', 'approval_id',
    '{"memberId": "mbr:member_id", "amountMinor": "amount_minor", "accountId": "oba:bank_account_id"}',
    '[]'),
  ('manualCreditReversal', 'deposits', 'reversal_approval_id',
    '{"id": "dep:id", "amountMinor": "amount_minor"}', '[]'),
  ('depositUnlink', 'deposits', 'reversal_approval_id', '{"depositId": "dep:id"}', '[]'),
  ('lineLink', 'deposits', 'link_approval_id', '{"lineId": "stl:statement_line_id"}', '[]'),
  ('lineLink', 'hand_links', 'approval_id', '{"lineId": "stl:statement_line_id"}', '[]'),
  ('restoredRelease', 'restores', 'approval_id', '{"restoreId": "id"}', '[]');

-- Three judges said nothing else. Until the new one stands, which comes with the functions, nothing of what
-- they judged changes at all.
drop trigger guard_roles on roles;
drop trigger guard_role_names on roles;
drop trigger guard_employee_limits on employees;
drop function guard_roles();
drop function guard_role_names();
drop function guard_employee_limits();
create trigger guard_links_changed before update of permission, is_admin, reveal_pii, export_data,
  see_own_balances, approval_limit_minor, adjustment_per_day_minor, name, description
  on roles for each row execute function refuse_change();
create trigger guard_links_changed before update of approval_limit_minor, adjustment_per_day_minor
  on employees for each row execute function refuse_change();
