-- The points by which the machine finds a payer, by version. A line's evidence names the version; each line
-- kept all points before, which was two thirds of its evidence. Whoever changes points adds a version, so
-- that a decision of years ago is explained by the points of its day. Nobody changes or removes one.
create table match_weights (
  version integer primary key,
  weights jsonb not null,
  since timestamptz not null default now()
);
insert into match_weights (version, weights) values (2, '{
  "requestAmountEqual": 40, "uniqueSatang": 60,
  "maskStrong": {"visibleDigits": 6, "points": 65}, "maskWeak": {"visibleDigits": 4, "points": 35},
  "payerMaskWrong": -40, "payerBankWrong": -30, "payerBankEqual": 8,
  "nameClose": {"similarity": 0.9, "points": 25}, "nameLike": {"similarity": 0.75, "points": 12},
  "nameOther": -15, "soundLike": {"similarity": 0.75, "points": 12}, "soundOther": {"similarity": 0.5},
  "requestTime": [
    {"seconds": 120, "points": 14}, {"seconds": 600, "points": 8}, {"seconds": 1800, "points": 3}],
  "learntAlias": [{"hits": 5, "points": 25}, {"hits": 2, "points": 15}],
  "decisiveReference": 100, "usualAmount": 3, "memberNotActive": -50}');
grant select on match_weights to khlang_app;
