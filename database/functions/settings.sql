-- What the brand decides: it changes by versions, each agreed to by two, and by nothing else (ADR 0043).

-- What holds people, who decides with whom and how they sign in; as `guardedSettings` of the contract says.
create or replace function guarded_settings() returns text[] language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select array['isOtpRequired', 'acceptsPreviousOtpStep', 'idleTimeoutMinutes', 'sessionHours',
    'stepUpMinutes', 'rateReadPerMinute', 'rateWritePerMinute', 'rateMoneyPerMinute', 'rateExportPerHour',
    'twoPersonLimitMinor', 'accountChangeEvidence', 'manualSecondPersonMinor', 'manualSecondPersonDayMinor',
    'twoCheckersMinor', 'payoutFusePerHourMinor', 'undoMinutes', 'linkOldHours', 'handLinkHours',
    'linkAlarmLowCount', 'linkAlarmDayMinor', 'bookingAloneMinor'] $$;

-- What stays while the brand runs; as `fixedSettings` says.
create or replace function fixed_settings() returns text[] language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$ select array['currency', 'dayCutOffMinutes'] $$;

-- One person alone may turn these off; as `switchSettings` says.
create or replace function switch_settings() returns text[] language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select array['canDeposit', 'canWithdraw', 'isAutoCreditOn', 'isAutoApproveOn'] $$;

-- A version begins as what was agreed to, or as a switch that one person turned off; its number is drawn
-- here, while the settings are held, so that there is no gap. The first of all is what stands.
create or replace function guard_settings_begun() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_force jsonb;
  v_request approvals;
begin
  select value into v_force from brand_settings for update;
  new.number := coalesce((select max(number) from settings_versions), 0) + 1;
  new.created_at := now();
  if new.number = 1 and new.state = 'active' and new.value = v_force and new.approval_id is null
     and new.changes = '{}' then
    return new;
  end if;
  if new.state <> 'scheduled' or new.changes = '{}' or new.changes ?| fixed_settings()
     or exists (select from jsonb_each(new.changes) c (key, said)
                 where jsonb_typeof(said) <> 'object' or not said ?& array['before', 'after']
                    or said -> 'before' = said -> 'after'
                    or jsonb_typeof(said -> 'before') <> jsonb_typeof(said -> 'after')) then
    raise exception 'settingsRefused' using errcode = 'KL105';
  end if;
  if new.approval_id is null then
    if new.effective_from > now() or new.asked_by is null
       or exists (select from jsonb_each(new.changes) c (key, said)
                   where key <> all(switch_settings()) or said -> 'after' <> 'false') then
      raise exception 'approvalMissing' using errcode = 'KL105';
    end if;
    return new;
  end if;
  -- That the request says these changes and this person, guard_links finds.
  select * into v_request from approvals where id = new.approval_id;
  if coalesce((v_request.document ->> 'effectiveFrom')::timestamptz, now()) <> new.effective_from
     or (v_request.kind = 'settingsGuardChange') <> (new.changes ?| guarded_settings()) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_settings_begun before insert on settings_versions for each row
  execute function guard_settings_begun();

-- What was agreed to stays as it was. It begins when its time has come and every value is still the one that
-- it was agreed to change, applied to what is in force then; what else stands is not touched.
create or replace function guard_settings_moved() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_force jsonb;
begin
  if (new.id, new.number, new.changes, new.asked_by, new.approval_id, new.reason, new.effective_from,
      new.created_at) is distinct from (old.id, old.number, old.changes, old.asked_by, old.approval_id,
      old.reason, old.effective_from, old.created_at) then
    raise exception 'a version of the settings is frozen' using errcode = 'KL100';
  end if;
  select value into v_force from brand_settings for update;
  if old.state = 'scheduled' and new.state = 'active' then
    if new.effective_from > now() then
      raise exception 'tooEarly' using errcode = 'KL105';
    end if;
    if exists (select from jsonb_each(new.changes) c (key, said)
                where coalesce(v_force -> key, said -> 'before') <> said -> 'before') then
      raise exception 'settingsChanged' using errcode = 'KL105';
    end if;
    new.activated_at := now();
    select v_force || coalesce(jsonb_object_agg(key, said -> 'after'), '{}') into new.value
      from jsonb_each(new.changes) c (key, said);
    return new;
  end if;
  if new.value is distinct from old.value or new.activated_at is distinct from old.activated_at
     or not (old.state = 'active' and new.state = 'past'
       or old.state = 'scheduled' and new.state = 'refused' and new.ended_by is null
       or old.state = 'scheduled' and new.state = 'withdrawn' and new.ended_by is not null
         and new.ended_reason is not null) then
    raise exception 'a version of the settings is frozen' using errcode = 'KL100';
  end if;
  new.ended_at := now();
  return new;
end $$;
create or replace trigger guard_settings_moved before update on settings_versions for each row
  execute function guard_settings_moved();

-- What has begun is in force: for the judges of the database in the same moment, for every process with it.
create or replace function put_settings_in_force() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update brand_settings set value = new.value, version = new.number, updated_at = now();
  return null;
end $$;
create or replace trigger put_settings_in_force after update of state on settings_versions for each row
  when (new.state = 'active' and old.state <> 'active')
  execute function put_settings_in_force();

-- What stands when a brand begins is its first version.
create or replace function keep_first_settings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from settings_versions) then
    insert into settings_versions (changes, value, state, reason, effective_from, activated_at)
      values ('{}', new.value, 'active', '', now(), now());
  end if;
  return null;
end $$;
create or replace trigger keep_first_settings after insert on brand_settings for each row
  execute function keep_first_settings();

-- In production the row in force is that of the version in force, whoever writes it.
create or replace function guard_settings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from deployment where profile = 'production')
     and (tg_op = 'DELETE'
       or tg_op = 'INSERT' and exists (select from settings_versions)
       or tg_op = 'UPDATE' and not exists (
         select from settings_versions v where v.state = 'active' and v.number = new.version
            and v.value = new.value and v.effective_from <= now())) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger guard_settings before insert or update or delete on brand_settings for each row
  execute function guard_settings();
create or replace trigger guard_settings_whole before truncate on brand_settings for each statement
  execute function refuse_always('approvalMissing');
create or replace trigger guard_versions_kept before delete on settings_versions for each row
  execute function refuse_always('versionsKept');
create or replace trigger guard_versions_whole before truncate on settings_versions for each statement
  execute function refuse_always('versionsKept');
