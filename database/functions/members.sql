-- What is judged of a member and of the accounts a member is paid to.

-- The account of a member comes with an approval; that it is about this member, guard_links() judges. It is
-- replaced and nothing else: a refused one that came back as a former one would be paid to without anybody.
create or replace function guard_member_accounts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if (old.id, old.member_id, old.bank, old.account_no, old.account_name, old.since, old.approval_id) is
      distinct
       from (new.id, new.member_id, new.bank, new.account_no, new.account_name, new.since, new.approval_id)
       or new.state <> old.state and (old.state, new.state) <> ('primary', 'alias') then
      raise exception 'accountFrozen' using errcode = 'KL104';
    end if;
  elsif new.state = 'primary' and exists (select from member_bank_accounts where member_id = new.member_id)
    and new.approval_id is null then
    raise exception 'approvalMissing' using errcode = 'KL104';
  end if;
  return new;
end $$;

-- What replaced accounts become: none begins as one, for that needs nobody's approval.
create or replace function guard_alias_accounts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'khlang_app' and exists (select from sessions) then
    raise exception 'approvalMissing' using errcode = 'KL104';
  end if;
  return new;
end $$;

-- A wallet is not filled before there is a member to judge it by; who registered a member stays.
create or replace function guard_registered() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' or exists (select from accounts where version > 0
      and code in (member_cash_code(new.id), 'member:' || outside_id('mbr', new.id) || ':locked')) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
