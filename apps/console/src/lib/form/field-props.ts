import type { ChangeEvent } from 'react'
import type { AmountInputProps } from '../../ui/form/AmountInput.tsx'
import type { FieldRule } from './field-rules.ts'
import type { FieldErrors, FieldOf } from './form-spec.ts'

type NamesOf<D, V> = { [K in keyof D & string]: D[K] extends V ? K : never }[keyof D & string]
export type Changes<D> = Partial<D> | ((before: D) => Partial<D>)

export interface FieldState<D extends object> {
  readonly draft: D
  readonly fieldErrors: FieldErrors<D>
  /** What is typed now; its field errors are forgotten until it is checked again. */
  readonly change: (changes: Changes<D>) => void
  /** An amount that is none must not pass for an empty field. */
  readonly refuse: (field: FieldOf<D>, isRefused: boolean) => void
  /** What the contract says of a field. */
  readonly rule: (field: FieldOf<D>) => FieldRule
}

/** What the inputs of the kit take for a field of the draft: `<TextInput {...text('name')} />`. */
export interface FieldProps<D extends object> {
  /** Of a text. `isUncut`: what is too long is said, not cut off. */
  readonly text: (name: NamesOf<D, string | null>, isUncut?: 'isUncut') => TextProps
  /** Of an amount in satang. */
  readonly amount: (name: NamesOf<D, number | null>) => AmountInputProps
  /** Of a closed list, each value with its words. */
  readonly choice: (name: NamesOf<D, string>, labelOf: (value: string) => string) => ChoiceProps
  /** Of a switch. */
  readonly flag: (name: NamesOf<D, boolean>) => FlagProps
}

interface TextProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: 'off'
  readonly required: boolean
  readonly withAsterisk: boolean
  readonly maxLength?: number
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}
interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly data: { value: string; label: string }[]
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}
interface FlagProps {
  readonly name: string
  readonly label: string
  readonly checked: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A change of one field; the caller's types say that the value fits it. */
const one = <D extends object>(name: string, value: unknown): Partial<D> =>
  ({ [name]: value }) as Partial<D>

export function fieldProps<D extends object>(
  t: (key: string) => string,
  state: FieldState<D>,
): FieldProps<D> {
  const { draft, fieldErrors, change, refuse, rule } = state
  const of = (name: keyof D & string) => ({
    name,
    label: t(`field.${name}`),
    error: (fieldErrors as Readonly<Record<string, string | undefined>>)[name],
  })
  const fieldOf = (name: keyof D & string) => name as FieldOf<D>
  return {
    text: (name, isUncut) => {
      const { isRequired = false, max } = rule(fieldOf(name))
      return {
        ...of(name),
        value: String(draft[name] ?? ''),
        autoComplete: 'off',
        required: isRequired,
        withAsterisk: isRequired,
        ...(max === undefined || isUncut ? {} : { maxLength: max }),
        onChange: (event) => change(one(name, event.currentTarget.value)),
      }
    },
    amount: (name) => {
      const { isRequired = false, min, max } = rule(fieldOf(name))
      const value: unknown = draft[name]
      return {
        ...of(name),
        value: typeof value === 'number' ? value : null,
        minMinor: min,
        maxMinor: max,
        isRequired,
        onChange: (minor, isRefused) => {
          change(one(name, minor))
          refuse(fieldOf(name), isRefused)
        },
      }
    },
    choice: (name, labelOf) => {
      const { choices = [] } = rule(fieldOf(name))
      return {
        ...of(name),
        data: choices.map((value) => ({ value, label: labelOf(value) })),
        value: String(draft[name]),
        onChange: (event) => change(one(name, event.currentTarget.value)),
      }
    },
    flag: (name) => {
      const { label } = of(name)
      return {
        name,
        label,
        checked: draft[name] === true,
        onChange: (event) => change(one(name, event.currentTarget.checked)),
      }
    },
  }
}
