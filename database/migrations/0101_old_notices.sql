-- What old notices are found by when they are forgotten; without the first two, each notification would be
-- looked for in all of what was ever read or told.
create index notification_reads_of on notification_reads (notification_id);
create index employee_link_tellings_by on employee_link_tellings (notification_id);
create index chat_deliveries_ended on chat_deliveries (done_at) where done_at is not null;
