import { severities } from '@khlang/contract/values/event-codes.ts'
import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm, type FormOf } from '../../lib/form/use-form.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { Confirm } from '../../ui/sheet/Confirm.tsx'
import { FormPage, FormSection } from '../../ui/form/FormPage.tsx'
import '../../ui/kit-later.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { noticeForm, type NoticeDraft } from './notice-form.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { SeverityMark } from './SeverityMark.tsx'
import classes from './Notices.module.css'

/** `/notification/add`: a message to the staff. */
export default function NoticeAdd() {
  const { t } = useTranslation('notifications')
  const go = useGo()
  const [isAsking, setAsking] = useState(false)
  const form = useForm(noticeForm, {
    onDone: (_, { title }) => {
      say(t('add.done', { title: title.trim() }))
      go({ to: '/notification/list' })
    },
  })
  const { draft } = form
  return (
    <>
      <FormPage
        {...form.page}
        title={t('add.title')}
        description={t('add.lead')}
        submitLabel={t('add.submit')}
        onSubmit={async () => setAsking(form.check())}
        onCancel={() => go({ to: '/notification/list' })}
        aside={<NoticePreview draft={draft} />}
      >
        <WordFields {...form} />
        <AudienceFields {...form} />
      </FormPage>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('add.confirm')}
        submitLabel={t('add.send')}
        canSubmit={form.canSend}
        facts={[
          { label: t('field.title'), value: draft.title.trim() },
          { label: t('field.severity'), value: <SeverityMark severity={draft.severity} /> },
          { label: t('add.audience'), value: <Audience draft={draft} /> },
        ]}
        notice={t('add.notice')}
        onSubmit={() => form.send()}
      />
    </>
  )
}

function Audience({ draft }: { draft: NoticeDraft }) {
  const { t } = useTranslation('notifications')
  if (draft.audience === 'all') return t('audience.all')
  return draft[draft.audience].map(({ label }) => label).join(', ')
}

/** What it says, and how loud. */
function WordFields({ draft, change, text }: FormOf<NoticeDraft>) {
  const { t } = useTranslation('notifications')
  return (
    <FormSection title={t('add.words')}>
      <TextInput {...text('title')} />
      <Textarea {...text('body')} description={t('add.bodyHint')} minRows={3} />
      <div>
        <span id="notice-severity" className={classes['label']}>
          {t('field.severity')}
        </span>
        <SegmentedControl
          aria-labelledby="notice-severity"
          value={draft.severity}
          onChange={(value) => {
            const severity = severities.find((each) => each === value)
            if (severity) change({ severity })
          }}
          data={severities.map((value) => ({ value, label: <SeverityMark severity={value} /> }))}
        />
      </div>
    </FormSection>
  )
}
