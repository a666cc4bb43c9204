-- A line that clears the suspense of a typed deposit is judged as a link by hand is (0029): cleared with a
-- stranger's line, the true one would be credited again when it comes.

-- Why a clearing needs a second person besides what asks for one with any link (link_reasons): whoever
-- typed the deposit is no witness that this line is it, and a line that was there before it is not late.
create function clearing_reasons(p_line uuid, p_deposit uuid, p_employee uuid) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array_remove(array[
    case when is_same_person(d.by_id, p_employee) then 'ownRequest' end,
    case when d.created_at > l.created_at then 'lateEvidence' end
  ], null) from deposits d, statement_lines l where d.id = p_deposit and l.id = p_line $$;

-- Looks at the end of the transaction, when line and deposit are both as they claim to be.
create function guard_clearings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_score int;
begin
  select * into v_line from statement_lines where id = new.statement_line_id;
  if not found or v_line.direction <> 'in' or v_line.amount_minor <> new.amount_minor
     or v_line.bank_account_id <> new.bank_account_id or v_line.state <> 'manualMatched'
     or v_line.reason is distinct from 'lateLine' then
    raise exception 'lineMissing' using errcode = 'KL105';
  end if;
  if v_line.handled_by is null then
    -- The machine clears by digits that fit, of a line that nobody sent back.
    if exists (select from member_bank_accounts a where a.member_id = new.member_id
          and a.state in ('primary', 'alias') and mask_fits(v_line.payer_mask, a.account_no)
          and length(regexp_replace(v_line.payer_mask, '\D', '', 'g')) >= 4)
       and not exists (select from line_doubts d where d.statement_line_id = v_line.id
         and d.doubt in ('reopened', 'unlinked', 'unproven')) then
      return null;
    end if;
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  v_score := case when v_line.match_evidence ->> 'memberId' = new.member_id::text
    and link_has_ground(v_line.id, new.member_id, v_line.handled_by, null)
    then (v_line.match_evidence ->> 'score')::int else 0 end;
  if new.link_approval_id is not null then
    if exists (select from approvals a where a.id = new.link_approval_id and a.kind = 'lineLink'
         and a.state = 'approved' and a.maker_id = v_line.handled_by
         and a.document ->> 'clearsId' = outside_id('dep', new.id)
         and a.document ->> 'lineId' = outside_id('stl', v_line.id)
         and (a.document ->> 'lineVersion')::int + 1 = v_line.version) then
      return null;
    end if;
  elsif link_reasons(v_line.id, new.member_id, v_line.handled_by, v_score, now(), brand_day()) = '{}'
     and clearing_reasons(v_line.id, new.id, v_line.handled_by) = '{}'
     and new.member_id not in (select own_members(v_line.handled_by)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create constraint trigger guard_clearing_inserted after insert on deposits deferrable initially deferred
  for each row when (new.method = 'manual' and new.state = 'credited' and new.statement_line_id is not null)
  execute function guard_clearings();
create constraint trigger guard_clearing after update on deposits deferrable initially deferred
  for each row when (new.method = 'manual' and new.state = 'credited' and new.statement_line_id is not null
    and (old.statement_line_id, old.link_approval_id) is distinct from
      (new.statement_line_id, new.link_approval_id))
  execute function guard_clearings();
