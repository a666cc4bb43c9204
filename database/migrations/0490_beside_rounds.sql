-- Providers pay beside rounds, too: what a pool gives, prizes of campaigns, and corrections by a difference.
alter table play_words drop constraint play_words_kind_check;
alter table play_words add constraint play_words_kind_check check (kind in
  ('bet', 'settle', 'jackpot', 'adjust', 'void', 'round', 'prize', 'cancel', 'feed')) not valid;
alter table play_words validate constraint play_words_kind_check;
comment on constraint play_words_kind_check on play_words is 'no caller: post_play is given no other';

-- What a provider said of a bet when it was asked, beside the bet.
create index activity_log_of_asked_bet on activity_log (entity_id, id)
  where entity = 'bet' and action = 'betAsked';
