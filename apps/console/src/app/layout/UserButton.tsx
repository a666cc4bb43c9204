import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../lib/person/profile.ts'
import classes from './Layout.module.css'

const firstLetter = (name: string): string =>
  [...name].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '?'

/** The signed-in person in the header. */
export function UserButton({ isOpen, ...button }: ComponentProps<'button'> & { isOpen: boolean }) {
  const { t } = useTranslation('ui')
  const { displayName } = useProfile()
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...button}
      className={classes['user']}
      aria-label={t('userMenu', { name: displayName })}
    >
      <span className={classes['face']} data-letter={firstLetter(displayName)} aria-hidden />
      <span className={classes['who']}>{displayName}</span>
    </button>
  )
}
