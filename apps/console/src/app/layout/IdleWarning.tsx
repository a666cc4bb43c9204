import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { stayAwake, useIdleSecondsLeft } from '../../lib/person/idle.ts'
import { signOut } from '../../lib/person/sign-out.ts'
import { Modal } from '../../ui/sheet/Modal.tsx'
import classes from './IdleWarning.module.css'

/** Says a minute ahead that the session is about to end, and offers to go on. */
export function IdleWarning() {
  const { t } = useTranslation('ui')
  const seconds = useIdleSecondsLeft()
  return (
    <Modal
      isOpen={seconds !== null}
      title={t('idle.title')}
      onClose={stayAwake}
      closesEasily={false}
      isOnTop
    >
      <p className={classes['text']}>{t('idle.text', { seconds: seconds ?? 0 })}</p>
      <div className={classes['actions']}>
        <Button variant="default" onClick={signOut}>
          {t('signOut')}
        </Button>
        <Button data-autofocus onClick={stayAwake}>
          {t('idle.stay')}
        </Button>
      </div>
    </Modal>
  )
}
