import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readArchive, type ArchiveReport } from '../platform/work/archive-watch.ts'
import { countDeadJobs } from '../platform/background/job-rows.ts'
import type { Services } from '../platform/call/context.ts'
import { stateOf, type WorkState, type WorkVitals } from '../platform/work/vitals.ts'
import { findCaller } from './http/guard.ts'
import { asHead, dataHeaders } from './http/headers.ts'

/** How long the database may take to say that it is there, and how long an answer is good for all. */
const answerMs = 2000
const freshMs = 1000

interface WorkReport extends WorkVitals {
  readonly state: WorkState
  /** Since when it did not succeed, in milliseconds; null while it never did in this process. */
  readonly lagMs: number | null
}

/** The state of this process: one record for `/health`, and for whatever else will publish it. */
export interface HealthReport {
  /** Whether it can serve: without the database it cannot. */
  readonly isUp: boolean
  /** It serves, yet something beside the calls does not do its part. */
  readonly state: 'ok' | 'degraded' | 'down'
  readonly startedAtMs: number
  readonly database: { readonly isReachable: boolean; readonly answerMs: number | null }
  /** The archive of the database's log, as backups need it; null: it could not be asked for. */
  readonly archive: ArchiveReport | null
  readonly live: { readonly isListening: boolean; readonly streams: number }
  readonly works: readonly WorkReport[]
  /**
   * Whether background jobs are done here (null: not begun), and what was given up and nobody has seen to
   * (null: it could not be asked for).
   */
  readonly jobs: { readonly isRunning: boolean | null; readonly dead: number | null }
}

/** What a process knows of its own works and jobs. */
interface Watched {
  readonly vitals?: () => readonly WorkVitals[]
  readonly areJobsRunning?: () => boolean | null
}

/** What the database said of itself, and how long it took; null: nothing. */
interface Asked {
  readonly tookMs: number | null
  readonly archive: ArchiveReport | null
  readonly deadJobs: number | null
}

/** The answer, or null when it fails or does not come in its time. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), answerMs)
  })
  try {
    return await Promise.race([asked.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Looks after the database's answer, at most once a second however many ask. */
export class Health {
  readonly #services: Services
  readonly #watched: Watched
  readonly #startedAtMs = Date.now()
  #asked: Promise<Asked> | null = null
  #askedAtMs = 0

  constructor(services: Services, watched: Watched) {
    this.#services = services
    this.#watched = watched
  }

  async report(): Promise<HealthReport> {
    const { tookMs, archive, deadJobs } = await this.#database()
    const now = Date.now()
    const { vitals, areJobsRunning } = this.#watched
    const jobs = { isRunning: areJobsRunning?.() ?? null, dead: deadJobs }
    const works = (vitals?.() ?? []).map((work) => ({
      ...work,
      state: stateOf(work, this.#startedAtMs, now),
      lagMs: work.lastSuccessAtMs === null ? null : now - work.lastSuccessAtMs,
    }))
    const { isListening, streamCount } = this.#services.live
    const isUp = tookMs !== null
    const isArchived = archive === null || archive.state === 'ok' || archive.state === 'off'
    const isHeard = works.length === 0 || isListening
    const areJobsWell = jobs.isRunning !== false && (deadJobs ?? 0) === 0
    const isWell = isArchived && isHeard && areJobsWell && works.every(({ state }) => state === 'ok')
    return {
      isUp,
      state: !isUp ? 'down' : isWell ? 'ok' : 'degraded',
      startedAtMs: this.#startedAtMs,
      database: { isReachable: isUp, answerMs: tookMs },
      archive,
      live: { isListening, streams: streamCount },
      works,
      jobs,
    }
  }

  #database(): Promise<Asked> {
    const now = Date.now()
    if (this.#asked === null || now - this.#askedAtMs > freshMs) {
      this.#askedAtMs = now
      this.#asked = this.#ask()
    }
    return this.#asked
  }

  async #ask(): Promise<Asked> {
    const { pool, db } = this.#services
    const started = performance.now()
    const answer = pool.query('select 1').then(() => Math.round(performance.now() - started))
    const tookMs = await inTime(answer)
    if (tookMs === null) return { tookMs, archive: null, deadJobs: null }
    const [archive, deadJobs] = await Promise.all([inTime(readArchive(db)), inTime(countDeadJobs(db))])
    return { tookMs, archive, deadJobs }
  }
}

/** Whoever may read what the server does: the admin, and readers of the log. */
async function mayReadAll(services: Services, request: FastifyRequest): Promise<boolean> {
  const actor = await findCaller(services, request).catch(() => null)
  if (actor?.session.kind !== 'full') return false
  return actor.role.isAdmin || actor.permissions.adminLog.isRead
}

/**
 * `/health`: 503 only when nothing can be served, so that nobody takes a server out for one failing work.
 * Everybody learns whether it is well, and no more; what it is made of is for those who may know, by their
 * token. An address of this machine proves nothing: behind a proxy all of them are.
 */
export function serveHealth(app: FastifyInstance, services: Services, health: Health): void {
  app.get('/health', asHead, async (request, reply) => {
    const report = await health.report()
    const { isUp, state } = report
    const isOpen = isUp && request.headers.authorization !== undefined
    const data = isOpen && (await mayReadAll(services, request)) ? report : { isUp, state }
    return reply
      .code(isUp ? 200 : 503)
      .headers(dataHeaders)
      .send({ data })
  })
}
