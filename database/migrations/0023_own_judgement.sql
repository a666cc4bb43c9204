-- The judgement of the database rests on its own tables and its own memory: not on what a session lays over
-- them, not on what people hold today only, not on settings that a statement changes on its way.

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
alter function assert_alone(uuid, jsonb) set search_path = pg_catalog, public, pg_temp;

-- The brand's settings are changed by nobody yet; whoever builds that brings its second person along.
revoke update on brand_settings from khlang_app;

-- Whoever ever held a right has existed: "alone" ends for ever, also where rights are taken away again.
create table rights_held (
  employee_id uuid not null references employees,
  is_admin boolean not null,
  permission jsonb not null,
  since timestamptz not null default now()
);
create unique index on rights_held (employee_id, is_admin, md5(permission::text));
grant select on rights_held to khlang_app;

create function keep_rights() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rights_held (employee_id, is_admin, permission)
    select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and case tg_table_name when 'roles' then r.id = new.id else e.id = new.id end
    on conflict do nothing;
  return null;
end $$;
create trigger keep_rights after insert or update of role_id, type on employees
  for each row execute function keep_rights();
create trigger keep_rights after update of is_admin, permission on roles
  for each row execute function keep_rights();
insert into rights_held (employee_id, is_admin, permission)
  select e.id, r.is_admin, r.permission from employees e join roles r on r.id = e.role_id
   where e.type = 'staff';

create or replace function assert_alone(p_employee uuid, p_requires jsonb) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from employees e join roles r on r.id = e.role_id
                  where e.id = p_employee and e.state = 'active' and r.is_admin)
     or (select count(distinct employee_id) from rights_held
          where is_admin or permission @> p_requires) <> 1 then
    raise exception 'notAlone' using errcode = 'KL105';
  end if;
end $$;

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

-- A transfer is of a kind that there is; what is credited comes from where credits come from.
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle', 'bet.void',
  'ggr.close', 'provider.fee', 'agent.credit.give', 'agent.credit.take', 'own.transfer.out',
  'own.transfer.in', 'reversal'));

create or replace function guard_typed_transfers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id uuid;
  v_from text;
begin
  select code into v_from from accounts where id = new.from_id;
  if new.kind = 'deposit.credited' and v_from like 'unmatched:%' then return null; end if;
  v_id := inside_id(new.source_id);
  if (case new.kind
       when 'credit.add' then v_from = 'expense:writeoff' and exists (
         select from adjustments j join accounts t on t.id = new.to_id
          where j.id = v_id and j.amount_minor = new.amount_minor
            and t.code = member_cash_code(j.member_id))
       when 'credit.cut' then v_from like 'member:%:cash' and exists (
         select from accounts t where t.id = new.to_id and t.code = 'expense:writeoff')
       when 'deposit.credited' then exists (
         select from deposits d join accounts t on t.id = new.to_id
          where d.id = v_id and d.method = 'manual' and d.state = 'credited'
            and d.amount_minor = new.amount_minor and t.code = member_cash_code(d.member_id)
            and v_from = 'suspense:' || outside_id('oba', d.bank_account_id))
       else exists (select from deposits d where d.id = v_id and d.state = 'reversed') end) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
drop trigger guard_typed on transfers;
create trigger guard_typed after insert on transfers for each row
  when (new.kind in ('credit.add', 'credit.cut', 'deposit.credited', 'deposit.reversed'))
  execute function guard_typed_transfers();
