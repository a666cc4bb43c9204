import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

export type FilePreview = OutputOf<CallOf<'statementFiles.preview'>>
export type FilePlan = NonNullable<FilePreview['plan']>
export type FileMapping = InputOf<CallOf<'statementFiles.ask'>>['mapping']
export type FileField = keyof FileMapping['columns']
export type FileState = OutputOf<CallOf<'statementFiles.get'>>['state']

export const fileTones: Readonly<Record<FileState, Tone>> = {
  uploaded: 'grey',
  asked: 'amber',
  imported: 'green',
  refused: 'red',
}

export const fileFields = [
  'date',
  'time',
  'moneyIn',
  'moneyOut',
  'amount',
  'direction',
  'balance',
  'description',
  'payer',
  'channel',
  'ref',
] as const satisfies readonly FileField[]

/** What a column is said to be; null: nothing that is read. */
export const fieldAt = ({ columns }: FileMapping, column: number): FileField | null =>
  fileFields.find((field) => columns[field] === column) ?? null

/** The same columns with another meaning of one: each meaning is one column's at most. */
export function withField(mapping: FileMapping, column: number, field: FileField | null): FileMapping {
  const columns = { ...mapping.columns }
  const before = fieldAt(mapping, column)
  if (before !== null) columns[before] = null
  if (field !== null) columns[field] = column
  return { ...mapping, columns }
}
