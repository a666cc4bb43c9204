-- Payment gateways: who may set one up, and what makes an order money (ADR 0047).

-- Members pay into it: in production a gateway comes under an approval, and no other way.
create or replace trigger guard_gateway_unasked before insert on payment_gateways for each row
  when (new.setup_approval_id is null)
  execute function guard_new_account();

-- What may be absent is compared apart: a link takes no request that leaves a word out.
create or replace function guard_agreed_gateway() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from approvals a where a.id = new.setup_approval_id
      and (a.document ->> 'merchantId', a.document ->> 'keyId', a.document ->> 'billerId')
        is not distinct from (new.merchant_id, new.key_id, new.biller_id)) then
    return new;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_agreed_gateway_added before insert on payment_gateways for each row
  when (new.setup_approval_id is not null)
  execute function guard_agreed_gateway();

-- What a gateway told us stays as it came: people say what became of it, and nothing else changes.
create or replace function guard_gateway_events() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.id, old.gateway_id, old.source, old.verdict, old.event_id, old.payload_hash, old.raw,
      old.received_at)
       is not distinct from
     (new.id, new.gateway_id, new.source, new.verdict, new.event_id, new.payload_hash, new.raw,
      new.received_at)
     and (old.kind is null or
       (old.kind, old.order_ref, old.gateway_ref, old.payment_ref, old.amount_minor, old.currency)
         is not distinct from
       (new.kind, new.order_ref, new.gateway_ref, new.payment_ref, new.amount_minor, new.currency)) then
    return new;
  end if;
  raise exception 'what a gateway told us stays as it came' using errcode = 'KL101';
end $$;
create or replace trigger guard_gateway_events before update on gateway_events for each row
  execute function guard_gateway_events();

-- An order stays as it was made, and is paid by one event: signed, or asked for, of its gateway, about it,
-- and of its amount in its currency.
create or replace function guard_gateway_orders() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.id, old.gateway_id, old.member_id, old.amount_minor, old.fee_by, old.method, old.request_key)
       is distinct from
     (new.id, new.gateway_id, new.member_id, new.amount_minor, new.fee_by, new.method, new.request_key)
     or old.paid_event_id is not null and (old.paid_event_id, old.credited_minor, old.fee_minor)
       is distinct from (new.paid_event_id, new.credited_minor, new.fee_minor) then
    raise exception 'an order stays as it was made' using errcode = 'KL101';
  end if;
  if new.paid_event_id is distinct from old.paid_event_id and not exists (
    select from gateway_events e where e.id = new.paid_event_id and e.gateway_id = new.gateway_id
       and e.verdict in ('signed', 'asked') and e.kind = 'paid' and e.order_id = new.id
       and e.amount_minor = new.amount_minor and e.currency = 'THB')
     or new.credited_minor is distinct from
       (case when new.paid_event_id is not null then
         new.amount_minor - case when new.fee_by = 'member' then new.fee_minor else 0 end end) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_gateway_orders before update on gateway_orders for each row
  execute function guard_gateway_orders();

-- No order begins as a paid one.
create or replace trigger guard_gateway_order_paid before insert on gateway_orders for each row
  when (new.paid_event_id is not null)
  execute function refuse_always('lineMissing');

-- A deposit through a gateway is credited by the machine, for an order that was paid, once.
create or replace function guard_gateway_deposits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.by_kind = 'auto' and new.statement_line_id is null and new.bank_account_id is null and exists (
    select from gateway_orders o where o.id = inside_id(new.gateway_ref)
       and new.gateway_ref = outside_id('gwo', o.id) and o.paid_event_id is not null
       and o.member_id = new.member_id and o.credited_minor = new.amount_minor)
     and not is_listed_member(new.member_id) then
    return new;
  end if;
  raise exception 'lineMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_gateway_deposit_inserted before insert on deposits for each row
  when (new.method = 'gateway' and new.state = 'credited')
  execute function guard_gateway_deposits();
create or replace trigger guard_gateway_deposit_changed before update on deposits for each row
  when (new.method = 'gateway' and new.state = 'credited'
    and (old.state, old.method, old.gateway_ref) is distinct from (new.state, new.method, new.gateway_ref))
  execute function guard_gateway_deposits();

-- In place of the triggers of 0023 and 0029, which know no other line than the bank's: of a gateway's order
-- those above are the judges (decision 52).
create or replace trigger guard_credited before insert or update on deposits for each row
  when (new.state = 'credited' and new.method not in ('manual', 'gateway') and new.statement_line_id is null)
  execute function guard_credited();
create or replace trigger guard_line_credit_inserted after insert on deposits for each row
  when (new.state = 'credited' and new.method not in ('manual', 'gateway'))
  execute function guard_line_credits();
create or replace trigger guard_line_credit_changed after update on deposits for each row
  when (new.state = 'credited' and new.method not in ('manual', 'gateway')
    and (old.state, old.method, old.statement_line_id, old.member_id, old.amount_minor, old.by_kind,
         old.by_id, old.link_approval_id)
      is distinct from (new.state, new.method, new.statement_line_id, new.member_id, new.amount_minor,
         new.by_kind, new.by_id, new.link_approval_id))
  execute function guard_line_credits();

-- What was one method's credit is never another's.
create or replace trigger guard_gateway_method before update on deposits for each row
  when ((old.method = 'gateway') <> (new.method = 'gateway')
    or old.gateway_ref is not null and old.gateway_ref is distinct from new.gateway_ref)
  execute function refuse_always('lineMissing');

-- Whether a credit from what a gateway owes us is of an order that it told us was paid.
create or replace function is_paid_order(p_deposit uuid, p_from text, p_amount bigint) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from deposits d join gateway_orders o on o.id = inside_id(d.gateway_ref)
     where d.id = p_deposit and d.method = 'gateway' and d.state = 'credited' and d.amount_minor = p_amount
       and p_from = 'gw:' || outside_id('gwy', o.gateway_id) || ':receivable') $$;

-- Whether the gateway of a deposit's order told us, signed or asked for, that the whole of it was given back.
create or replace function is_refunded_order(p_deposit uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from deposits d join gateway_orders o on o.id = inside_id(d.gateway_ref)
      join gateway_events e on e.order_id = o.id and e.gateway_id = o.gateway_id
     where d.id = p_deposit and d.method = 'gateway' and o.refunded_at is not null
       and o.member_id = d.member_id and e.kind = 'refunded' and e.verdict in ('signed', 'asked')
       and e.amount_minor = o.amount_minor and e.currency = 'THB') $$;
