import { randomUUID } from 'node:crypto'
import { addDays } from '../../platform/business-day.ts'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import { prepareDays } from '../../features/reconcile/watch-days.ts'
import type { Person, TestServer } from '../server.ts'
import type { MoneyOutWorld } from './money-out.ts'

interface Asking {
  readonly world: Pick<MoneyOutWorld, 'server' | 'factory'>
  readonly maker: Person
  readonly reason: string
}

const once = () => ({ idempotencyKey: randomUUID() })

/** Days long before anything was posted are closed one after the other: later ones stay open to postings. */
const first = '2020-01-01'
const closed = new WeakMap<TestServer, number>()

/** The next day, closed by the ledger; nothing was posted to it. */
async function nextDay({ server }: Asking['world']): Promise<string> {
  const count = closed.get(server) ?? 0
  closed.set(server, count + 1)
  const on = addDays(first, count)
  await closeBusinessDay(server.services.pool, on)
  await prepareDays(server.services)
  return on
}

/** How a maker asks to close a day on which something differs, and to reopen one. */
export const reconcileDayAsks = (now: () => Asking) => ({
  dayClose: async () => {
    const { world, maker } = now()
    const { id } = await world.factory.account()
    const on = await nextDay(world)
    await world.factory.query(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
         received_at, source, dedupe_key, chain, state, business_on, value_on)
       values ($1, 'out', 700, 'none', now(), 'sms', $2, 'hint', 'quarantined', $3, $3)`,
      [id, randomUUID(), on],
    )
    const { items } = await maker.call('reconcile.day', { on })
    for (const { key, amountMinor } of items) {
      const said = { reasonCode: 'askedBank' as const, note: 'looked at it' }
      await maker.call('reconcile.explain', { on, key, amountMinor, ...said }, once())
    }
    const { factsHash } = await maker.call('reconcile.day', { on })
    return maker.call('reconcile.close', { on, factsHash: factsHash ?? '' }, once())
  },
  dayReopen: async () => {
    const { world, maker, reason } = now()
    const on = await nextDay(world)
    const { factsHash } = await maker.call('reconcile.day', { on })
    await maker.call('reconcile.close', { on, factsHash: factsHash ?? '' }, once())
    return maker.call('reconcile.reopen', { on, reason }, once())
  },
})
