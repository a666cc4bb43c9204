-- Payment slips: evidence that people bring.

-- What a bank said of a slip stands; the slip serves one deposit of its member, and that for good. A deposit
-- is known by the reference of a slip only where the bank knows the slip, and for no other amount.
create or replace function guard_slips() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state = 'verified' and (new.state, new.told) is distinct from (old.state, old.told)
     or old.deposit_id is not null and new.deposit_id is distinct from old.deposit_id then
    raise exception 'slipFrozen' using errcode = 'KL105';
  end if;
  if new.deposit_id is distinct from old.deposit_id and not exists (
    select from deposits d where d.id = new.deposit_id and d.member_id = old.member_id) then
    raise exception 'slipOfOther' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_slips before update on slips for each row execute function guard_slips();
