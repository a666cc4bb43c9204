import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import type pg from 'pg'
import { makeCheckpoint, sealActivity } from '../../apps/server/src/features/activity-logs/seal.ts'
import { createDatabase } from '../../apps/server/src/platform/db/db.ts'
import type { BenchEnv } from './env.ts'
import { secrets } from './list-cases.ts'

/** Rows of the log; `KHLANG_BENCH_ACTS`. */
export const actCount = Number(process.env['KHLANG_BENCH_ACTS'] ?? 1_000_000)
const rowsAtOnce = 100_000

export const clerks = `
  insert into roles (name, permission)
    values ('bench', '${JSON.stringify(permissionMap(() => true))}');
  insert into employees (id, username, display_name, role_id, password_hash)
  select ('019b0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'clerk' || i, 'Clerk ' || i,
         (select id from roles where name = 'bench'), 'x' from generate_series(1, 80) i`

/** An act every 1.7 s, so that a batch of the sealer is less than an hour. */
const actEveryMs = 1_700

/** Twenty days of a big brand: half by people, half by machines; one sign-in in 40, one refusal in 100. */
export const acts = (from: number, until: number, count = actCount): string => `
  insert into activity_log (at, actor_kind, actor_id, actor_name, role_name, entity, entity_id, action,
    result, address, device, after, request_id)
  select now() - interval '1 millisecond' * ${actEveryMs} * (${count} - i),
         case when i % 2 = 0 then 'employee' else 'system' end,
         case when i % 2 = 0 and i % 40 <> 0
           then '019b0000-0000-7000-8000-' || lpad(to_hex(1 + (i / 2) % 80), 12, '0') end,
         case when i % 2 = 0 then 'clerk' || (1 + (i / 2) % 80) end, 'bench',
         case when i % 40 = 0 then 'session'
           else (array['deposit','withdrawal','statementLine','member','employee','role','approval'])
                [1 + i % 300000 % 7] end,
         case when i % 40 = 0
           then outside_id('emp',
             ('019b0000-0000-7000-8000-' || lpad(to_hex(1 + (i / 2) % 80), 12, '0'))::uuid)
           else outside_id(id_prefix((array['deposit','withdrawal','statementLine','member','employee','role',
                  'approval'])[1 + i % 300000 % 7]),
                  ('019b0001-0000-7000-8000-' || lpad(to_hex(i % 300000), 12, '0'))::uuid) end,
         case when i % 40 = 0 then 'login'
           else (array['credited','claim','approve','link','paid','noteAdded','accountChanged','roleChanged',
                       'export','reveal'])[1 + i % 10] end,
         case when i % 100 = 8 then 'refused' else 'done' end,
         '10.' || i % 4 || '.' || i % 7 || '.' || i % 250, 'bench',
         jsonb_build_object('state', 'approved', 'amountMinor', i % 100000), 'req_' || to_hex(i)
    from generate_series(${from}, ${until}) i`

/** Writes the rows and has the real sealer give each its number and link, and sign the head. */
export async function seedActivity(env: BenchEnv, database: string, pool: pg.Pool): Promise<void> {
  await env.admin(database, clerks)
  const db = createDatabase(pool)
  let sealed = 0
  for (let from = 1; from <= actCount; from += rowsAtOnce) {
    await env.admin(database, acts(from, Math.min(actCount, from + rowsAtOnce - 1)))
    for (let count = 1; count > 0; sealed += count)
      count = await sealActivity(db, secrets, Date.now() - (actCount - sealed - 1000) * actEveryMs)
    await makeCheckpoint(db, secrets, Date.now(), null)
  }
  await env.admin(database, 'vacuum analyze activity_log, activity_seals')
}
