import { formatBaht } from '@khlang/money/amount.ts'
import { formatDateInWords, type Reading } from '../../lib/words/formats.ts'
import { matchingPreset, type DatePreset } from './date-presets.ts'

export interface Option {
  value: string
  label: string
}

/** Filter values as the URL keeps them: flat, absent when not set. */
export type FilterValue = string | number | boolean | readonly string[] | undefined
export type FilterValues = Readonly<Record<string, FilterValue>>

interface FieldBase {
  label: string
  /** Behind "more filters" until it is used. */
  isMore?: boolean | undefined
}

/** One field of a filter bar. `name` and its kin are keys of `V`, the screen's search parameters. */
export type FilterField<V> = FieldBase &
  (
    | { kind: 'text'; name: keyof V & string; placeholder?: string | undefined }
    | {
        kind: 'select'
        name: keyof V & string
        options: readonly Option[]
        /** What is shown while nothing is chosen, where that is not everything. */
        placeholder?: string | undefined
      }
    | { kind: 'multi'; name: keyof V & string; options: readonly Option[] }
    | { kind: 'yesNo'; name: keyof V & string }
    | { kind: 'amountRange'; minName: keyof V & string; maxName: keyof V & string }
    | {
        kind: 'dateRange'
        fromName: keyof V & string
        toName: keyof V & string
        /** What is shown while no day is chosen, where that is not every day. */
        placeholder?: string | undefined
      }
  )

/** The keys of the URL that a field owns. */
export function keysOf<V>(field: FilterField<V>): readonly string[] {
  if (field.kind === 'amountRange') return [field.minName, field.maxName]
  if (field.kind === 'dateRange') return [field.fromName, field.toName]
  return [field.name]
}

export const isSet = (value: FilterValue): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A change that takes fields out of the filter. */
export function cleared<V>(fields: readonly FilterField<V>[]): Record<string, undefined> {
  return Object.fromEntries(fields.flatMap(keysOf).map((key) => [key, undefined]))
}

export const asText = (value: FilterValue): string => (value === undefined ? '' : String(value))
export const asTexts = (value: FilterValue): string[] => {
  if (Array.isArray(value)) return value.map(String)
  return isSet(value) ? [asText(value)] : []
}
/** Satang of a URL value; null when absent or not a whole number. */
export const asMinor = (value: FilterValue): number | null => {
  const minor = isSet(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(minor) ? minor : null
}
/** True or false of a URL value, which may be a text; null when absent. */
export const asYesNo = (value: FilterValue): boolean | null =>
  isSet(value) ? String(value) === 'true' : null

export interface ChipWords {
  reading: Reading
  todayOn: string
  yes: string
  no: string
  preset: (preset: DatePreset) => string
}

/** What the chip of a set field says; null when the field is not set. */
export function chipText<V>(field: FilterField<V>, values: FilterValues, words: ChipWords): string | null {
  const [first = '', second = ''] = keysOf(field)
  const one = values[first]
  const two = values[second]
  if (!isSet(one) && !isSet(two)) return null
  switch (field.kind) {
    case 'text':
      return asText(one)
    case 'select':
    case 'multi':
      return asTexts(one)
        .map((value) => field.options.find((option) => option.value === value)?.label ?? value)
        .join(', ')
    case 'yesNo':
      return asYesNo(one) ? words.yes : words.no
    case 'amountRange':
      return rangeText(asMinor(one), asMinor(two), formatBaht)
    case 'dateRange': {
      const preset = matchingPreset(asText(one), asText(two), words.todayOn)
      if (preset) return words.preset(preset)
      return rangeText(asText(one) || null, asText(two) || null, (on) =>
        formatDateInWords(on, words.reading),
      )
    }
  }
}

function rangeText<T>(from: T | null, to: T | null, write: (value: T) => string): string {
  if (from !== null && to !== null) return from === to ? write(from) : `${write(from)} – ${write(to)}`
  return from !== null ? `≥ ${write(from)}` : to !== null ? `≤ ${write(to)}` : ''
}
