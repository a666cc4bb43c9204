-- Ids as the outside spells them.

-- The outside spelling of an id, as packages/contract/src/values/values.ts has it (a test compares the two).
-- Written out: lists make it of every row, and counting through 26 places took ten times as long.
create or replace function outside_id(p_prefix text, p_id uuid) returns text
language plpgsql immutable parallel safe strict as $$
declare
  c constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  b constant bytea := uuid_send(p_id);
begin
  return p_prefix || '_'
    || substr(c, (get_byte(b, 0) >> 5) + 1, 1)
    || substr(c, (get_byte(b, 0) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 1) >> 3) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 1) << 2) | (get_byte(b, 2) >> 6)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 2) >> 1) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 2) << 4) | (get_byte(b, 3) >> 4)) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 3) << 1) | (get_byte(b, 4) >> 7)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 4) >> 2) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 4) << 3) | (get_byte(b, 5) >> 5)) & 31) + 1, 1)
    || substr(c, (get_byte(b, 5) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 6) >> 3) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 6) << 2) | (get_byte(b, 7) >> 6)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 7) >> 1) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 7) << 4) | (get_byte(b, 8) >> 4)) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 8) << 1) | (get_byte(b, 9) >> 7)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 9) >> 2) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 9) << 3) | (get_byte(b, 10) >> 5)) & 31) + 1, 1)
    || substr(c, (get_byte(b, 10) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 11) >> 3) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 11) << 2) | (get_byte(b, 12) >> 6)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 12) >> 1) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 12) << 4) | (get_byte(b, 13) >> 4)) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 13) << 1) | (get_byte(b, 14) >> 7)) & 31) + 1, 1)
    || substr(c, ((get_byte(b, 14) >> 2) & 31) + 1, 1)
    || substr(c, (((get_byte(b, 14) << 3) | (get_byte(b, 15) >> 5)) & 31) + 1, 1)
    || substr(c, (get_byte(b, 15) & 31) + 1, 1);
end $$;

-- The ledger account of what a member may spend.
create or replace function member_cash_code(p_id uuid)
  returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':cash' $$;

-- The ledger account of what is set aside of it.
create or replace function member_locked_code(p_id uuid)
  returns text language sql immutable parallel safe strict as
  $$ select 'member:' || outside_id('mbr', p_id) || ':locked' $$;

-- The least id that a row of this moment can have: uuidv7 begins with its milliseconds.
create or replace function least_id(p_at timestamptz)
  returns uuid language sql immutable parallel safe strict as
  $$ select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

-- The same as inside_id, written out: judges ask it for every movement, and counting took ten times as long.
create or replace function quick_inside_id(p_id text) returns uuid
language plpgsql immutable parallel safe strict as $$
declare
  c constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  v_at constant int := length(p_id) - 25;
  v_bits varbit;
begin
  if p_id !~ '^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$' then return null; end if;
  v_bits := (strpos(c, substr(p_id, v_at + 0, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 1, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 2, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 3, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 4, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 5, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 6, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 7, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 8, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 9, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 10, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 11, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 12, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 13, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 14, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 15, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 16, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 17, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 18, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 19, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 20, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 21, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 22, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 23, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 24, 1)) - 1)::bit(5)
    || (strpos(c, substr(p_id, v_at + 25, 1)) - 1)::bit(5);
  return (lpad(to_hex(substring(v_bits from 3 for 64)::bit(64)::bigint), 16, '0')
    || lpad(to_hex(substring(v_bits from 67 for 64)::bit(64)::bigint), 16, '0'))::uuid;
end $$;
