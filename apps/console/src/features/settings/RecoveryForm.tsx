import { Button, PasswordInput, VisuallyHidden } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../lib/query.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { CodeField } from './CodeField.tsx'
import { codeShape, useFaults, type Faults } from './use-faults.ts'
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
  const { ref, faults, show, refuse } = useFaults()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
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
  const submit = async () => {
    const missing: Faults = {
      ...(password === '' ? { password: t('security.missing') } : {}),
      ...(codeShape.test(code) ? {} : { code: t('security.codeShape') }),
    }
    if (!show(missing)) return
    try {
      setCodes((await send({ password, code })).codes)
      setPassword('')
      setCode('')
    } catch (thrown) {
      refuse(thrown, 'password')
    }
  }
  return (
    <form
      ref={ref}
      noValidate
      className={classes['stack']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PasswordInput
        label={t('security.field.currentPassword')}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={faults.password}
        aria-invalid={faults.password !== undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('security.show') }}
      />
      <CodeField value={code} error={faults.code} onChange={setCode} />
      <div className={classes['buttons']}>
        <Button type="submit" variant="default" disabled={isSending || !canSend}>
          {t(isSending ? 'security.making' : 'security.make')}
        </Button>
        {!isSending && aside}
        <VisuallyHidden role="status">{isSending && t('security.making')}</VisuallyHidden>
      </div>
    </form>
  )
}
