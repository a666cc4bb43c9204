import type { dashboard } from '@khlang/contract/dashboard.ts'
import { addDays, businessOn } from '../../platform/business-day.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { countWaitingChanges } from '../members/waiting-changes.ts'
import { alarmHandlers } from './alarms.ts'
import { dayFigures, registeredOn, type DayFigures } from './day-figures.ts'
import { menuHandlers } from './menu.ts'
import { proofHandlers } from './proof/handlers.ts'
import * as queries from './queries.ts'
import { restoredHandlers } from './restored.ts'
import { seesFinance } from './sight.ts'

const seesOwnBalances = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && actor.role.abilities.seeOwnBalances

const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds))

export const dashboardHandlers: Handlers<typeof dashboard> = {
  ...alarmHandlers,
  ...restoredHandlers,
  ...menuHandlers,
  ...proofHandlers,

  now: async ({ actor, settings, services, db }) => {
    const [waiting, waitingAccountChanges, accounts, owed, alarms] = await Promise.all([
      services.reads.forBrand(actor, 'waiting', () => queries.waitingNow(db, actor)),
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
    const before = addDays(on, -1)
    const read = () =>
      Promise.all([
        dayFigures(db, actor, on),
        dayFigures(db, actor, before),
        registeredOn(db, { actor, settings, on }),
        registeredOn(db, { actor, settings, on: before }),
      ])
    const asked = services.reads.forBrand(actor, `day ${on}`, read)
    const [figures, figuresBefore, count, countBefore] = await asked
    const { deposits, withdrawals, auto, manual } = figures
    const matched = auto.count + manual.count
    const net = (of: DayFigures): number => of.deposits.amountMinor - of.withdrawals.amountMinor
    return {
      businessOn: on,
      deposits,
      withdrawals,
      netMinor: net(figures),
      autoCredited: auto,
      manualCredited: manual,
      registered: count,
      firstDeposits: figures.firsts,
      autoMatchBps: matched === 0 ? null : Math.round((auto.count / matched) * 10_000),
      medianCreditSeconds: rounded(figures.creditSeconds),
      medianWithdrawalSeconds: rounded(figures.withdrawalSeconds),
      before: {
        deposits: figuresBefore.deposits,
        withdrawals: figuresBefore.withdrawals,
        netMinor: net(figuresBefore),
        registered: countBefore,
      },
      hours: [...figures.hours],
    }
  },
}
