import { useForm as useFormState } from '@mantine/form'
import { useCallback, useEffect } from 'react'
import { useKept } from '../person/kept.ts'
import type { Changes } from './field-props.ts'
import type { FormCall } from './field-rules.ts'
import { keepTyped, keptName, type FieldErrors, type FormSpec, type Stored } from './form-spec.ts'

const none: readonly never[] = []

/**
 * What is typed and what is wrong with it. It is kept until the form is left, beyond the end of the session
 * too, with the stored row that it was typed over; what others save meanwhile comes in.
 */
export function useDraft<N extends FormCall, D extends object>(
  spec: FormSpec<N, D>,
  stored: Stored<D> = { version: 0, draft: spec.start },
) {
  const { secrets = none, merge = keepTyped<D> } = spec
  const name = keptName(spec)
  const [base, setBase] = useKept(`${name}:base`, () => stored, false)
  const [kept, keep] = useKept(name, () => base.draft)
  const onValuesChange = useCallback(
    (typed: D) =>
      keep((before) => {
        const hidden = Object.fromEntries(secrets.map((each) => [each, before[each]]))
        return { ...typed, ...hidden }
      }),
    [keep, secrets],
  )
  const state = useFormState<D>({ initialValues: kept, clearInputErrorOnChange: false, onValuesChange })
  const { values: draft, setValues, setErrors } = state
  const change = useCallback(
    (changes: Changes<D>) => {
      let changed: readonly string[] = []
      // The kit allows for fields that are not there yet; here all are from the beginning.
      setValues((before) => {
        const next = typeof changes === 'function' ? changes(before as D) : changes
        changed = Object.keys(next)
        return next
      })
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([field]) => !changed.includes(field.split('.')[0] ?? field)),
        ),
      )
    },
    [setValues, setErrors],
  )
  const { version } = stored
  useEffect(() => {
    if (version <= base.version) return
    setBase(stored)
    setValues(merge(base.draft, draft, stored.draft))
  }, [version, stored, base, draft, merge, setBase, setValues])
  return {
    draft,
    base,
    setBase,
    forgetDraft: useCallback(() => keep(base.draft), [keep, base]),
    change,
    setValues,
    clearFieldErrors: state.clearErrors,
    fieldErrors: state.errors as FieldErrors<D>,
    setFieldErrors: setErrors as (fieldErrors: FieldErrors<D>) => void,
  }
}
