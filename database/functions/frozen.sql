-- Functions that an index, a check or a generated column rests on. What is stored was made by this very text.
-- A change comes by a migration, which brings the new text and makes anew what rests on it; the text here
-- follows it to the letter. The start refuses a change that comes from here alone.

-- Names are searched by pieces of three characters. pg_trgm sees no letters in Thai under the C locale, so
-- the pieces are our own: of the name as the list shows it, lower case, blanks included.
-- Its cost says: never row by row while an index can be asked.
create or replace function name_pieces(p_name text) returns text[]
  language sql immutable parallel safe strict cost 1000 as $$
  select coalesce(array_agg(distinct substr(lower(p_name), i, 3)), '{}')
    from generate_series(1, length(p_name) - 2) i $$;

-- The same with pieces of another length: five characters are read where a search has as many.
create or replace function name_pieces(p_name text, p_length integer) returns text[]
  language sql immutable parallel safe strict cost 1000 as $$
  select coalesce(array_agg(distinct substr(lower(p_name), i, p_length)), '{}')
    from generate_series(1, length(p_name) - p_length + 1) i $$;

-- The consonants of a name as both scripts show them: titles, blanks, vowels, h and y left out. The server's
-- soundsOf (name-sound.ts) is the same for a printed name. An index rests on it: it changes only by a
-- migration that builds the index anew. Its cost says: never row by row while the index can be asked.
create or replace function name_sound(p_name text) returns text
  language plpgsql immutable parallel safe strict cost 1000 as $$
declare
  v text := upper(p_name);
begin
  v := regexp_replace(v, '^\s*(ห้างหุ้นส่วนจำกัด|ว่าที่ร้อยตรี|เด็กหญิง|เด็กชาย|ว่าที่ ?ร\.ต\.|นางสาว|บริษัท|'
    || 'บมจ\.|บจก\.|หจก\.|น\.ส\.|นส\.|ด\.ช\.|ด\.ญ\.|นาง|นาย|คุณ|'
    || '(MISS|MRS|MR|MS|COMPANY|CO|K)(\.\s*|\s+))', '');
  v := regexp_replace(v, '[^ก-๙A-Z]', '', 'g');
  v := regexp_replace(v, '[ทตด]?ร์|[ก-ฮ][ิุ]?์', '', 'g');
  v := replace(v, 'ทร', 'ซ');
  v := regexp_replace(v, 'รร(?=[ก-ฮ])', '', 'g');
  v := replace(replace(replace(v, 'CH', 'J'), 'SH', 'S'), 'PH', 'P');
  v := replace(replace(replace(v, 'TH', 'T'), 'KH', 'K'), 'NG', 'N');
  v := regexp_replace(replace(v, 'RN', 'N'), '(.)\1+', '\1', 'g');
  v := translate(v, 'กขคฆงจฉชฌซศษสฎฏฐฑฒดตถทธนณรฤลฬบปผฝพฟภมวBCDFGLQRVXZ',
    'KKKKNJJJJSSSSTTTTTTTTTTNNNNNNPPPPPPPMWPKTPKNKNWSS');
  return regexp_replace(v, '[^JKMNPSTW]', '', 'g');
end $$;

-- A Thai number in one spelling: 0812345678, 66812345678, +66812345678 and 0066812345678 are one.
create or replace function national_phone(p_phone text) returns text language sql immutable as $$
  select regexp_replace(p_phone, '^((\+|00)?66|0)', '') $$;

-- The uuid inside an id that the outside knows; null for anything else.
create or replace function inside_id(p_id text) returns uuid language sql immutable parallel safe strict as $$
  select string_agg(to_hex(substring(b.bits from 3 + i * 4 for 4)::bit(4)::int), '' order by i)::uuid
    from (select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', letter) - 1)::bit(5)::text, ''
                   order by at) as bits
            from regexp_split_to_table(right(p_id, 26), '') with ordinality as l (letter, at)
          having p_id ~ '^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$') b,
         generate_series(0, 31) i $$;

-- The prefix of the ids of a thing, as packages/contract/src/values/values.ts has them (a test compares the
-- two). What the log says of a session is about its person; what has no prefix here is known by a name.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'reconcileDay' then 'rcd'
    when 'shift' then 'shf' when 'settingsVersion' then 'stv' when 'taughtFormat' then 'tft'
    when 'bookingRule' then 'bkr' when 'blacklistEntry' then 'ble' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' when 'slip' then 'slp' when 'slipService' then 'sls'
    when 'gameProvider' then 'gpr' when 'game' then 'gam' when 'distributor' then 'dtb'
    when 'distributorContract' then 'dtc' when 'providerInvoice' then 'pin'
    when 'providerReport' then 'prp' when 'bet' then 'bet' end $$;

-- A uuid is never a name.
create or replace function is_outside_id(p_prefix text, p_id text) returns boolean
language sql immutable parallel safe as $$
  select case when p_id is null then true
    when p_prefix is null then p_id !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    else starts_with(p_id, p_prefix || '_')
      and substr(p_id, length(p_prefix) + 2) ~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$' end $$;
