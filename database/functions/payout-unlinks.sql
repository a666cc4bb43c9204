-- An outgoing line that is not the payout it was taken for: who may say so, and what follows (ADR 0054).

-- It is said of a line and the payout that stands on it, as both were when it was asked for.
create or replace function guard_payout_unlinks() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  select * into v_line from statement_lines where id = new.line_id for update;
  if new.created_at <> now() or v_line.direction <> 'out' or v_line.state <> 'settled'
     or v_line.amount_minor <> new.amount_minor
     or not exists (select from withdrawals w
          where w.id = new.withdrawal_id and w.settled_line_id = new.line_id and w.state = 'paid')
     or not exists (select from approvals a where a.id = new.approval_id
          and (a.document ->> 'lineVersion')::int = v_line.version) then
    raise exception 'unlinkNotOfLine' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_payout_unlinks before insert on payout_unlinks for each row
  execute function guard_payout_unlinks();

-- At the end of the transaction the two have nothing to do with each other, and the money is posted back.
create or replace function guard_unlink_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from withdrawals w where w.id = new.withdrawal_id and w.settled_line_id = new.line_id)
     or exists (select from statement_lines l where l.id = new.line_id and l.state = 'settled')
     or not exists (
       select from transfers t join transfers r on r.reverses_id = t.id
        where t.key = concat('withdraw.settled:', outside_id('wdr', new.withdrawal_id), ':', (
          select count(*) from payout_unlinks u
           where u.withdrawal_id = new.withdrawal_id and u.id <= new.id))) then
    raise exception 'unlinkNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_unlink_whole on payout_unlinks;
create constraint trigger guard_unlink_whole after insert on payout_unlinks
  deferrable initially deferred for each row execute function guard_unlink_whole();

-- A payout keeps the line that proved it, but where two have just said that it is another's.
create or replace function guard_proof_of_payout() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.settled_line_id is not null or not exists (select from payout_unlinks u
       where u.withdrawal_id = new.id and u.line_id = old.settled_line_id and u.created_at = now()) then
    raise exception 'payoutStands' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_proof_of_payout before update of settled_line_id on withdrawals for each row
  when (old.settled_line_id is not null and new.settled_line_id is distinct from old.settled_line_id)
  execute function guard_proof_of_payout();

-- What was posted with that line is posted back for that alone.
create or replace function guard_settled_back() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from transfers o where o.id = new.reverses_id and o.kind = 'withdraw.settled'
       and not exists (select from payout_unlinks u
             where u.withdrawal_id = inside_id(o.source_id) and u.created_at = now())) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
create or replace trigger guard_settled_back after insert on transfers for each row
  when (new.kind = 'reversal' and new.reverses_id is not null) execute function guard_settled_back();
