-- The second approval of a withdrawal is a request like any other (ADR 0038). The row names it when the
-- second person agrees.
alter table withdrawals add column approval_id uuid unique references approvals;

-- `first_approved_by` is not among the words: a withdrawal that is sent back to people begins anew, while the
-- request that served stays named. Who asked and who agreed is judged where it is named, below.
insert into approval_links (kind, table_name, column_name, agrees) values
  ('withdrawalApproval', 'withdrawals', 'approval_id',
    '{"withdrawalId": "wdr:id", "amountMinor": "amount_minor", "toBank": "to_bank",
      "toAccountNo": "to_account_no"}');

-- Nobody who was no longer alone is alone again under the new name.
insert into sole_owner_ended (kind, at)
  select 'withdrawalApproval', at from sole_owner_ended where kind = 'withdrawal'
  on conflict do nothing;

-- A first approval without a request counts for nothing: it is given again.
update withdrawals set first_approved_by = null, first_approved_at = null, version = version + 1
 where state = 'review' and first_approved_by is not null;

-- Until the functions come, which judge it, nothing that takes two is approved at all.
create trigger guard_second_changed before update of state on withdrawals for each row
  when (old.state = 'review' and new.state = 'approved' and new.band = 'twoPeople' and not new.is_sole_owner)
  execute function refuse_change();
create trigger guard_second_inserted before insert on withdrawals for each row
  when (new.state = 'approved' and new.band = 'twoPeople')
  execute function refuse_change();
