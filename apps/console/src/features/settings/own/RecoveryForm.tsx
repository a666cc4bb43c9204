import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { useCall } from '../../../lib/call/query.ts'
import { CopyButton } from '../../../ui/figures/CopyButton.tsx'
import { ProofForm } from './ProofForm.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

interface RecoveryFormProps {
  /** The person says that they have kept them. */
  onKept?: () => void
  /** What stands beside the button that makes them. */
  aside?: ReactNode
  /** The authenticator was enrolled in this session just now: its first codes ask for nothing more. */
  isFirst?: boolean
}

/** Ten new codes for a proof by both factors; the old ones end. They are shown this once. */
export function RecoveryForm({ onKept, aside, isFirst = false }: RecoveryFormProps) {
  const { t } = useTranslation('settings')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const viewReason = useViewReason()
  const { send, isSending, canSend } = useCall('auth.recoveryCodes', { refreshes: ['auth.account'] })
  const [isMakingFirst, setMakingFirst] = useState(isFirst)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isFirst || hasBegun.current) return
    hasBegun.current = true
    // Where it is refused, both factors are asked for as at any other time.
    void send({ isFirst })
      .then((made) => setCodes(made.codes))
      .catch(() => null)
      .finally(() => setMakingFirst(false))
  }, [isFirst, send])
  if (isMakingFirst && !codes) {
    return (
      <p className={blocks['warn']} role="status">
        {t('security.making')}
      </p>
    )
  }
  if (codes) {
    return (
      <div className={blocks['stack']} role="status">
        <p className={blocks['warn']}>{t('security.once')}</p>
        <ol className={classes['codes']} aria-label={t('security.recovery')}>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ol>
        <div className={blocks['buttons']}>
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
