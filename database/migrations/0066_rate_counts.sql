-- What callers have used of their rates, of all server processes together (adr 0034). The columns and their
-- order are those of the library that writes them. Lost with the power, and nobody misses it: no log is
-- written for a limit on load.
create unlogged table rate_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  -- In milliseconds since 1970; a row whose time is over counts as none.
  expire bigint
);
grant select, insert, update, delete on rate_counts to khlang_app;
