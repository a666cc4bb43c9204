-- What a bank printed of a line: it is added to and never changed, and what a line was decided by stays.

-- What the bank said is only added to: a second message fills what was empty and shows digits that were
-- hidden. What a decision rested on stands as it was, and a line that credited somebody stays theirs until
-- the credit is taken back. What else of a line the server never changes, its role may not (0103).
create or replace function guard_line_facts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.payer_bank is distinct from old.payer_bank and old.payer_bank is not null
     or new.payer_name is distinct from old.payer_name and old.payer_name is not null
     or new.ref is distinct from old.ref and old.ref is not null
     or old.payer_mask is not null and (new.payer_mask is null
       or length(new.payer_mask) < length(old.payer_mask)
       or right(new.payer_mask, length(old.payer_mask)) !~ ('^' || replace(old.payer_mask, '?', '.') || '$'))
     or old.bank_time is not null and old.bank_time_precision in ('minute', 'second')
       and coalesce(new.bank_time not between old.bank_time - interval '1 minute'
         and old.bank_time + interval '1 minute', true) then
    raise exception 'the words of a bank are append-only' using errcode = 'KL100';
  end if;
  if old.state in ('autoMatched', 'manualMatched', 'internalTransfer', 'income', 'refunded', 'settled')
     and (new.match_evidence is distinct from old.match_evidence or new.score is distinct from old.score
       or new.state = old.state and (new.handled_by, new.handled_at, new.best_member_id, new.reason)
         is distinct from (old.handled_by, old.handled_at, old.best_member_id, old.reason)
       or new.state <> old.state and exists (select from deposits d
         where d.statement_line_id = old.id and d.state = 'credited')) then
    raise exception 'what a line was decided by is append-only' using errcode = 'KL100';
  end if;
  return new;
end $$;
create or replace trigger guard_line_facts before update on statement_lines for each row
  execute function guard_line_facts();
