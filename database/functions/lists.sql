-- What the list of members shows beside the members themselves (ADR 0007).

-- Whatever changes what the list of members shows is read again within a second, whoever wrote it.
create or replace function mark_member_stale() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into member_facts_stale (member_id) values (new.member_id);
  return null;
end $$;

-- Each member has a row of facts from the first moment.
create or replace function open_member_facts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then insert into member_facts (member_id) values (new.id) on conflict do nothing; end
    if;
  insert into member_facts_stale (member_id) values (new.id);
  return null;
end $$;

-- The facet of what a member is at present, made where nobody was like that before.
create or replace function member_facet(p_member_id uuid, p_has_deposited boolean)
  returns integer language plpgsql as $$
declare
  wanted record;
  found_id integer;
begin
  select m.state, m.level, m.source_channel, coalesce(b.bank, '') as bank,
         array(select distinct tag from unnest(m.tags) tag order by tag) as tags
    into strict wanted
    from members m left join member_bank_accounts b on b.member_id = m.id and b.state = 'primary'
   where m.id = p_member_id;
  loop
    select id into found_id from member_facets f
     where (f.state, f.level, f.source_channel, f.has_deposited, f.bank, f.tags)
         = (wanted.state, wanted.level, wanted.source_channel, p_has_deposited, wanted.bank, wanted.tags);
    if found then return found_id; end if;
    insert into member_facets (state, level, source_channel, has_deposited, bank, tags)
    values (wanted.state, wanted.level, wanted.source_channel, p_has_deposited, wanted.bank, wanted.tags)
    on conflict do nothing;
  end loop;
end $$;

-- A new row of facts carries what the list sorts and filters by.
create or replace function fill_member_facts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.facet_id := member_facet(new.member_id, new.deposit_count > 0);
  select created_at, username into strict new.created_at, new.username from members where id = new.member_id;
  return new;
end $$;

-- The same after a change of the member.
create or replace function refill_member_facts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update member_facts set facet_id = member_facet(new.id, deposit_count > 0), created_at = new.created_at,
         username = new.username where member_id = new.id;
  return null;
end $$;

-- The same after a change of the account that the member is paid to.
create or replace function refill_member_bank() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update member_facts set facet_id = member_facet(member_id, deposit_count > 0)
   where member_id = new.member_id or (tg_op = 'UPDATE' and member_id = old.member_id);
  return null;
end $$;

-- What a member is called stands beside the facet, where a search within some facets finds it.
create or replace function keep_member_names() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into member_names (member_id, facet_id, username, first_name, last_name)
    select new.member_id, new.facet_id, new.username, m.first_name, m.last_name
      from members m where m.id = new.member_id
  on conflict (member_id) do update set facet_id = excluded.facet_id, username = excluded.username;
  return null;
end $$;
create or replace trigger named after insert on member_facts for each row
  execute function keep_member_names();
create or replace trigger named_anew after update on member_facts for each row
  when ((old.facet_id, old.username) is distinct from (new.facet_id, new.username))
  execute function keep_member_names();

-- The same after a change of the name.
create or replace function rename_member() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update member_names set first_name = new.first_name, last_name = new.last_name where member_id = new.id;
  return null;
end $$;
create or replace trigger renamed after update of first_name, last_name on members for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_member();
