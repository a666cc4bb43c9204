-- Refusals are one row in a hundred or fewer: those of one kind of act are found among themselves.
create index activity_seals_refused_action on activity_seals (action, at, seq) where result <> 'done';
