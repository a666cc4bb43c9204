-- What an outgoing line may prove: payouts without a line, and those that got theirs of late. The former
-- index kept every paid one, and by an amount that nobody asked for.
drop index withdrawals_in_flight;
create index withdrawals_awaiting_line on withdrawals (bank_account_id, (amount_minor - fee_minor))
  where settled_line_id is null and state in ('sending', 'unknown', 'paid');
create index withdrawals_settled on withdrawals (bank_account_id, (amount_minor - fee_minor), paid_at)
  where settled_line_id is not null;

-- Messages that nobody could read and nobody set aside. The former index kept those set aside for ever.
drop index bank_messages_state_id_idx;
create index bank_messages_unreadable on bank_messages (id desc)
  where state in ('parseFailed', 'senderUnknown') and dismissed_at is null;

-- What a search among lines finds wherever it stands: the bank's reference and the end of a number.
create index statement_lines_ref on statement_lines (ref, id) where ref is not null;
create index statement_lines_mask_end on statement_lines (right(payer_mask, 4), id)
  where payer_mask is not null;
