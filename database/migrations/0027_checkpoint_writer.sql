-- Each server keeps the heads it signed in a file of its own. Of several servers each file holds a part: a
-- server judges its own file by the heads that it signed itself. Null: signed before this was noted, or by a
-- server that keeps no file.
alter table activity_checkpoints add column writer text check (length(writer) between 1 and 64);
