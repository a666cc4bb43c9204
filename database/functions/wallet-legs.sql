-- What enters a member's wallet or hold comes from where its kind takes it. Looks at all legs of a call at
-- once; where a leg comes from is looked up only where that decides, for it runs for every posting there is.
-- Members' accounts are guarded (accounts_members_guarded), so a leg without a version on this side is none.
-- Kinds that nothing in the product posts yet (bonuses, commissions) credit no registered member:
-- whoever builds them brings their judge along.
create or replace function guard_wallet_legs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from added t join accounts o on o.id = t.to_id
     where t.to_version is not null and o.code like 'member:%' and case when case
       when o.code like '%:cash' and t.kind in ('credit.add', 'deposit.credited') then false
       when o.code like '%:cash' and t.kind = 'withdraw.release' then
         replace(o.code, ':cash', ':locked') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       -- What a member brings back out of a wallet that its provider keeps, once the provider said so.
       when o.code like '%:cash' and t.kind = 'game.out' then t.reverses_id is not null or not exists (
         select from game_transfers g join accounts f on f.id = t.from_id
          where g.id = inside_id(t.source_id) and g.direction = 'out' and g.state = 'done'
            and t.key = 'game.out:' || outside_id('gtr', g.id) || ':1'
            and g.amount_minor = t.amount_minor and o.code = member_cash_code(g.member_id)
            and f.code = 'provider:' || outside_id('gpr', g.provider_id) || ':clearing')
       -- What its provider did not take comes back: by the movement that took it, so once.
       when o.code like '%:cash' and t.kind = 'reversal' and exists (
         select from game_transfers g join transfers r on r.id = t.reverses_id
          where g.id = inside_id(t.source_id) and g.direction = 'in' and g.state = 'failed'
            and r.key = 'game.in:' || outside_id('gtr', g.id) || ':1'
            and o.code = member_cash_code(g.member_id)) then false
       -- What a wallet lacked comes with the posting that takes the credit back, and leaves nothing in it.
       when o.code like '%:cash' and t.kind in ('reversal', 'deposit.reversed') then not exists (
         select from added r join accounts f on f.id = t.from_id
          where r.posting_id = t.posting_id and r.reverses_id is not null
            and r.from_id = t.to_id and r.from_after = 0
            and r.amount_minor >= (select sum(s.amount_minor) from added s
              where s.posting_id = t.posting_id and s.to_id = t.to_id)
            and f.code = 'receivable:' || split_part(o.code, ':', 2))
       when o.code like '%:locked' and t.kind = 'withdraw.hold' then
         replace(o.code, ':locked', ':cash') is distinct from
           (select f.code from accounts f where f.id = t.from_id)
       -- What was sent comes back once: the leg takes back the one that sent it.
       when o.code like '%:locked' and t.kind = 'withdraw.failed' then t.reverses_id is null or not exists (
         select from withdrawals w where w.id = inside_id(t.source_id) and w.state = 'failed'
            and t.amount_minor <= w.amount_minor
            and o.code = 'member:' || outside_id('mbr', w.member_id) || ':locked')
       -- What is won, and a stake that goes back, is judged below.
       when o.code like '%:cash' and t.kind in ('bet.settle', 'bet.void', 'bet.round', 'bet.amend') then false
       else true end
       then exists (select from members m where m.id = inside_id(split_part(o.code, ':', 2))) else false end)
  -- What is won, and a stake that goes back: of a bet of theirs, from the books of its provider. Each name is
  -- spelled once; asked as above, it was spelled six times for each leg.
  or exists (
    with legs as materialized (
      select t.kind, t.reverses_id, t.from_id, o.code, b.member_id, b.provider_id
        from added t join accounts o on o.id = t.to_id
        left join bets b on b.id = quick_inside_id(t.source_id)
       where t.kind in ('bet.settle', 'bet.void', 'bet.round', 'bet.amend') and t.to_version is not null
         and o.code like 'member:%:cash'),
    books as materialized (
      select provider_id, 'provider:' || outside_id('gpr', provider_id) || ':clearing' as code
        from (select distinct provider_id from legs) each)
    select from legs l join accounts f on f.id = l.from_id
      left join books k on k.provider_id = l.provider_id
     where ((l.kind = 'bet.void') <> (l.reverses_id is not null)
         or l.code is distinct from member_cash_code(l.member_id) or f.code is distinct from k.code)
       and exists (select from members m where m.id = inside_id(split_part(l.code, ':', 2))))
  then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;
