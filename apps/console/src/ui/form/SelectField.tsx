import { ComboboxChevron, TextInput, type SelectProps } from '@mantine/core'
import { createElement, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { useStore } from '../../lib/store.ts'
import '../kit-later.ts'
import { selectBox } from '../later-parts.ts'
import { wordsOf, type Choices } from './select-words.ts'

/** What it takes of what the kit's `Select` does, for a value that the form holds. */
export interface SelectFieldProps extends Pick<
  SelectProps,
  | 'allowDeselect'
  | 'description'
  | 'error'
  | 'leftSection'
  | 'maxDropdownHeight'
  | 'nothingFoundMessage'
  | 'placeholder'
  | 'renderOption'
  | 'required'
  | 'searchable'
> {
  label: string
  data: Choices
  value: string | null
  onChange: (value: string | null) => void
}

/** What somebody did while the box was on its way. */
export interface Asked {
  /** What they searched for; null: nothing yet. */
  readonly search: string | null
  readonly isOpen: boolean
}

const openingKeys = ['ArrowDown', 'ArrowUp', 'Enter', ' ']

/**
 * One of a list that opens: `<SelectField label=… data=… value=… onChange=… />`. Until the list is first
 * needed it only looks like the kit's box, which is as heavy as a whole form; what is typed or pressed
 * meanwhile is handed over.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, data, value, error, required = false, searchable = false } = props
  const { t } = useTranslation('table')
  const SelectBox = useStore(selectBox.shown)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isPressed = useRef(false)
  if (SelectBox) return createElement(SelectBox, { ...props, asked })
  const ask = (change: Partial<Asked>) =>
    setAsked((before) => ({ search: null, isOpen: searchable, ...before, ...change }))
  const fetch = async () => {
    if (!(await selectBox.fetch())) say(t('choicesNotLoaded', { name: label }), 'red')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (searchable || !openingKeys.includes(event.key)) return
    // Enter would send the form.
    event.preventDefault()
    ask({ isOpen: true })
    void fetch()
  }
  return (
    <TextInput
      label={label}
      description={props.description}
      placeholder={props.placeholder}
      required={required}
      error={error}
      leftSection={props.leftSection}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      // No list is there yet; the kit's own names none either while it is shut.
      aria-controls={undefined}
      autoComplete="off"
      value={asked?.search ?? wordsOf(data, value)}
      readOnly={!searchable}
      pointer={!searchable}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
      onChange={(event) => ask({ search: event.currentTarget.value })}
      onPointerEnter={() => void selectBox.fetch()}
      onPointerDown={() => (isPressed.current = true)}
      onPointerUp={() => (isPressed.current = false)}
      onPointerCancel={() => (isPressed.current = false)}
      onFocus={() => {
        ask(isPressed.current ? { isOpen: true } : {})
        // Of a press it is told once, at its end.
        if (!isPressed.current) void fetch()
      }}
      onClick={() => {
        ask({ isOpen: true })
        void fetch()
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setAsked(null)}
    />
  )
}
