import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../kit-later.ts'
import { onTop } from './Modal.tsx'
import classes from '../Panels.module.css'
import sheetClasses from '../Sheets.module.css'

interface LeaveSheetProps {
  isAsking: boolean
  onLeave: () => void
  onStay: () => void
}

/** Whether what was typed may be lost; only `UnsavedGuard` loads it. */
export default function LeaveSheet({ isAsking, onLeave, onStay }: LeaveSheetProps) {
  const { t } = useTranslation('table')
  const [isDrawn, setDrawn] = useState(false)
  // It opens once it is there, so that closing it gives the focus back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Modal
      opened={isAsking && isDrawn}
      onClose={onStay}
      title={t('unsaved.title')}
      size={400}
      zIndex={onTop}
      withCloseButton={false}
    >
      <p className={classes.pageText}>{t('unsaved.text')}</p>
      <div className={sheetClasses.sheetFoot}>
        <Button variant="default" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Modal>
  )
}
