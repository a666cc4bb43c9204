import { Menu } from '@mantine/core'
import { IconClockCheck, IconKeyboard, IconLanguage, IconLogout, IconUserCog } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/address/navigation.tsx'
import { useProfile } from '../../lib/person/profile.ts'
import { signOut } from '../../lib/person/sign-out.ts'
import { useOtherLanguage, useOtherScheme } from '../../ui/page/Appearance.tsx'
import { askForKeys } from '../../ui/keys/shortcuts.ts'
import { ThemeDrawing } from '../../ui/page/ThemeDrawing.tsx'
import '../../ui/kit-later.ts'
import classes from './Layout.module.css'
import { menuRoutes } from '../routes.ts'
import { useDensityChoice } from './use-density-choice.tsx'
import { UserButton } from './UserButton.tsx'

const menuGoneMs = 150

/** Who is here, how it looks on a narrow screen, and the way out. Opens as it arrives. */
export default function UserMenu() {
  const { t } = useTranslation('ui')
  const profile = useProfile()
  const [isOpen, setOpen] = useState(true)
  const other = useOtherLanguage()
  const scheme = useOtherScheme()
  const density = useDensityChoice()
  const go = useGo()
  const narrow = classes['narrow'] ?? ''
  const hasSetting = menuRoutes.some(({ path }) => path === '/setting')
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={240}
      shadow="sm"
      transitionProps={{ duration: 80 }}
    >
      <Menu.Target>
        <UserButton isOpen={isOpen} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['card']}>
          <strong>{profile.displayName}</strong>
          <span>
            {profile.username} · {t(`roles.${profile.role.template}`, profile.roleName)}
          </span>
        </div>
        <Menu.Divider />
        {hasSetting && (
          <Menu.Item leftSection={<IconUserCog size={18} />} onClick={() => go({ to: '/setting' })}>
            {t('routes./setting')}
          </Menu.Item>
        )}
        {profile.type === 'staff' && (
          <Menu.Item
            leftSection={<IconClockCheck size={18} />}
            onClick={() => go({ to: '/setting', search: { tab: 'shift' } })}
          >
            {t('closeShift')}
          </Menu.Item>
        )}
        <Menu.Item
          className={classes['wide'] ?? ''}
          leftSection={<IconKeyboard size={18} />}
          rightSection={<kbd className={classes['key']}>?</kbd>}
          // Once the menu is gone: in an open menu keys belong to the menu.
          onClick={() => setTimeout(askForKeys, menuGoneMs)}
        >
          {t('keys')}
        </Menu.Item>
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
