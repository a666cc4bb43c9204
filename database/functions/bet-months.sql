-- The months of bets and of what became of them.

-- Makes what months of bets want, where they have it not.
create or replace function open_bet_months(p_from date, p_to date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_from);
  v_of text;
begin
  while v_month <= p_to loop
    foreach v_of in array array['bets', 'bet_outcomes'] loop
      if to_regclass('public.' || v_of || to_char(v_month, '_YYYY_MM')) is null then
        execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
          v_of || to_char(v_month, '_YYYY_MM'), v_of,
          least_id(v_month::timestamp at time zone 'Asia/Bangkok'),
          least_id((v_month + interval '1 month') at time zone 'Asia/Bangkok'));
      end if;
    end loop;
    v_month := v_month + interval '1 month';
  end loop;
end $$;
revoke execute on function open_bet_months(date, date) from public;
grant execute on function open_bet_months(date, date) to khlang_app;
