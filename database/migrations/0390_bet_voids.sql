-- Bets that two people said never were: the stake goes back, and what was paid is taken (domain 4.16).
create table bet_voids (
  id uuid primary key default uuidv7(),
  -- Bets go by months, and none is ever deleted.
  bet_id uuid not null,
  -- As it was asked for: a bet that moved on since is not voided by it.
  bet_version integer not null,
  member_id uuid not null references members (id),
  stake_minor bigint not null,
  payout_minor bigint not null,
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  created_at timestamptz not null default now(),
  constraint bet_voids_sums check (stake_minor >= 0 and payout_minor >= 0)
);
-- A bet that is void stays void.
create unique index bet_voids_of_bet on bet_voids (bet_id);
comment on constraint bet_voids_sums on bet_voids is 'no caller: bets have no amounts below zero';
comment on constraint bet_voids_approval_id_key on bet_voids is
  'no caller: a request is executed once, in the transaction that decides it';
comment on index bet_voids_of_bet is 'no caller: the bet''s version is judged before, and again by post_play';
grant select, insert on bet_voids to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('betVoid', 'bet_voids', 'approval_id',
    '{"betId": "bet:bet_id", "betVersion": "bet_version", "memberId": "mbr:member_id",
      "stakeMinor": "stake_minor", "payoutMinor": "payout_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('betVoid', '{"betReport": {"isRead": true, "isUpdate": true}}');

-- A bet is something that people act upon: the log and requests name it.
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
    when 'gatewayOrder' then 'gwo' when 'slip' then 'slp' when 'slipService' then 'sls'
    when 'gameProvider' then 'gpr' when 'game' then 'gam' when 'distributor' then 'dtb'
    when 'distributorContract' then 'dtc' when 'providerInvoice' then 'pin'
    when 'providerReport' then 'prp' when 'bet' then 'bet' end $$;
