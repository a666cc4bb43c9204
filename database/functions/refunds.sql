-- Money that goes back to who paid it.

-- A refund is of the whole of a line that waits for it, to an account that the bank's own words do not speak
-- against; what was agreed to stays, and what is over stays over.
create or replace function guard_refunds() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.state <> 'approved'
     or (to_jsonb(new) - '{state,out_line_id,ended_at,ended_by}'::text[])
       <> (to_jsonb(old) - '{state,out_line_id,ended_at,ended_by}'::text[])) then
    raise exception 'refundStands' using errcode = 'KL105';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from statement_lines l where l.id = new.line_id and l.direction = 'in'
       and l.bank_account_id = new.bank_account_id and l.amount_minor = new.amount_minor
       and (l.payer_mask is null or mask_fits(l.payer_mask, new.to_account_no))
       and (l.payer_bank is null or l.payer_bank = new.to_bank)
       and not exists (select from deposits d where d.statement_line_id = l.id and d.state = 'credited')) then
    raise exception 'refundNotOfPayer' using errcode = 'KL105';
  end if;
  if new.state = 'done' and not exists (
    select from statement_lines o where o.id = new.out_line_id and o.direction = 'out'
       and o.bank_account_id = new.bank_account_id and o.amount_minor = new.amount_minor
       and o.created_at >= new.approved_at
       and (o.payer_mask is null or mask_fits(o.payer_mask, new.to_account_no))
       and (o.payer_bank is null or o.payer_bank = new.to_bank)) then
    raise exception 'refundUnproven' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_refunds before insert or update on line_refunds for each row
  execute function guard_refunds();

-- Unmatched money leaves the bank only by a refund that its bank has shown.
create or replace function guard_refunded() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from line_refunds r join accounts f on f.id = new.from_id join accounts t on t.id = new.to_id
     where r.line_id = inside_id(new.source_id) and r.state = 'done' and r.amount_minor = new.amount_minor
       and new.key = 'deposit.refunded:' || outside_id('stl', r.line_id) || ':1'
       and f.code = 'unmatched:' || outside_id('oba', r.bank_account_id)
       and t.code = 'bank:' || outside_id('oba', r.bank_account_id)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_refunded after insert on transfers for each row
  when (new.kind = 'deposit.refunded')
  execute function guard_refunded();
