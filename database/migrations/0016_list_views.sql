-- Saved views of lists, and how each person arranged the columns of a list.

create table list_views (
  id uuid primary key default uuidv7(),
  list text not null check (list ~ '^[a-z][A-Za-z0-9.-]{0,59}$'),
  name text not null check (length(name) between 1 and 60),
  owner_id uuid not null references employees,
  scope text not null check (scope in ('private', 'role', 'everyone')),
  -- Whose holders see it: the role its owner held when it was shared.
  role_id uuid references roles,
  -- Search parameters of the screen, each with its values: {"state": ["active", "locked"]}.
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 8000),
  layout jsonb check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 16000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  check ((scope = 'role') = (role_id is not null))
);
create unique index list_views_name on list_views (owner_id, list, lower(name)) where archived_at is null;
create index list_views_shared on list_views (list, scope) where archived_at is null and scope <> 'private';

create table list_layouts (
  employee_id uuid not null references employees,
  list text not null check (list ~ '^[a-z][A-Za-z0-9.-]{0,59}$'),
  layout jsonb not null check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 16000),
  saved_at timestamptz not null default now(),
  primary key (employee_id, list)
);

grant select, insert, update on list_views to khlang_app;
grant select, insert, update, delete on list_layouts to khlang_app;
