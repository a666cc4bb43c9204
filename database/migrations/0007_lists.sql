-- What long lists need: ids as the outside spells them, indexes in the order lists are read, sums kept ready.

-- The outside spelling of an id, as packages/contract/src/values.ts has it (a test compares the two).
create function outside_id(p_prefix text, p_id uuid) returns text
language sql immutable parallel safe strict as $$
  select p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
           substring(b.bits from i * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by i)
    from (select b'00' || ('x' || replace(p_id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25)
      i $$;

create function member_cash_code(p_id uuid) returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':cash' $$;
create function member_locked_code(p_id uuid) returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':locked' $$;

-- Members, in the orders and by the filters of their list.
create index on members (created_at, id);
create index on members (state, created_at, id);
create index on members (level, created_at, id);
create index on members (source_channel, created_at, id);
create index on members using gin (tags);
create index on members (seller_id, created_at, id) where seller_id is not null;

-- Whatever changes what the list of members shows is read again within a second, whoever wrote it.
create function mark_member_stale() returns trigger language plpgsql as $$
begin
  insert into member_facts_stale (member_id) values (new.member_id);
  return null;
end $$;
create function open_member_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then insert into member_facts (member_id) values (new.id) on conflict do nothing; end
    if;
  insert into member_facts_stale (member_id) values (new.id);
  return null;
end $$;
create trigger facts after insert on members for each row execute function open_member_facts();
create trigger facts_counted after update of state, level, source_channel on members
  for each row execute function open_member_facts();
create trigger facts after insert or update of state, amount_minor on deposits
  for each row execute function mark_member_stale();
create trigger facts after insert or update of state on withdrawals for each row execute function
  mark_member_stale();
create trigger facts after insert on member_logins for each row execute function mark_member_stale();

-- Count and sums of members by what most filters ask; moved by the job that moves member_facts.
create table member_sums (
  state text not null,
  level integer not null,
  source_channel text not null,
  has_deposited boolean not null,
  members bigint not null,
  balance_minor bigint not null,
  deposit_minor bigint not null,
  withdrawal_minor bigint not null,
  primary key (state, level, source_channel, has_deposited)
);

-- What moved in members' wallets, by business day and kind, of all transfers up to
-- wallet_progress.settled_id.
create table wallet_days (
  business_on date not null,
  kind text collate "C" not null,
  entries bigint not null,
  in_minor bigint not null,
  out_minor bigint not null,
  primary key (business_on, kind)
);
-- settled_id: no transfer at or below it can still appear. Known once every posting that ran while
-- candidate_id
-- was the newest has ended (holders: those postings' locks on the ledger's gate).
create table wallet_progress (
  only_row boolean primary key default true check (only_row),
  settled_id bigint not null default 0,
  candidate_id bigint not null default 0,
  holders text[] not null default '{}'
);
insert into wallet_progress default values;

-- The list of wallet entries: per kind by business day and id, so that any set of kinds and days is read
-- from a few
-- ranges of one index. House-to-house movements are no wallet entries and stay out of it.
create index transfers_wallet on transfers (kind, business_on, id)
  where from_version is not null or to_version is not null;
create index transfers_wallet_amount on transfers (amount_minor, business_on, id)
  where from_version is not null or to_version is not null;

-- How often a person had numbers shown in clear within the hour.
create index activity_log_revealed on activity_log (actor_id, at) where action = 'revealed';

grant select, insert, update on member_sums, wallet_days, wallet_progress to khlang_app;
grant delete on member_sums, wallet_days to khlang_app;
