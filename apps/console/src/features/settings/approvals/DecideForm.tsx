import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../lib/call/call.ts'
import { breachOf, ruleOf } from '../../../lib/form/field-rules.ts'
import { useForm, type FormOf } from '../../../lib/form/use-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import type { Approval } from './approval-words.ts'
import { useRefusalText, useDecide } from './use-decide.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** Somebody else was faster, or it is not what was shown: the panel shows it as it is now. */
const overtaken: readonly string[] = ['alreadyHandled', 'notFound', 'conflict']
const codeRule = ruleOf('approvals.decide', 'code')

interface DecideDraft {
  readonly comment: string
  /** Six digits of the authenticator, or the password of one who has none. */
  readonly factor: string
}
const nothing: DecideDraft = { comment: '', factor: '' }
const secrets = ['factor'] as const

interface DecideFormProps {
  approval: Approval
  /** Where the two buttons stand. */
  foot: HTMLElement | null
  onDone: () => void
}

/** The two answers to a request, with a comment and a second factor given for exactly this one. */
export function DecideForm({ approval, foot, onDone }: DecideFormProps) {
  const { t } = useTranslation('settings')
  const element = useRef<HTMLFormElement>(null)
  const form = useDecideForm(approval, onDone)
  /** Which answer is under way. */
  const [answer, setAnswer] = useState<boolean | null>(null)
  const decide = async (isApproved: boolean) => {
    setAnswer(isApproved)
    await form.submit({ isApproved })
    setAnswer(null)
    focusFirstError(element.current)
  }
  const viewReason = useViewReason()
  const button = (isApproved: boolean) => ({
    loading: answer === isApproved,
    disabled: !form.canSend || answer !== null,
    ...viewReason,
    onClick: () => void decide(isApproved),
  })
  return (
    <form
      ref={element}
      className={`${blocks['stack']} ${classes['form']}`}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <Textarea {...form.text('comment')} label={t('form.comment')} description={t('form.commentHint')} />
      <Factor {...form} />
      {form.failure && <ErrorState error={form.failure} isInline />}
      {foot &&
        createPortal(
          <>
            <Button {...button(true)}>{t('form.approve')}</Button>
            <Button variant="default" {...button(false)}>
              {t('form.reject')}
            </Button>
          </>,
          foot,
        )}
    </form>
  )
}

function Factor({ text, change }: FormOf<DecideDraft>) {
  const { t } = useTranslation('settings')
  // A code and a password are of different lengths; each input below knows its own.
  const field = { ...text('factor', 'isUncut'), withAsterisk: true }
  if (!useProfile().otpEnable) {
    return (
      <PasswordInput
        {...field}
        label={t('form.password')}
        description={t('form.passwordHint')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword') }}
      />
    )
  }
  return (
    <TextInput
      {...field}
      label={t('form.code')}
      description={t('form.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => {
        const digits = event.currentTarget.value.replaceAll(/\D/g, '')
        change({ factor: digits.slice(0, codeRule.max) })
      }}
    />
  )
}

function useDecideForm(approval: Approval, onDone: () => void) {
  const { t } = useTranslation(['settings', 'approvals'])
  const { otpEnable } = useProfile()
  const { refresh } = useDecide()
  const refusalText = useRefusalText()
  const { id, kind, documentHash } = approval
  const form = useForm<'approvals.decide', DecideDraft>(
    {
      call: 'approvals.decide',
      about: `${id} ${documentHash}`,
      area: 'settings',
      start: nothing,
      // Which of the two answers it is, the button that is pressed says.
      input: ({ comment, factor }) => ({
        id,
        isApproved: false,
        comment: comment.trim(),
        documentHash,
        ...(otpEnable ? { code: factor } : { password: factor }),
      }),
      fieldErrorKey: () => 'form.commentMissing',
      fieldErrors: ({ factor }) => {
        const isFactor = otpEnable ? breachOf(codeRule, factor) === null : factor !== ''
        if (isFactor) return {}
        return { factor: otpEnable ? 'form.codeMissing' : 'form.passwordMissing' }
      },
      fieldOf: { code: 'factor', password: 'factor', badOtp: 'factor', badCredentials: 'factor' },
      refreshes: [],
      secrets,
    },
    {
      worded: (thrown) => ({
        message: refusalText(thrown),
        requestId: thrown instanceof CallError ? thrown.requestId : undefined,
      }),
      onRefused: (thrown) => {
        const code = thrown instanceof CallError ? thrown.code : ''
        if (code === 'badOtp' || code === 'badCredentials') form.change({ factor: '' })
        if (overtaken.includes(code)) refresh()
      },
      onDone: ({ state }) => {
        refresh()
        // Of some kinds the act itself is still to be done, by hand.
        const isApproved = state === 'approved'
        say(isApproved ? t([`approvals:approvedOf.${kind}`, 'done.approved']) : t(`done.${state}`))
        onDone()
      },
    },
  )
  return form
}
