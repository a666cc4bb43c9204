import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useLiveState } from '../../lib/call/live.ts'
import { useOtherLanguage, useOtherScheme } from '../../ui/page/Appearance.tsx'
import { Due } from './Due.tsx'
import { BellButton } from './BellButton.tsx'
import classes from './Layout.module.css'
import { useDensityChoice } from './use-density-choice.tsx'
import { UserButton } from './UserButton.tsx'
import { ThemeDrawing } from '../../ui/page/ThemeDrawing.tsx'

/** The right end of the header: live state, how it looks, who is here. */
export function HeaderTools() {
  const { t } = useTranslation('ui')
  const other = useOtherLanguage()
  const scheme = useOtherScheme()
  const density = useDensityChoice()
  const state = useLiveState()
  return (
    <div className={classes['tools']}>
      {state !== 'off' && (
        <span className={`${classes['live']} ${classes['wide']}`} data-state={state} role="status">
          {t(`live.${state}`)}
        </span>
      )}
      <BellButton />
      <Tool label={t('switchLanguage', { language: other.name })} onPress={other.change}>
        <span className={classes['language']} data-short={other.short} aria-hidden />
      </Tool>
      <Tool label={density.label} onPress={density.change}>
        {density.drawing}
      </Tool>
      <Tool label={t(scheme.isDark ? 'toLight' : 'toDark')} onPress={scheme.change}>
        <ThemeDrawing isDark={scheme.isDark} />
      </Tool>
      <Due />
      <User />
    </div>
  )
}

function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      className={classes['wide'] ?? ''}
      variant="subtle"
      color="gray"
      size={36}
      title={label}
      aria-label={label}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

const loadUserMenu = () => loadChunk('user-menu', () => import('./UserMenu.tsx'))
const UserMenu = lazy(loadUserMenu)

/** A plain button until it is first pressed; the menu behind it need not weigh on the first screen. */
function User() {
  const [wasPressed, setPressed] = useState(false)
  const button = <UserButton isOpen={wasPressed} onClick={() => setPressed(true)} />
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  )
}
