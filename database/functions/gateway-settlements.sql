-- What a gateway owed and paid into an account of ours: who may say so, of which line (ADR 0047).

-- What a gateway owes us, as the ledger has it.
create or replace function owed_by_gateway(p_gateway uuid) returns bigint language plpgsql stable
  set search_path = pg_catalog, public, pg_temp as $$
begin
  return coalesce(-account_balance('gw:' || outside_id('gwy', p_gateway) || ':receivable'), 0);
end $$;

-- A settlement is of the whole of an incoming line that nobody has, as it was when it was asked for, and of
-- no more than the gateway owes; two of one gateway come one after the other. It is taken back once, by two.
create or replace function guard_settlements() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or new.reversal_approval_id is null
       or (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
         <> (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[]) then
      raise exception 'settlementStands' using errcode = 'KL105';
    end if;
    return new;
  end if;
  select * into v_line from statement_lines where id = new.line_id for update;
  perform from payment_gateways where id = new.gateway_id for no key update;
  if new.reversed_at is not null or v_line.direction <> 'in' or v_line.amount_minor <> new.amount_minor
     or v_line.value_on <> new.value_on or v_line.state not in ('suggested', 'unmatched', 'unlinked')
     or v_line.chain = 'hint'
     or is_line_taken(v_line.id)
     or not exists (select from approvals a where a.id = new.approval_id
       and (a.document ->> 'lineVersion')::int = v_line.version) then
    raise exception 'settlementNotOfLine' using errcode = 'KL105';
  end if;
  if owed_by_gateway(new.gateway_id) < new.amount_minor then
    raise exception 'settlementAboveOwed' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_settlements before insert or update on gateway_settlements for each row
  execute function guard_settlements();

-- At the end of the transaction the line is closed and the money posted, and such settlements together took
-- no more than was owed; or the money is posted back.
create or replace function guard_settlement_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_now gateway_settlements;
  v_key text;
begin
  select * into v_now from gateway_settlements where id = new.id;
  select concat('gateway.settled:', outside_id('stl', new.line_id), ':', count(*)) into v_key
    from gateway_settlements s where s.line_id = new.line_id and s.id <= new.id;
  if v_now.reversed_at is null and (
       owed_by_gateway(new.gateway_id) < 0
    or not exists (select from transfers t where t.key = v_key)
    or not exists (select from statement_lines l
         where l.id = new.line_id and l.state = 'internalTransfer'))
     or v_now.reversed_at is not null and not exists (
         select from transfers t join transfers r on r.reverses_id = t.id where t.key = v_key) then
    raise exception 'settlementNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_settlement_whole on gateway_settlements;
create constraint trigger guard_settlement_whole after insert or update on gateway_settlements
  deferrable initially deferred for each row execute function guard_settlement_whole();

-- Such money is posted only for the settlement that says so, once, and back only when that was taken back.
create or replace function guard_settled() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_key text := new.key;
  v_from text;
  v_to text;
begin
  select f.code, t.code into v_from, v_to from accounts f, accounts t
   where f.id = new.from_id and t.id = new.to_id;
  if new.kind = 'reversal' then
    select o.key into v_key from transfers o where o.id = new.reverses_id and o.kind = 'gateway.settled';
    if not found then return null; end if;
  end if;
  if exists (
    select from gateway_settlements s join statement_lines l on l.id = s.line_id
     where s.line_id = inside_id(new.source_id) and s.amount_minor = new.amount_minor
       and v_key = concat('gateway.settled:', outside_id('stl', s.line_id), ':', (
         select count(*) from gateway_settlements n where n.line_id = s.line_id and n.id <= s.id))
       and (case when new.kind = 'reversal' then s.reversed_at is not null
         else s.reversed_at is null
           and v_from = 'unmatched:' || outside_id('oba', l.bank_account_id)
           and v_to = 'gw:' || outside_id('gwy', s.gateway_id) || ':receivable' end)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_settled after insert on transfers for each row
  when (new.kind = 'gateway.settled' or new.kind = 'reversal' and new.reverses_id is not null)
  execute function guard_settled();

-- A line that a gateway paid stays so while that stands.
create or replace function guard_settled_line() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from gateway_settlements s where s.line_id = new.id and s.reversed_at is null) then
    raise exception 'settlementStands' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_settled_line before update of state on statement_lines for each row
  when (old.direction = 'in' and old.state = 'internalTransfer' and new.state <> 'internalTransfer')
  execute function guard_settled_line();
