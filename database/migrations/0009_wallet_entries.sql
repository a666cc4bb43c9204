-- The two ways to read the list of wallet entries, by kind and by amount, leave the ledger's own table: kept
-- there, every posting paid for them. The job that sums wallet_days writes them in the same transaction, so
-- that up to wallet_progress.settled_id they are whole; above it lists read the ledger itself.
create table wallet_entries (
  kind text collate "C" not null,
  business_on date not null,
  transfer_id bigint not null,
  amount_minor bigint not null,
  primary key (kind, business_on, transfer_id)
);
create index wallet_entries_amount on wallet_entries (amount_minor, business_on, transfer_id) include (kind);
drop index transfers_wallet, transfers_wallet_amount;

grant select, insert, delete on wallet_entries to khlang_app;

-- Read again from the start, by the job.
delete from wallet_days;
update wallet_progress set settled_id = 0, candidate_id = 0, holders = '{}';
