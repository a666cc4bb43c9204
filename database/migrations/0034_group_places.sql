-- A chat group outside the house is told nothing until a second person has agreed to the place it names.

create function chat_place(p_channel text, p_target text, p_base_url text) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select concat_ws(' ', p_channel, p_target, p_base_url) $$;

-- The place that a second person agreed to, as chat_place() writes it; another place is told nothing.
alter table chat_groups add column agreed_place text;

-- The program may only write down what an approval of this very group and place says.
create function guard_group_place() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.agreed_place is not null and not exists (
    select from approvals a
     where a.kind = 'groupPlace' and a.entity = 'group' and a.state = 'approved'
       and a.entity_id = outside_id('grp', new.id) and a.document ->> 'place' = new.agreed_place) then
    raise exception 'fourEyes' using errcode = 'KL105';
  end if;
  return new;
end $$;
create trigger guard_group_place before insert or update of agreed_place on chat_groups
  for each row execute function guard_group_place();
