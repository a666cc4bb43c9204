-- What members are called, beside the combination of state, level, tags, source and bank that each has: a
-- common name together with a rare filter is found without reading all who are called so (ADR 0040). Written
-- by triggers on member_facts and members (database/functions/lists.sql), never on the way of money.
create table member_names (
  member_id uuid primary key references members,
  facet_id integer not null,
  username text collate "C" not null,
  first_name text not null,
  last_name text not null
);
insert into member_names
  select f.member_id, f.facet_id, f.username, m.first_name, m.last_name
    from member_facts f join members m on m.id = f.member_id;

create index member_names_username on member_names (facet_id, username) include (member_id);
create index member_names_first on member_names (facet_id, lower(first_name) text_pattern_ops);
create index member_names_last on member_names (facet_id, lower(last_name) text_pattern_ops);
create index member_names_pieces on member_names using gin
  ((array[facet_id]), name_pieces(first_name || ' ' || last_name),
   name_pieces(first_name || ' ' || last_name, 5));

grant select, insert, update on member_names to khlang_app;
