import { getOptionsLockup, getParsedComboboxData, type SelectProps } from '@mantine/core'

export type Choices = NonNullable<SelectProps['data']>

/** What stands in a box for the value that is chosen; of one not in the list nothing. */
export const wordsOf = (data: Choices, value: string | null): string =>
  value === null ? '' : (getOptionsLockup(getParsedComboboxData(data))[value]?.label ?? '')
