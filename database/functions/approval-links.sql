-- Rows that name an approval: one judge of them all, by what `approval_links` says of them (ADR 0037).

-- What a row holds of the words that a link names, each as the outside spells it where the link says so.
create or replace function link_cells(p_said jsonb, p_row jsonb) returns jsonb language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(s.word, coalesce(case
      when strpos(s.cell, ':') > 0
        then to_jsonb(outside_id(split_part(s.cell, ':', 1), (p_row ->> split_part(s.cell, ':', 2))::uuid))
      else p_row -> s.cell end, 'null')), '{}')
    from jsonb_each_text(p_said) s (word, cell) $$;

-- The same words as a request holds them: of its frozen document, or of itself.
create or replace function link_words(p_said jsonb, p_request approvals) returns jsonb language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(s.word, coalesce(case s.word
      when '@entityId' then to_jsonb(p_request.entity_id)
      when '@makerId' then to_jsonb(p_request.maker_id)
      else p_request.document #> string_to_array(s.word, '.') end, 'null')), '{}')
    from jsonb_object_keys(p_said) s (word) $$;

-- Whether this request was approved, is of the kind of this link, and says what the row says.
create or replace function is_linked(p_link approval_links, p_id uuid, p_row jsonb) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from approvals a where a.id = p_id and a.kind = p_link.kind and a.state = 'approved'
       and link_words(p_link.agrees, a) = link_cells(p_link.agrees, p_row)
       and not jsonb_path_exists(link_words(p_link.agrees, a), '$.* ? (@ == null)')) $$;

-- The judge of every row that names an approval, and of every change that takes one. What else such a row
-- must be (its state, its limits, its money) is judged by its table's own triggers.
create or replace function guard_links() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
begin
  -- An approval that is named anew, or of which the row now says something else, is of one of the kinds that
  -- this column takes, and about this very row.
  if exists (
    select from approval_links l
     where l.table_name = tg_table_name and v_new ->> l.column_name is not null
     group by l.column_name
    having bool_or(v_new -> l.column_name is distinct from v_old -> l.column_name
             or link_cells(l.agrees, v_new) <> link_cells(l.agrees, v_old))
       and not bool_or(is_linked(l, (v_new ->> l.column_name)::uuid, v_new))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  -- One that served stays named until a later one comes: no earlier one serves again.
  if exists (
    select from approval_links l join approvals o on o.id = (v_old ->> l.column_name)::uuid
     where l.table_name = tg_table_name and v_new -> l.column_name is distinct from v_old -> l.column_name
       and not exists (select from approvals a
         where a.id = (v_new ->> l.column_name)::uuid
           and (coalesce(a.decided_no, 0), a.settled_at) >= (coalesce(o.decided_no, 0), o.settled_at))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  -- What takes an approval comes with one that is named for it, and becomes what that one says.
  if tg_op = 'UPDATE' and exists (
    select from approval_links l cross join jsonb_array_elements(l.guards) g (said)
     where l.table_name = tg_table_name and link_cells(g.said, v_new) <> link_cells(g.said, v_old)
       and not (v_new -> l.column_name is distinct from v_old -> l.column_name
         and is_linked(l, (v_new ->> l.column_name)::uuid, v_new)
         and exists (select from approvals a where a.id = (v_new ->> l.column_name)::uuid
               and link_words(g.said, a) = link_cells(g.said, v_new)))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;

-- The two triggers of a table of which links tell: they call the judge only where a column of a link changed.
create or replace function attach_links(p_table text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_inserted text;
  v_changed text;
begin
  select string_agg(distinct format('new.%I is not null', l.column_name), ' or '),
         string_agg(format('new.%1$I is distinct from old.%1$I%2$s%3$s', l.column_name,
           (select format(' or new.%I is not null and (%s)', l.column_name,
                string_agg(format('new.%1$I is distinct from old.%1$I', split_part(c.cell, ':', -1)),
                  ' or ' order by c.cell))
              from jsonb_each_text(l.agrees) c (word, cell)),
           (select string_agg(format(' or new.%1$I is distinct from old.%1$I', split_part(c.cell, ':', -1)),
                '' order by c.cell)
              from jsonb_array_elements(l.guards) g (said), jsonb_each_text(g.said) c (word, cell))), ' or '
           order by l.column_name, l.kind)
    into v_inserted, v_changed from approval_links l where l.table_name = p_table;
  -- To make a trigger anew waits for everybody who writes: only where it is another one.
  if exists (select from pg_trigger t where t.tgrelid = p_table::regclass and t.tgname = 'guard_links_changed'
       and obj_description(t.oid, 'pg_trigger') = v_inserted || '; ' || v_changed) then
    return;
  end if;
  execute format('create or replace trigger guard_links_inserted before insert on %I for each row
    when (%s) execute function guard_links()', p_table, v_inserted);
  execute format('create or replace trigger guard_links_changed before update on %I for each row
    when (%s) execute function guard_links()', p_table, v_changed);
  execute format('comment on trigger guard_links_changed on %I is %L', p_table,
    v_inserted || '; ' || v_changed);
end $$;
revoke all on function attach_links(text) from public;

-- Every table of which links tell has them. A column that could name one approval in two rows is refused.
create or replace function attach_all_links() returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_link record;
begin
  for v_link in select distinct table_name, column_name from approval_links loop
    if not exists (
      select from pg_index i join pg_attribute c on c.attrelid = i.indrelid and c.attnum = i.indkey[0]
       where i.indrelid = v_link.table_name::regclass and c.attname = v_link.column_name
         and i.indisunique and i.indisvalid and i.indnkeyatts = 1 and i.indpred is null) then
      raise exception '%.% is not unique: an approval serves one row', v_link.table_name, v_link.column_name;
    end if;
  end loop;
  perform attach_links(table_name) from approval_links group by table_name order by table_name;
end $$;
revoke all on function attach_all_links() from public;

select attach_all_links();
