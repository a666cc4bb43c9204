import { useEffect, useRef, useState } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Filters.module.css'

interface FilterTextProps {
  label: string
  placeholder?: string | undefined
  value: string
  onChange: (text: string) => void
}

const pauseMs = 300

/**
 * Free text. What is typed stays in here until the typing rests (or Enter), so no key press redraws the
 * list.
 */
export function FilterText({ label, placeholder, value, onChange }: FilterTextProps) {
  const { t } = useTranslation('table')
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  if (seen !== value) {
    setSeen(value)
    // Only a value that did not come from here replaces the text: "back", a saved view, a chip.
    if (value !== text.trim()) setText(value)
  }
  const send = (next: string, waitMs: number) => {
    clearTimeout(timer.current)
    const trimmed = next.trim()
    timer.current = setTimeout(() => report.current(trimmed), waitMs)
  }
  const type = (next: string, waitMs = pauseMs) => {
    setText(next)
    send(next, waitMs)
  }
  return (
    <TextInput
      className={classes.text}
      size="sm"
      label={label}
      placeholder={placeholder ?? ''}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(text, 0)
        if (event.key === 'Escape' && text !== '') type('', 0)
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size={24}
            aria-label={t('filters.remove', { name: label })}
            onClick={() => type('', 0)}
          />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  )
}
