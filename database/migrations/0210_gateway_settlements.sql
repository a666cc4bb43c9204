-- What a gateway owed and paid into an account of ours: two agree which line of that bank it is.
create table gateway_settlements (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  gateway_id uuid not null references payment_gateways (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- What was due when it was asked for, and the first and last day of settlement that it pays of that; null
  -- where no order tells.
  due_minor bigint not null,
  covers_from date,
  covers_to date,
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  value_on date not null,
  business_on date not null,
  settled_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversal_approval_id uuid unique references approvals (id),
  check ((reversed_at is null) = (reversal_approval_id is null)),
  check ((covers_from is null) = (covers_to is null))
);
create unique index gateway_settlements_standing on gateway_settlements (line_id) where reversed_at is null;
create index gateway_settlements_of_line on gateway_settlements (line_id, id);
create index gateway_settlements_of_gateway on gateway_settlements (gateway_id, id desc);
create index gateway_settlements_by_day on gateway_settlements (gateway_id, value_on)
  where reversed_at is null;
comment on constraint gateway_settlements_amount_minor_check on gateway_settlements is
  'no caller: a line has an amount';
comment on constraint gateway_settlements_approval_id_key on gateway_settlements is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint gateway_settlements_reversal_approval_id_key on gateway_settlements is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint gateway_settlements_check on gateway_settlements is
  'no caller: the server sets these columns together';
comment on constraint gateway_settlements_check1 on gateway_settlements is
  'no caller: the server sets these columns together';
comment on index gateway_settlements_standing is
  'no caller: the line is held, and its state says that it is taken';
grant select, insert, update on gateway_settlements to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineSettlement', 'gateway_settlements', 'approval_id',
    '{"lineId": "stl:line_id", "gatewayId": "gwy:gateway_id", "amountMinor": "amount_minor",
      "@makerId": "maker_id"}', '[]'),
  ('lineUnsettle', 'gateway_settlements', 'reversal_approval_id',
    '{"lineId": "stl:line_id", "gatewayId": "gwy:gateway_id", "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('lineSettlement', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineUnsettle', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');

-- What is due is told by days, the oldest first: no settlement names its orders. The day on which an order
-- became money that its gateway owes stands with it, so that a day is summed from the index alone.
drop index gateway_orders_unsettled;
alter table gateway_orders drop column settlement_id;
alter table gateway_orders add column credited_on date;
update gateway_orders o set credited_on = d.business_on
  from deposits d where d.gateway_ref = outside_id('gwo', o.id) and d.method = 'gateway'
   and o.paid_at is not null;
create index gateway_orders_due on gateway_orders (gateway_id, settles_on, credited_on)
  include (amount_minor, fee_minor, fee_by) where credited_on is not null;
create index gateway_orders_credited on gateway_orders (gateway_id, credited_on)
  include (amount_minor, fee_minor, fee_by) where credited_on is not null;
