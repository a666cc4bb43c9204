-- A credit that people typed is taken back by two, whole and once: the row names its approval, and the ledger
-- reverses exactly the posting of this row.

alter table adjustments
  add column reversal_approval_id uuid unique references approvals,
  add column reversed_at timestamptz,
  add constraint adjustments_reversed check ((reversal_approval_id is null) = (reversed_at is null));
grant update (reversal_approval_id, reversed_at) on adjustments to khlang_app;

-- A member's own history has what was done to their typed credits.
create index activity_log_of_typed on activity_log ((detail ->> 'memberId'), id) where entity = 'adjustment';

create function guard_adjustment_reversals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.reversed_at is null and new.reversed_at is not null
     and (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
       = (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[])
     and exists (
       select from approvals a where a.id = new.reversal_approval_id and a.kind = 'manualCreditReversal'
          and a.state = 'approved' and a.document ->> 'id' = outside_id('adj', new.id)
          and (a.document ->> 'amountMinor')::bigint = new.amount_minor) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_adjustment_reversals before update on adjustments
  for each row execute function guard_adjustment_reversals();

-- As in 0022; a typed deposit goes back under an approval of its own kind, while its line has not come.
create or replace function guard_reversals() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_minutes int := coalesce((select (value ->> 'undoMinutes')::int from brand_settings), 10);
begin
  if tg_op = 'UPDATE' and (exists (
    select from approvals a where a.id = new.reversal_approval_id
       and new.reversal_approval_id is distinct from old.reversal_approval_id and a.state = 'approved'
       and case old.method
         when 'manual' then a.kind = 'manualCreditReversal' and old.statement_line_id is null
           and a.document ->> 'id' = outside_id('dep', new.id)
           and (a.document ->> 'amountMinor')::bigint = old.amount_minor
         else a.kind = 'depositUnlink' and a.document ->> 'depositId' = outside_id('dep', new.id) end)
    or old.method <> 'manual' and exists (
      select from statement_lines l where l.id = old.statement_line_id and l.state = 'manualMatched'
         and l.handled_by is not null and l.handled_at > now() - make_interval(mins => v_minutes))) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;

-- What people typed is reversed only with the row above; the legs beside it are what the wallet lacked. A cut
-- without a posting that it takes back has no row, so there is none.
create function guard_typed_reversals() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_original transfers;
begin
  select * into v_original from transfers where id = new.reverses_id;
  if new.kind = 'reversal' and (
       v_original.kind is not null and v_original.kind not in ('credit.add', 'deposit.credited')
    or exists (
      select from adjustments j join accounts f on f.id = new.from_id join accounts t on t.id = new.to_id
       where j.id = inside_id(new.source_id) and new.source_id = outside_id('adj', j.id)
         and j.reversed_at is not null
         and case when v_original.id is null
           then f.code = 'receivable:' || outside_id('mbr', j.member_id)
            and t.code = member_cash_code(j.member_id) and new.amount_minor <= j.amount_minor
           else v_original.source_id = new.source_id and new.amount_minor = j.amount_minor end)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create trigger guard_typed_reversals after insert on transfers for each row
  when (new.kind in ('reversal', 'credit.cut')) execute function guard_typed_reversals();
