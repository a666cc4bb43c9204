-- After each credit the first deposit of its member is looked at: by an index of its own, one member after
-- the other, whatever a plan thinks of tables that have just begun to fill.

create index deposits_credited on deposits (member_id, credited_at, id) where state = 'credited';

-- As in 0047: sees after the first deposit of some members; another one may have taken its place.
create or replace function move_firsts(p_members uuid[]) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  with known as materialized (
    select f.member_id from unnest(p_members) m (id)
     cross join lateral (select * from member_firsts where member_id = m.id offset 0) f
      left join lateral (
        select d.id, d.credited_at, d.business_on, d.amount_minor from deposits d
         where d.member_id = m.id and d.state = 'credited' order by d.credited_at, d.id limit 1) d on true
     where (f.deposit_id, f.credited_at, f.business_on, f.amount_minor)
       is distinct from (d.id, d.credited_at, d.business_on, d.amount_minor)),
  gone as (
    delete from member_firsts f where f.member_id = any(array(select member_id from known))
    returning f.business_on, f.amount_minor)
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'first', business_on, '{}', -count(*), -sum(amount_minor) from gone group by business_on;
  with came as (
    insert into member_firsts (member_id, deposit_id, credited_at, business_on, amount_minor)
    select m.id, d.id, d.credited_at, d.business_on, d.amount_minor
      from unnest(p_members) m (id)
     cross join lateral (
       select d.id, d.credited_at, d.business_on, d.amount_minor from deposits d
        where d.member_id = m.id and d.state = 'credited' order by d.credited_at, d.id limit 1) d
     where not exists (select from member_firsts f where f.member_id = m.id)
     order by m.id
    on conflict do nothing
    returning business_on, amount_minor)
  insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
  select 'first', business_on, '{}', count(*), sum(amount_minor) from came group by business_on;
end $$;
