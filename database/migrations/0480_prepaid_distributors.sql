-- A distributor may be paid before its games are played: what was sent to it is kept there, and what an
-- invoice comes to is drawn from that.
alter table distributors
  add column billing text not null default 'credit' check (billing in ('credit', 'prepaid')),
  -- Below which people are told; 0: they are not.
  add column low_balance_minor bigint not null default 0 check (low_balance_minor >= 0);
comment on constraint distributors_billing_check on distributors is 'no caller: the contract takes no other';
comment on constraint distributors_low_balance_minor_check on distributors is
  'no caller: the contract takes no less';

-- fee: what a month comes to. topUp: money that is sent ahead, in the month in which it was asked for.
alter table provider_invoices
  add column kind text not null default 'fee' check (kind in ('fee', 'topUp')),
  -- It was drawn from what is kept there.
  add column is_drawn boolean not null default false,
  drop constraint provider_invoices_distributor_id_month_key,
  add constraint provider_invoices_drawn check (not is_drawn or kind = 'fee' and state = 'paid');
comment on constraint provider_invoices_kind_check on provider_invoices is
  'no caller: the server knows no other';
comment on constraint provider_invoices_drawn on provider_invoices is
  'no caller: the server sets these columns together';
create unique index provider_invoices_of_month on provider_invoices (distributor_id, month)
  where kind = 'fee';
comment on index provider_invoices_of_month is
  'no caller: whoever reckons one holds its distributor and looks first';
create index provider_invoices_of_distributor on provider_invoices (distributor_id, month);

update approval_links set
  agrees = agrees || '{"billing": "billing", "lowBalanceMinor": "low_balance_minor"}',
  guards = guards || '[{"billing": "billing"}, {"lowBalanceMinor": "low_balance_minor"}]'
  where kind = 'distributorSetup';

alter table transfers drop constraint transfers_kind;
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle',
  'bet.void', 'bet.round', 'bet.amend', 'game.in', 'game.out', 'ggr.close', 'provider.fee',
  'provider.paid', 'provider.drawn', 'agent.credit.give', 'agent.credit.take', 'own.transfer.out',
  'own.transfer.in', 'line.income', 'line.cost', 'gateway.fee', 'gateway.settled', 'reversal')) not valid;
alter table transfers validate constraint transfers_kind;
