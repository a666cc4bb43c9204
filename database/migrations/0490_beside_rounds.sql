-- Providers pay beside rounds, too: what a pool gives, prizes of campaigns, and corrections by a difference.
-- All words of before are of the kinds of before, so that nothing has to be looked through while bets wait.
alter table play_words drop constraint play_words_kind_check;
alter table play_words add constraint play_words_kind_check check (kind in
  ('bet', 'settle', 'jackpot', 'adjust', 'void', 'round', 'prize', 'cancel', 'feed')) not valid;
comment on constraint play_words_kind_check on play_words is 'no caller: post_play is given no other';
