-- Members and what is known of them. Money is in the ledger alone; member_facts is a copy for lists.

create table members (
  id uuid primary key default uuidv7(),
  username text not null unique check (username ~ '^[a-z0-9]{4,20}$'),
  phone text not null unique check (phone ~ '^\+[0-9]{8,15}$'),
  password_hash text,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  line_id text,
  email text,
  birth_on date,
  source_channel text not null default 'other'
    check (source_channel in ('facebook', 'tiktok', 'google', 'line', 'sms', 'friend', 'seller', 'other')),
  level integer not null default 0 check (level between 0 and 99),
  tags text[] not null default '{}',
  state text not null default 'active'
    check (state in ('pending', 'active', 'suspended', 'locked', 'blacklisted', 'closed')),
  state_reason text,
  can_login boolean not null default true,
  can_deposit boolean not null default true,
  can_withdraw boolean not null default true,
  is_auto_withdraw boolean not null default true,
  withdrawal_min_minor bigint check (withdrawal_min_minor > 0),
  withdrawal_max_minor bigint check (withdrawal_max_minor > 0),
  withdrawal_day_minor bigint check (withdrawal_day_minor > 0),
  withdrawal_day_count integer check (withdrawal_day_count > 0),
  referrer_id uuid references members,
  seller_id uuid references employees,
  register_address text,
  device_hash text,
  account_changed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references employees,
  version integer not null default 1
);
create index on members (seller_id) where seller_id is not null;
create index on members (device_hash) where device_hash is not null;
create index on members (register_address) where register_address is not null;
-- Names are searched by pieces of three characters. pg_trgm sees no letters in Thai under the C locale, so
-- the pieces are our own: of the name as the list shows it, lower case, blanks included.
-- Its cost says: never row by row while an index can be asked.
create function name_pieces(p_name text) returns text[]
  language sql immutable parallel safe strict cost 1000 as $$
  select coalesce(array_agg(distinct substr(lower(p_name), i, 3)), '{}')
    from generate_series(1, length(p_name) - 2) i $$;
create index members_name on members using gin (name_pieces(first_name || ' ' || last_name));
create index members_whole_name on members ((first_name || ' ' || last_name));
create index members_first_name on members (lower(first_name) text_pattern_ops);
create index members_last_name on members (lower(last_name) text_pattern_ops);
create index on members (right(phone, 4));
create index members_username_prefix on members (username text_pattern_ops);
create index members_phone_prefix on members (phone text_pattern_ops);

create table member_bank_accounts (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members,
  bank text not null,
  account_no text not null check (account_no ~ '^[0-9]{8,16}$'),
  account_name text not null,
  -- primary: paid out to; alias: an earlier one, still recognised as a payer; refused: never came into use
  state text not null check (state in ('primary', 'alias', 'refused')),
  since timestamptz not null default now(),
  until timestamptz
);
create unique index member_bank_accounts_in_use on member_bank_accounts (bank, account_no)
  where state in ('primary', 'alias');
create unique index member_bank_accounts_primary on member_bank_accounts (member_id) where state = 'primary';
create index on member_bank_accounts (member_id);
-- Candidates of a bank message are found by the digits it shows: the last four, or the six before the last.
create index on member_bank_accounts (right(account_no, 4)) where state in ('primary', 'alias');
create index on member_bank_accounts (substr(account_no, length(account_no) - 6, 6)) where state in
  ('primary', 'alias');
create index on member_bank_accounts (substr(account_no, length(account_no) - 5, 5)) where state in
  ('primary', 'alias');
create index on member_bank_accounts (account_name text_pattern_ops);
-- The four digits that a masked number shows, which is what staff can search by.
create index on member_bank_accounts (substr(account_no, length(account_no) - 4, 4)) where state in
  ('primary', 'alias');
create index on member_bank_accounts (account_no);
create index on member_bank_accounts (bank, member_id) where state = 'primary';

create table member_notes (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members,
  body text not null check (length(body) between 1 and 500),
  is_pinned boolean not null default false,
  author_id uuid not null references employees,
  created_at timestamptz not null default now()
);
create index on member_notes (member_id, id desc);

create table member_logins (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members,
  at timestamptz not null default now(),
  address text not null,
  device_hash text,
  user_agent text,
  result text not null check (result in ('done', 'refused'))
);
create index on member_logins (member_id, id desc);

create table blacklist (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('phone', 'bankAccount', 'device', 'name')),
  value text not null,
  source text not null check (source in ('own', 'hr03', 'mule')),
  reason text not null,
  added_by uuid references employees,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index on blacklist (kind, value) where removed_at is null;

-- Payers that were linked to a member before: what they look like in a bank's messages.
create table payer_aliases (
  member_id uuid not null references members,
  payer_key text not null,
  hits integer not null default 1,
  last_at timestamptz not null default now(),
  primary key (payer_key, member_id)
);

-- Rebuildable copy for sorting and filtering lists; at most a second behind, never read for a decision.
create table member_facts (
  member_id uuid primary key references members,
  balance_minor bigint not null default 0,
  locked_minor bigint not null default 0,
  deposit_count integer not null default 0,
  deposit_minor bigint not null default 0,
  withdrawal_count integer not null default 0,
  withdrawal_minor bigint not null default 0,
  net_minor bigint generated always as (deposit_minor - withdrawal_minor) stored,
  first_deposit_at timestamptz,
  last_deposit_at timestamptz,
  last_login_at timestamptz,
  -- What the member was counted as in member_sums, so that he can be taken out of there again.
  is_counted boolean not null default false,
  counted_state text,
  counted_level integer,
  counted_source text,
  updated_at timestamptz not null default now()
);
create index on member_facts (balance_minor, member_id);
create index on member_facts (deposit_minor, member_id);
create index on member_facts (withdrawal_minor, member_id);
create index on member_facts (net_minor, member_id);
create index on member_facts (coalesce(last_deposit_at, '-infinity'::timestamptz), member_id);
create index member_facts_never on member_facts (member_id) where deposit_count = 0;
-- Members whose facts are to be read again; drained by the same job once a second.
create table member_facts_stale (
  id bigint generated always as identity primary key,
  member_id uuid not null
);

-- A harmful act that waits for a second person: a frozen document and its hash. One settle() moves it on.
create table approvals (
  id uuid primary key default uuidv7(),
  kind text not null,
  entity text not null,
  entity_id text not null,
  document jsonb not null,
  document_hash bytea not null,
  before jsonb,
  amount_minor bigint,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired',
    'withdrawn')),
  reason text not null,
  maker_id uuid not null references employees,
  checker_id uuid references employees,
  is_sole_owner boolean not null default false,
  comment text,
  expires_at timestamptz not null default now() + interval '24 hours',
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (checker_id is null or checker_id <> maker_id or is_sole_owner),
  check ((state in ('approved', 'rejected')) = (checker_id is not null)),
  check ((state = 'pending') = (settled_at is null))
);
create unique index approvals_one_pending on approvals (kind, entity_id) where state = 'pending';
create index on approvals (state, created_at);
create index on approvals (entity, entity_id);

-- Ended for ever once a second eligible checker has existed (decisions 6).
create table sole_owner_ended (kind text primary key, at timestamptz not null default now());

-- A member's first account comes with the member; every later one only with the approval that names it, once.
alter table member_bank_accounts add column approval_id uuid unique references approvals;
create function guard_member_accounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.id, old.member_id, old.bank, old.account_no, old.account_name, old.since, old.approval_id) is
      distinct
       from (new.id, new.member_id, new.bank, new.account_no, new.account_name, new.since, new.approval_id)
       or (new.state = 'primary' and old.state <> 'primary') then
      raise exception 'accountFrozen' using errcode = 'KL104';
    end if;
  elsif new.state = 'primary' and exists (select from member_bank_accounts where member_id = new.member_id)
    and not exists (select from approvals a where a.id = new.approval_id and a.kind = 'memberAccountChange'
      and a.state = 'approved' and a.entity_id = new.member_id::text and a.document ->> 'bank' = new.bank
      and a.document ->> 'accountNo' = new.account_no and a.document ->> 'accountName' = new.account_name)
        then
    raise exception 'approvalMissing' using errcode = 'KL104';
  end if;
  return new;
end $$;
create trigger guard_member_accounts before insert or update on member_bank_accounts
  for each row execute function guard_member_accounts();

grant select, insert, update on members, member_bank_accounts, member_facts, payer_aliases, blacklist,
  approvals
  to khlang_app;
grant select, insert on member_notes, member_logins, sole_owner_ended to khlang_app;
grant select, insert, update, delete on member_facts_stale to khlang_app;
