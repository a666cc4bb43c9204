-- What a provider said of a bet when it was asked, beside the bet.
create index activity_log_of_asked_bet on activity_log (entity_id, id)
  where entity = 'bet' and action in ('betAsked', 'betAnswerTaken');
