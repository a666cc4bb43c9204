-- As in 0047: paid, and the bank has shown no line: looked for all the time, and few. Databases that began by
-- an earlier text of 0047 lack it.
create index if not exists withdrawals_without_line on withdrawals (paid_at)
  where state = 'paid' and settled_line_id is null;
