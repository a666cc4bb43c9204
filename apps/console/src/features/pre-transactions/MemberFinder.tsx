import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface MemberFinderProps {
  label: string
  /** Shows what was found; called with the trimmed text once somebody stopped typing. */
  children: (search: string) => ReactNode
}

/**
 * A field that finds members by user name, phone, name or the end of an account number. Arrow down goes to
 * what was found; Enter takes it where it is the only one.
 */
export function MemberFinder({ label, children }: MemberFinderProps) {
  const { t } = useTranslation('pre-transactions')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const answers = [...(found.current?.querySelectorAll('button') ?? [])]
    if (event.nativeEvent.isComposing || answers.length === 0) return
    if (event.key === 'ArrowDown') answers[0]?.focus()
    else if (event.key === 'Enter' && answers.length === 1) answers[0]?.click()
    else return
    event.preventDefault()
  }
  return (
    <div>
      <TextInput
        label={label}
        placeholder={t('matching.findHint')}
        value={typed}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div ref={found} aria-live="polite">
        {search !== '' && typed.trim() !== '' && children(search)}
      </div>
    </div>
  )
}
