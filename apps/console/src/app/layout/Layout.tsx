import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { config } from '../../lib/config.ts'
import { useIsAway } from '../../lib/call/connection.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useRoleView } from '../../lib/call/role-view.ts'
import { AllScreens, OpenScreens } from '../../lib/address/screens.ts'
import { AwayBanner } from './AwayBanner.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import classes from './Layout.module.css'
import { Menu, useFirstScreen, useOpenMenu } from '../menu/Menu.tsx'
import { Mark } from '../../ui/figures/Mark.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { RestoredBanner } from './RestoredBanner.tsx'
import { allScreens } from '../routes.ts'
import { UnenrolledBanner } from './UnenrolledBanner.tsx'

const RoleViewBanner = lazy(() => loadChunk('role-view', () => import('./RoleViewBanner.tsx')))
const MenuDrawer = lazy(() => loadChunk('menu', () => import('../menu/MenuDrawer.tsx')))

/** The frame of every signed-in screen: menu, header, breadcrumb, and the screen in the middle. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [wasMenuOpen, setWasMenuOpen] = useState(false)
  const isAway = useIsAway()
  const view = useRoleView()
  const screens = useOpenMenu()
  const first = useFirstScreen()
  return (
    <div className={classes['layout']}>
      <a className={classes['skip']} href="#screen">
        {t('skipToScreen')}
      </a>
      <header className={classes['header']}>
        <ActionIcon
          className={classes['burger'] ?? ''}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('openMenu')}
          onClick={() => {
            setWasMenuOpen(true)
            setMenuOpen(true)
          }}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
        <ScreenLink to={first.path as '/dashboard'} className={classes['brand']}>
          <Mark size={26} />
          <span>{config().brand}</span>
        </ScreenLink>
        <PaletteButton />
        <HeaderTools />
      </header>
      <aside className={classes['side']}>
        <Menu />
      </aside>
      {wasMenuOpen && (
        <Suspense>
          <MenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <main id="screen" tabIndex={-1} className={classes['main']}>
        {view && (
          <Suspense>
            <RoleViewBanner view={view} />
          </Suspense>
        )}
        <AwayBanner />
        <RestoredBanner />
        {!view && <UnenrolledBanner />}
        <Breadcrumb />
        <div className={classes['screen']} data-away={isAway || undefined}>
          <AllScreens value={allScreens}>
            <OpenScreens value={screens}>{children}</OpenScreens>
          </AllScreens>
        </div>
      </main>
    </div>
  )
}
