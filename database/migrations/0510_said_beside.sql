-- What a provider tells of a bet beside money, for people to read; nothing is decided by it.
alter table play_words add column said jsonb;

-- What providers told comes with it.
drop function if exists post_play;
drop function if exists write_play_words;
