-- Whose flags count for a request was what the request itself said. By them the database counts who else
-- could check: a request that named flags which nobody holds made its maker alone, or a big amount need one
-- check.

-- The flags of whoever checks each kind of act, as `approvalKinds` of the server has them (a test compares).
create table approval_needs (
  kind text primary key,
  requires jsonb not null check (jsonb_typeof(requires) = 'object' and requires <> '{}')
);
comment on constraint approval_needs_requires_check on approval_needs is
  'no caller: migrations write these rows, nobody else';
grant select on approval_needs to khlang_app;

insert into approval_needs (kind, requires) values
  ('employeeRole', '{"employeeManagement": {"isUpdate": true}}'),
  ('employeeLimits', '{"employeeManagement": {"isRead": true, "isUpdate": true}}'),
  ('roleChange', '{"roleManagement": {"isRead": true, "isUpdate": true}}'),
  ('otpReset', '{"employeeManagement": {"isRead": true, "isUpdate": true}}'),
  ('memberAccountChange', '{"memberManagement": {"isRead": true, "isUpdate": true},
    "pretransactionReconcileWithdraw": {"isUpdate": true}}'),
  ('manualDeposit',
    '{"memberManagement": {"isCreate": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('manualCredit',
    '{"memberManagement": {"isCreate": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('manualCreditReversal',
    '{"memberManagement": {"isCreate": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('depositUnlink', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineLink', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('withdrawalApproval', '{"pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('payoutFuse',
    '{"dashboard": {"isRead": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('restoredRelease',
    '{"dashboard": {"isRead": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}'),
  ('groupPlace', '{"employeeManagement": {"isUpdate": true}}'),
  ('bankAccountThaw', '{"paymentAuto": {"isUpdate": true}}');
