import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { prepareDays } from '../../../apps/server/src/features/reconcile/watch-days.ts'
import { makePacks } from '../../../apps/server/src/features/reconcile/pack/make-packs.ts'
import { closeBusinessDay } from '../../../apps/server/src/platform/posting/ledger-store.ts'
import type { BenchEnv } from '../env.ts'
import type { WatchedServer } from '../plans/server.ts'

const limitMs = 10_000
/** The first reads what no memory may hold yet. */
const rounds = 3
const once = () => ({ idempotencyKey: randomUUID() })
/** So many differences are explained as in life; a book that is seeded has some where its year begins. */
const explainedMost = 40

/** What a close leaves, taken away as no user of the product can, so that the day is closed again. */
const forgetting = (on: string) =>
  `set session_replication_role = replica;
  ${[
    'reconcile_closes',
    'reconcile_explanations',
    'reconcile_days',
    'ledger_day_sums',
    'ledger_day_balances',
    'balance_closings',
    'day_closings',
  ]
    .map((table) => `delete from ${table} where business_on = '${on}';`)
    .join(' ')}`

interface Yesterday {
  readonly database: string
  readonly yesterday: string
  readonly deposits: number
}

/** Closes yesterday some times. @returns whether it took 10 s at most each time */
export async function closesInTime(env: BenchEnv, server: WatchedServer, day: Yesterday): Promise<boolean> {
  const { database, yesterday, deposits } = day
  const took: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await env.admin(database, forgetting(yesterday))
    took.push(await closeOnce(env, server, yesterday))
  }
  const slowest = Math.max(...took)
  const word = slowest <= limitMs ? 'ok  ' : 'MISS'
  const each = took.map((ms) => ms.toFixed(0)).join(', ')
  env.print(
    `  ${word} ${slowest.toFixed(0)} ms (limit ${limitMs}) of ${each}  close of ${deposits} deposits`,
  )
  return slowest <= limitMs
}

/**
 * Closes a day as the product and two people do: the ledger, the sums, the sheets read, what differs
 * explained, asked and agreed to, the signed pack.
 * @returns ms of all of it together
 */
async function closeOnce(env: BenchEnv, server: WatchedServer, on: string): Promise<number> {
  const { services, call, second, password, forgetReads } = server
  let allMs = 0
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    forgetReads()
    const begun = performance.now()
    const answer = await work()
    const ms = performance.now() - begun
    allMs += ms
    env.print(`       ${ms.toFixed(0).padStart(7)} ms  ${what}`)
    return answer
  }
  await timed('the ledger closes the day', () => closeBusinessDay(services.pool, on))
  await timed('the day is summed', () => prepareDays(services))
  const day = await timed('its sheets are read', () => call('reconcile.day', { on }))
  const open = day.items.filter(({ explanation }) => explanation === null)
  if (open.length > explainedMost) throw new Error(`${open.length} differences`)
  await timed(`${open.length} differences are explained`, async () => {
    for (const { key, amountMinor } of open)
      await call(
        'reconcile.explain',
        { on, key, amountMinor, reasonCode: 'other', note: 'of the bench' },
        once(),
      )
  })
  const { factsHash } = await call('reconcile.day', { on })
  const asked = await timed('the close is asked for', () =>
    call('reconcile.close', { on, factsHash: factsHash ?? '', comment: 'of the bench' }, once()),
  )
  const { approvalId: id } = asked
  if (id !== null) {
    const { documentHash } = await call('approvals.get', { id })
    await timed('a second person agrees', () =>
      second('approvals.decide', { id, isApproved: true, comment: 'read', documentHash, password }, once()),
    )
  }
  await timed('the pack is made and signed', () => makePacks(services))
  const { state } = await call('reconcile.day', { on })
  if (state !== 'closed') throw new Error(`the day is ${state}`)
  return allMs
}
