import { createPool } from '../../../apps/server/src/platform/db/db.ts'
import { servicesOf } from '../desks.ts'
import type { BenchEnv } from '../env.ts'
import { daysOfRound, memberCount, seedLists } from '../lists-seed.ts'
import { openOffice } from '../office-day.ts'
import { moneyParts, seedParts, usualDays, type OfficeSize, type Part } from '../office-seed.ts'
import { ownDeployment } from '../office-server.ts'
import { houseFilled, houseParts } from './rows.ts'

const depositCount = Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? memberCount)
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

/** A house to be seeded: how large, and what lies in it. */
export interface House {
  readonly database: string
  /** Of transfers, one a member each, before the money. */
  readonly rounds: number
  readonly size: OfficeSize
  readonly parts: Readonly<Record<string, Part>>
  /** Tables whose indexes are built at the end. */
  readonly filled: string
}

/** Members with their acts, upon them the money and the rest. In a folder that is kept it is made once. */
export async function seedHouse(env: BenchEnv, house: House): Promise<void> {
  const { database, rounds, size, parts, filled } = house
  await (await env.prepare(database, 1)).end()
  const own = createPool(env.adminUrl(database), { max: 4, name: 'khlang-bench' })
  const services = servicesOf(own, env.adminUrl(database))
  const moneyDays = size.days ?? usualDays
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
      seedParts(env, { database, size, filled }, { ...moneyParts, ...parts }),
    )
  } finally {
    await services.db.destroy()
  }
}

/** A house of years: twenty acts of each member, and the money of ninety days. */
export const seedPlans = (env: BenchEnv, database: string): Promise<void> =>
  seedHouse(env, {
    database,
    rounds: 20,
    size: { members: memberCount, deposits: depositCount },
    parts: houseParts,
    filled: houseFilled,
  })
