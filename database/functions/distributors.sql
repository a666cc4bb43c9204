-- Contracts of distributors do not overlap, and what is booked for an invoice is what two agreed to.

-- The contract by which a game of this provider and type is paid on a day: one of the type goes before that
-- of all types. Null: there is none.
create or replace function contract_of(p_provider uuid, p_type text, p_on date) returns uuid
  language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select c.id from distributor_contracts c
   where c.provider_id = p_provider and c.game_type in (p_type, 'all')
     and p_on between c.valid_from and c.valid_until
   order by c.game_type = 'all' limit 1 $$;

-- The report of a provider that counts for a day: of those that are about it, the one compared last. What an
-- earlier one has otherwise is over.
create or replace function report_of(p_provider uuid, p_on date) returns uuid
  language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select id from provider_reports
   where provider_id = p_provider and state = 'compared' and to_on >= p_on and from_on <= p_on
   order by compared_at desc, id desc limit 1 $$;

-- Two contracts of the same games never stand on the same day. Whoever writes one holds its provider, so that
-- the second of two at the same moment sees the first.
create or replace function guard_distributor_contracts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from game_providers where id = new.provider_id for no key update;
  if exists (
    select from distributor_contracts c
     where c.provider_id = new.provider_id and c.game_type = new.game_type and c.id <> new.id
       and c.valid_from <= new.valid_until and c.valid_until >= new.valid_from) then
    raise exception 'contractOverlaps' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_distributor_contracts
  before insert or update of provider_id, game_type, valid_from, valid_until on distributor_contracts
  for each row execute function guard_distributor_contracts();

-- What a distributor keeps of ours: what lines of banks brought there, less what was drawn for its invoices.
-- Below 0 where a line that had brought some was taken back.
create or replace function prepaid_of(p_distributor uuid) returns bigint
  language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when kind = 'topUp' then settled_minor else - settled_minor end), 0)::bigint
    from provider_invoices
   where distributor_id = p_distributor and state = 'paid' and (kind = 'topUp' or is_drawn) $$;

-- What was drawn for an invoice from what is kept with its distributor. No more than it has lines.
create or replace function invoice_drawn(p_invoice uuid) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(t.amount_minor), 0)::bigint from transfers t
   where t.key = any(array(
     select concat('provider.drawn:', outside_id('pin', i.id), ':', n)
       from provider_invoices i, generate_series(1, jsonb_array_length(i.lines)) n
      where i.id = p_invoice)) $$;

-- What was booked for an invoice stays; it is paid by a line of a bank, drawn whole from what is kept with a
-- distributor that is paid ahead, or comes to nothing. What a line paid is open again when two took that
-- back; a reference alone pays nothing any more.
create or replace function guard_provider_invoices() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_is_paid boolean := exists (select from invoice_payments p
    where p.invoice_id = new.id and p.reversed_at is null);
begin
  if tg_op = 'INSERT' then
    if new.state = 'paid' or new.paid_at is not null then
      raise exception 'invoiceUnpaid' using errcode = 'KL105';
    end if;
    return new;
  end if;
  if (new.id, new.distributor_id, new.kind, new.month, new.paid_reference, new.paid_at, new.paid_by)
       is distinct from
         (old.id, old.distributor_id, old.kind, old.month, old.paid_reference, old.paid_at, old.paid_by)
     or old.is_drawn
     or old.approval_id is not null
       and ((new.approval_id, new.settled_minor, new.settled_at, new.lines, new.ggr_minor, new.fee_minor)
         is distinct from
           (old.approval_id, old.settled_minor, old.settled_at, old.lines, old.ggr_minor, old.fee_minor)
         or new.state not in ('issued', 'paid'))
     or old.state = 'paid' and (new.state <> 'issued' or old.paid_at is not null or old.settled_minor = 0
       or v_is_paid or new.told_minor is distinct from old.told_minor) then
    raise exception 'invoiceStands' using errcode = 'KL105';
  end if;
  if new.is_drawn then
    perform from distributors where id = new.distributor_id for no key update;
    if v_is_paid or invoice_drawn(new.id) <> new.settled_minor
       or prepaid_of(new.distributor_id) < new.settled_minor then
      raise exception 'invoiceNotDrawn' using errcode = 'KL105';
    end if;
  elsif new.state = 'paid' and new.settled_minor <> 0 and not v_is_paid then
    raise exception 'invoiceUnpaid' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_provider_invoices before insert or update on provider_invoices for each row
  execute function guard_provider_invoices();

-- A fee is booked for an invoice that two agreed to, to what a provider of ours is owed, and never more than
-- they agreed to.
create or replace function guard_provider_fees() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from provider_invoices i
     where i.id = inside_id(new.source_id) and new.source_id = outside_id('pin', i.id)
       and i.approval_id is not null
       and new.key ~ ('^provider\.fee:' || new.source_id || ':[1-9][0-9]*$')
       and i.settled_minor >= (select sum(t.amount_minor) from transfers t
         where t.from_id = new.from_id and t.from_version is null and t.kind = 'provider.fee'
           and t.source_id = new.source_id)
       and (select f.code from accounts f where f.id = new.from_id) = 'expense:fee:provider'
       and (select o.code from accounts o where o.id = new.to_id) like 'provider:gpr\_%:payable') then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_provider_fees after insert on transfers for each row
  when (new.kind = 'provider.fee') execute function guard_provider_fees();

-- Drawn from what a distributor keeps of ours is what was booked as owed to a provider, in the transaction in
-- which two settled its invoice; that stays so.
create or replace function guard_provider_drawn() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = 'provider.drawn' and exists (
    select from provider_invoices i join distributors d on d.id = i.distributor_id
     where i.id = inside_id(new.source_id) and new.source_id = outside_id('pin', i.id)
       and i.kind = 'fee' and i.settled_at = now() and d.billing = 'prepaid'
       and exists (select from invoice_shares(i.id) s
         where s.account_id = new.from_id and s.amount = new.amount_minor)
       and (select t.code from accounts t where t.id = new.to_id)
         = 'distributor:' || outside_id('dtb', d.id) || ':prepaid') then
    return null;
  end if;
  if new.kind = 'reversal' and not exists (
    select from transfers o where o.id = new.reverses_id and o.kind = 'provider.drawn') then
    return null;
  end if;
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_provider_drawn after insert on transfers for each row
  when (new.kind = 'provider.drawn' or new.kind = 'reversal' and new.reverses_id is not null)
  execute function guard_provider_drawn();

-- At the end of the transaction what was drawn for an invoice has paid it, and an invoice of a distributor
-- that is paid ahead is not left for a line of a bank.
create or replace function guard_invoice_drawn_whole() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_now provider_invoices;
begin
  select * into v_now from provider_invoices where id = new.id;
  if v_now.is_drawn <> (invoice_drawn(v_now.id) > 0)
     or not v_now.is_drawn and v_now.settled_minor > 0 and exists (
       select from distributors d where d.id = v_now.distributor_id and d.billing = 'prepaid') then
    raise exception 'invoiceNotDrawn' using errcode = 'KL105';
  end if;
  return null;
end $$;
-- A trigger that waits for the end cannot be replaced: it is made anew.
drop trigger if exists guard_invoice_drawn_whole on provider_invoices;
create constraint trigger guard_invoice_drawn_whole after update of settled_minor on provider_invoices
  deferrable initially deferred for each row
  when (new.kind = 'fee' and old.settled_minor is null and new.settled_minor is not null)
  execute function guard_invoice_drawn_whole();

-- Forgets what a comparison wrote that did not come to its end: the file is the evidence, and what it comes
-- to is read out of it anew. What was compared stays.
create or replace function forget_comparison(p_report uuid) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from provider_reports where id = p_report and state <> 'compared' for update;
  if not found then raise exception 'comparisonStands' using errcode = 'KL105'; end if;
  delete from provider_report_lines where report_id = p_report;
  delete from provider_report_differences where report_id = p_report;
end $$;
revoke execute on function forget_comparison(uuid) from public;
grant execute on function forget_comparison(uuid) to khlang_app;
