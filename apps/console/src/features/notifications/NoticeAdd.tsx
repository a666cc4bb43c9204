import { severities } from '@khlang/contract/event-codes.ts'
import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useWorded } from '../../lib/failure.ts'
import { useKept } from '../../lib/kept.ts'
import { useGo } from '../../lib/navigation.tsx'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import { FormPage, FormSection } from '../../ui/FormPage.tsx'
import '../../ui/kit-later.ts'
import { AudienceFields } from './AudienceFields.tsx'
import {
  bodyMax,
  emptyDraft,
  fieldOfFailure,
  newNoticeOf,
  noticeFaults,
  titleMax,
  type NoticeDraft,
  type NoticeFaults,
} from './notice-form.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { SeverityMark } from './SeverityMark.tsx'
import classes from './Notices.module.css'

/** `/notification/add`: a message to the staff. */
export default function NoticeAdd() {
  const { t } = useTranslation('notifications')
  const go = useGo()
  const worded = useWorded()
  const [draft, setDraft] = useKept<NoticeDraft>('notice', () => emptyDraft)
  const [faults, setFaults] = useState<NoticeFaults>({})
  const [isAsking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  const create = useCall('notifications.create', { refreshes: ['notifications'] })
  const change = (changes: Partial<NoticeDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFaults({})
  }
  const check = () => {
    const found = noticeFaults(draft)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)])))
    if (Object.keys(found).length === 0) setAsking(true)
    return Promise.resolve()
  }
  const send = ({ idempotencyKey }: ConfirmResult) =>
    worded(async () => {
      try {
        await create.send(newNoticeOf(draft), { idempotencyKey })
      } catch (thrown) {
        const field = thrown instanceof CallError ? fieldOfFailure(thrown.field) : null
        if (field !== null) setFaults({ [field]: t('fault.refused') })
        throw thrown
      }
      say(t('add.done', { title: draft.title.trim() }))
      setSent(true)
    })
  // Once the form has heard that nothing is unsaved any more, so that leaving it asks nothing.
  useEffect(() => {
    if (isSent) go({ to: '/notification/list' })
  }, [isSent, go])
  return (
    <>
      <FormPage
        title={t('add.title')}
        description={t('add.lead')}
        submitLabel={t('add.submit')}
        isDirty={draft !== emptyDraft && !isSent}
        canSubmit={create.canSend}
        onSubmit={check}
        onCancel={() => go({ to: '/notification/list' })}
        aside={<NoticePreview draft={draft} />}
      >
        <WordFields draft={draft} onChange={change} faults={faults} />
        <AudienceFields draft={draft} onChange={change} faults={faults} />
      </FormPage>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('add.confirm')}
        submitLabel={t('add.send')}
        canSubmit={create.canSend}
        facts={[
          { label: t('field.title'), value: draft.title.trim() },
          { label: t('field.severity'), value: <SeverityMark severity={draft.severity} /> },
          { label: t('add.audience'), value: <Audience draft={draft} /> },
        ]}
        notice={t('add.notice')}
        onSubmit={send}
      />
    </>
  )
}

function Audience({ draft }: { draft: NoticeDraft }) {
  const { t } = useTranslation('notifications')
  if (draft.audience === 'all') return t('audience.all')
  return draft[draft.audience].map(({ label }) => label).join(', ')
}

interface WordFieldsProps {
  draft: NoticeDraft
  onChange: (changes: Partial<NoticeDraft>) => void
  faults: NoticeFaults
}

/** What it says, and how loud. */
function WordFields({ draft, onChange, faults }: WordFieldsProps) {
  const { t } = useTranslation('notifications')
  return (
    <FormSection title={t('add.words')}>
      <TextInput
        name="title"
        label={t('field.title')}
        autoComplete="off"
        maxLength={titleMax}
        withAsterisk
        required
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={faults.title}
      />
      <Textarea
        name="body"
        label={t('field.body')}
        description={t('add.bodyHint')}
        autosize
        minRows={3}
        maxLength={bodyMax}
        value={draft.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
        error={faults.body}
      />
      <div>
        <span id="notice-severity" className={classes['label']}>
          {t('field.severity')}
        </span>
        <SegmentedControl
          aria-labelledby="notice-severity"
          value={draft.severity}
          onChange={(value) => {
            const severity = severities.find((each) => each === value)
            if (severity) onChange({ severity })
          }}
          data={severities.map((value) => ({ value, label: <SeverityMark severity={value} /> }))}
        />
      </div>
    </FormSection>
  )
}
