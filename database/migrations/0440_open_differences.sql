-- Rounds of a day that differ and are undecided, by the report that counts for the day.
create index provider_report_differences_open on provider_report_differences (report_id, business_on)
  where state = 'open';
