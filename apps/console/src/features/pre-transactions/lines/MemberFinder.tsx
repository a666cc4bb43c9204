import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundKeys } from '../use-found-keys.ts'

interface MemberFinderProps {
  label: string
  /** It came in the place of what had the focus. */
  takesFocus?: boolean
  /** Shows what was found; called with the trimmed text once somebody stopped typing. */
  children: (search: string) => ReactNode
}

/**
 * A field that finds members by user name, phone, name or the end of an account number; the arrows
 * and Enter choose from what was found.
 */
export function MemberFinder({ label, takesFocus = false, children }: MemberFinderProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const { box, list } = useFoundKeys()
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus()
  }, [takesFocus, box])
  return (
    <div ref={box}>
      <TextInput
        label={label}
        placeholder={t('findHint')}
        value={typed}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div ref={list} aria-live="polite">
        {search !== '' && typed.trim() !== '' && children(search)}
      </div>
    </div>
  )
}
