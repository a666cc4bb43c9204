-- Ids as the outside spells them.

-- The outside spelling of an id, as packages/contract/src/values/values.ts has it (a test compares the two).
create or replace function outside_id(p_prefix text, p_id uuid) returns text
language sql immutable parallel safe strict as $$
  select p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
           substring(b.bits from i * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by i)
    from (select b'00' || ('x' || replace(p_id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25)
      i $$;

-- The ledger account of what a member may spend.
create or replace function member_cash_code(p_id uuid)
  returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':cash' $$;

-- The ledger account of what is set aside of it.
create or replace function member_locked_code(p_id uuid)
  returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':locked' $$;
