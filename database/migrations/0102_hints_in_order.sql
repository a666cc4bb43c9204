-- Hints of events are taken in the order in which they came, and it is seen how far that has got.
alter table event_hints add column id bigint generated always as identity;
create index event_hints_order on event_hints (id);
