import { sql } from 'kysely'

/** When a phone wants a look. Source: domain 4.22. */
export const silentMinutes = 3

/** When a phone was heard last, or when two agreed to it; of rows of devices, aliased d. */
export const since = sql`coalesce(d.last_seen_at,
  (select a.settled_at from approvals a where a.id = d.trust_approval_id))`
export const heard = sql<boolean>`${since} > now() - make_interval(mins => ${sql.lit(silentMinutes)})`
