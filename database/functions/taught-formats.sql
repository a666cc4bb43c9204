-- Formats that people teach: what of them never changes, and when their lines credit by themselves.

-- A version is what was tried and agreed to: nothing of it becomes another, nothing tried is tried anew, and
-- what is over stays over.
create or replace function guard_taught_format() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.id, old.family_id, old.number, old.bank, old.source, old.senders, old.shape, old.message_id,
      old.maker_id)
     is distinct from (new.id, new.family_id, new.number, new.bank, new.source, new.senders, new.shape,
      new.message_id, new.maker_id)
     or old.state <> 'trying' and (old.trial, old.trial_digest) is distinct from (new.trial, new.trial_digest)
     or new.state <> old.state and not (old.state, new.state) in (
       ('trying', 'tried'), ('trying', 'failed'), ('trying', 'off'), ('tried', 'asked'), ('tried', 'active'),
       ('tried', 'off'), ('asked', 'active'), ('asked', 'refused'), ('asked', 'tried'),
       ('asked', 'off'), ('failed', 'off'),
       ('refused', 'off'), ('active', 'replaced'), ('active', 'off')) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_taught_format_changed before update on taught_formats for each row
  execute function guard_taught_format();

-- A line of a taught format stays one: as long as the format learns it credits nobody by itself.
create or replace function guard_taught_line() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'approvalMissing' using errcode = 'KL105';
end $$;
create or replace trigger guard_taught_line_changed before update of taught_format_id on statement_lines
  for each row when (old.taught_format_id is not null
    and old.taught_format_id is distinct from new.taught_format_id)
  execute function guard_taught_line();

-- How many lines of a format people have linked, up to 20: links that stand, of any version with the same
-- shape. Read from the links, which nobody writes but their judge.
create or replace function taught_confirmed(p_format uuid) returns int language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::int from (
    select from taught_formats f join taught_formats g on g.family_id = f.family_id and g.shape = f.shape
      join statement_lines l on l.taught_format_id = g.id and l.state = 'manualMatched'
     where f.id = p_format
       and exists (select from hand_links h where h.statement_line_id = l.id and h.undone_at is null)
     limit 20) c $$;

-- Whether a line may be credited without a person: by a format that has learnt enough, when it came.
create or replace function taught_may_credit(p_line statement_lines) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select not 'readLate' = any(p_line.flags)
    and (p_line.taught_format_id is null or taught_confirmed(p_line.taught_format_id) >= 20) $$;
