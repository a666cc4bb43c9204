-- Payment gateways: how each is reached and what it may do, the orders that members pay through them, and
-- what they tell us, kept as it came.
create table payment_gateways (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null unique,
  adapter text not null,
  direction text not null check (direction in ('in', 'out', 'both')),
  methods text[] not null check (cardinality(methods) > 0 and methods <@ '{promptPay,bankTransfer}'::text[]),
  base_url text not null,
  -- Where the pretend gateway listens since the last start; of the sandbox's adapter alone.
  sandbox_address text,
  merchant_id text,
  key_id text,
  -- Sealed to the row; the last four characters and the age are all that is ever shown.
  api_secret bytea not null,
  api_secret_last4 text not null,
  api_secret_at timestamptz not null default now(),
  webhook_secret bytea not null,
  webhook_secret_last4 text not null,
  webhook_secret_at timestamptz not null default now(),
  -- Where the code is ours to make: fifteen digits, the company that bills are paid to.
  biller_id text check (biller_id ~ '^\d{15}$'),
  addresses text[] not null default '{}',
  min_minor bigint not null default 100 check (min_minor > 0),
  max_minor bigint not null check (max_minor >= min_minor),
  day_cap_minor bigint check (day_cap_minor > 0),
  exact_minor bigint[] not null default '{}',
  fee_bps integer not null default 0 check (fee_bps between 0 and 2000),
  fee_fixed_minor bigint not null default 0 check (fee_fixed_minor between 0 and 100000),
  fee_by text not null default 'house' check (fee_by in ('house', 'member')),
  settle_days integer not null default 1 check (settle_days between 0 and 30),
  priority integer not null default 100,
  weight integer not null default 1 check (weight between 1 and 100),
  levels integer[] not null default '{}',
  opens_minute integer not null default 0 check (opens_minute between 0 and 1439),
  closes_minute integer not null default 1440 check (closes_minute between 1 and 1440),
  order_expiry_s integer not null default 900 check (order_expiry_s between 60 and 86400),
  needs_payer_match boolean not null default false,
  state text not null default 'paused' check (state in ('active', 'paused', 'maintenance')),
  is_sandbox boolean not null default false,
  setup_approval_id uuid unique references approvals (id),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on constraint payment_gateways_code_key on payment_gateways is
  'no caller: the server looks first, and a second one at the same moment is refused when it is agreed to';
comment on constraint payment_gateways_name_key on payment_gateways is
  'no caller: the server looks first, and a second one at the same moment is refused when it is agreed to';
comment on constraint payment_gateways_code_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_direction_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_methods_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_biller_id_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_min_minor_check on payment_gateways is
  'no caller: the contract takes no less';
comment on constraint payment_gateways_check on payment_gateways is 'no caller: the server looks first';
comment on constraint payment_gateways_day_cap_minor_check on payment_gateways is
  'no caller: the contract takes no less';
comment on constraint payment_gateways_fee_bps_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_fee_fixed_minor_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_fee_by_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_settle_days_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_weight_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_opens_minute_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_closes_minute_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_order_expiry_s_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_state_check on payment_gateways is
  'no caller: the contract takes no other';
comment on constraint payment_gateways_setup_approval_id_key on payment_gateways is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert, update on payment_gateways to khlang_app;

-- How it goes with one: beside the row of its settings, for it changes with every call.
create table gateway_health (
  gateway_id uuid primary key references payment_gateways (id),
  failures integer not null default 0,
  opened_at timestamptz,
  probe_at timestamptz,
  last_ok_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  last_callback_at timestamptz,
  refused_callbacks bigint not null default 0
);
grant select, insert, update on gateway_health to khlang_app;

-- Calls that a gateway did not answer, or not in a way that can be read.
create table gateway_errors (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references payment_gateways (id),
  what text not null,
  error text not null,
  at timestamptz not null default now()
);
create index gateway_errors_newest on gateway_errors (gateway_id, at);
grant select, insert on gateway_errors to khlang_app;

create sequence gateway_order_reference;
grant usage on sequence gateway_order_reference to khlang_app;

create table gateway_orders (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  gateway_id uuid not null references payment_gateways (id),
  member_id uuid not null references members (id),
  -- What the member site calls its request by: the same one makes no second order.
  request_key text not null,
  attempt integer not null default 1,
  method text not null check (method in ('promptPay', 'bankTransfer')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'created'
    check (state in ('created', 'pending', 'paid', 'failed', 'expired', 'refunded', 'unknown')),
  -- What is known of it; the state follows from these, in whatever order they came.
  paid_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  refunded_at timestamptz,
  differs_at timestamptz,
  doubled_at timestamptz,
  paid_event_id uuid,
  -- The payment as the gateway names it: told twice under another event, it is the same one.
  payment_ref text,
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  credited_minor bigint check (credited_minor > 0),
  fee_by text not null check (fee_by in ('house', 'member')),
  settles_on date,
  settlement_id uuid,
  gateway_ref text,
  qr_payload text,
  pay_url text,
  routing jsonb not null default '[]',
  person_reason text,
  expires_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  business_on date not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  unique (member_id, request_key, attempt),
  unique (gateway_id, gateway_ref),
  check ((paid_at is null) = (paid_event_id is null)),
  check ((paid_at is null) = (credited_minor is null))
);
create index gateway_orders_newest on gateway_orders (id desc);
create index gateway_orders_of_gateway on gateway_orders (gateway_id, id desc);
create index gateway_orders_by_state on gateway_orders (state, id desc);
create index gateway_orders_of_member on gateway_orders (member_id, id desc);
create index gateway_orders_day on gateway_orders (gateway_id, business_on, state) include (amount_minor);
create index gateway_orders_open on gateway_orders (next_check_at) where next_check_at is not null;
create index gateway_orders_unsettled on gateway_orders (gateway_id, settles_on)
  where paid_at is not null and settlement_id is null;
comment on constraint gateway_orders_reference_key on gateway_orders is 'no caller: drawn by the server';
comment on constraint gateway_orders_method_check on gateway_orders is
  'no caller: the contract takes no other';
comment on constraint gateway_orders_amount_minor_check on gateway_orders is
  'no caller: the contract takes no less';
comment on constraint gateway_orders_state_check on gateway_orders is 'no caller: written by the server';
comment on constraint gateway_orders_fee_minor_check on gateway_orders is
  'no caller: written by the server';
comment on constraint gateway_orders_credited_minor_check on gateway_orders is
  'no caller: an order whose fee would eat it is not routed';
comment on constraint gateway_orders_fee_by_check on gateway_orders is
  'no caller: taken from the gateway';
comment on constraint gateway_orders_member_id_request_key_attempt_key on gateway_orders is
  'no caller: the member is held while an order is made';
comment on constraint gateway_orders_gateway_id_gateway_ref_key on gateway_orders is
  'no caller: a second order of a reference is told of as a difference';
comment on constraint gateway_orders_check on gateway_orders is
  'no caller: the server sets these columns together';
comment on constraint gateway_orders_check1 on gateway_orders is
  'no caller: the server sets these columns together';
grant select, insert, update on gateway_orders to khlang_app;

-- What a gateway told us, as it came. What it says is read after its signature was found right.
create table gateway_events (
  id uuid primary key default uuidv7(),
  gateway_id uuid not null references payment_gateways (id),
  source text not null check (source in ('webhook', 'query')),
  verdict text not null check (verdict in ('signed', 'asked', 'forged', 'stale', 'address', 'conflicting')),
  event_id text,
  payload_hash bytea not null,
  raw text not null,
  address text,
  state text not null default 'received' check (state in ('received', 'applied', 'noEffect', 'parked',
    'unknownOrder', 'differs', 'late', 'doubled', 'unreadable', 'refused', 'closed')),
  kind text check (kind in ('pending', 'paid', 'failed', 'expired', 'refunded')),
  order_ref text,
  gateway_ref text,
  payment_ref text,
  amount_minor bigint,
  currency text,
  happened_at timestamptz,
  order_id uuid references gateway_orders (id),
  repeats integer not null default 0,
  handled_by uuid references employees (id),
  handled_at timestamptz,
  handled_reason text,
  received_at timestamptz not null default now()
);
create unique index gateway_events_once on gateway_events (gateway_id, event_id)
  where verdict in ('signed', 'asked');
create index gateway_events_newest on gateway_events (id desc);
create index gateway_events_of_gateway on gateway_events (gateway_id, id desc);
create index gateway_events_by_state on gateway_events (state, id desc);
create index gateway_events_of_order on gateway_events (order_id, id);
create index gateway_events_waiting on gateway_events (id) where state = 'received';
create index gateway_events_refused on gateway_events (gateway_id, received_at) where state = 'refused';
alter table gateway_orders add foreign key (paid_event_id) references gateway_events (id);
comment on constraint gateway_events_source_check on gateway_events is
  'no caller: written by the server';
comment on constraint gateway_events_verdict_check on gateway_events is
  'no caller: written by the server';
comment on constraint gateway_events_state_check on gateway_events is 'no caller: written by the server';
comment on constraint gateway_events_kind_check on gateway_events is
  'no caller: an adapter reads no other';
comment on index gateway_events_once is
  'no caller: on conflict do nothing, and what came before is compared';
grant select, insert, update on gateway_events to khlang_app;

-- What leaves by a gateway leaves by its rail, and is signed with the keys of the gateway.
alter table payment_rails add column gateway_id uuid unique references payment_gateways (id);
alter table payment_rails alter column secret drop not null;
alter table payment_rails add constraint payment_rails_secret
  check ((secret is null) = (gateway_id is not null));
comment on constraint payment_rails_secret on payment_rails is 'no caller: written by the server';
comment on constraint payment_rails_gateway_id_key on payment_rails is
  'no caller: made with its gateway';


insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('gatewaySetup', 'payment_gateways', 'setup_approval_id',
    '{"gatewayId": "gwy:id", "adapter": "adapter", "baseUrl": "base_url", "apiSecret": "api_secret",
      "webhookSecret": "webhook_secret", "direction": "direction", "feeBps": "fee_bps",
      "feeFixedMinor": "fee_fixed_minor", "feeBy": "fee_by", "settleDays": "settle_days"}',
    '[{"adapter": "adapter"}, {"baseUrl": "base_url"}, {"merchantId": "merchant_id"}, {"keyId": "key_id"},
      {"apiSecret": "api_secret"}, {"webhookSecret": "webhook_secret"}, {"billerId": "biller_id"},
      {"direction": "direction"}, {"feeBps": "fee_bps"}, {"feeFixedMinor": "fee_fixed_minor"},
      {"feeBy": "fee_by"}, {"settleDays": "settle_days"}]');
insert into approval_needs (kind, requires) values
  ('gatewaySetup', '{"paymentGateway": {"isUpdate": true}}');

-- A gateway is known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' end $$;
