-- A member's bets of one game are found among the index's own rows, whatever else the member played.
create index bets_of_member_games on bets (member_id, id) include (game_id);
drop index bets_of_member;
alter index bets_of_member_games rename to bets_of_member;

-- Bets whose settlement was taken back: hardly one, among many that were void from the first.
create index bet_outcomes_voided on bet_outcomes (bet_id) where kind = 'voided';
