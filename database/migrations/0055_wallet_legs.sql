-- As in 0046, with less to read: where a leg comes from is looked up only where that decides. It runs for
-- every posting there is.

create or replace function guard_wallet_legs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from added t join accounts o on o.id = t.to_id
     where o.code like 'member:%' and case when case
       when o.code like '%:cash' and t.kind in ('credit.add', 'deposit.credited') then false
       when o.code like '%:cash' and t.kind = 'withdraw.release' then
         replace(o.code, ':cash', ':locked') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       -- What a wallet lacked comes with the posting that takes the credit back.
       when o.code like '%:cash' and t.kind in ('reversal', 'deposit.reversed') then not exists (
         select from added r join accounts f on f.id = t.from_id
          where r.posting_id = t.posting_id and r.reverses_id is not null
            and r.from_id = t.to_id and t.amount_minor <= r.amount_minor
            and f.code = 'receivable:' || split_part(o.code, ':', 2))
       when o.code like '%:locked' and t.kind = 'withdraw.hold' then
         replace(o.code, ':locked', ':cash') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       when o.code like '%:locked' and t.kind = 'withdraw.failed' then not exists (
         select from withdrawals w where w.id = inside_id(t.source_id) and w.state = 'failed'
            and t.amount_minor <= w.amount_minor
            and o.code = 'member:' || outside_id('mbr', w.member_id) || ':locked')
       else true end
       then exists (select from members m where m.id = inside_id(split_part(o.code, ':', 2))) else false end)
  then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
