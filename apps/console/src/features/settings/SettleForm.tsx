import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/view-reason.ts'
import { CallError } from '../../lib/call.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { say } from '../../lib/notices.ts'
import { useProfile } from '../../lib/profile.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { focusFirstError } from '../../ui/focus-first-error.ts'
import type { Approval } from './approval-words.ts'
import { useRefusalText, useSettle } from './use-settle.ts'
import classes from './Settings.module.css'

const commentMin = 3
const commentMax = 200
/** Somebody else was faster, or it is not what was shown: the panel shows it as it is now. */
const overtaken: readonly string[] = ['alreadyHandled', 'notFound', 'conflict']

interface SettleFormProps {
  approval: Approval
  /** Where the two buttons stand. */
  foot: HTMLElement | null
  onDone: () => void
}

/** The two answers to a request, with a comment and a second factor given for exactly this one. */
export function SettleForm({ approval, foot, onDone }: SettleFormProps) {
  const { t } = useTranslation('settings')
  const form = useForm(approval, onDone)
  const viewReason = useViewReason()
  const { comment, faults } = form
  return (
    <form
      ref={form.ref}
      className={classes['form']}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <Textarea
        label={t('form.comment')}
        description={t('form.commentHint')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={commentMax}
        value={comment}
        onChange={(event) => form.setComment(event.currentTarget.value)}
        error={faults.comment}
      />
      <Factor value={form.factor} error={faults.factor} onChange={form.setFactor} />
      {form.refusal && <ErrorState error={form.refusal} isInline />}
      {foot &&
        createPortal(
          <>
            <Button
              loading={form.isSending === true}
              disabled={!form.canSend || form.isSending !== null}
              {...viewReason}
              onClick={() => form.submit(true)}
            >
              {t('form.approve')}
            </Button>
            <Button
              variant="default"
              loading={form.isSending === false}
              disabled={!form.canSend || form.isSending !== null}
              {...viewReason}
              onClick={() => form.submit(false)}
            >
              {t('form.reject')}
            </Button>
          </>,
          foot,
        )}
    </form>
  )
}

interface FactorProps {
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** Six digits of the authenticator, or the password of one who has none. */
function Factor({ value, error, onChange }: FactorProps) {
  const { t } = useTranslation('settings')
  if (!useProfile().otpEnable) {
    return (
      <PasswordInput
        label={t('form.password')}
        description={t('form.passwordHint')}
        withAsterisk
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword') }}
      />
    )
  }
  return (
    <TextInput
      label={t('form.code')}
      description={t('form.codeHint')}
      withAsterisk
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
      error={error}
    />
  )
}

const noFaults: { comment: string | null; factor: string | null } = { comment: null, factor: null }

function useForm(approval: Approval, onDone: () => void) {
  const { t } = useTranslation('settings')
  const { otpEnable } = useProfile()
  const { settle, refresh } = useSettle()
  const refusalText = useRefusalText()
  const { key: idempotencyKey } = useIdempotencyKey(`settle ${approval.id}`)
  const ref = useRef<HTMLFormElement>(null)
  const [comment, setComment] = useState('')
  const [factor, setFactor] = useState('')
  const [faults, setFaults] = useState(noFaults)
  const [refusal, setRefusal] = useState<{ message: string; requestId?: string | undefined } | null>(null)
  /** Which answer is under way. */
  const [isSending, setSending] = useState<boolean | null>(null)

  const isComplete = (): boolean => {
    const isFactor = otpEnable ? factor.length === 6 : factor !== ''
    const found = {
      comment: comment.trim().length < commentMin ? t('form.commentMissing') : null,
      factor: isFactor ? null : t(otpEnable ? 'form.codeMissing' : 'form.passwordMissing'),
    }
    flushSync(() => setFaults(found))
    focusFirstError(ref.current)
    return found.comment === null && found.factor === null
  }
  const refused = (thrown: unknown): void => {
    const isFactor = thrown instanceof CallError && ['badOtp', 'badCredentials'].includes(thrown.code)
    const requestId = thrown instanceof CallError ? thrown.requestId : undefined
    if (isFactor) {
      setFactor('')
      flushSync(() => setFaults({ comment: null, factor: refusalText(thrown) }))
      focusFirstError(ref.current)
    } else setRefusal({ message: refusalText(thrown), requestId })
    if (thrown instanceof CallError && overtaken.includes(thrown.code)) refresh()
  }
  const send = async (isApproved: boolean): Promise<void> => {
    setSending(isApproved)
    setRefusal(null)
    try {
      const { id, documentHash } = approval
      const proof = otpEnable ? { code: factor } : { password: factor }
      const answer = { id, isApproved, comment: comment.trim(), documentHash, ...proof }
      const { state } = await settle.send(answer, { idempotencyKey })
      say(t(`done.${state}`))
      onDone()
    } catch (thrown) {
      refused(thrown)
    } finally {
      setSending(null)
    }
  }
  return {
    ref,
    comment,
    factor,
    faults,
    refusal,
    isSending,
    canSend: settle.canSend,
    setComment,
    setFactor,
    submit: (isApproved: boolean) => {
      if (isSending === null && isComplete()) void send(isApproved)
    },
  }
}
