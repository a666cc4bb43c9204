-- Rounds of a day that differ and are undecided, by the report that counts for the day.
create index provider_report_differences_open on provider_report_differences (report_id, business_on)
  where state = 'open';

-- How calls of providers went is forgotten once nobody reads it any more.
grant delete on provider_calls to khlang_app;

-- What providers ask for is set beside our books by whoever reconciles; contracts stay with who runs games.
update approval_needs set requires = '{"reconcile": {"isUpdate": true}}' where kind = 'distributorInvoice';
