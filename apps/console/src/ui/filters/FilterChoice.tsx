import { useState } from 'react'
import { ComboboxChevron, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Option } from './filter-fields.ts'
import { choiceBox } from '../later-parts.ts'
import { useArrival } from '../use-arrival.ts'
import classes from './Filters.module.css'

export interface FilterChoiceProps {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** More than one at a time. */
  isMulti: boolean
  /** Of one: what nothing chosen means. Default: all. */
  placeholder?: string | undefined
}

/**
 * One or several of a few values. Before it is first used it only looks like the box that takes its place
 * (its own chunk): most lists are read without choosing anything.
 */
export function FilterChoice(props: FilterChoiceProps) {
  const { t } = useTranslation('table')
  const { label, options, chosen, isMulti, placeholder = t('filters.all') } = props
  const { part: ChoiceBox, ask, fetch } = useArrival(choiceBox)
  const [isFocused, setFocused] = useState(false)
  if (ChoiceBox) return <ChoiceBox {...props} opensOnArrival={isFocused} />
  const text = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value)
  return (
    <TextInput
      className={isMulti ? classes.multi : classes.one}
      classNames={{ input: classes.choice }}
      size="sm"
      label={label}
      placeholder={placeholder}
      value={text.join(', ')}
      readOnly
      aria-haspopup="listbox"
      onPointerEnter={fetch}
      onFocus={() => {
        setFocused(true)
        ask()
      }}
      onBlur={() => setFocused(false)}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
    />
  )
}
