import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../../lib/call/call.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { focusFirstError } from '../../../ui/focus-first-error.ts'

type Field = 'currentPassword' | 'newPassword' | 'again' | 'code' | 'password'
export type FieldErrors = Partial<Record<Field, string>>
export const codeShape = new RegExp(ruleOf('auth.confirmOtp', 'code').pattern)

/** A form whose refusals stand at their fields, which take the focus. */
export function useFieldErrors() {
  const errorText = useErrorText()
  const ref = useRef<HTMLFormElement>(null)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const show = (next: FieldErrors): boolean => {
    flushSync(() => setFieldErrors(next))
    if (Object.keys(next).length > 0) focusFirstError(ref.current)
    return Object.keys(next).length === 0
  }
  /** Which field a refusal is about: by its own word, else by what it says. */
  const refuse = (thrown: unknown, fallback: Field): void => {
    const code = thrown instanceof CallError ? thrown.code : ''
    const named = thrown instanceof CallError ? (thrown.field as Field | undefined) : undefined
    const field = code === 'badOtp' || code === 'badCode' ? 'code' : (named ?? fallback)
    show({ [field]: errorText(thrown) })
  }
  return { ref, fieldErrors, show, refuse }
}

/** Where a step takes the place of the one before, the focus goes along. */
export function useFocusAtFirst(form: RefObject<HTMLFormElement | null>, isStep = true): void {
  useEffect(() => {
    if (isStep) form.current?.querySelector('input')?.focus()
  }, [form, isStep])
}
