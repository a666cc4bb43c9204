import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { allowsAll, type ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { findAbsentActor } from '../../platform/people/sessions.ts'
import { seesBalances, seesBrand } from '../../platform/people/visibility.ts'
import { eventKinds } from '../notifications/event-kinds.ts'

/** Of events that come into nobody's inbox: the flags of the screen that shows the same. */
const routine: Readonly<Record<string, ResourceRequires>> = {
  member: { memberManagement: ['isRead'] },
  deposit: { pretransactionDepositWithdraw: ['isRead'] },
  withdraw: { pretransactionDepositWithdraw: ['isRead'] },
  transfer: { paymentAutoTransfer: ['isRead'] },
  promo: { promotionManagement: ['isRead'] },
}

/**
 * Whether somebody may read what a group is told of an event: what their own inbox or screens may tell them.
 * Balances of own accounts are for who may see them; what is known of nowhere is for admins. Source:
 * decisions 45.
 */
export function mayRead(actor: EmployeeActor, code: EventCode): boolean {
  if (!seesBrand(actor)) return false
  if (code.startsWith('bank.balance') && !seesBalances(actor)) return false
  if (actor.role.isAdmin) return true
  const wanted = eventKinds[code].inbox ?? routine[code.split('.')[0] ?? '']
  return wanted !== undefined && allowsAll(actor.permissions, wanted)
}

/** What the owner of a group may read at this moment; nothing when they work here no more. */
export async function ownerReads(db: Reader, ownerId: string): Promise<(code: EventCode) => boolean> {
  const owner = await findAbsentActor(db, { employeeId: ownerId, sessionId: '', address: '', device: '' })
  return (code) => owner !== null && mayRead(owner, code)
}
