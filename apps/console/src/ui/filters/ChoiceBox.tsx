import { useEffect, useRef, useState } from 'react'
import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FilterChoiceProps } from './FilterChoice.tsx'
import '../kit-later.ts'
import classes from './Filters.module.css'

interface ChoiceBoxProps extends FilterChoiceProps {
  /** It takes the place of the look-alike that has the focus. */
  opensOnArrival: boolean
}

/** The box itself; only `FilterChoice` loads it. */
export default function ChoiceBox(props: ChoiceBoxProps) {
  const { t } = useTranslation('table')
  const { label, options, chosen, onChange, isMulti, opensOnArrival } = props
  const input = useRef<HTMLInputElement>(null)
  const [isWanted] = useState(opensOnArrival)
  useEffect(() => {
    if (isWanted) input.current?.focus()
  }, [isWanted])
  const shared = {
    ref: input,
    size: 'sm',
    label,
    data: [...options],
    defaultDropdownOpened: isWanted,
    searchable: options.length > 8,
    clearable: true,
    nothingFoundMessage: t('filters.nothing'),
    clearButtonProps: { 'aria-label': t('filters.remove', { name: label }) },
  }
  if (isMulti)
    return (
      <MultiSelect
        {...shared}
        className={classes.multi}
        placeholder={chosen.length > 0 ? '' : t('filters.all')}
        value={[...chosen]}
        onChange={onChange}
      />
    )
  return (
    <Select
      {...shared}
      className={classes.one}
      placeholder={props.placeholder ?? t('filters.all')}
      value={chosen[0] ?? null}
      onChange={(value) => onChange(value === null ? [] : [value])}
    />
  )
}
