import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand } from '../../platform/people/visibility.ts'

/**
 * What we owe is finance: shown to who reads the reconciliation or the agents' report. Source: domain.md
 * 4.2.
 */
export const seesFinance = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && (actor.permissions.reconcile.isRead || actor.permissions.agentReport.isRead)
