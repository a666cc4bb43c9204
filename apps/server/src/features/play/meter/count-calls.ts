import type { callOutcomes, callWays } from '@khlang/contract/values/play-values.ts'
import { sql } from 'kysely'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import { boundOf, latencyBoundsMs } from '../../../platform/latency.ts'
import { EgressRefused } from '../../../platform/security/egress.ts'

export type CallOutcome = (typeof callOutcomes)[number]

interface About {
  readonly providerId: string
  readonly way: (typeof callWays)[number]
  readonly outcome: CallOutcome
}

interface Counted extends About {
  readonly hourMs: number
  calls: number
  readonly within: number[]
}

const flushEveryMs = 2000
const hourMs = 3_600_000
/** Of more kinds nothing is counted: who calls with made-up names fills no memory. */
const kindsMax = 5000

/**
 * What calls between providers and us came to and how long they took, counted in this process; a call only
 * adds to a number. Every two seconds the numbers are added to those of the other processes by one statement.
 * What was counted since is lost with a process that dies: it is a measure, no book.
 */
class CallMeter {
  readonly #services: Services
  #counts = new Map<string, Counted>()
  #timer: NodeJS.Timeout | null = null

  constructor(services: Services) {
    this.#services = services
  }

  count(about: About, ms: number): void {
    const { providerId, way, outcome } = about
    const hour = Math.floor(this.#services.now() / hourMs) * hourMs
    const key = `${providerId} ${way} ${outcome} ${hour}`
    let counted = this.#counts.get(key)
    if (counted === undefined) {
      if (this.#counts.size >= kindsMax) return
      counted = { ...about, hourMs: hour, calls: 0, within: latencyBoundsMs.map(() => 0) }
      this.#counts.set(key, counted)
    }
    const bound = boundOf(ms)
    counted.calls += 1
    counted.within[bound] = (counted.within[bound] ?? 0) + 1
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs).unref()
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const counts = this.#counts
    if (counts.size === 0) return
    this.#counts = new Map()
    await this.#add([...counts.values()]).catch((error: unknown) => {
      this.#services.log.error({ error: String(error) }, 'calls of providers were not counted')
      this.#putBack(counts)
    })
  }

  /** Rows in one order, so that two processes wait for each other and never in a ring. */
  async #add(counts: readonly Counted[]): Promise<void> {
    const { machineDb, settings, now } = this.#services
    const rows = counts.map(({ providerId, way, outcome, hourMs: hour, calls, within }) => ({
      provider_id: providerId,
      way,
      outcome,
      hour_at: new Date(hour).toISOString(),
      calls,
      within,
    }))
    const on = businessOn(await settings.get(), now())
    await sql`
      insert into provider_calls as p (business_on, provider_id, way, outcome, hour_at, calls, within)
      select ${on}::date, x.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             x (provider_id uuid, way text, outcome text, hour_at timestamptz, calls bigint, within bigint[])
       where exists (select from game_providers g where g.id = x.provider_id)
       order by x.provider_id, x.way, x.outcome, x.hour_at
      on conflict (business_on, provider_id, way, outcome, hour_at) do update
         set calls = p.calls + excluded.calls,
             within = (select array_agg(u.a + u.b order by u.n)
               from unnest(p.within, excluded.within) with ordinality u (a, b, n))`.execute(machineDb)
  }

  #putBack(counts: ReadonlyMap<string, Counted>): void {
    for (const [key, { within, ...lost }] of counts) {
      const known = this.#counts.get(key)
      const both = known ? within.map((count, at) => count + (known.within[at] ?? 0)) : within
      this.#counts.set(key, { ...lost, calls: lost.calls + (known?.calls ?? 0), within: both })
    }
  }
}

const meters = new WeakMap<Services, CallMeter>()

/** The one meter of this process. */
function meterOf(services: Services): CallMeter {
  const known = meters.get(services)
  if (known) return known
  const made = new CallMeter(services)
  meters.set(services, made)
  return made
}

/** Counts a call that took so long. */
export const countCall = (services: Services, about: About, ms: number): void =>
  meterOf(services).count(about, ms)

/** Adds what this process counted, now. */
export const flushCalls = (services: Services): Promise<void> => meterOf(services).flush()

/** Asks a provider, and counts what came of it: an answer, whatever it says, or none to what was sent. */
export async function askCounted<T>(
  services: Services,
  providerId: string,
  ask: () => Promise<T>,
): Promise<T> {
  const beganMs = performance.now()
  const count = (outcome: CallOutcome) =>
    countCall(services, { providerId, way: 'out', outcome }, performance.now() - beganMs)
  try {
    const answer = await ask()
    count('done')
    return answer
  } catch (error) {
    if (!(error instanceof EgressRefused)) count('noAnswer')
    throw error
  }
}
