import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../ChannelMark.tsx'
import type { GroupDraft } from './group-form.ts'
import { SentenceExample } from './SentenceExample.tsx'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

const shownMax = 3

/** The first of the chosen events as they will stand in the chat. */
export function ChatPreview({ draft }: { draft: GroupDraft }) {
  const { t } = useTranslation('group-notifications')
  const { events, language, templates } = draft
  const languages = language === 'both' ? (['th', 'en'] as const) : [language]
  const more = events.length - shownMax
  return (
    <section className={formClasses['preview']} aria-label={t('form.preview')}>
      <h2>{t('form.preview')}</h2>
      {events.length === 0 ? (
        <p className={blocks['note']}>{t('form.previewEmpty')}</p>
      ) : (
        <>
          <div className={formClasses['chat']}>
            <ChannelMark channel={draft.channel} />
            <Suspense>
              {events.slice(0, shownMax).map((code) => (
                <p key={code} className={formClasses['bubble']}>
                  {languages.map((each) => (
                    <SentenceExample
                      key={each}
                      code={code}
                      language={each}
                      own={templates[code]?.[each] ?? ''}
                    />
                  ))}
                </p>
              ))}
            </Suspense>
            {more > 0 && <span className={blocks['note']}>{t('form.previewMore', { count: more })}</span>}
          </div>
          <p className={blocks['note']}>{t('form.previewHint')}</p>
        </>
      )}
    </section>
  )
}
