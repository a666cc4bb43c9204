import type { EmployeeDetail } from '../employee-shapes.ts'

export type EmployeeAct = 'role' | 'edit' | 'locked' | 'active' | 'left' | 'sessions' | 'password' | 'otp'

export type ActFacts = Pick<EmployeeDetail, 'state' | 'otpEnable' | 'sessions' | 'may' | 'pendings'>

/**
 * What this reader may do to this person now, in the order in which it is wanted. What waits for a second
 * person already is not asked for again.
 */
export function actsOf({ state, otpEnable, sessions, may, pendings }: ActFacts): EmployeeAct[] {
  const hasLeft = state === 'left'
  const waits = (kind: string) => pendings.some((pending) => pending.kind === kind)
  return [
    ...(may.change && !hasLeft && !waits('employeeRole') ? (['role'] as const) : []),
    ...(may.change && !hasLeft ? (['edit'] as const) : []),
    ...(may.lock && state === 'locked' ? (['active'] as const) : []),
    ...(may.lock && state === 'active' ? (['locked'] as const) : []),
    ...(may.reset ? (['password'] as const) : []),
    ...(may.change && !hasLeft && otpEnable && !waits('otpReset') ? (['otp'] as const) : []),
    ...(may.change && sessions.length > 0 ? (['sessions'] as const) : []),
    ...(may.lock ? (['left'] as const) : []),
  ]
}
