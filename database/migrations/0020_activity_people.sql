-- Whose act a row is: who was signed in, or as whom somebody signed in. One column, so that a person's acts
-- are read in the order of an index, those of one kind too.
alter table activity_seals add column person_id text
  generated always as (coalesce(actor_id, case when entity = 'session' then entity_id end)) stored;
create index activity_seals_person on activity_seals (person_id, at, seq);
create index activity_seals_person_action on activity_seals (person_id, action, at, seq);
create index activity_seals_person_entity on activity_seals (person_id, entity, at, seq);
drop index activity_seals_actor;
