import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { CallError } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import type { DeviceDetail } from '../device-shapes.ts'
import { trustStepOf } from './device-steps.ts'
import { draftOf, isSameBinding, trustFormOf } from './sender-draft.ts'

/** The question to a second person about a phone: for which accounts it may speak, and where that stands. */
export function useTrust(device: DeviceDetail) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { id, name, version } = device
  const agreed = draftOf(device)
  const form = useForm(trustFormOf(id), {
    stored: { version, draft: agreed },
    onDone: (answer, draft) => {
      // What was asked for stays in the form: it is what a second person is looking at.
      form.store({ draft: { ...draft, reason: '' } })
      say(t(`trust.said.${answer.state}`, { name }), answer.state === 'done' ? 'green' : 'amber')
    },
    onRefused: (thrown) => {
      const code = thrown instanceof CallError ? thrown.code : ''
      if (['stale', 'stateRefused', 'conflict', 'devicePairFirst'].includes(code))
        void client.invalidateQueries({ queryKey: ['devices'] })
    },
  })
  const isSame = isSameBinding(form.draft, agreed)
  return { form, isSame, step: trustStepOf(device, isSame) }
}

export type Trust = ReturnType<typeof useTrust>
