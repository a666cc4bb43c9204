-- The ledger: accounts, transfers, holds, day closings, and who may touch them. Money rows are only ever
-- added. Everything here ends up with khlang_ledger, as whom nobody signs in (0003); the server reads and
-- calls functions.

create table accounts (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique,              -- member:mbr_x:cash, bank:oba_x, unmatched:oba_x
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense', 'equity')),
  currency char(3) not null,
  mode text not null check (mode in ('guarded', 'house')),
  is_hold boolean not null default false,             -- its balance is the sum of its open holds
  is_closed boolean not null default false,
  balance_minor bigint not null default 0,            -- guarded: exact; house: what is folded so far
  version bigint not null default 0,                  -- guarded: one per leg, without gaps
  opened_at timestamptz not null default now(),
  check (mode = 'guarded' or not is_hold),
  constraint accounts_never_negative check (mode = 'house' or balance_minor >= 0)
) with (fillfactor = 70);                             -- no index on the balance: balance updates stay HOT

create table house_deltas (                           -- what house accounts moved since they were folded
  id bigint generated always as identity primary key,
  account_id bigint not null,
  delta_minor bigint not null,
  foreign key (account_id) references accounts not enforced
);
create index house_deltas_account on house_deltas (account_id) include (delta_minor);

create table holds (
  id uuid primary key default uuidv7(),
  account_id bigint not null,
  source_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'open' check (state in ('open', 'posted', 'voided')),
  opened_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null)),
  foreign key (account_id) references accounts not enforced
);
create unique index holds_open_source on holds (source_id) where state = 'open';

create table transfers (
  id bigint generated always as identity primary key, -- drawn after the locks: per guarded account in order
  key text collate "C" not null unique,               -- deposit.credited:dep_x:1, later legs with /2, /3
  posting_id uuid not null,
  leg_count smallint not null check (leg_count > 0),
  kind text collate "C" not null,
  source_id text collate "C" not null,
  from_id bigint not null,
  to_id bigint not null check (to_id <> from_id),
  amount_minor bigint not null check (amount_minor between 1 and 9007199254740991),
  currency char(3) not null,
  from_after bigint check (from_after >= 0),          -- null on house sides, like the versions
  from_version bigint,
  to_after bigint check (to_after >= 0),
  to_version bigint,
  -- its original was read by the same call and cannot go away
  reverses_id bigint,
  hold_id uuid,
  business_on date not null,
  value_on date not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (from_id) references accounts not enforced, -- enforced, it would share-lock the one hot row
  foreign key (to_id) references accounts not enforced,
  foreign key (reverses_id) references transfers not enforced,
  foreign key (hold_id) references holds not enforced
);
create unique index transfers_from_version on transfers (from_id, from_version)
  where from_version is not null;
create unique index transfers_to_version on transfers (to_id, to_version) where to_version is not null;
create unique index transfers_reverses on transfers (reverses_id) where reverses_id is not null;
create index transfers_from_house on transfers (from_id, id) where from_version is null;
create index transfers_to_house on transfers (to_id, id) where to_version is null;
create index transfers_business_on on transfers using brin (business_on);

-- sealed: no more postings; closed: balances are written
create table day_closings (
  business_on date primary key,
  sealed_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  transfer_count bigint,
  -- over the day before, the ordered transfers, the balances
  digest bytea,
  check ((closed_at is null) = (digest is null) and (closed_at is null) = (transfer_count is null))
);

-- a row only for an account that moved since its last one
create table balance_closings (
  account_id bigint not null,
  business_on date not null references day_closings,
  balance_minor bigint not null,
  primary key (account_id, business_on),
  foreign key (account_id) references accounts not enforced
);

-- Append only, whoever asks -------------------------------------------------------------------------------

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'KL020', message = 'appendOnly',
    detail = format('%s on %s is refused', tg_op, tg_table_name);
end $$;

create function guard_house_deltas() returns trigger language plpgsql as $$
begin
  if current_setting('khlang.folding', true) is distinct from 'yes' then
    raise exception using errcode = 'KL020', message = 'appendOnly',
      detail = 'only the folder deletes deltas';
  end if;
  return null;
end $$;

create function guard_holds() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open' or (new.id, new.account_id, new.source_id, new.amount_minor,
     new.opened_at) is distinct from (old.id, old.account_id, old.source_id, old.amount_minor,
       old.opened_at) then
    raise exception using errcode = 'KL020', message = 'appendOnly', detail = 'a hold is settled once';
  end if;
  return new;
end $$;

create function guard_day_closings() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.business_on <> old.business_on or new.sealed_at <> old.sealed_at then
    raise exception using errcode = 'KL020', message = 'appendOnly', detail = 'a day is closed once';
  end if;
  return new;
end $$;

create trigger append_only before update or delete or truncate on transfers
  for each statement execute function refuse_ledger_change();
create trigger append_only before update or delete or truncate on balance_closings
  for each statement execute function refuse_ledger_change();
create trigger append_only before update or truncate on house_deltas
  for each statement execute function refuse_ledger_change();
create trigger only_folder before delete on house_deltas
  for each statement execute function guard_house_deltas();
create trigger append_only before delete or truncate on holds
  for each statement execute function refuse_ledger_change();
create trigger settled_once before update on holds for each row execute function guard_holds();
create trigger append_only before delete or truncate on day_closings
  for each statement execute function refuse_ledger_change();
create trigger closed_once before update on day_closings for each row execute function guard_day_closings();
-- Named columns only, so that the balance update of every posting does not pay for a trigger.
create trigger fixed_identity before update of id, code, kind, currency, mode, is_hold, opened_at on accounts
  for each statement execute function refuse_ledger_change();
create trigger append_only before delete or truncate on accounts
  for each statement execute function refuse_ledger_change();

-- Reading -------------------------------------------------------------------------------------------------

-- exact: one statement sees the row and its deltas alike
create view account_balances as
select a.id, a.code, a.kind, a.currency, a.mode, a.is_hold, a.is_closed, a.version,
       (a.balance_minor + coalesce((select sum(d.delta_minor) from house_deltas d
         where d.account_id = a.id), 0)
       )::bigint as balance_minor
  from accounts a;

create view account_entries as                        -- a transfer seen from each of its two sides
select from_id as account_id, id as transfer_id, -amount_minor as delta_minor, from_after as after_minor,
       from_version as version, to_id as other_id, posting_id, kind, source_id, currency, reverses_id,
         hold_id,
       business_on, value_on, created_at
  from transfers
union all
select to_id, id, amount_minor, to_after, to_version, from_id, posting_id, kind, source_id, currency,
       reverses_id, hold_id, business_on, value_on, created_at
  from transfers;

create function account_balance(p_code text) returns bigint language sql stable
  as $$ select balance_minor from account_balances where code = p_code $$;

-- The last day sealed before the moment is a firm floor: nothing is ever added to it. What is above is
-- summed.
create function balance_at(p_code text, p_moment timestamptz) returns bigint language sql stable as $$
  with a as (select id from accounts where code = p_code),
  floor_day as (select max(business_on) as day from day_closings where closed_at is not null
                   and sealed_at <= p_moment)
  select (coalesce((select c.balance_minor from balance_closings c, floor_day f
                     where c.account_id = a.id and c.business_on <= f.day
                     order by c.business_on desc limit 1), 0)
        + coalesce((select sum(e.delta_minor) from account_entries e, floor_day f
                     where e.account_id = a.id and e.created_at <= p_moment
                       and e.business_on > coalesce(f.day, '-infinity')), 0))::bigint
    from a $$;

-- The balance at the end of a business day, with everything posted to that day and before.
create function balance_on(p_code text, p_on date) returns bigint language sql stable as $$
  with a as (select id from accounts where code = p_code),
  floor_day as (select max(business_on) as day from day_closings where closed_at is not null
                   and business_on <= p_on)
  select (coalesce((select c.balance_minor from balance_closings c, floor_day f
                     where c.account_id = a.id and c.business_on <= f.day
                     order by c.business_on desc limit 1), 0)
        + coalesce((select sum(e.delta_minor) from account_entries e, floor_day f
                     where e.account_id = a.id and e.business_on <= p_on
                       and e.business_on > coalesce(f.day, '-infinity')), 0))::bigint
    from a $$;

-- Newest first, below a transfer id (null: from the top). Each side reads its own index in order.
create function account_statement(p_code text, p_before_id bigint, p_limit int)
returns table (transfer_id bigint, delta_minor bigint, after_minor bigint, version bigint, other_code text,
               posting_id uuid, kind text, source_id text, currency text, reverses_id bigint,
               business_on date, value_on date, created_at timestamptz)
language plpgsql stable as $$
declare
  v_id bigint; v_mode text; v_version bigint;
begin
  select a.id, a.mode into v_id, v_mode from accounts a where a.code = p_code;
  if v_mode = 'guarded' then
    if p_before_id is not null then
      select case when t.from_id = v_id then t.from_version else t.to_version end into v_version
        from transfers t where t.id = p_before_id and v_id in (t.from_id, t.to_id);
    end if;
    return query
      select e.transfer_id, e.delta_minor, e.after_minor, e.version, o.code, e.posting_id, e.kind,
        e.source_id,
             e.currency::text, e.reverses_id, e.business_on, e.value_on, e.created_at
        from (select * from account_entries x where x.account_id = v_id and x.version is not null
                 and x.version < coalesce(v_version, 9223372036854775807) order by x.version desc
                   limit p_limit) e
        join accounts o on o.id = e.other_id order by e.version desc;
  else
    return query
      select e.transfer_id, e.delta_minor, e.after_minor, e.version, o.code, e.posting_id, e.kind,
        e.source_id,
             e.currency::text, e.reverses_id, e.business_on, e.value_on, e.created_at
        from (select * from account_entries x where x.account_id = v_id and x.version is null
                 and x.transfer_id < coalesce(p_before_id, 9223372036854775807)
               order by x.transfer_id desc limit p_limit) e
        join accounts o on o.id = e.other_id order by e.transfer_id desc;
  end if;
end $$;
