-- lock_posting_accounts answers where the rows that it locked are, too. What a function answers cannot be
-- replaced, so the former one goes, where a start has brought it; this start brings its successor.
drop function if exists lock_posting_accounts(text, text[]);
