-- Bank lines that paid invoices of distributors: who may say so, of which line and which invoice (ADR 0061).

-- Whether a line stands for an invoice that it paid.
create or replace function is_line_of_invoice(p_line uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from invoice_payments where line_id = p_line and reversed_at is null) $$;

-- An invoice is paid by the whole of an outgoing line that nobody has, both as they were when it was asked
-- for, and by no other amount than two settled. It is taken back once, by two.
create or replace function guard_payments_of_invoices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line statement_lines;
  v_invoice provider_invoices;
begin
  if tg_op = 'UPDATE' then
    if old.reversed_at is not null or new.reversal_approval_id is null or new.reversed_at <> now()
       or (to_jsonb(new) - '{reversed_at,reversal_approval_id}'::text[])
         <> (to_jsonb(old) - '{reversed_at,reversal_approval_id}'::text[])
       or not exists (select from approvals a
         where a.id = new.reversal_approval_id and a.settled_at = now()) then
      raise exception 'invoicePaymentStands' using errcode = 'KL105';
    end if;
    return new;
  end if;
  select * into v_line from statement_lines where id = new.line_id for update;
  select * into v_invoice from provider_invoices where id = new.invoice_id for no key update;
  if new.reversed_at is not null or new.paid_at <> now()
     or v_line.direction <> 'out' or v_line.amount_minor <> new.amount_minor
     or v_line.value_on <> new.value_on or v_line.state not in ('suggested', 'unmatched', 'unlinked')
     or v_line.chain = 'hint' or is_line_taken(v_line.id)
     or not exists (select from approvals a where a.id = new.approval_id and a.settled_at = now()
       and (a.document ->> 'lineVersion')::int = v_line.version
       and (a.document ->> 'invoiceVersion')::int = v_invoice.version) then
    raise exception 'invoicePaymentNotOfLine' using errcode = 'KL105';
  end if;
  if v_invoice.state <> 'issued' or v_invoice.settled_minor is distinct from new.amount_minor then
    raise exception 'invoicePaymentNotOfInvoice' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_payments_of_invoices before insert or update on invoice_payments for each row
  execute function guard_payments_of_invoices();

-- The key of what was posted for a payment: each time that a line pays has its own.
create or replace function invoice_payment_key(p_payment uuid) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select concat('provider.paid:', outside_id('stl', p.line_id), ':', (
      select count(*) from invoice_payments n where n.line_id = p.line_id and n.id <= p.id))
    from invoice_payments p where p.id = p_payment $$;

-- What was booked as owed for an invoice, by account of a provider; no more are owed than it has lines. Of
-- money that is sent ahead: the account of what its distributor keeps of ours.
create or replace function invoice_shares(p_invoice uuid) returns table (account_id bigint, amount bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select a.id, i.settled_minor from provider_invoices i
    join accounts a on a.code = 'distributor:' || outside_id('dtb', i.distributor_id) || ':prepaid'
   where i.id = p_invoice and i.kind = 'topUp'
  union all
  select t.to_id, sum(t.amount_minor)::bigint from transfers t
   where t.key = any(array(
     select concat('provider.fee:', outside_id('pin', i.id), ':', n)
       from provider_invoices i, generate_series(1, jsonb_array_length(i.lines)) n where i.id = p_invoice))
   group by 1 $$;

-- What was posted for a payment, by account that it came to, leg by leg.
create or replace function invoice_payment_legs(p_payment uuid)
  returns table (transfer_id bigint, account_id bigint, amount bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.from_id, t.amount_minor from transfers t
   where t.key = any(array(
     select invoice_payment_key(p.id) || case n when 1 then '' else '/' || n end
       from invoice_payments p join provider_invoices i on i.id = p.invoice_id,
            generate_series(1, greatest(1, jsonb_array_length(i.lines))) n where p.id = p_payment)) $$;

-- At the end of the transaction the line is closed, the invoice paid, and every provider got what was booked
-- as owed to it; or all of that is back.
create or replace function guard_invoice_payment_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_now invoice_payments;
  v_line statement_lines;
  v_state text;
begin
  select * into v_now from invoice_payments where id = new.id;
  select * into v_line from statement_lines where id = new.line_id;
  select state into v_state from provider_invoices where id = new.invoice_id;
  if v_now.reversed_at is null and (
       v_line.state <> 'settled' or v_line.reason is distinct from 'invoicePaid' or v_state <> 'paid'
    or (select coalesce(sum(l.amount), 0) from invoice_payment_legs(new.id) l) <> new.amount_minor
    or exists (
         select from invoice_shares(new.invoice_id) s
           full join invoice_payment_legs(new.id) l using (account_id)
          where s.amount is distinct from l.amount))
     or v_now.reversed_at is not null and (
       v_line.state not in ('suggested', 'unmatched', 'unlinked') or v_state <> 'issued'
    or not exists (select from invoice_payment_legs(new.id))
    or exists (select from invoice_payment_legs(new.id) l
         where not exists (select from transfers r where r.reverses_id = l.transfer_id))) then
    raise exception 'invoicePaymentNotWhole' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_invoice_payment_whole on invoice_payments;
create constraint trigger guard_invoice_payment_whole after insert or update on invoice_payments
  deferrable initially deferred for each row execute function guard_invoice_payment_whole();

-- Such money is posted only for the payment that says so, once, out of the account of its line; and back only
-- when that was taken back.
create or replace function guard_provider_paid() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_paid bigint := new.id;
begin
  if new.kind = 'reversal' then
    select o.id into v_paid from transfers o where o.id = new.reverses_id and o.kind = 'provider.paid';
    if not found then return null; end if;
  end if;
  if exists (
    select from invoice_payments p join statement_lines l on l.id = p.line_id
     where p.line_id = inside_id(new.source_id) and new.source_id = outside_id('stl', p.line_id)
       and exists (select from invoice_payment_legs(p.id) g where g.transfer_id = v_paid)
       and (case when new.kind = 'reversal' then p.reversed_at is not null
         else p.reversed_at is null
           and exists (select from invoice_shares(p.invoice_id) s
             where s.account_id = new.from_id and s.amount = new.amount_minor)
           and (select t.code from accounts t where t.id = new.to_id)
             = 'bank:' || outside_id('oba', l.bank_account_id) end)) then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_provider_paid after insert on transfers for each row
  when (new.kind = 'provider.paid' or new.kind = 'reversal' and new.reverses_id is not null)
  execute function guard_provider_paid();

-- A line that paid an invoice stays so while that stands.
create or replace function guard_paying_line() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_line_of_invoice(new.id) then
    raise exception 'invoicePaymentStands' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_paying_line before update of state, reason on statement_lines for each row
  when (old.direction = 'out' and old.state = 'settled' and old.reason = 'invoicePaid'
    and (new.state <> 'settled' or new.reason is distinct from 'invoicePaid'))
  execute function guard_paying_line();

-- Nor does it prove a payout.
create or replace function guard_proving_line() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_line_of_invoice(new.settled_line_id) then
    raise exception 'invoicePaymentStands' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_proving_line before insert or update of settled_line_id on withdrawals
  for each row when (new.settled_line_id is not null) execute function guard_proving_line();
