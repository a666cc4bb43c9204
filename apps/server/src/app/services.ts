import { join } from 'node:path'
import { groupWork } from '../features/group-notifications/jobs.ts'
import { notificationWork } from '../features/notifications/jobs.ts'
import { peopleWork } from '../features/employees/jobs.ts'
import { exportWork } from '../features/exports/jobs.ts'
import { activityWork } from '../features/activity-logs/jobs.ts'
import { autoApiWork } from '../features/auto-api/jobs.ts'
import { doublePaymentWork } from '../features/comparison/double-payments.ts'
import { bookingWork } from '../features/matching/bookings/book-by-rule.ts'
import { refundWork } from '../features/matching/refunds/match-refunds.ts'
import { ownTransferWork } from '../features/own-transfers/match-statements.ts'
import { templateWork } from '../features/own-transfers/templates/propose.ts'
import { slipWork } from '../features/slips/recheck.ts'
import { packWork } from '../features/reconcile/pack/make-packs.ts'
import { reconcileWork } from '../features/reconcile/watch-days.ts'
import { deviceWork } from '../features/devices/watch.ts'
import { proofWork } from '../features/dashboard/proof/run-checks.ts'
import { prepaidWork } from '../features/distributors/watch-prepaid.ts'
import { accountWork } from '../features/payment-autos/watch.ts'
import { memberFactsWork } from '../features/members/jobs.ts'
import { queueLiveRows } from '../features/queue/live-rows.ts'
import { settingsWork } from '../features/website/activate.ts'
import { gatewayWork } from '../features/payment-gateways/orders/watch-orders.ts'
import { logCheckWork } from '../features/distributors/reports/log-check-work.ts'
import { gameFeedWork } from '../features/play/feeds/feed-work.ts'
import { flushCalls } from '../features/play/meter/count-calls.ts'
import { gameTransferWork } from '../features/play/transfers/transfer-work.ts'
import { playAlarmWork } from '../features/play/watch/watch-play.ts'
import { payoutWork } from '../features/payouts/payouts.ts'
import { archiveWork } from '../platform/work/archive-watch.ts'
import { handOverWork } from '../platform/background/hand-over.ts'
import { startWorker, type BackgroundWorker } from '../platform/background/worker.ts'
import { SettingsCache } from '../platform/db/brand-settings.ts'
import { closeDaysWork } from '../platform/work/close-days.ts'
import type { Services } from '../platform/call/context.ts'
import { createDatabase, createPool } from '../platform/db/db.ts'
import { startFolder } from '../platform/posting/ledger-store.ts'
import { KnownKeys } from '../platform/call/signatures.ts'
import { Live } from '../platform/live/live.ts'
import { oldRowsWork } from '../platform/work/old-rows.ts'
import { privateFileWork } from '../platform/files/private-files.ts'
import { betArchiveWork } from '../features/bet-reports/archive/archive-months.ts'
import { betMonthsWork, playFiguresWork } from '../features/reports/figures.ts'
import { ggrCloseWork } from '../features/reports/ggr-close.ts'
import { rollupWork } from '../platform/work/rollups.ts'
import { outboxWork } from '../platform/work/outbox-watch.ts'
import { SharedReads } from '../platform/people/shared-reads.ts'
import { startPeriodic, type Periodic, type PeriodicWork } from '../platform/work/periodic.ts'
import { wrongDatabaseSettings } from '../platform/cluster/settings-check.ts'
import { approvalKinds } from './approval-kinds.ts'
import type { Config } from './start/config.ts'
import { jobKinds } from './job-kinds.ts'
import { processLog } from './log.ts'
import type { StartedDatabase } from './start/start-database.ts'

const ownHostsOf = ({ hosts, bases }: Pick<Config, 'hosts' | 'bases'>): string[] => [
  ...hosts,
  ...Object.values(bases).flatMap((base) => (URL.canParse(base) ? [new URL(base).hostname] : [])),
]

/** What every call shares, over one pool of each sort; who measures gives pools that are watched. */
export function startServices(
  config: Pick<Config, 'profile' | 'brand' | 'dataDir' | 'egressAllow' | 'hosts' | 'bases'>,
  database: Pick<StartedDatabase, 'appUrl' | 'secrets'>,
  poolOf: typeof createPool = createPool,
): Services {
  const pool = poolOf(database.appUrl, { max: 20 })
  const db = createDatabase(pool)
  const listPool = poolOf(database.appUrl, { max: 16, name: 'khlang-lists', keepsPlans: true })
  const machinePool = poolOf(database.appUrl, { max: 16, name: 'khlang-machines', keepsPlans: true })
  const sessionPool = poolOf(database.appUrl, { max: 10, name: 'khlang-sessions', keepsPlans: true })
  return {
    db,
    pool,
    machineDb: createDatabase(machinePool),
    listDb: createDatabase(listPool),
    sessionDb: createDatabase(sessionPool),
    jobPool: poolOf(database.appUrl, { max: 4, name: 'khlang-jobs', role: 'khlang_jobs' }),
    reads: new SharedReads(),
    secrets: database.secrets,
    keys: new KnownKeys(db, database.secrets),
    settings: new SettingsCache(db),
    live: new Live(db, database.appUrl, queueLiveRows),
    profile: config.profile,
    brand: config.brand,
    evidenceDir: join(config.dataDir, 'evidence'),
    exportDir: join(config.dataDir, 'exports'),
    privateDir: join(config.dataDir, 'private'),
    egressAllow: config.egressAllow,
    ownHosts: ownHostsOf(config),
    now: () => Date.now(),
    log: processLog,
  }
}

/** Ends the pools. */
export async function closeDatabases(services: Services): Promise<void> {
  const { db, machineDb, listDb, sessionDb, jobPool } = services
  await Promise.all([...[db, machineDb, listDb, sessionDb].map((each) => each.destroy()), jobPool.end()])
}

/** Every area's periodic work. Each name is a lock of the whole database. */
export const works: readonly PeriodicWork[] = [
  memberFactsWork,
  rollupWork,
  playFiguresWork,
  betMonthsWork,
  betArchiveWork,
  ggrCloseWork,
  outboxWork,
  payoutWork,
  gatewayWork,
  gameTransferWork,
  gameFeedWork,
  logCheckWork,
  playAlarmWork,
  prepaidWork,
  ...autoApiWork,
  deviceWork,
  accountWork,
  proofWork,
  ownTransferWork,
  templateWork,
  ...reconcileWork,
  packWork,
  slipWork,
  settingsWork,
  doublePaymentWork,
  refundWork,
  bookingWork,
  ...activityWork,
  ...notificationWork(approvalKinds),
  ...groupWork,
  exportWork,
  archiveWork,
  privateFileWork,
  peopleWork,
  closeDaysWork,
  ...oldRowsWork,
  handOverWork(jobKinds),
]

export interface Background extends Pick<Periodic, 'vitals' | 'stop'> {
  /** Begins to do jobs: once the server listens, for what does them takes its time to load. */
  readonly startJobs: () => void
  /** Whether jobs are being done; null: not begun yet. */
  readonly areJobsRunning: () => boolean | null
}

/**
 * Work beside the calls: live events, the ledger's folder, periodic work, jobs.
 * @throws when the database has settings that money must not run on
 */
export async function startBackground(services: Services): Promise<Background> {
  const wrong = await wrongDatabaseSettings(services.db)
  if (wrong.length > 0) throw new Error(`The database is not safe for money:\n${wrong.join('\n')}`)
  services.live.start()
  const folder = startFolder(services.pool, {
    onError: (error) => services.log.error({ error: String(error) }, 'folding house deltas failed'),
  })
  const periodic = startPeriodic(services, works)
  let worker: BackgroundWorker | null = null
  return {
    vitals: periodic.vitals,
    startJobs: () => {
      worker = startWorker(services, jobKinds)
    },
    areJobsRunning: () => worker?.isRunning() ?? null,
    stop: async () => {
      await Promise.all([worker?.stop(), periodic.stop(), folder.stop(), services.live.stop()])
      await flushCalls(services)
    },
  }
}
