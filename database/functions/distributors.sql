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

-- What was booked for an invoice stays; it is paid by a line of a bank, or comes to nothing. What a line paid
-- is open again when two took that back; a reference alone pays nothing any more.
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
  if (new.id, new.distributor_id, new.month, new.paid_reference, new.paid_at, new.paid_by)
       is distinct from (old.id, old.distributor_id, old.month, old.paid_reference, old.paid_at, old.paid_by)
     or old.approval_id is not null
       and ((new.approval_id, new.settled_minor, new.settled_at, new.lines, new.ggr_minor, new.fee_minor)
         is distinct from
           (old.approval_id, old.settled_minor, old.settled_at, old.lines, old.ggr_minor, old.fee_minor)
         or new.state not in ('issued', 'paid'))
     or old.state = 'paid' and (new.state <> 'issued' or old.paid_at is not null or old.settled_minor = 0
       or v_is_paid or new.told_minor is distinct from old.told_minor) then
    raise exception 'invoiceStands' using errcode = 'KL105';
  end if;
  if new.state = 'paid' and new.settled_minor <> 0 and not v_is_paid then
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
