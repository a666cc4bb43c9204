import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert, Button, Modal, Textarea } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BalanceTable, LineTable } from './ConfirmTables.tsx'
import { ErrorState } from './ErrorState.tsx'
import { KeyValue } from './KeyValue.tsx'
import { shownError } from './shown-error.ts'
import type { ShownError } from './table-columns.ts'
import './kit-later.ts'
import type { ConfirmProps } from './Confirm.tsx'
import './tokens.css'
import classes from './Sheets.module.css'

/** The sheet of `Confirm`, which alone loads it. */
export default function ConfirmSheet(props: ConfirmProps) {
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
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ShownError | null>(null)
  const [isReasonMissing, setReasonMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  /** Whether all is filled in; else each field says what it misses, and the first of them has the focus. */
  const isComplete = (): boolean => {
    const isShort = reason?.isRequired === true && text.trim().length < (reason.lengthMin ?? 1)
    let isFilled = true
    flushSync(() => {
      isFilled = props.onCheck?.() ?? true
      setReasonMissing(isShort)
    })
    if (isFilled && !isShort) return true
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
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
      setError(shownError(thrown, t('error.unknown')))
    } finally {
      isPendingRef.current = false
      setPending(false)
    }
    if (isDone) onClose()
  }
  return (
    <form
      ref={form}
      className={classes.sheet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {props.facts && <KeyValue facts={props.facts} />}
      {props.balances && <BalanceTable balances={props.balances} />}
      {props.lines && <LineTable lines={props.lines} />}
      {props.children}
      {reason && (
        <Textarea
          label={reason.label}
          description={reason.description}
          withAsterisk={reason.isRequired}
          autosize
          minRows={2}
          maxLength={500}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setReasonMissing(false)
          }}
          error={isReasonMissing ? (reason.missing ?? t('confirm.reasonMissing')) : null}
          // The first field begins; where others stand before it, theirs is the mark that is found first.
          data-autofocus
        />
      )}
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
      <div className={classes.sheetFoot}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          loading={isPending}
          disabled={props.canSubmit === false}
          {...(props.isDanger ? { color: 'red.8' } : {})}
        >
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
