-- Rounds of a day that differ and are undecided, by the report that counts for the day.
create index provider_report_differences_open on provider_report_differences (report_id, business_on)
  where state = 'open';

-- How calls of providers went is forgotten once nobody reads it any more.
grant delete on provider_calls to khlang_app;
