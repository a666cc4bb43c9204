import { oneTimeCodeMax, passwordMin, usernameMax } from '@khlang/contract/values/sign-in-limits.ts'
import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { focusFirstError } from '../../ui/focus-first-error.ts'
import { PlainInput, SecretInput } from './fields.tsx'
import { Failure, PublicCard } from './PublicCard.tsx'
import classes from './PublicCard.module.css'

type Field = 'username' | 'code' | 'newPassword' | 'again'
type FieldErrors = Partial<Record<Field, string>>

/** A one-time code becomes a password of one's own: first admin, new employee, reset. It signs nobody in. */
export function Redeem({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('auth')
  const { submit, isSending, failure, fieldErrors } = useRedeem(onDone)
  return (
    <PublicCard title={t('redeem.title')} lead={t('redeem.lead')}>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <Failure>{failure}</Failure>
        <PlainInput
          name="username"
          label={t('username')}
          autoComplete="username"
          maxLength={usernameMax}
          error={fieldErrors.username}
        />
        <PlainInput
          name="code"
          label={t('redeem.code')}
          autoComplete="one-time-code"
          maxLength={oneTimeCodeMax}
          error={fieldErrors.code}
        />
        <SecretInput
          name="newPassword"
          label={t('redeem.newPassword')}
          description={t('redeem.passwordRule')}
          autoComplete="new-password"
          error={fieldErrors.newPassword}
        />
        <SecretInput
          name="again"
          label={t('redeem.again')}
          autoComplete="new-password"
          error={fieldErrors.again}
        />
        <Button type="submit" size="md" loading={isSending}>
          {t('redeem.submit')}
        </Button>
      </form>
      <div className={classes['links']}>
        <button type="button" className={classes['link']} onClick={onBack}>
          {t('backToLogin')}
        </button>
      </div>
    </PublicCard>
  )
}

function useRedeem(onDone: () => void) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})

  const check = (values: Record<Field, string>): FieldErrors => ({
    ...(values.username === '' ? { username: t('required.username') } : {}),
    ...(values.code === '' ? { code: t('required.code') } : {}),
    ...(values.newPassword.length < passwordMin ? { newPassword: t('redeem.tooShort') } : {}),
    ...(values.again === values.newPassword ? {} : { again: t('redeem.differs') }),
  })

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const sheet = event.currentTarget
    const form = new FormData(sheet)
    const read = (name: Field): string => String(form.get(name))
    const values = {
      username: read('username').trim(),
      code: read('code').trim(),
      newPassword: read('newPassword'),
      again: read('again'),
    }
    const found = check(values)
    setFieldErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return focusFirstError(sheet)
    setSending(true)
    try {
      const { username, code, newPassword } = values
      await call('auth.redeem', { username, code, newPassword })
      onDone()
    } catch (thrown) {
      if (thrown instanceof CallError && thrown.field === 'newPassword') {
        setFieldErrors({ newPassword: errorText(thrown) })
        focusFirstError(sheet)
      } else setFailure(errorText(thrown))
      setSending(false)
    }
  }
  return { submit, isSending, failure, fieldErrors }
}
