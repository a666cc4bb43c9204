-- Who may be the payer: names are found by how they sound, in Thai and Latin letters alike.

-- The consonants of a name as both scripts show them: titles, blanks, vowels, h and y left out. The server's
-- soundsOf (name-sound.ts) is the same for a printed name. An index rests on it: it changes only by a
-- migration that builds the index anew. Its cost says: never row by row while the index can be asked.
create function name_sound(p_name text) returns text
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
create index member_bank_accounts_sound on member_bank_accounts (name_sound(account_name) text_pattern_ops);
create index members_sound on members (name_sound(first_name || ' ' || last_name) text_pattern_ops);

-- The day the bank counts a movement to is of these days: a year read wrongly, or a clock that runs ahead,
-- never puts money on a day that no statement will ever show. Lines of before keep what they have.
create function guard_value_on() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.value_on not between new.business_on - 47 and new.business_on + 2 then
    raise exception 'valueOnOutside' using errcode = 'KL107';
  end if;
  return new;
end $$;
create trigger statement_lines_value_on before insert or update of value_on, business_on on statement_lines
  for each row execute function guard_value_on();

-- A message that says the same once more, where nothing tells two equal movements from one said twice.
alter table statement_lines add column possible_double_of uuid references statement_lines;
-- Kept messages by what they were judged to be, newest first: people look through them.
create index bank_messages_not_money on bank_messages (id desc) where state = 'notMoney';

-- What somebody noted for a member waits no longer than the rest; what waits already ends as if noted so.
update deposits set expires_at = created_at + interval '30 minutes'
 where state = 'pending' and by_kind = 'employee' and expires_at is null;
