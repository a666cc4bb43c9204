-- Decisions of approvals have an order of their own. Until now the moment said it (settled_at): a clock that
-- once ran ahead would have refused every later approval of the same row until that moment came.
-- Whoever decided before this has no number, and stands before all that have one.
alter table approvals add column decided_no bigint;
create sequence approvals_decided;
grant usage on sequence approvals_decided to khlang_app;
