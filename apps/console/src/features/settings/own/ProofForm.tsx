import { recoveryCodeMax } from '@khlang/contract/values/sign-in-limits.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from './CodeField.tsx'
import { codeShape, useFieldErrors, useFocusAtFirst, type FieldErrors } from './use-field-errors.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

interface ProofFormProps {
  /** Sends both factors; a refusal stands at its field. */
  onProof: (proof: { password: string; code: string }) => Promise<void>
  lead?: string
  /** In place of the usual six digits: what is asked for, its shape, and what a wrong shape is told. */
  factor?: { label: string; shape: RegExp; fieldError: string }
  /** Takes the place of something, and the focus with it. */
  isStep?: boolean
  /** The buttons. */
  children: ReactNode
}

/** A proof by password and a code of the authenticator in force. */
export function ProofForm({ onProof, lead, factor, isStep = false, children }: ProofFormProps) {
  const { t } = useTranslation('settings')
  const { ref, fieldErrors, show, refuse } = useFieldErrors()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  useFocusAtFirst(ref, isStep)
  const submit = async () => {
    const missing: FieldErrors = {
      ...(password === '' ? { password: t('security.missing') } : {}),
      ...((factor?.shape ?? codeShape).test(code.trim())
        ? {}
        : { code: factor?.fieldError ?? t('security.codeShape') }),
    }
    if (!show(missing)) return
    try {
      await onProof({ password, code: code.trim() })
    } catch (thrown) {
      refuse(thrown, 'password')
    }
  }
  return (
    <form
      ref={ref}
      noValidate
      className={`${blocks['stack']} ${isStep ? classes['form'] : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {lead !== undefined && <p className={blocks['note']}>{lead}</p>}
      <PasswordInput
        label={t('security.field.currentPassword')}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fieldErrors.password}
        aria-invalid={fieldErrors.password !== undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('security.show') }}
      />
      {factor ? (
        <TextInput
          label={factor.label}
          autoComplete="one-time-code"
          maxLength={recoveryCodeMax}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fieldErrors.code}
        />
      ) : (
        <CodeField value={code} error={fieldErrors.code} onChange={setCode} />
      )}
      <div className={blocks['buttons']}>{children}</div>
    </form>
  )
}
