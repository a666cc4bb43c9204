import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import { errorOf, requestOf } from '@khlang/contract/derived/client.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { assertMayCall, CallError } from './call.ts'
import { config } from '../config.ts'
import { language } from '../words/i18n.ts'
import { resetSession, session } from './session.ts'

/**
 * A call that answers a file's bytes. The browser keeps them, on the disk when they are many: nothing of
 * them becomes text in between. Throws `CallError`.
 */
export async function callFile<N extends CallName>(name: N, input: InputOf<CallOf<N>>): Promise<Blob> {
  assertMayCall(name)
  const { method, path, body } = requestOf(name, input as Record<string, unknown>)
  const { token } = session.get()
  const headers = {
    'accept-language': language(),
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    const answer = await fetch(`${config().bases.api}${path}`, {
      method,
      headers,
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
    })
    if (answer.ok) return await answer.blob()
    throw errorOf(name, answer.status, await answer.json().catch(() => null), answer.headers)
  } catch (thrown) {
    if (!(thrown instanceof CallError))
      throw new CallError({ code: 'offline', message: String(thrown), status: 0 })
    if (thrown.code === 'unauthenticated' && session.get().token === token) resetSession('ended')
    throw thrown
  }
}
