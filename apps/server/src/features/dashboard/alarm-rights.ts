import { dashboard } from '@khlang/contract/dashboard.ts'
import { playAlarmCodes } from '@khlang/contract/values/play-values.ts'
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { payoutFuse, restoredAlarm } from '../../platform/db/alarms.ts'
import { mayCall, type EmployeeActor } from '../../platform/people/actor.ts'

/** Of an alarm that is about money, and of every alarm that nothing else is said of. */
const overMoney: ResourceRequires = { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] }

/** Of an alarm that is about play: who may act on bets. */
const overPlay: ResourceRequires = { betReport: ['isRead', 'isUpdate'] }

export const endings = new Map<string, 'resumePayouts' | 'releaseRestored'>([
  [payoutFuse, 'resumePayouts'],
  [restoredAlarm, 'releaseRestored'],
])

const isOfPlay = (code: string): boolean => playAlarmCodes.some((each) => each === code)

/** Whether somebody may end an alarm of this code, or ask for its end where that takes two. */
export function mayEndAlarm(actor: EmployeeActor, code: string): boolean {
  const ending = endings.get(code)
  if (ending !== undefined) return mayCall(actor, dashboard[ending].requires)
  return mayCall(actor, isOfPlay(code) ? overPlay : overMoney)
}
