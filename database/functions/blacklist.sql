-- Those whom we do not serve.

-- Whether an entry acts now.
create or replace function is_listed(p_kind text, p_value text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from blacklist where kind = p_kind and value = p_value and removed_at is null
    and (expires_at is null or expires_at > now())) $$;

-- Whether a member is on the list, by anything they have or had.
create or replace function is_listed_member(p_member uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from members m
      join blacklist b on b.removed_at is null and (b.expires_at is null or b.expires_at > now())
       and (b.kind, b.value) in (('phone', m.phone), ('device', m.device_hash),
         ('name', m.first_name || ' ' || m.last_name))
     where m.id = p_member)
  or exists (
    select from member_bank_accounts a
      join blacklist b on b.removed_at is null and (b.expires_at is null or b.expires_at > now())
       and (b.kind, b.value) in (('bankAccount', a.account_no), ('bankAccount', a.bank || ':' || a.account_no),
         ('name', a.account_name), ('nameBank', a.bank || ':' || a.account_name))
     where a.member_id = p_member and a.state <> 'refused') $$;

-- Nobody is taken off the list but by two; what an entry says stays, it may only act for longer.
create or replace function guard_blacklist() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.removed_at is not null
     or (to_jsonb(new) - '{removed_at,removed_by,removed_reason,removal_approval_id,expires_at}'::text[])
       <> (to_jsonb(old) - '{removed_at,removed_by,removed_reason,removal_approval_id,expires_at}'::text[])
     or new.removed_at is not null and new.removal_approval_id is null
     or new.expires_at is distinct from old.expires_at
       and (old.expires_at is null or new.expires_at < old.expires_at) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_blacklist before update on blacklist for each row
  when (current_user = 'khlang_app')
  execute function guard_blacklist();
