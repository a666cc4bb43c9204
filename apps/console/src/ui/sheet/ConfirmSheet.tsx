import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert, Button, Modal, Textarea } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { BalanceTable, LineTable } from './ConfirmTables.tsx'
import { breachOf } from '../../lib/form/field-rules.ts'
import { reasonRule } from '../../lib/form/reason-rule.ts'
import { useIdempotencyKey } from '../../lib/person/idempotency.ts'
import { useKept } from '../../lib/person/kept.ts'
import { ErrorState } from '../page/ErrorState.tsx'
import { focusFirstError } from '../focus-first-error.ts'
import { KeyValue } from '../figures/KeyValue.tsx'
import { shownError } from '../shown-error.ts'
import type { ShownError } from '../shown-error.ts'
import '../kit-later.ts'
import type { AskedReason, ConfirmProps } from './Confirm.tsx'
import '../tokens.css'
import classes from '../Sheets.module.css'

/** The names by which the calls know a reason. */
const reasonFields: readonly string[] = ['reason', 'remark', 'remarkStaff', 'comment']

/** The sheet of `Confirm`, which alone loads it. */
export default function ConfirmSheet(props: ConfirmProps & { isOpen: boolean }) {
  const isPendingRef = useRef(false)
  const close = () => {
    if (!isPendingRef.current) props.onClose()
  }
  const { t } = useTranslation('table')
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      size={560}
      closeOnClickOutside={false}
      classNames={{ title: classes.sheetTitle ?? '' }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Sheet {...props} onClose={close} isPendingRef={isPendingRef} />
    </Modal>
  )
}

/** Lives only while the sheet is open, so each opening has its own key and an empty reason. */
function Sheet(props: ConfirmProps & { isPendingRef: { current: boolean } }) {
  const { reason, onSubmit, onClose, isPendingRef } = props
  const { t } = useTranslation('table')
  const { key: idempotencyKey } = useIdempotencyKey(props.title)
  const [text, setText] = useKept(props.title, () => '')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ShownError | null>(null)
  const [reasonFieldError, setReasonFieldError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  /** Whether all is filled in; else each field says what it misses, and the first of them has the focus. */
  const isComplete = (): boolean => {
    const length = text.trim().length
    const isShort = reason?.isRequired === true && breachOf(reasonRule, text) !== null
    const missing = reason?.missing ?? t('confirm.reasonMissing')
    let isFilled = true
    flushSync(() => {
      isFilled = props.onCheck?.() ?? true
      setReasonFieldError(isShort ? (length === 0 ? missing : t('confirm.reasonShort')) : null)
    })
    if (isFilled && !isShort) return true
    focusFirstError(form.current)
    return false
  }
  const submit = async () => {
    if (isPendingRef.current) return
    if (!isComplete()) return
    isPendingRef.current = true
    setPending(true)
    setError(null)
    let isDone = false
    try {
      await onSubmit({ reason: text.trim(), idempotencyKey })
      isDone = true
    } catch (thrown) {
      const shown = shownError(thrown, t('error.unknown'))
      if (reason && reasonFields.includes(shown.field ?? '')) {
        setReasonFieldError(shown.message)
        focusFirstError(form.current)
      } else setError(shown)
    } finally {
      isPendingRef.current = false
      setPending(false)
    }
    if (isDone) onClose()
  }
  const isAsking = reason?.isRequired === true
  const fields = (
    <>
      {props.children}
      {reason && (
        <ReasonField
          reason={reason}
          value={text}
          fieldError={reasonFieldError}
          onChange={(typed) => {
            setText(typed)
            setReasonFieldError(null)
          }}
        />
      )}
      {props.more}
    </>
  )
  return (
    <form
      ref={form}
      className={classes.sheet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Around it may be a form, which must not be sent with it: React passes events on through portals.
        event.stopPropagation()
        void submit()
      }}
    >
      {props.facts && <KeyValue facts={props.facts} />}
      {/* What must be filled in is in sight as the sheet opens; figures are read under it. */}
      {isAsking && fields}
      {props.balances && <BalanceTable balances={props.balances} />}
      {props.lines && <LineTable lines={props.lines} />}
      {!isAsking && fields}
      {props.notice && (
        <Alert
          color="yellow"
          variant="light"
          className={classes.notice}
          icon={<IconShieldCheck size={20} aria-hidden />}
        >
          {props.notice}
        </Alert>
      )}
      {error && <ErrorState error={error} isInline />}
      <Foot {...props} onClose={onClose} isPending={isPending} />
    </form>
  )
}

interface ReasonFieldProps {
  reason: AskedReason
  value: string
  fieldError: string | null
  onChange: (typed: string) => void
}

function ReasonField({ reason, value, fieldError, onChange }: ReasonFieldProps) {
  return (
    <Textarea
      label={reason.label}
      description={reason.description}
      withAsterisk={reason.isRequired}
      maxLength={reasonRule.max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldError}
      // The first field begins; where others stand before it, theirs is the mark that is found first.
      data-autofocus
    />
  )
}

function Foot(
  props: Pick<ConfirmProps, 'onClose' | 'canSubmit' | 'isDanger' | 'submitLabel'> & { isPending: boolean },
) {
  const { onClose, canSubmit, isDanger, submitLabel, isPending } = props
  const viewReason = useViewReason()
  const { t } = useTranslation('table')
  return (
    <div className={classes.sheetFoot}>
      <Button variant="default" onClick={onClose} disabled={isPending}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        loading={isPending}
        disabled={canSubmit === false}
        {...viewReason}
        {...(isDanger ? { color: 'red.8' } : {})}
      >
        {submitLabel}
      </Button>
    </div>
  )
}
