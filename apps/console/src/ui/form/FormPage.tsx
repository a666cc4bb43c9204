import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { ErrorState } from '../page/ErrorState.tsx'
import { focusFirstError } from '../focus-first-error.ts'
import { Page } from '../page/Page.tsx'
import { UnsavedGuard } from '../sheet/UnsavedGuard.tsx'
import type { ShownError } from '../shown-error.ts'
import panelClasses from '../Panels.module.css'
import classes from '../Sheets.module.css'

export interface FormPageProps {
  title: ReactNode
  description?: ReactNode
  breadcrumb?: ReactNode
  /** Stands inside another page, whose title is the one h1. */
  isPart?: boolean | undefined
  /** "Create member": the verb and its object. */
  submitLabel: string
  /**
   * Sends the form. Until it settles the button is busy and a second press does nothing. It must not
   * reject.
   */
  onSubmit: () => Promise<void>
  onCancel?: (() => void) | undefined
  /** True while something typed is not saved: leaving asks first. */
  isDirty: boolean
  /** An error that belongs to no field. */
  error?: ShownError | null | undefined
  canSubmit?: boolean | undefined
  /** In the foot, always in sight: what would be saved. */
  footNote?: ReactNode
  /** False for what may only be read: no foot. Default true. */
  hasFoot?: boolean | undefined
  /** At the end of the title line: what else may be done here. */
  actions?: ReactNode
  /** Beside the form on a wide screen: a preview, the rules. */
  aside?: ReactNode
  children: ReactNode
}

/** A whole form: labels above, errors under their field, nothing lost and nothing sent twice. */
export function FormPage(props: FormPageProps) {
  const { t } = useTranslation('table')
  const viewReason = useViewReason()
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      await props.onSubmit()
    } finally {
      isBusy.current = false
      setPending(false)
      focusFirstError(form.current)
    }
  }
  const errorRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (props.error) errorRef.current?.scrollIntoView({ block: 'nearest' })
  }, [props.error])
  return (
    <Page
      title={props.title}
      description={props.description}
      breadcrumb={props.breadcrumb}
      actions={props.actions}
      isPart={props.isPart}
    >
      <UnsavedGuard isDirty={props.isDirty && !isPending} />
      <div className={classes.formFrame} data-aside={props.aside ? true : undefined}>
        <form
          ref={form}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <div ref={errorRef} className={classes.formError}>
            {props.error && <ErrorState error={props.error} isInline />}
          </div>
          {props.children}
          {props.hasFoot !== false && (
            <div className={classes.formFoot}>
              <Button
                type="submit"
                loading={isPending}
                disabled={props.canSubmit === false}
                {...viewReason}
              >
                {props.submitLabel}
              </Button>
              {props.onCancel && (
                <Button variant="default" disabled={isPending} onClick={props.onCancel}>
                  {t('cancel')}
                </Button>
              )}
              {props.footNote}
            </div>
          )}
        </form>
        {props.aside && <aside>{props.aside}</aside>}
      </div>
    </Page>
  )
}

export interface FormSectionProps {
  title: string
  description?: string | undefined
  children: ReactNode
}

/** Fields that belong together, under one heading. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {description && <p className={panelClasses.pageText}>{description}</p>}
      {children}
    </fieldset>
  )
}

/** Fields side by side; one under the other at 640 px or less. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.fieldRow}>{children}</div>
}
