import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { CallError } from '../call/call.ts'
import { useFailure, WordedError, type Failure } from '../call/failure.ts'
import { fieldProps, type Changes } from './field-props.ts'
import type { FormCall } from './field-rules.ts'
import { fieldErrorsOf, fieldOfRefusal, ruleFinder } from './form-field-errors.ts'
import { isSameText, keptName, type FieldErrors, type FieldOf } from './form-spec.ts'
import type { FormSpec, FormUse, Stored } from './form-spec.ts'
import { useDraft } from './use-draft.ts'
import { useSending, type AskedBySheet } from './use-sending.ts'

/** Amounts that are none: they must not pass for empty fields. */
function useRefused<D>() {
  const [refused, setRefused] = useState<readonly string[]>([])
  const refuse = useCallback(
    (field: FieldOf<D>, isRefused: boolean) =>
      setRefused((before) => [...before.filter((each) => each !== field), ...(isRefused ? [field] : [])]),
    [],
  )
  return { hasRefused: refused.length > 0, refuse, forgetRefused: () => setRefused([]) }
}

/**
 * One way for every form: its draft is kept, its field errors come from the contract, a refusal stands at its
 * field, and what was sent without an answer is sent again to the letter, under the same key.
 */
export function useForm<N extends FormCall, D extends object>(spec: FormSpec<N, D>, use: FormUse<N, D>) {
  const { t } = useTranslation([spec.area, 'errors'])
  const { draft, base, fieldErrors, change: type, ...held } = useDraft(spec, use.stored)
  const { hasRefused, refuse, forgetRefused } = useRefused<D>()
  const sending = useSending(spec.call, keptName(spec), spec.refreshes)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isDone, setDone] = useState(false)
  const tell = useRefusal(spec, use)
  const { forget } = sending
  const change = useCallback(
    (changes: Changes<D>) => {
      forget()
      setDone(false)
      type(changes)
    },
    [forget, type],
  )
  /** Whether it may be sent; from now on each wrong field says why not. */
  const check = (): boolean => {
    const found = fieldErrorsOf(t, spec, draft, base)
    held.setFieldErrors(found)
    setFailure(null)
    return Object.keys(found).length === 0 && !hasRefused
  }
  /** Sends what is typed, with `more`; throws what a sheet shows. */
  const send = async (more: Partial<InputOf<CallOf<N>>> = {}, sheet?: AskedBySheet): Promise<void> => {
    setFailure(null)
    const output = await sending.send(spec.input(draft, base), more, sheet).catch((thrown: unknown) => {
      throw tell(thrown, draft, held.setFieldErrors)
    })
    // The guard must hear that nothing is unsaved before anybody goes elsewhere; and what was done already
    // must not stand in the form again for whoever comes back to it after the session ended.
    flushSync(() => {
      setDone(true)
      held.forgetDraft()
    })
    use.onDone(output, draft)
  }
  /** The whole way of a page: what is about no field stands above them all. */
  const submit = async (more?: Partial<InputOf<CallOf<N>>>): Promise<void> => {
    if (!check()) return
    await send(more).catch((told: WordedError) => {
      if (!told.isAtField) setFailure(told)
    })
  }
  /** What is stored by now: what is typed, unless something else is said. */
  const store = (next: Partial<Stored<D>> = {}) => {
    const now = { ...base, draft, ...next }
    held.setBase(now)
    held.setValues(now.draft)
    held.clearFieldErrors()
    setFailure(null)
    forgetRefused()
  }
  const isChanged = hasRefused || !(spec.isSame ?? isSameText)(draft, base.draft)
  const { isUnsure, isSending, canSend } = sending
  const fields = { draft, fieldErrors, change, refuse, rule: ruleFinder(spec) }
  const page = {
    error: failure,
    canSubmit: canSend,
    isDirty: isChanged && !isDone,
    onSubmit: () => submit(),
  }
  const acts = { check, send, submit, store }
  const state = { base: base.draft, failure, page, isChanged, hasRefused, isUnsure, isSending, canSend }
  return { ...fields, ...fieldProps<D>(t, fields), ...acts, ...state }
}

/** Puts a refusal at the field that it is about, and words it for a sheet or a page. */
function useRefusal<N extends FormCall, D extends object>(spec: FormSpec<N, D>, use: FormUse<N, D>) {
  const usual = useFailure()
  return (
    thrown: unknown,
    draft: D,
    setFieldErrors: (fieldErrors: FieldErrors<D>) => void,
  ): WordedError => {
    use.onRefused?.(thrown)
    const told = (use.worded ?? usual)(thrown) ?? { message: '' }
    const field = thrown instanceof CallError ? fieldOfRefusal(thrown, draft, spec.fieldOf) : null
    if (field !== null) setFieldErrors({ [field]: told.message } as FieldErrors<D>)
    return new WordedError(told, field !== null)
  }
}

/** What the parts of a form take of it: any form whose draft has their fields. */
export type FormOf<D extends object> = Pick<
  ReturnType<typeof useForm<FormCall, D>>,
  'draft' | 'fieldErrors' | 'change' | 'refuse' | 'rule' | 'text' | 'amount' | 'choice' | 'flag'
>
