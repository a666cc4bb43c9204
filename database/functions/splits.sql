-- A line that is the money of several members.

-- What of a line its members have.
create or replace function given_of_line(p_line uuid) returns bigint language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(amount_minor), 0)::bigint from deposits
   where statement_line_id = p_line and state = 'credited' $$;

-- A split gives out all that nobody has of a line that came in, and is never changed.
create or replace function guard_splits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  select * into v_line from statement_lines where id = new.line_id for update;
  if tg_op = 'UPDATE' or v_line.direction <> 'in' or v_line.state <> 'manualMatched'
     or given_of_line(new.line_id) + new.amount_minor <> v_line.amount_minor
     or not exists (select from approvals a where a.id = new.approval_id
       and (a.document ->> 'lineVersion')::int + 1 = v_line.version
       and (select sum((p ->> 'amountMinor')::bigint) from jsonb_array_elements(a.document -> 'parts') p)
         = new.amount_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_splits before insert or update on line_splits for each row
  execute function guard_splits();

-- At the end of the transaction every part has its deposit.
create or replace function guard_split_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select coalesce(sum(d.amount_minor), 0) from deposits d where d.split_id = new.id)
       is distinct from new.amount_minor then
    raise exception 'splitNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A part is what two agreed to: this member, this amount, of this line; never its linker's own member. The
-- line never gives more than it brought.
create or replace function judge_split_part(p_deposit deposits) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_split line_splits;
  v_part jsonb;
begin
  select * into v_line from statement_lines where id = p_deposit.statement_line_id;
  select * into v_split from line_splits where id = p_deposit.split_id;
  select p into v_part from approvals a, jsonb_array_elements(a.document -> 'parts') p
   where a.id = v_split.approval_id and a.kind = 'lineSplit' and a.state = 'approved'
     and p ->> 'memberId' = outside_id('mbr', p_deposit.member_id)
     and (p ->> 'amountMinor')::bigint = p_deposit.amount_minor;
  if v_part is null or v_split.line_id <> v_line.id or v_line.state <> 'manualMatched'
     or p_deposit.bank_account_id <> v_line.bank_account_id or p_deposit.by_kind <> 'employee'
     or p_deposit.by_id <> v_split.maker_id or p_deposit.link_approval_id is not null
     or p_deposit.member_id in (select own_members(p_deposit.by_id))
     or given_of_line(v_line.id) > v_line.amount_minor then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score, reasons,
    split_id, business_on)
  values (p_deposit.id, v_line.id, p_deposit.by_id, p_deposit.member_id, p_deposit.amount_minor,
    coalesce((v_part ->> 'score')::int, 0),
    link_reasons(v_line.id, p_deposit.member_id, p_deposit.by_id, (v_part ->> 'score')::int, now(),
      brand_day()),
    v_split.id, brand_day());
end $$;
revoke all on function judge_split_part(deposits) from public;

-- A part stays one, and no deposit becomes one later.
create or replace trigger guard_split_kept before update of split_id on deposits for each row
  when (old.split_id is distinct from new.split_id)
  execute function refuse_always('splitKept');
