import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import { errorOf, requestOf } from '@khlang/contract/derived/client.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { assertMayCall, CallError } from './call.ts'
import { config } from '../config.ts'
import { language } from '../words/i18n.ts'
import { resetSession, session } from './session.ts'

export interface UploadOptions {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** Told how much of it has left, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A call that takes a file's bytes as its body. `fetch` does not tell how far a body is, so this is the
 * browser's older way. Throws `CallError`.
 */
export function callUpload<N extends CallName>(
  name: N,
  input: InputOf<CallOf<N>>,
  file: Blob,
  { idempotencyKey, signal, onProgress }: UploadOptions,
): Promise<OutputOf<CallOf<N>>> {
  assertMayCall(name)
  const { method, path } = requestOf(name, input as Record<string, unknown>)
  const { token } = session.get()
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open(method, `${config().bases.api}${path}`)
    request.setRequestHeader('accept-language', language())
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status === 200) return done((body as { data: OutputOf<CallOf<N>> }).data)
      const headers = new Headers()
      for (const each of ['x-request-id', 'retry-after']) {
        const value = request.getResponseHeader(each)
        if (value !== null) headers.set(each, value)
      }
      const error = errorOf(name, request.status, body, headers)
      if (error.code === 'unauthenticated' && session.get().token === token) resetSession('ended')
      fail(error)
    })
    const away = () => fail(new CallError({ code: 'offline', message: '', status: 0 }))
    request.addEventListener('error', away)
    request.addEventListener('abort', away)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
