-- Lines that came by a statement file: what they must be, whatever the program says (ADR 0044).

-- A line of a file is a row of one that two people agreed to, and says what the row says.
create or replace function guard_file_lines() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from statement_file_rows r join statement_files f on f.id = r.file_id
     where r.line_id = new.id and f.state = 'imported' and f.approval_id is not null
       and f.bank_account_id = new.bank_account_id and r.direction = new.direction
       and r.amount_minor = new.amount_minor
       and r.balance_after_minor is not distinct from new.balance_after_minor) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return null;
end $$;

-- At the end of the transaction: the row names its line once that is there.
drop trigger if exists guard_file_lines on statement_lines;
create constraint trigger guard_file_lines after insert on statement_lines deferrable initially deferred
  for each row when (new.source = 'file') execute function guard_file_lines();

-- Nobody is credited by such a line unless a person says so.
create or replace function guard_file_credits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from statement_lines l where l.id = new.statement_line_id and l.source = 'file') then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_file_credits before insert or update of by_kind, statement_line_id, state
  on deposits for each row
  when (new.by_kind = 'auto' and new.state = 'credited' and new.statement_line_id is not null)
  execute function guard_file_credits();

-- What was read of a file stays; a row becomes a line once, in the act that imports its file.
create or replace function guard_file_rows() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_state text;
begin
  select state into v_state from statement_files where id = new.file_id;
  if tg_op = 'INSERT' and (v_state <> 'uploaded' or new.line_id is not null)
     or tg_op = 'UPDATE' and (v_state not in ('uploaded', 'asked') or old.line_id is not null) then
    raise exception 'the rows of a file are append-only' using errcode = 'KL100';
  end if;
  return new;
end $$;
create or replace trigger guard_file_rows before insert or update on statement_file_rows for each row
  execute function guard_file_rows();

-- A file goes one way, and nothing of what was asked for changes.
create or replace function guard_statement_files() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state in ('imported', 'refused') or old.state = 'asked' and (
     new.state = 'uploaded'
     or (new.name, new.mapping, new.row_count, new.new_count, new.rows_sha256, new.in_minor, new.out_minor,
         new.from_on, new.to_on, new.opening_minor, new.closing_minor, new.asked_at)
       is distinct from (old.name, old.mapping, old.row_count, old.new_count, old.rows_sha256, old.in_minor,
         old.out_minor, old.from_on, old.to_on, old.opening_minor, old.closing_minor, old.asked_at)) then
    raise exception 'what was asked for is append-only' using errcode = 'KL100';
  end if;
  return new;
end $$;
create or replace trigger guard_statement_files before update on statement_files for each row
  execute function guard_statement_files();
