import { otpDigits, recoveryCodeMax, recoveryCodeMin } from '@khlang/contract/values/sign-in-limits.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { CallError } from '../../../lib/call/call.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { secretOf } from '../../../lib/person/otp-address.ts'
import { useCall } from '../../../lib/call/query.ts'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { CodeField } from './CodeField.tsx'
import { ProofForm } from './ProofForm.tsx'
import { codeShape, useFieldErrors, useFocusAtFirst } from './use-field-errors.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** Six digits of the old device, or a recovery code as it was written down. */
const eitherShape = new RegExp(
  `^([0-9]{${otpDigits}}|[0-9A-Za-z -]{${recoveryCodeMin},${recoveryCodeMax}})$`,
)

/**
 * Moves the authenticator to another device: first the proof, by the old one or a recovery code, then the
 * first code.
 */
export function MoveOtp() {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const close = () => {
    setOpen(false)
    setUrl(null)
  }
  if (!isOpen)
    return (
      <div className={blocks['buttons']}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('move.begin')}
        </Button>
      </div>
    )
  if (url === null) return <Proof onProven={setUrl} onCancel={close} />
  return <FirstCodeForm url={url} onOver={() => setUrl(null)} onDone={close} />
}

function Proof({ onProven, onCancel }: { onProven: (url: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('settings')
  const { send, isSending, canSend } = useCall('auth.replaceOtp')
  const viewReason = useViewReason()
  return (
    <ProofForm
      isStep
      lead={t('move.proofLead')}
      factor={{ label: t('move.proofCode'), shape: eitherShape, fieldError: t('move.proofShape') }}
      onProof={async ({ password, code }) =>
        onProven(await send({ password, ...(codeShape.test(code) ? { code } : { recoveryCode: code }) }))
      }
    >
      <Button type="submit" loading={isSending} disabled={!canSend} {...viewReason}>
        {t('move.next')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('move.cancel')}
      </Button>
    </ProofForm>
  )
}

interface FirstCodeFormProps {
  url: string
  /** Its time is over: it begins anew. */
  onOver: () => void
  onDone: () => void
}

function FirstCodeForm({ url, onOver, onDone }: FirstCodeFormProps) {
  const { t } = useTranslation('settings')
  const { ref, fieldErrors, show, refuse } = useFieldErrors()
  const [code, setCode] = useState('')
  const { send, isSending, canSend } = useCall('auth.confirmOtp', {
    refreshes: ['auth.sessions', 'auth.account'],
  })
  useFocusAtFirst(ref)
  const submit = async () => {
    if (!show(codeShape.test(code) ? {} : { code: t('security.codeShape') })) return
    try {
      await send({ code })
    } catch (thrown) {
      refuse(thrown, 'code')
      if (!(thrown instanceof CallError) || thrown.code !== 'otpSetupExpired') return
      say(t('move.over'), 'amber')
      return onOver()
    }
    say(t('move.done'))
    onDone()
  }
  return (
    <form
      ref={ref}
      noValidate
      className={`${blocks['stack']} ${classes['form']}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={blocks['note']}>{t('move.scanLead')}</p>
      <div className={classes['qr']}>
        <QrCode text={url} label={t('move.qr')} />
        <div>
          <span className={blocks['note']}>{t('move.secret')}</span>
          <CopyText value={secretOf(url)}>
            <code>{secretOf(url)}</code>
          </CopyText>
        </div>
      </div>
      <CodeField value={code} error={fieldErrors.code} onChange={setCode} label={t('move.newCode')} />
      <div className={blocks['buttons']}>
        <Button type="submit" loading={isSending} disabled={!canSend}>
          {t('move.confirm')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('move.cancel')}
        </Button>
      </div>
    </form>
  )
}
