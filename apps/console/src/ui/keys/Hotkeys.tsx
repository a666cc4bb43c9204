import { useMemo, useState, useSyncExternalStore } from 'react'
import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listedShortcuts, onShortcutsChange, useShortcuts } from './shortcuts.ts'
import '../kit-later.ts'
import classes from '../Sheets.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** A key as it is printed on a keyboard. */
const drawn = (key: string): string =>
  key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key

/** Mounted once in the layout: `?` lists every key of the screen. */
export function Hotkeys() {
  const { t } = useTranslation('table')
  const [isOpen, setOpen] = useState(false)
  const own = useMemo(() => [{ key: '?', label: t('keys.help'), run: () => setOpen(true) }], [t])
  useShortcuts(t('keys.everywhere'), own)
  const groups = useSyncExternalStore(onShortcutsChange, listedShortcuts)
  // Heard by others, which have a reason of their own: the palette, and whatever stands open.
  const heardElsewhere = [
    { key: isApple ? '⌘ K' : 'Ctrl K', label: t('keys.palette') },
    { key: 'Escape', label: t('keys.close') },
  ]
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('keys.title')}
      size={400}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {groups.map((group, index) => (
        <section key={`${index}:${group.group}`} className={classes.keys}>
          <h3>{group.group}</h3>
          <dl>
            {[...group.shortcuts, ...(group.shortcuts === own ? heardElsewhere : [])].map((shortcut) => (
              <div key={shortcut.key}>
                <dt>{shortcut.label}</dt>
                <dd>
                  <Kbd>{drawn(shortcut.key)}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
