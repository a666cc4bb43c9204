-- Withdrawals, their checks and claims, and the payouts sent for them.

-- A way money leaves by: an HTTP service that pays out. The secret signs our calls and is sealed.
create table payment_rails (
  id uuid primary key default uuidv7(),
  name text not null unique,
  base_url text not null,
  secret bytea not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  created_at timestamptz not null default now()
);
alter table bank_accounts add column rail_id uuid references payment_rails;

create sequence withdrawal_reference;
create table withdrawals (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  member_id uuid not null references members,
  request_key text not null unique,
  state text not null check (state in ('review', 'approved', 'sending', 'paid', 'failed', 'unknown',
    'rejected', 'cancelled')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- The account frozen at request: a later change of the member's account does not move this payout.
  to_bank text not null,
  to_account_no text not null,
  to_account_name text not null,
  bank_account_id uuid references bank_accounts,
  checks jsonb not null default '[]',
  band text check (band in ('auto', 'onePerson', 'twoPeople')),
  is_phone_request boolean not null default false,
  -- Who typed a phone request; never the one who approves it.
  requested_by uuid references employees,
  claimed_by uuid references employees,
  claimed_until timestamptz,
  first_approved_by uuid references employees,
  first_approved_at timestamptz,
  decided_by uuid references employees,
  decided_at timestamptz,
  decision_kind text check (decision_kind in ('auto', 'employee', 'member')),
  reason_code text,
  remark_member text,
  remark_staff text,
  is_sole_owner boolean not null default false,
  credit_before_minor bigint,
  credit_after_minor bigint,
  holds integer not null default 1,
  tries integer not null default 0,
  bank_ref text,
  settled_line_id uuid unique references statement_lines,
  sla_ends_at timestamptz not null,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  paid_at timestamptz,
  business_on date not null,
  version integer not null default 1,
  check (first_approved_by is null or decided_by is null or first_approved_by <> decided_by or is_sole_owner
    or state in ('rejected', 'cancelled')),
  check (is_phone_request = (requested_by is not null)),
  check (requested_by is null or is_sole_owner or (first_approved_by is distinct from requested_by
    and (decided_by is distinct from requested_by or state in ('rejected', 'cancelled')))),
  check (state = 'review' or decision_kind is not null),
  check (decision_kind is distinct from 'employee' or decided_by is not null),
  check (decision_kind is distinct from 'auto' or band = 'auto'),
  check (band is distinct from 'twoPeople' or state in ('review', 'rejected', 'cancelled')
    or first_approved_by is not null
    or is_sole_owner)
);
alter table withdrawals add constraint withdrawals_fee_below_amount check (fee_minor < amount_minor);
create unique index withdrawals_one_open on withdrawals (member_id)
  where state in ('review', 'approved', 'sending', 'failed', 'unknown');
create index on withdrawals (member_id, id desc);
create index on withdrawals (state, id desc);
create index on withdrawals (business_on, state);
create index withdrawals_in_flight on withdrawals (bank_account_id, amount_minor)
  where state in ('sending', 'unknown', 'paid');

-- One row per attempt at a rail; its id is the rail's idempotency key. `sending` is committed before the
-- call. `next_check_at`: when the rail is next asked what became of it.
create table payouts (
  id uuid primary key default uuidv7(),
  withdrawal_id uuid not null references withdrawals,
  attempt integer not null check (attempt > 0),
  bank_account_id uuid not null references bank_accounts,
  rail_id uuid not null references payment_rails,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'sending' check (state in ('sending', 'accepted', 'succeeded', 'failed',
    'unknown')),
  rail_ref text,
  answer jsonb,
  evidence jsonb,
  status_tries integer not null default 0,
  next_check_at timestamptz,
  business_on date not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (withdrawal_id, attempt)
);
create unique index payouts_one_live on payouts (withdrawal_id) where state <> 'failed';
create index payouts_open on payouts (next_check_at) where state in ('sending', 'accepted', 'unknown');

create index payouts_created on payouts (created_at);
create index payouts_of_account on payouts (bank_account_id, business_on);

-- Deposits credited from suspense whose line has not come yet.
create index deposits_late on deposits (bank_account_id, amount_minor)
  where method = 'manual' and state = 'credited' and statement_line_id is null;

-- Goodwill and corrections typed by people: credit that is no deposit (decisions 33).
create sequence adjustment_reference;
create table adjustments (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  member_id uuid not null references members,
  kind text not null check (kind in ('goodwill', 'correction')),
  amount_minor bigint not null check (amount_minor > 0),
  reason_code text not null,
  remark_member text,
  remark_staff text not null,
  maker_id uuid not null references employees,
  -- Null: below the limit, one person's act; the withdrawal check manualCredit looks at these.
  checker_id uuid references employees,
  approval_id uuid unique references approvals,
  business_on date not null,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id <> maker_id)
);
create index on adjustments (member_id, id desc);
create index on adjustments (maker_id, business_on);

-- The last judge of decisions: what was asked for stays as it was, states move along the graph only, and
-- nobody is alone once a second checker has existed.
create function guard_withdrawals() returns trigger language plpgsql as $$
begin
  if new.is_sole_owner and (tg_op = 'INSERT' or not old.is_sole_owner)
    and exists (select 1 from sole_owner_ended where kind = 'withdrawal') then
    raise exception 'soleOwnerEnded' using errcode = 'KL102';
  end if;
  if tg_op = 'INSERT' then
    if new.state not in ('review', 'approved') then
      raise exception 'withdrawal begins as %', new.state using errcode = 'KL101';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.member_id, new.request_key, new.amount_minor, new.fee_minor, new.to_bank,
      new.to_account_no, new.to_account_name, new.is_phone_request, new.requested_by, new.requested_at,
        new.business_on)
    is distinct from
     (old.id, old.reference, old.member_id, old.request_key, old.amount_minor, old.fee_minor, old.to_bank,
      old.to_account_no, old.to_account_name, old.is_phone_request, old.requested_by, old.requested_at,
        old.business_on)
  then
    raise exception 'a withdrawal stays as it was asked for' using errcode = 'KL101';
  end if;
  if old.state <> new.state and not exists (
      select 1 from (values ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
        ('approved', 'sending'), ('approved', 'review'), ('sending', 'paid'), ('sending', 'failed'),
          ('sending', 'unknown'),
        ('unknown', 'paid'), ('unknown', 'failed'), ('failed', 'approved'), ('failed', 'rejected')) as g (a,
          b)
       where g.a = old.state and g.b = new.state) then
    raise exception 'withdrawal % to %', old.state, new.state using errcode = 'KL101';
  end if;
  return new;
end $$;
create trigger withdrawals_guard before insert or update on withdrawals
  for each row execute function guard_withdrawals();

create function guard_approvals() returns trigger language plpgsql as $$
begin
  if new.is_sole_owner and exists (select 1 from sole_owner_ended where kind = new.kind) then
    raise exception 'soleOwnerEnded' using errcode = 'KL102';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if old.state <> 'pending' then
    raise exception 'an approval is settled once' using errcode = 'KL101';
  end if;
  if new.is_sole_owner or (new.id, new.kind, new.entity, new.entity_id, new.document, new.document_hash,
    new.before,
      new.amount_minor, new.reason, new.maker_id, new.expires_at, new.created_at)
    is distinct from
     (old.id, old.kind, old.entity, old.entity_id, old.document, old.document_hash, old.before,
       old.amount_minor,
      old.reason, old.maker_id, old.expires_at, old.created_at) then
    raise exception 'what was asked for is frozen' using errcode = 'KL101';
  end if;
  if new.state = 'approved' and old.expires_at <= now() then
    raise exception 'an expired approval' using errcode = 'KL101';
  end if;
  return new;
end $$;
create trigger approvals_guard before insert or update on approvals
  for each row execute function guard_approvals();

grant select, insert, update on withdrawals, payouts, payment_rails to khlang_app;
grant select, insert on adjustments to khlang_app;
grant usage on sequence withdrawal_reference, adjustment_reference to khlang_app;
