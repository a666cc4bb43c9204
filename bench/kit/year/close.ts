import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { prepareDays } from '../../../apps/server/src/features/reconcile/watch-days.ts'
import { makePacks } from '../../../apps/server/src/features/reconcile/pack/make-packs.ts'
import { closeBusinessDay } from '../../../apps/server/src/platform/posting/ledger-store.ts'
import type { BenchEnv } from '../env.ts'
import type { WatchedServer } from '../plans/server.ts'

const limitMs = 10_000
const once = () => ({ idempotencyKey: randomUUID() })
/** So many differences are explained as in life; a book that is seeded has some where its year begins. */
const explainedMost = 40

/**
 * Closes yesterday as the product and two people do: the ledger, the sums, the sheets read, what differs
 * explained, asked and agreed to, the signed pack.
 * @returns whether all of it together took 10 s at most
 */
export async function closesInTime(
  env: BenchEnv,
  server: WatchedServer,
  { yesterday: on, deposits }: { readonly yesterday: string; readonly deposits: number },
): Promise<boolean> {
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
  const isGood = state === 'closed' && allMs <= limitMs
  const word = isGood ? 'ok  ' : 'MISS'
  const figures = `${allMs.toFixed(0)} ms (limit ${limitMs})`
  env.print(`  ${word} ${figures}  close of ${deposits} deposits: ${state}`)
  return isGood
}
