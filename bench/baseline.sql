\set id random(1, 1000000)
begin;
update bench_rows set value = value + 1 where id = :id;
insert into bench_log (row_id) values (:id);
end;
