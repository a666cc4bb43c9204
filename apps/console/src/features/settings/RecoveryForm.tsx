import { Button, VisuallyHidden } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/view-reason.ts'
import { useCall } from '../../lib/query.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ProofForm } from './ProofForm.tsx'
import classes from './Settings.module.css'

interface RecoveryFormProps {
  /** The person says that he has kept them. */
  onKept?: () => void
  /** What stands beside the button that makes them. */
  aside?: ReactNode
}

/** Ten new codes for a proof by both factors; the old ones end. They are shown this once. */
export function RecoveryForm({ onKept, aside }: RecoveryFormProps) {
  const { t } = useTranslation('settings')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const viewReason = useViewReason()
  const { send, isSending, canSend } = useCall('auth.recoveryCodes', { refreshes: ['auth.account'] })
  if (codes) {
    return (
      <div className={classes['stack']} role="status">
        <p className={classes['note']}>{t('security.once')}</p>
        <ol className={classes['codes']} aria-label={t('security.recovery')}>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ol>
        <div className={classes['buttons']}>
          <CopyButton text={codes.join('\n')} label={t('security.copy')} />
          <Button
            variant="default"
            onClick={() => {
              setCodes(null)
              onKept?.()
            }}
          >
            {t('security.kept')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <ProofForm onProof={async (proof) => setCodes((await send(proof)).codes)}>
      <Button type="submit" variant="default" disabled={isSending || !canSend} {...viewReason}>
        {t(isSending ? 'security.making' : 'security.make')}
      </Button>
      {!isSending && aside}
      <VisuallyHidden role="status">{isSending && t('security.making')}</VisuallyHidden>
    </ProofForm>
  )
}
