-- What each phone told today is kept counted, as members that registered are (0061): figure `message`, by the
-- date in Bangkok: the phone, and what became of the message. Its messages of a day are found by the index.
create index bank_messages_of_device on bank_messages (device_id, received_at desc, id desc);

-- Those that came before; what moves the figure from now on stands in functions/rollups.sql.
lock table bank_messages in share mode;
insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
select 'message', (received_at at time zone 'Asia/Bangkok')::date, array[device_id::text, state], count(*), 0
  from bank_messages group by 2, 3;
