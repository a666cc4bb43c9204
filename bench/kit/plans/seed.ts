import { createPool } from '../../../apps/server/src/platform/db/db.ts'
import { servicesOf } from '../desks.ts'
import type { BenchEnv } from '../env.ts'
import { daysOfRound, memberCount, seedLists } from '../lists-seed.ts'
import { openOffice } from '../office-day.ts'
import { moneyParts, seedParts } from '../office-seed.ts'
import { ownDeployment } from '../office-server.ts'
import { houseFilled, houseParts } from './rows.ts'

/** Of transfers, one a member each. */
const rounds = 20
const depositCount = Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? memberCount)
/** The money of the house lies in these, up to now; what the members did before comes before them. */
const moneyDays = 90
const people = 3

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Whether a step of the seed was done in a run before; each is written down when it is. */
async function once(env: BenchEnv, database: string, name: string, work: () => Promise<unknown>) {
  await env.admin(
    database,
    'create table if not exists bench_seeded (name text primary key, at timestamptz)',
  )
  const known = await env.admin(database, `select from bench_seeded where name = '${name}'`)
  if (known.rowCount === 1) return
  await work()
  await env.admin(database, `insert into bench_seeded values ('${name}', now())`)
}

/**
 * A house of years: its members with twenty acts each, and upon them the money of ninety days and all that
 * lists show and jobs remove. In a folder that is kept it is made once.
 */
export async function seedPlans(env: BenchEnv, database: string): Promise<void> {
  await (await env.prepare(database, 1)).end()
  const own = createPool(env.adminUrl(database), { max: 4, name: 'khlang-bench' })
  const services = servicesOf(own, env.adminUrl(database))
  try {
    await once(env, database, 'office', async () => {
      await ownDeployment(env, database, services.secrets)
      await openOffice(services, people, { port: 1 })
    })
    await once(env, database, 'lists', () =>
      seedLists(env, database, {
        first: 1,
        last: rounds,
        startsOn: dayBefore(moneyDays + 1 + rounds * daysOfRound),
      }),
    )
    await once(env, database, 'house', () =>
      seedParts(
        env,
        { database, size: { members: memberCount, deposits: depositCount }, filled: houseFilled },
        { ...moneyParts, ...houseParts },
      ),
    )
  } finally {
    await services.db.destroy()
  }
}
