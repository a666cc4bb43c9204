import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { Menu } from './Menu.tsx'
import '../../ui/kit-later.ts'

/** The menu of a narrow screen. */
export default function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={<strong>{config().brand}</strong>}
      size={288}
      padding="xs"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Menu onFollow={onClose} />
    </Drawer>
  )
}
