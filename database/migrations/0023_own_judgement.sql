-- The judgement of the database rests on its own tables: not on what a session lays over them, not on
-- settings, days and bands that a statement chooses on its way.

-- A temporary table would stand before the real one of its name in every function that names no schema.
do $$
declare r record;
begin
  execute format('revoke temporary on database %I from public', current_database());
  for r in select p.oid::regprocedure as name from pg_proc p
            where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
              and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', r.name);
  end loop;
end $$;

-- The brand's settings are changed by nobody yet; whoever builds that brings its second person along.
revoke update on brand_settings from khlang_app;

-- The sum of a person's day is of the day there is: a row does not choose another one.
create function guard_adjustment_day() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_cut interval := make_interval(mins => coalesce((select (value ->> 'dayCutOffMinutes')::int
    from brand_settings), 0));
  v_now timestamp := now() at time zone 'Asia/Bangkok' - v_cut;
begin
  if new.business_on not between (v_now - interval '5 minutes')::date
                             and (v_now + interval '5 minutes')::date then
    raise exception 'dayChosen' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_adjustment_day before insert on adjustments
  for each row execute function guard_adjustment_day();

-- Real money comes through a line of the bank, or typed and approved.
create function guard_credited() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'lineMissing' using errcode = 'KL105';
end $$;
create trigger guard_credited before insert or update on deposits for each row
  when (new.state = 'credited' and new.method <> 'manual' and new.statement_line_id is null)
  execute function guard_credited();

-- How many people a withdrawal needs follows from its amount and the brand's limits.
create function guard_band_of_amount() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_limits jsonb := coalesce((select value from brand_settings), '{}');
begin
  if new.band is null and new.state not in ('review', 'rejected', 'cancelled')
     or new.band <> 'twoPeople'
       and new.amount_minor >= coalesce((v_limits ->> 'twoPersonLimitMinor')::bigint, 5000000)
     or new.band = 'auto' and (new.requested_by is not null
       or new.amount_minor > coalesce((v_limits ->> 'autoApproveLimitMinor')::bigint, 500000)) then
    raise exception 'bandTooLow' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_band_inserted before insert on withdrawals
  for each row execute function guard_band_of_amount();
create trigger guard_band_changed before update on withdrawals for each row
  when (old.band is distinct from new.band
    or (new.band is null and new.state not in ('review', 'rejected', 'cancelled')))
  execute function guard_band_of_amount();

-- A transfer is of a kind that there is.
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle', 'bet.void',
  'ggr.close', 'provider.fee', 'agent.credit.give', 'agent.credit.take', 'own.transfer.out',
  'own.transfer.in', 'reversal'));
