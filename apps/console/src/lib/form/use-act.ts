import type { AreaName, CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { useWorded, type Failure } from '../call/failure.ts'
import type { ConfirmProps, ConfirmResult } from '../../ui/sheet/Confirm.tsx'
import { useSending } from './use-sending.ts'

/** An act that a sheet asks about, said once. */
export interface ActSpec<N extends CallName> {
  readonly call: N
  /** What is sent; the reason is trimmed, and empty where none is asked. */
  readonly input: (reason: string) => InputOf<CallOf<N>>
  readonly refreshes: readonly (AreaName | CallName)[]
  /** Says what came of it; the sheet closes by itself. */
  readonly onDone?: ((output: OutputOf<CallOf<N>>) => void) | undefined
  /** Refused or lost; `true` where nothing is left to try again: it has said so, and the sheet closes. */
  readonly onRefused?: ((thrown: unknown) => boolean) | undefined
  /** The words of a refusal. Default: those of its code. */
  readonly worded?: ((thrown: unknown) => Failure | null) | undefined
}

/**
 * One way for every act in a sheet: sent under the key of its sheet, again to the letter where the answer
 * was lost, refused in words. Gives what `Confirm` takes. For a sheet with fields there is `useActForm`.
 */
export function useAct<N extends CallName>(
  spec: ActSpec<N>,
): Required<Pick<ConfirmProps, 'canSubmit' | 'onSubmit'>> {
  const { call, input, refreshes, onDone, onRefused, worded } = spec
  const sending = useSending(call, call, refreshes)
  const inWords = useWorded(worded)
  const onSubmit = ({ reason, idempotencyKey }: ConfirmResult) =>
    inWords(async () => {
      const wanted = input(reason)
      // The version of a row may have moved on because the first one was done.
      const asked = { ...wanted, version: null }
      const answer = await sending.send(wanted, {}, { key: idempotencyKey, asked }).then(
        (output) => ({ output }),
        (thrown: unknown) => {
          if (onRefused?.(thrown) === true) return null
          throw thrown
        },
      )
      if (answer !== null) onDone?.(answer.output)
    })
  return { canSubmit: sending.canSend, onSubmit }
}
