-- What the list of members is filtered and sorted by stands in one narrow table, so that every question is
-- answered from a few ranges of one index, whatever the data. Kept by triggers in
-- the writer's own transaction.

-- Every combination of values that some member has. There are few: the list reads each of them in its
-- order and merges them, so that two filters that hardly ever meet cost no more than one.
create table member_facets (
  id integer generated always as identity primary key,
  state text not null,
  level integer not null,
  source_channel text not null,
  has_deposited boolean not null,
  bank text not null, -- of the account paid out to; empty without one
  tags text[] not null,
  unique (state, level, source_channel, has_deposited, bank, tags)
);

alter table member_facts
  add column facet_id integer references member_facets,
  add column created_at timestamptz,
  add column username text collate "C";

create function member_facet(p_member_id uuid, p_has_deposited boolean) returns integer language plpgsql as $$
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

insert into member_facets (state, level, source_channel, has_deposited, bank, tags)
select distinct m.state, m.level, m.source_channel, f.deposit_count > 0, coalesce(b.bank, ''),
       array(select distinct tag from unnest(m.tags) tag order by tag)
  from members m join member_facts f on f.member_id = m.id
  left join member_bank_accounts b on b.member_id = m.id and b.state = 'primary';
update member_facts f set facet_id = c.id, created_at = m.created_at, username = m.username
  from members m
  left join member_bank_accounts b on b.member_id = m.id and b.state = 'primary'
  cross join member_facets c
 where m.id = f.member_id and (c.state, c.level, c.source_channel, c.bank, c.tags)
     = (m.state, m.level, m.source_channel, coalesce(b.bank, ''),
        array(select distinct tag from unnest(m.tags) tag order by tag))
   and c.has_deposited = (f.deposit_count > 0);
alter table member_facts
  alter column facet_id set not null, alter column created_at set not null, alter column username set not
  null;

create function fill_member_facts() returns trigger language plpgsql as $$
begin
  new.facet_id := member_facet(new.member_id, new.deposit_count > 0);
  select created_at, username into strict new.created_at, new.username from members where id = new.member_id;
  return new;
end $$;
create trigger filled before insert on member_facts for each row execute function fill_member_facts();
create trigger faceted before update of deposit_count on member_facts for each row
  when ((old.deposit_count > 0) <> (new.deposit_count > 0)) execute function fill_member_facts();

create function refill_member_facts() returns trigger language plpgsql as $$
begin
  update member_facts set facet_id = member_facet(new.id, deposit_count > 0), created_at = new.created_at,
         username = new.username where member_id = new.id;
  return null;
end $$;
create trigger faceted after update of state, level, source_channel, tags, created_at, username on members
  for each row when ((old.state, old.level, old.source_channel, old.tags, old.created_at, old.username)
    is distinct from (new.state, new.level, new.source_channel, new.tags, new.created_at, new.username))
  execute function refill_member_facts();

create function refill_member_bank() returns trigger language plpgsql as $$
begin
  update member_facts set facet_id = member_facet(member_id, deposit_count > 0)
   where member_id = new.member_id or (tg_op = 'UPDATE' and member_id = old.member_id);
  return null;
end $$;
create trigger faceted after insert or update of member_id, bank, state on member_bank_accounts
  for each row execute function refill_member_bank();

-- The whole list in one order. Each carries what other filters ask, so that members who do not fit are
-- passed over without being read.
drop index member_facts_balance_minor_member_id_idx, member_facts_deposit_minor_member_id_idx,
  member_facts_withdrawal_minor_member_id_idx, member_facts_net_minor_member_id_idx,
  member_facts_coalesce_member_id_idx, member_facts_never;
create index member_facts_created on member_facts (created_at, member_id)
  include (facet_id, username, balance_minor, deposit_minor, withdrawal_minor, net_minor, last_deposit_at);
create index member_facts_balance on member_facts (balance_minor, member_id)
  include (facet_id, username, created_at, deposit_minor, withdrawal_minor, net_minor, last_deposit_at);
create index member_facts_username on member_facts (username)
  include (member_id, facet_id, created_at, balance_minor, deposit_minor, withdrawal_minor, net_minor,
  last_deposit_at);
create index member_facts_deposit on member_facts (deposit_minor, member_id)
  include (facet_id, created_at, balance_minor);
create index member_facts_withdrawal on member_facts (withdrawal_minor, member_id)
  include (facet_id, created_at, balance_minor);
create index member_facts_net on member_facts (net_minor, member_id) include (facet_id, created_at,
  balance_minor);
create index member_facts_last_deposit on member_facts (coalesce(last_deposit_at,
  '-infinity'::timestamptz), member_id)
  include (last_deposit_at, facet_id, created_at, balance_minor);

-- The members of one combination in one order.
create index member_facts_facet_created on member_facts (facet_id, created_at, member_id)
  include (username, balance_minor, deposit_minor, withdrawal_minor, net_minor, last_deposit_at);
create index member_facts_facet_balance on member_facts (facet_id, balance_minor, member_id);
create index member_facts_facet_deposit on member_facts (facet_id, deposit_minor, member_id);
create index member_facts_facet_withdrawal on member_facts (facet_id, withdrawal_minor, member_id);
create index member_facts_facet_net on member_facts (facet_id, net_minor, member_id);
create index member_facts_facet_last_deposit on member_facts
  (facet_id, coalesce(last_deposit_at, '-infinity'::timestamptz), member_id) include (last_deposit_at);
create index member_facts_facet_username on member_facts (facet_id, username) include (member_id);

-- The first letters of a name: counted from the index alone, since many begin alike.
drop index members_first_name, members_last_name;
create index members_first_name on members (lower(first_name) text_pattern_ops) include (first_name, id);
create index members_last_name on members (lower(last_name) text_pattern_ops) include (last_name, id);

-- Pieces of five letters for longer searches: pieces of three of a long text are mostly in every second
-- name, and to find where such lists meet costs more than all the rest.
create function name_pieces(p_name text, p_length integer) returns text[]
  language sql immutable parallel safe strict cost 1000 as $$
  select coalesce(array_agg(distinct substr(lower(p_name), i, p_length)), '{}')
    from generate_series(1, length(p_name) - p_length + 1) i $$;
create index members_name_fives on members using gin (name_pieces(first_name || ' ' || last_name, 5));

-- Requests are worked off by their deadline.
create index deposits_due on deposits (coalesce(sla_ends_at, created_at), id) where state = 'pending';

grant select, insert on member_facets to khlang_app;
