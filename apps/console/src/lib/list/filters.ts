import { parseBaht } from '@khlang/money/amount.ts'
import type { FilterField, Option } from '../../ui/filters/filter-fields.ts'
import type { SearchValues } from '../address/navigation.tsx'
import type { RawSearch } from '../address/search.ts'
import { dateOnText, oneOf, oneText, someOf, wholeNumber, yesNo } from '../address/search-values.ts'

type Raw = RawSearch[string] | undefined
type Translate = (key: string) => string
/** Inputs of a call whose value may be a V. */
type NamesOf<I, V> = { [K in keyof I & string]: V extends NonNullable<I[K]> ? K : never }[keyof I & string]
/** Inputs of a call that take several of a kind. */
type ListsOf<I> = {
  [K in keyof I & string]: NonNullable<I[K]> extends readonly string[] ? K : never
}[keyof I & string]
type OneOf<V> = NonNullable<V> extends readonly (infer T extends string)[] ? T : never

/** How a filter is drawn. Texts are keys of the area. */
interface Look {
  /** Default `field.<name>`. */
  readonly label?: string
  /** What an empty field shows. */
  readonly hint?: string
  /** Behind "more filters" until it is used. */
  readonly isMore?: boolean
}
interface TextLook extends Look {
  readonly max?: number
}
interface ChoiceLook<T extends string> extends Look {
  /** Where the area's texts name the choices: `states` for `states.active`; or how they are named. */
  readonly names: string | ((value: T, t: Translate) => string)
}

/** One filter of a list: how the address is read, what the call is asked, how the bar draws it. */
export interface Filter {
  readonly read: Readonly<Record<string, (raw: Raw) => SearchValues[string]>>
  /** Where the question differs from the address. */
  readonly ask?: (search: SearchValues) => Readonly<Record<string, unknown>>
  /** Absent for what other parts of the screen set; null while there is nothing to draw. */
  readonly field?: (t: Translate, options: readonly Option[]) => FilterField<SearchValues> | null
  /** A hook: what another call answers, and what is chosen. The same array while they are the same. */
  readonly choices?: (search: SearchValues) => readonly Option[]
}

const noOptions: readonly Option[] = []
/** Choices that are so many that one is typed instead. */
export const typedInstead: readonly Option[] = []
export const noChoices = (): readonly Option[] => noOptions

const textsOf = (raw: Raw): readonly string[] =>
  raw === undefined ? [] : typeof raw === 'string' ? [raw] : raw

const faceOf = (name: string, { label, isMore }: Look, t: Translate) => ({
  name,
  label: t(label ?? `field.${name}`),
  isMore,
})

const placeholderOf = ({ hint }: Look, t: Translate) => (hint === undefined ? {} : { placeholder: t(hint) })

const textFilter = (name: string, look: TextLook): Filter => ({
  read: { [name]: (raw) => oneText(raw)?.slice(0, look.max ?? 200) },
  // Spaces at its edges stay in the field while somebody types, and are not searched for.
  ask: (search) => {
    const typed = search[name]
    return { [name]: (typeof typed === 'string' && typed.trim()) || undefined }
  },
  field: (t) => ({ kind: 'text', ...faceOf(name, look, t), ...placeholderOf(look, t) }),
})

function choicesOf<V extends string>(
  known: readonly V[],
  { names }: ChoiceLook<V>,
  t: Translate,
): Option[] {
  const nameOf =
    typeof names === 'string' ? (value: V) => t(`${names}.${value}`) : (value: V) => names(value, t)
  return known.map((value) => ({ value, label: nameOf(value) }))
}

/** A baht amount as typed; one that cannot be read filters nothing. */
function minorOf(typed: SearchValues[string]): number | undefined {
  const read = typeof typed === 'string' ? parseBaht(typed) : null
  return read?.ok && read.amountMinor > 0 ? read.amountMinor : undefined
}

/** Filters of a call with the input I: a name that it lacks, or one of another type, does not compile. */
export function filtersOf<I>() {
  return {
    text: (name: NamesOf<I, string>, look: TextLook = {}): Filter => textFilter(name, look),
    one: <N extends keyof I & string>(
      name: N,
      known: readonly (NonNullable<I[N]> & string)[],
      look: ChoiceLook<NonNullable<I[N]> & string>,
    ): Filter => ({
      read: { [name]: (raw) => oneOf(raw, known) },
      field: (t) => ({
        kind: 'select',
        ...faceOf(name, look, t),
        ...placeholderOf(look, t),
        options: choicesOf(known, look, t),
      }),
    }),
    many: <N extends ListsOf<I>>(
      name: N,
      known: readonly OneOf<I[N]>[],
      look: ChoiceLook<OneOf<I[N]>>,
    ): Filter => ({
      read: { [name]: (raw) => someOf(raw, known) },
      field: (t) => ({ kind: 'multi', ...faceOf(name, look, t), options: choicesOf(known, look, t) }),
    }),
    /** Several of what another call answers; `isKnown` says what one of them looks like in the address. */
    chosen: (
      name: ListsOf<I>,
      { choices, isKnown, ...look }: Look & Choices & { isKnown: (text: string) => boolean },
    ): Filter => ({
      read: { [name]: (raw) => nonEmpty(textsOf(raw).filter(isKnown)) },
      field: (t, options) => ({ kind: 'multi', ...faceOf(name, look, t), options }),
      choices,
    }),
    yesNo: (name: NamesOf<I, boolean>, look: Look = {}): Filter => ({
      read: { [name]: yesNo },
      field: (t) => ({ kind: 'yesNo', ...faceOf(name, look, t) }),
    }),
    /** A whole number; one above `max` stays in its field and filters nothing. */
    whole: (name: NamesOf<I, number>, { max, ...look }: Look & { max: number }): Filter => ({
      read: { [name]: wholeNumber },
      ask: (search) => {
        const value = search[name]
        return { [name]: typeof value === 'number' && value <= max ? value : undefined }
      },
      field: (t) => ({ kind: 'text', ...faceOf(name, look, t), ...placeholderOf(look, t) }),
    }),
    /** An amount in baht as typed, asked in satang under `input`. */
    amount: (input: NamesOf<I, number>, name: string, look: Look = {}): Filter => ({
      read: { [name]: oneText },
      ask: (search) => ({ [input]: minorOf(search[name]) }),
      field: (t) => ({ kind: 'text', ...faceOf(name, look, t), ...placeholderOf(look, t) }),
    }),
    amounts: (minName: NamesOf<I, number>, maxName: NamesOf<I, number>, look: Look = {}): Filter => ({
      read: { [minName]: wholeNumber, [maxName]: wholeNumber },
      field: (t) => {
        const { name: _, ...face } = faceOf(minName, look, t)
        return { kind: 'amountRange', minName, maxName, ...face }
      },
    }),
    dates: (fromName: NamesOf<I, string>, toName: NamesOf<I, string>, look: Look = {}): Filter => ({
      read: { [fromName]: dateOnText, [toName]: dateOnText },
      field: (t) => {
        const { name: _, ...face } = faceOf(fromName, look, t)
        return { kind: 'dateRange', fromName, toName, ...face, ...placeholderOf(look, t) }
      },
    }),
    /** What no other kind says: read, asked and drawn in its own way. */
    own: (filter: Filter): Filter => filter,
  }
}

interface Choices {
  readonly choices: (search: SearchValues) => readonly Option[]
}
export type FilterMaker<I> = ReturnType<typeof filtersOf<I>>

const nonEmpty = <V>(list: readonly V[]): readonly V[] | undefined => (list.length > 0 ? list : undefined)
