import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconLanguage,
  IconLogout,
  IconUserCog,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveState } from '../lib/live.ts'
import { useGo } from '../lib/navigation.tsx'
import { changeDensity, useDensity } from '../lib/preferences.ts'
import { useProfile } from '../lib/profile.ts'
import { signOut } from '../lib/sign-out.ts'
import { useOtherLanguage, useOtherScheme } from '../ui/Appearance.tsx'
import classes from './Layout.module.css'
import { menuRoutes } from './routes.ts'
import { ThemeDrawing } from '../ui/ThemeDrawing.tsx'

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
      <Tool label={t('switchLanguage', { language: other.name })} onPress={other.change}>
        <span className={classes['language']}>{other.short}</span>
      </Tool>
      <Tool label={density.label} onPress={density.change}>
        {density.drawing}
      </Tool>
      <Tool label={t(scheme.isDark ? 'toLight' : 'toDark')} onPress={scheme.change}>
        <ThemeDrawing isDark={scheme.isDark} />
      </Tool>
      <UserMenu />
    </div>
  )
}

function useDensityChoice() {
  const { t } = useTranslation('ui')
  const isCompact = useDensity() === 'compact'
  return {
    label: t(isCompact ? 'toComfortable' : 'toCompact'),
    change: () => changeDensity(isCompact ? 'comfortable' : 'compact'),
    drawing: isCompact ? <IconBaselineDensityMedium size={18} /> : <IconBaselineDensitySmall size={18} />,
  }
}

function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label} openDelay={400} transitionProps={{ duration: 80 }}>
      <ActionIcon
        className={classes['wide'] ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        onClick={onPress}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function UserMenu() {
  const { t } = useTranslation('ui')
  const profile = useProfile()
  const other = useOtherLanguage()
  const scheme = useOtherScheme()
  const density = useDensityChoice()
  const go = useGo()
  const narrow = classes['narrow'] ?? ''
  const hasSetting = menuRoutes.some(({ path }) => path === '/setting')
  return (
    <Menu position="bottom-end" width={240} shadow="sm" transitionProps={{ duration: 80 }}>
      <Menu.Target>
        <button type="button" className={classes['user']} aria-label={t('userMenu', { name: profile.displayName })}>
          <span className={classes['face']} aria-hidden>
            {[...profile.displayName.trim()].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '?'}
          </span>
          <span className={classes['who']}>{profile.displayName}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['card']}>
          <strong>{profile.displayName}</strong>
          <span>
            {profile.username} · {profile.roleName}
          </span>
        </div>
        <Menu.Divider />
        {hasSetting && (
          <Menu.Item leftSection={<IconUserCog size={18} />} onClick={() => go({ to: '/setting' })}>
            {t('routes./setting')}
          </Menu.Item>
        )}
        <Menu.Item className={narrow} leftSection={<IconLanguage size={18} />} onClick={other.change}>
          {other.name}
        </Menu.Item>
        <Menu.Item className={narrow} leftSection={density.drawing} onClick={density.change}>
          {density.label}
        </Menu.Item>
        <Menu.Item
          className={narrow}
          leftSection={<ThemeDrawing isDark={scheme.isDark} />}
          onClick={scheme.change}
        >
          {t(scheme.isDark ? 'toLight' : 'toDark')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
