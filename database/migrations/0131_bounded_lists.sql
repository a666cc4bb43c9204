-- What a filter asks of a list of years is read by an index of its own, so that a page costs what it shows:
-- days (in the order of days), amounts, which way money went, whose request it is.
create index deposits_amount on deposits (coalesce(amount_minor, amount_requested_minor), id);
create index deposits_by_day on deposits (business_on, id);
create index withdrawals_amount on withdrawals (amount_minor, id);
create index withdrawals_by_day on withdrawals (business_on, id);
create index statement_lines_by_day on statement_lines (business_on, id);
create index statement_lines_by_value_day on statement_lines (bank_account_id, value_on, id);
create index statement_lines_by_direction on statement_lines (bank_account_id, direction, id);
-- Few outgoing lines say to whom they went.
create index statement_lines_out_named on statement_lines (id)
  where direction = 'out' and (payer_mask is not null or payer_name is not null);
create index hand_links_by_day on hand_links (business_on, linked_at, deposit_id);
create index approvals_newest on approvals (created_at, id);
create index approvals_of_maker on approvals (maker_id, created_at, id);
-- Asked before each payout: since when the fuse counts.
create index alarms_cleared on alarms (code, cleared_at);
-- By which what is over is found.
create index login_failures_begun on login_failures (window_started_at);
create index address_failures_begun on address_failures (window_started_at);
