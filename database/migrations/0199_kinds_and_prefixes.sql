-- Several migrations before this one add kinds of movement and ids of their own to the same two lists: here
-- they stand together.
alter table transfers drop constraint transfers_kind;
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle',
  'bet.void', 'ggr.close', 'provider.fee', 'agent.credit.give', 'agent.credit.take', 'own.transfer.out',
  'own.transfer.in', 'line.income', 'line.cost', 'gateway.fee', 'gateway.settled', 'reversal')) not valid;
alter table transfers validate constraint transfers_kind;

-- Who may speak for a gateway takes two.
update approval_links set guards = guards || '[{"addresses": "addresses"}]' where kind = 'gatewaySetup';
-- What one person booked alone in a day.
create index line_bookings_alone on line_bookings (maker_id, booked_at) where approval_id is null;

create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'reconcileDay' then 'rcd'
    when 'shift' then 'shf' when 'settingsVersion' then 'stv' when 'taughtFormat' then 'tft'
    when 'bookingRule' then 'bkr' when 'blacklistEntry' then 'ble' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' end $$;
