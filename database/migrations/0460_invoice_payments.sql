-- What a distributor's invoice comes to leaves by a line of a bank: two agree which line paid which invoice.
create table invoice_payments (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  invoice_id uuid not null references provider_invoices (id),
  amount_minor bigint not null check (amount_minor > 0),
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  value_on date not null,
  business_on date not null,
  paid_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversal_approval_id uuid unique references approvals (id),
  check ((reversed_at is null) = (reversal_approval_id is null))
);
create unique index invoice_payments_standing on invoice_payments (line_id) where reversed_at is null;
create unique index invoice_payments_of_unpaid on invoice_payments (invoice_id) where reversed_at is null;
create index invoice_payments_of_line on invoice_payments (line_id, id);
create index invoice_payments_of_invoice on invoice_payments (invoice_id, id);
comment on constraint invoice_payments_amount_minor_check on invoice_payments is
  'no caller: a line has an amount';
comment on constraint invoice_payments_approval_id_key on invoice_payments is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint invoice_payments_reversal_approval_id_key on invoice_payments is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint invoice_payments_check on invoice_payments is
  'no caller: the server sets these columns together';
comment on index invoice_payments_standing is
  'no caller: the line is held, and its state says that it is taken';
comment on index invoice_payments_of_unpaid is
  'no caller: the invoice is held, and its state says that it is paid';
grant select, insert, update on invoice_payments to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineInvoice', 'invoice_payments', 'approval_id',
    '{"lineId": "stl:line_id", "invoiceId": "pin:invoice_id", "amountMinor": "amount_minor",
      "@makerId": "maker_id"}', '[]'),
  ('lineUninvoice', 'invoice_payments', 'reversal_approval_id',
    '{"lineId": "stl:line_id", "invoiceId": "pin:invoice_id", "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('lineInvoice', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineUninvoice', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');

-- Paid is what a line paid, and what comes to nothing. A reference alone stays with what was paid by it.
alter table provider_invoices drop constraint provider_invoices_paid;
alter table provider_invoices add constraint provider_invoices_paid check (
  num_nulls(paid_reference, paid_at, paid_by) in (0, 3)
  and (paid_at is null or state = 'paid') and (state <> 'paid' or settled_at is not null));
comment on constraint provider_invoices_paid on provider_invoices is
  'no caller: the server sets these columns together, and looks first';
update provider_invoices set state = 'paid', version = version + 1
  where state = 'issued' and settled_minor = 0;
-- What is settled and waits for its line.
create index provider_invoices_unpaid on provider_invoices (settled_minor, month)
  where state = 'issued' and settled_minor is not null;

alter table transfers drop constraint transfers_kind;
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle',
  'bet.void', 'bet.round', 'bet.amend', 'game.in', 'game.out', 'ggr.close', 'provider.fee',
  'provider.paid', 'agent.credit.give', 'agent.credit.take', 'own.transfer.out', 'own.transfer.in',
  'line.income', 'line.cost', 'gateway.fee', 'gateway.settled', 'reversal')) not valid;
alter table transfers validate constraint transfers_kind;
