import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import {
  CallError,
  createClient,
  isRefusal,
  type CallOptions,
  type Client,
} from '@khlang/contract/derived/client.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { onlyReads } from '@khlang/contract/derived/call-path.ts'
import { config } from '../config.ts'
import { noteAway, noteReached } from './connection.ts'
import { earlyFetch } from './early.ts'
import { language } from '../words/i18n.ts'
import { beginTracked } from '../overlay.ts'
import { isViewing } from './role-view.ts'
import { requireOtp, resetSession, session } from './session.ts'

export { CallError, isRefusal }

const isOutOfReach = (error: CallError): boolean =>
  error.code === 'offline' || error.status === 502 || error.status === 504 || error.code === 'unavailable'

/**
 * What an answer means for the whole console, whoever asked. An answer to a token of before means
 * nothing.
 */
function judge(error: CallError | null, token: string | null): void {
  if (error && isOutOfReach(error)) noteAway()
  else noteReached()
  if (session.get().token !== token) return
  if (error?.code === 'unauthenticated') resetSession('ended')
  if (error?.code === 'otpRequired') requireOtp()
}

let client: Client | null = null

function ready(): Client {
  const { bases } = config()
  client ??= createClient({ bases, token: () => session.get().token, language, fetch: earlyFetch })
  return client
}

/** What changes nothing, and what one's own session needs to go on and to end. */
function mayWhileViewing(name: CallName): boolean {
  return onlyReads(name) || name === 'auth.touch' || name === 'auth.logout'
}

/** Throws `viewOnly` for an act while somebody looks as a role. */
export function assertMayCall(name: CallName): void {
  if (isViewing() && !mayWhileViewing(name))
    throw new CallError({ code: 'viewOnly', message: '', status: 403 })
}

/**
 * Makes one call of the contract and answers its `data`. Throws `CallError`. Raises the loading overlay
 * unless `isTracked` is false. Acts are refused (`viewOnly`) while somebody looks as a role. Screens use
 * `useQueryCall` and `useCall` of `lib/call/query.ts`, which stand on this.
 */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<CallOf<N>>,
  options: CallOptions = {},
): Promise<OutputOf<CallOf<N>>> {
  assertMayCall(name)
  const end = options.isTracked === false ? null : beginTracked()
  const { token } = session.get()
  try {
    const data = await ready()(name, input, options)
    judge(null, token)
    return data
  } catch (thrown) {
    if (thrown instanceof CallError) judge(thrown, token)
    throw thrown
  } finally {
    end?.()
  }
}

/** The server's own sentence about a failure, or null where it sent none. Source: specification 8. */
export function serverText(error: unknown): string | null {
  if (!(error instanceof CallError) || error.code === 'offline') return null
  return error.message === '' || error.message.startsWith('HTTP ') ? null : error.message
}
