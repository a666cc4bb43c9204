-- What the server never changes of a line its role cannot: account, direction, amount, balance, days and
-- when it came. What it may change is judged by guard_line_facts.
revoke update on statement_lines from khlang_app;
grant update (bank_time, bank_time_precision, payer_bank, payer_mask, payer_name, channel, ref, own_mask,
  chain, state, hint_until, score, reason, best_member_id, suggestion_count, match_evidence, handled_by,
  handled_at, version, possible_double_of) on statement_lines to khlang_app;
