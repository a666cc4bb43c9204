-- A printed payer's name against a member's, read as names.ts and name-sound.ts of the server read it, so
-- that the database has the last word about names too (ADR 0018). A test holds the two together.

-- One spelling of digits, blanks, sara am and colon, in upper case. Strings with a backslash say E, so that
-- no setting of a session reads them in another way.
create or replace function plain_text(p_text text) returns text language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  v text := translate(normalize(p_text, NFC), '๐๑๒๓๔๕๖๗๘๙０１２３４５６７８９：，',
    '01234567890123456789:,');
begin
  v := regexp_replace(v, E'[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e]', '', 'g');
  if strpos(v, E'\u0e4d') > 0 then
    v := regexp_replace(v, E'\u0e4d([\u0e48-\u0e4b]?)\u0e32', E'\\1\u0e33', 'g');
  end if;
  v := regexp_replace(replace(v, E'\u2026', '...'),
    E'[ \t\n\x0b\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g');
  return upper(btrim(v) collate pg_unicode_fast);
end $$;

create or replace function company_end() returns text language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
  select '( ?[(]มหาชน[)]| ?จำกัด| ?(CO[.]?,? ?)?LTD[.]?| ?COMPANY LIMITED| ?LIMITED)+$' $$;

-- A plain text without title and company ending, with single blanks.
create or replace function bare_name(p_plain text) returns text language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  v text := regexp_replace(p_plain, '^(ห้างหุ้นส่วนจำกัด|ว่าที่ร้อยตรี|เด็กหญิง|เด็กชาย|'
    || 'ว่าที่ ?ร[.]ต[.]|นางสาว|บริษัท|บมจ[.]|บจก[.]|หจก[.]|'
    || 'น[.]ส[.]|นส[.]|ด[.]ช[.]|ด[.]ญ[.]|นาง|นาย|คุณ)', '');
begin
  if v = p_plain then
    v := regexp_replace(v, '^(MISS|MRS|MR|MS|COMPANY|CO|K)([.] ?| )', '');
  end if;
  v := regexp_replace(v, company_end(), '');
  return btrim(regexp_replace(v, '[.,* ]+', ' ', 'g'));
end $$;

create or replace function name_script(p_name text) returns text language sql immutable parallel safe strict
  set search_path = pg_catalog, public, pg_temp as $$
  select case when p_name ~ '[ก-๙]' then 'thai' when p_name ~ '[A-Za-z]' then 'latin' else 'other' end $$;

-- Nobody of a like name is a company.
create or replace function is_company_name(p_plain text) returns boolean language sql immutable parallel safe
  strict set search_path = pg_catalog, public, pg_temp as $$
  select p_plain ~ '^(ห้างหุ้นส่วน|บริษัท|บมจ[.]|บจก[.]|หจก[.]|(COMPANY|CO)[. ])'
    or p_plain ~ company_end() $$;

-- Whether a printed name may be the known one, letter by letter: banks cut names at the end, and spellings
-- differ by blanks and tone marks. Null where that cannot be said. Both are plain texts.
create or replace function name_reads_as(p_printed text, p_known text) returns boolean language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  a text := bare_name(p_printed);
  b text := bare_name(p_known);
  v_first text := split_part(a, ' ', 1);
  v_rest text := substr(a, length(v_first) + 2);
  v_known_first text := split_part(b, ' ', 1);
  v_known_rest text := substr(b, length(v_known_first) + 2);
  v_short text := regexp_replace(a, E'[ \u0e47-\u0e4e]', '', 'g');
  v_long text := regexp_replace(b, E'[ \u0e47-\u0e4e]', '', 'g');
  v_folded boolean;
begin
  if a = '' or b = '' or name_script(a) <> name_script(b) then
    return null;
  end if;
  if is_company_name(p_printed) <> is_company_name(p_known) then
    return false;
  end if;
  v_folded := least(length(v_short), length(v_long)) >= 6
    and (starts_with(v_long, v_short) or starts_with(v_short, v_long));
  if v_first = v_known_first then
    return v_folded or starts_with(v_rest, v_known_rest) or starts_with(v_known_rest, v_rest);
  end if;
  -- A cut inside the first name leaves nothing behind it; of a few letters it may be anybody's.
  if v_rest = '' and starts_with(v_known_first, v_first) then
    return case when length(v_first) >= 4 then true end;
  end if;
  return v_folded;
end $$;

-- The consonants that a word shows in both scripts, as `name_sound` gives them of a whole name.
create or replace function word_sound(p_word text) returns text language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  v text := regexp_replace(p_word, '[ทตด]?ร์|[ก-ฮ][ิุ]?์', '', 'g');
begin
  v := regexp_replace(replace(v, 'ทร', 'ซ'), 'รร(?=[ก-ฮ])', '', 'g');
  v := replace(replace(replace(v, 'CH', 'J'), 'SH', 'S'), 'PH', 'P');
  v := replace(replace(replace(v, 'TH', 'T'), 'KH', 'K'), 'NG', 'N');
  v := regexp_replace(replace(v, 'RN', 'N'), E'(.)\\1+', E'\\1', 'g');
  v := translate(v, 'กขคฆงจฉชฌซศษสฎฏฐฑฒดตถทธนณรฤลฬบปผฝพฟภมวBCDFGLQRVXZ',
    'KKKKNJJJJSSSSTTTTTTTTTTNNNNNNPPPPPPPMWPKTPKNKNWSS');
  return regexp_replace(v, '[^JKMNPSTW]', '', 'g');
end $$;

-- How many letters two short words are apart.
create or replace function letters_apart(p_a text, p_b text) returns int language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before int[] := array(select generate_series(0, length(p_b)));
  v_now int[];
begin
  for i in 1 .. length(p_a) loop
    v_now := array[i];
    for j in 1 .. length(p_b) loop
      v_now[j + 1] := least(v_before[j + 1] + 1, v_now[j] + 1,
        v_before[j] + (substr(p_a, i, 1) <> substr(p_b, j, 1))::int);
    end loop;
    v_before := v_now;
  end loop;
  return v_before[length(p_b) + 1];
end $$;

-- Whether names of Thai and Latin letters may be one by their sound; null for others. Both are plain texts.
create or replace function name_sounds_as(p_printed text, p_known text) returns boolean language plpgsql
  immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
declare
  a text := bare_name(p_printed);
  b text := bare_name(p_known);
  v_a text := '';
  v_b text := '';
  v_word text;
  v_size int;
begin
  if name_script(a) || name_script(b) not in ('thailatin', 'latinthai') then
    return null;
  end if;
  if is_company_name(p_printed) <> is_company_name(p_known) then
    return false;
  end if;
  foreach v_word in array string_to_array(a, ' ') loop v_a := v_a || word_sound(v_word); end loop;
  foreach v_word in array string_to_array(b, ' ') loop v_b := v_b || word_sound(v_word); end loop;
  if starts_with(v_a, v_b) or starts_with(v_b, v_a) then
    return true;
  end if;
  v_size := least(length(v_a), length(v_b));
  return 2 * letters_apart(v_a, v_b) <= greatest(length(v_a), length(v_b))
    or v_size >= 3 and 2 * letters_apart(left(v_a, v_size), left(v_b, v_size)) <= v_size;
end $$;

-- The printed name is none that the member has, nor that an account of theirs bears. Where one can be read
-- letter by letter, what only sounds alike says nothing.
create or replace function name_contradicts(p_printed text, p_member uuid) returns boolean language plpgsql
  stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_names text[] := array(select m.first_name || ' ' || m.last_name from members m where m.id = p_member
    union all select a.account_name from member_bank_accounts a
      where a.member_id = p_member and a.state <> 'refused');
  v_printed text;
begin
  if p_printed is null or p_printed = any(v_names) then
    return false;
  end if;
  v_printed := plain_text(p_printed);
  v_names := array(select distinct plain_text(n) from unnest(v_names) n);
  return not coalesce((select bool_or(name_reads_as(v_printed, n)) from unnest(v_names) n),
    (select bool_or(name_sounds_as(v_printed, n)) from unnest(v_names) n), true);
end $$;
