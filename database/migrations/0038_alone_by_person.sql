-- What a person has credited alone on a day counts for all the accounts they sit behind (0030): another
-- account that they made, or whose code they were handed, has no day's limit of its own.
create or replace function credited_alone(p_employee uuid, p_on date) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as materialized (select person_accounts(p_employee) as id)
  select (coalesce((select sum(h.amount_minor) from hand_links h where h.employee_id in (select id from own)
                     and h.business_on = p_on and h.approval_id is null and h.undone_at is null), 0)
        + coalesce((select sum(j.amount_minor) from adjustments j where j.maker_id in (select id from own)
                     and j.business_on = p_on), 0))::bigint $$;
