import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { AccountDetail } from '../list/account-shapes.ts'

type Known = Pick<AccountDetail, 'state' | 'reporters' | 'isBroken' | 'lastMessageAt' | 'lastLineAt'>
type Request = OutputOf<CallOf<'approvals.get'>>

/** The ways of a new account, in their order. */
const steps = ['agreed', 'phone', 'message', 'use'] as const
export type Step = (typeof steps)[number]
export type StepState = 'done' | 'now' | 'later'

/** Phones that may still speak for an account. Pure. */
export const heardBy = ({ reporters }: Pick<Known, 'reporters'>) =>
  reporters.filter(({ state }) => state !== 'revoked')

/** Whether its bank has been heard of at all. Pure. */
export const hasMessage = ({ lastMessageAt, lastLineAt }: Known): boolean =>
  lastMessageAt !== null || lastLineAt !== null

/** What speaks against using it: silence, a message of no use, or a balance that does not follow. Pure. */
export function doubtOf(account: Known): 'unheard' | 'unread' | 'broken' | null {
  if (!hasMessage(account)) return 'unheard'
  if (account.isBroken) return 'broken'
  return account.lastLineAt === null ? 'unread' : null
}

/**
 * How far a new account is; without one, a second person has not agreed yet. What is done is done, in
 * whichever order, and the first that is not is what there is to do now. Pure.
 */
export function stepsOf(account: Known | undefined): Readonly<Record<Step, StepState>> {
  const isDone = {
    agreed: account !== undefined,
    phone: account !== undefined && heardBy(account).length > 0,
    message: account !== undefined && hasMessage(account),
    use: account?.state === 'active',
  }
  const now = steps.find((step) => !isDone[step])
  const stateOf = (step: Step): StepState => (isDone[step] ? 'done' : step === now ? 'now' : 'later')
  return {
    agreed: stateOf('agreed'),
    phone: stateOf('phone'),
    message: stateOf('message'),
    use: stateOf('use'),
  }
}

/** What the account will be called, as the request for it says; undefined where that is not known. Pure. */
export function labelIn(request: Pick<Request, 'differences'> | undefined): string | undefined {
  const after = request?.differences.find(({ field }) => field === 'label')?.after
  return typeof after === 'string' ? after : undefined
}
