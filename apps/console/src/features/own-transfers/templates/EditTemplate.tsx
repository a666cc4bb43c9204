import { Checkbox, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import '../../../ui/kit-later.ts'
import type { Template } from '../transfer-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Transfers.module.css'

interface TimesDraft {
  readonly name: string
  readonly isScheduled: boolean
  readonly at: string
  readonly days: readonly string[]
}

const everyDay = ['1', '2', '3', '4', '5', '6', '7'] as const

const timesOf = ({ name, schedule }: Template): TimesDraft => ({
  name,
  isScheduled: schedule !== null,
  at: schedule?.at ?? '',
  days: schedule?.days.map(String) ?? everyDay,
})

/** The name of a template, and when it is asked for by itself. */
export function EditTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation('own-transfers')
  const failure = useFailure()
  const { id, version } = template
  const form = useActForm<'ownTransfers.updateTemplate', TimesDraft>({
    call: 'ownTransfers.updateTemplate',
    about: id,
    area: 'own-transfers',
    start: timesOf(template),
    stored: { version, draft: timesOf(template) },
    input: (draft, given) => ({
      id,
      version: given.version,
      name: draft.name.trim(),
      schedule: draft.isScheduled ? { at: draft.at, days: draft.days.map(Number) } : null,
    }),
    fieldErrors: (draft) =>
      draft.isScheduled && (draft.at === '' || draft.days.length === 0)
        ? { at: 'fieldError.schedule' }
        : ({} as { at?: string }),
    fieldOf: { templateNameInUse: 'name', schedule: 'at' },
    refreshes: ['ownTransfers.templates'],
    worded: (thrown) =>
      isRefusal(thrown, 'ownTransfers.updateTemplate') && thrown.code === 'transferRefused'
        ? { message: t('refused.unseen') }
        : failure(thrown),
    onDone: (_, { name }) => say(t('templates.changed', { name: name.trim() })),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('templates.editOf', { name: template.name })}
      submitLabel={t('templates.submit')}
    >
      <TextInput {...form.text('name')} />
      <Times {...form} />
    </Confirm>
  )
}

function Times({ draft, change, fieldErrors, flag }: FormOf<TimesDraft>) {
  const { t } = useTranslation('own-transfers')
  return (
    <div className={blocks['stack']}>
      <Switch {...flag('isScheduled')} description={t('templates.scheduleHint')} />
      {draft.isScheduled && (
        <>
          <TextInput
            name="at"
            type="time"
            label={t('field.at')}
            value={draft.at}
            error={fieldErrors.at}
            onChange={(event) => change({ at: event.currentTarget.value })}
            w={160}
          />
          <Checkbox.Group
            label={t('field.days')}
            value={[...draft.days]}
            onChange={(days) => change({ days })}
          >
            <div className={classes['days']}>
              {everyDay.map((day) => (
                <Checkbox key={day} value={day} label={t(`templates.days.${day}`)} />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
    </div>
  )
}
