import type { dashboard } from '@khlang/contract/dashboard.ts'
import { addDays, businessOn } from '../../platform/business-day.ts'
import type { EmployeeActor } from '../../platform/actor.ts'
import type { Handlers } from '../../platform/context.ts'
import { seesBrand } from '../../platform/visibility.ts'
import { countWaitingChanges } from '../members/waiting-changes.ts'
import { alarmHandlers } from './alarms.ts'
import * as queries from './queries.ts'
import { restoredHandlers } from './restored.ts'

/**
 * What we owe is finance: shown to who reads the reconciliation or the agents' report. Source: domain.md
 * 4.2.
 */
const seesFinance = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && (actor.permissions.reconcile.isRead || actor.permissions.agentReport.isRead)
const seesOwnBalances = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && actor.role.abilities.seeOwnBalances

const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds))

/** Every hour of the day, also those in which nothing moved. */
function allHours(found: Awaited<ReturnType<typeof queries.dayHours>>) {
  const byHour = new Map(found.map((row) => [row.hour, row]))
  return Array.from(
    { length: 24 },
    (_, hour) => byHour.get(hour) ?? { hour, depositMinor: 0, withdrawalMinor: 0 },
  )
}

export const dashboardHandlers: Handlers<typeof dashboard> = {
  ...alarmHandlers,
  ...restoredHandlers,

  now: async ({ actor, settings, services, db }) => {
    const [waiting, waitingAccountChanges, accounts, owed, alarms] = await Promise.all([
      queries.waitingNow(db, actor),
      countWaitingChanges(db, actor),
      seesOwnBalances(actor) ? queries.ownAccounts(db) : null,
      seesFinance(actor) ? queries.memberLiability(db) : null,
      seesBrand(actor) ? queries.openAlarms(db) : [],
    ])
    const own = accounts?.reduce((sum, account) => sum + account.balanceMinor, 0) ?? null
    const now = services.now()
    return {
      at: new Date(now).toISOString(),
      businessOn: businessOn(settings, now),
      ...waiting,
      waitingAccountChanges,
      accounts,
      ownMinor: own,
      memberLiabilityMinor: owed,
      coverBps: own === null || owed === null || owed <= 0 ? null : Math.floor((own / owed) * 10_000),
      alarms,
    }
  },

  day: async ({ input, actor, settings, services, db }) => {
    const on = input.on ?? businessOn(settings, services.now())
    const [day, before, hours] = await Promise.all([
      queries.dayFigures(db, actor, settings, on),
      queries.dayFigures(db, actor, settings, addDays(on, -1)),
      queries.dayHours(db, actor, on),
    ])
    const figure = (count: number, amountMinor: number) => ({ count, amountMinor })
    const matched = day.auto + day.manual
    return {
      businessOn: on,
      deposits: figure(day.deposits, day.depositMinor),
      withdrawals: figure(day.withdrawals, day.withdrawalMinor),
      netMinor: day.depositMinor - day.withdrawalMinor,
      autoCredited: figure(day.auto, day.autoMinor),
      manualCredited: figure(day.manual, day.manualMinor),
      registered: day.registered,
      firstDeposits: figure(day.firsts, day.firstMinor),
      autoMatchBps: matched === 0 ? null : Math.round((day.auto / matched) * 10_000),
      medianCreditSeconds: rounded(day.creditSeconds),
      medianWithdrawalSeconds: rounded(day.withdrawalSeconds),
      before: {
        deposits: figure(before.deposits, before.depositMinor),
        withdrawals: figure(before.withdrawals, before.withdrawalMinor),
        netMinor: before.depositMinor - before.withdrawalMinor,
        registered: before.registered,
      },
      hours: allHours(hours),
    }
  },
}
