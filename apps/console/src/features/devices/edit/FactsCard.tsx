import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { deviceFormOf, factsOf } from '../device-form.ts'
import { DeviceFields } from '../DeviceFields.tsx'
import type { DeviceDetail } from '../device-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** The form of what a phone is called; beside it no second person is asked. */
export function useFacts(device: DeviceDetail) {
  const { t } = useTranslation('devices')
  const form = useForm(deviceFormOf(device.id), {
    stored: { version: device.version, draft: factsOf(device) },
    onDone: ({ version }, draft) => {
      form.store({ version, draft })
      say(t('edit.done', { name: draft.name.trim() }))
    },
  })
  return form
}

/** What a phone is called, where it lies, what is noted of it: saved at once. */
export function FactsCard({ form }: { form: ReturnType<typeof useFacts> }) {
  const { t } = useTranslation('devices')
  const viewReason = useViewReason()
  const ref = useRef<HTMLFormElement>(null)
  const submit = async () => {
    await form.submit()
    focusFirstError(ref.current)
  }
  return (
    <Card title={t('form.facts')}>
      <form
        ref={ref}
        noValidate
        className={blocks['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {form.failure && <ErrorState error={form.failure} isInline />}
        <DeviceFields {...form} />
        <div className={blocks['buttons']}>
          <Button
            type="submit"
            variant="default"
            loading={form.isSending}
            disabled={!form.canSend || !form.isChanged}
            {...viewReason}
          >
            {t('edit.submit')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
