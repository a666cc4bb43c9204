import { useMemo, useState, useSyncExternalStore } from 'react'
import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listedShortcuts, onShortcutsChange, useShortcuts } from './shortcuts.ts'
import './kit-later.ts'
import classes from './Sheets.module.css'

/** Mounted once in the layout: `?` lists every key of the screen. */
export function Hotkeys() {
  const { t } = useTranslation('table')
  const [isOpen, setOpen] = useState(false)
  const own = useMemo(() => [{ key: '?', label: t('keys.help'), run: () => setOpen(true) }], [t])
  useShortcuts(t('keys.everywhere'), own)
  const groups = useSyncExternalStore(onShortcutsChange, listedShortcuts)
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
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.key}>
                <dt>{shortcut.label}</dt>
                <dd>
                  <Kbd>{shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
