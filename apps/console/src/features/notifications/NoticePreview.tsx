import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../lib/person/profile.ts'
import type { NoticeDraft } from './notice-form.ts'
import { NoticeWords } from './NoticeWords.tsx'
import classes from './Notices.module.css'

/** The message as it will stand in the panel of whoever gets it. */
export function NoticePreview({ draft }: { draft: NoticeDraft }) {
  const { t } = useTranslation('notifications')
  const { displayName } = useProfile()
  const [createdAt] = useState(() => new Date().toISOString())
  const title = draft.title.trim() || t('add.previewTitle')
  const body = draft.body.trim()
  return (
    <section className={classes['preview']} aria-label={t('add.preview')}>
      <h2>{t('add.preview')}</h2>
      <div className={classes['card']}>
        <NoticeWords
          isWhole
          notice={{
            id: '',
            code: 'broadcast',
            severity: draft.severity,
            title: { th: title, en: title },
            body: { th: body, en: body },
            entity: null,
            entityId: null,
            author: displayName,
            createdAt,
            readAt: null,
          }}
        />
      </div>
      <p>{t(draft.severity === 'critical' ? 'add.previewCritical' : 'add.previewHint')}</p>
    </section>
  )
}
