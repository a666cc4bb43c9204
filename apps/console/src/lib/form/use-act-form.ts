import { useRef } from 'react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { ConfirmResult } from '../../ui/sheet/Confirm.tsx'
import type { FormCall } from './field-rules.ts'
import type { FormSpec, FormUse } from './form-spec.ts'
import type { ActSpec } from './use-act.ts'
import { useForm } from './use-form.ts'

/** An act whose sheet has fields of its own besides the reason. */
interface ActFormSpec<N extends FormCall, D extends object>
  extends Omit<FormSpec<N, D>, 'input'>, Pick<ActSpec<N>, 'onRefused' | 'worded'> {
  /** What is sent: of the fields, the reason, and the version of the row that is stored. */
  readonly input: (draft: D, given: { reason: string; version: number }) => InputOf<CallOf<N>>
  readonly stored?: FormUse<N, D>['stored']
  readonly onDone?: FormUse<N, D>['onDone']
}

/** `useForm` for a sheet: `<Confirm {...form.sheet} …>`, and inputs by `form.text` and its like. */
export function useActForm<N extends FormCall, D extends object>(spec: ActFormSpec<N, D>) {
  const { stored, worded, onDone, onRefused } = spec
  const isOver = useRef(false)
  const said = useRef('')
  const form = useForm<N, D>(
    { ...spec, input: (draft, { version }) => spec.input(draft, { reason: said.current, version }) },
    {
      ...(stored ? { stored } : {}),
      ...(worded ? { worded } : {}),
      onDone: (output, draft) => onDone?.(output, draft),
      onRefused: (thrown) => {
        isOver.current = onRefused?.(thrown) === true
      },
    },
  )
  const onSubmit = async ({ reason, idempotencyKey }: ConfirmResult) => {
    if (!form.check()) return
    isOver.current = false
    said.current = reason
    await form.send({}, { key: idempotencyKey, asked: reason }).catch((told: unknown) => {
      if (!isOver.current) throw told
    })
  }
  return { ...form, sheet: { canSubmit: form.canSend, onCheck: form.check, onSubmit } }
}
