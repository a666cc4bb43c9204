import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { CodeField } from './CodeField.tsx'
import { codeShape, useFieldErrors, type FieldErrors } from './use-field-errors.ts'
import blocks from '../../../ui/Blocks.module.css'

/** A new password, for the present one and, where enrolled, a code. */
export function PasswordForm({ hasCode }: { hasCode: boolean }) {
  const { t } = useTranslation('settings')
  const { ref, fieldErrors, show, refuse } = useFieldErrors()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [code, setCode] = useState('')
  const { send, isSending, canSend } = useCall('auth.changePassword', { refreshes: ['auth.sessions'] })
  const viewReason = useViewReason()
  const submit = async () => {
    const missing: FieldErrors = {
      ...(current === '' ? { currentPassword: t('security.missing') } : {}),
      ...(next === '' ? { newPassword: t('security.missing') } : {}),
      ...(next === again ? {} : { again: t('security.differs') }),
      ...(!hasCode || codeShape.test(code) ? {} : { code: t('security.codeShape') }),
    }
    if (!show(missing)) return
    const input = { currentPassword: current, newPassword: next, ...(hasCode ? { code } : {}) }
    try {
      await send(input)
    } catch (thrown) {
      return refuse(thrown, 'currentPassword')
    }
    for (const set of [setCurrent, setNext, setAgain, setCode]) set('')
    say(t('security.changed'))
  }
  const fields = [
    ['currentPassword', current, setCurrent, 'current-password'],
    ['newPassword', next, setNext, 'new-password'],
    ['again', again, setAgain, 'new-password'],
  ] as const
  return (
    <form
      ref={ref}
      noValidate
      className={blocks['stack']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {fields.map(([name, value, set, autoComplete]) => (
        <PasswordInput
          key={name}
          label={t(`security.field.${name}`)}
          {...(name === 'newPassword' ? { description: t('security.rules') } : {})}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => set(event.currentTarget.value)}
          error={fieldErrors[name]}
          aria-invalid={fieldErrors[name] !== undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('security.show') }}
        />
      ))}
      {hasCode && <CodeField value={code} error={fieldErrors.code} onChange={setCode} />}
      <div className={blocks['buttons']}>
        <Button type="submit" loading={isSending} disabled={!canSend} {...viewReason}>
          {t('security.change')}
        </Button>
      </div>
    </form>
  )
}
