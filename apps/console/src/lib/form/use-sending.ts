import type { AreaName, CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { useCallback, useState } from 'react'
import { CallError } from '../call/call.ts'
import { useIdempotencyKey } from '../person/idempotency.ts'
import { useCall } from '../call/query.ts'
import { isSameText } from './form-spec.ts'

/** Whether it may have been done although no answer came. */
const isLost = (thrown: unknown): boolean =>
  thrown instanceof CallError && (thrown.status === 0 || thrown.status >= 500)

/** What a sheet asks for, under the key of this opening of it. */
export interface AskedBySheet {
  readonly key: string
  /** What makes it the same act: where the answer was lost, the same is sent again to the letter. */
  readonly asked: unknown
}

/**
 * Sends what is typed in a form. Where the answer was lost, the same goes out again to the letter under the
 * same key and finds what it made; `forget` it once something else is typed.
 */
export function useSending<N extends CallName>(
  call: N,
  name: string,
  refreshes: readonly (AreaName | CallName)[],
) {
  const { key, renew } = useIdempotencyKey(name)
  const act = useCall(call, { refreshes })
  type Input = InputOf<CallOf<N>>
  const [unsure, setUnsure] = useState<{ input: Input; asked: unknown } | null>(null)
  const send = async (typed: Input, more: Partial<Input>, sheet?: AskedBySheet) => {
    // Another button or another reason is something else, as another field is.
    const asked = sheet ?? more
    const isAgain = unsure !== null && isSameText(unsure.asked, asked)
    const input = isAgain ? unsure.input : { ...typed, ...more }
    try {
      const output = await act.send(input, { idempotencyKey: sheet?.key ?? key })
      setUnsure(null)
      renew()
      return output
    } catch (thrown) {
      setUnsure(isLost(thrown) ? { input, asked } : null)
      throw thrown
    }
  }
  return {
    send,
    forget: useCallback(() => setUnsure(null), []),
    isUnsure: unsure !== null,
    isSending: act.isSending,
    canSend: act.canSend,
  }
}
