import { CallError } from '../../../lib/call/call.ts'

/** Says a refusal by its reason in the words of the screen: `refused.<reason>` of `pre-transactions-acts`. */
export const reasonWorded =
  (t: (key: string) => string) =>
  (thrown: unknown): { message: string } | null => {
    if (!(thrown instanceof CallError)) return null
    const { details } = thrown
    if (typeof details !== 'object' || details === null || !('reason' in details)) return null
    const key = `refused.${details.reason}`
    const said = t(`pre-transactions-acts:${key}`)
    return said.endsWith(key) ? null : { message: said }
  }
