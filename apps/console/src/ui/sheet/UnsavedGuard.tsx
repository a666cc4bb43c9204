import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../kit-later.ts'
import { onTop } from './Modal.tsx'
import classes from '../Panels.module.css'
import sheetClasses from '../Sheets.module.css'

/**
 * Asks before typed things are lost: on leaving the screen by our own sheet, on closing the tab by the
 * browser's.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('table')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked'
  return (
    <Modal
      opened={isAsking}
      onClose={() => blocker.reset?.()}
      title={t('unsaved.title')}
      size={400}
      zIndex={onTop}
      withCloseButton={false}
    >
      <p className={classes.pageText}>{t('unsaved.text')}</p>
      <div className={sheetClasses.sheetFoot}>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Modal>
  )
}
