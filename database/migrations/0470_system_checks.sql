-- The system checks the own logs of providers by itself: nobody asked for those, brought or compared them,
-- and their job is nobody's own. Files are still brought and compared by people.
alter table background_jobs alter owner_id drop not null;
alter table provider_reports
  alter uploaded_by drop not null,
  drop constraint provider_reports_compared,
  drop constraint provider_reports_comparing,
  add constraint provider_reports_compared check (
    num_nulls(line_count, round_count, agreed_count, stake_minor, payout_minor, ours_count, ours_stake_minor,
      ours_payout_minor, compared_at) in (0, 9)
    and (state = 'compared') = (compared_at is not null)
    and (compared_by is null or compared_at is not null)),
  add constraint provider_reports_comparing check (
    (state = 'comparing') = (asked_at is not null) and (asked_by is null or asked_at is not null)),
  add constraint provider_reports_by_people check (
    source = 'log' or uploaded_by is not null and (state <> 'compared' or compared_by is not null)
      and (state <> 'comparing' or asked_by is not null));
comment on constraint provider_reports_comparing on provider_reports is
  'no caller: the server sets these columns together';
comment on constraint provider_reports_compared on provider_reports is
  'no caller: the server sets these columns together';
comment on constraint provider_reports_by_people on provider_reports is
  'no caller: only the system''s own check of a log is begun without a person';
