import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { chatLanguages } from '@khlang/contract/values/value-lists.ts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import type { GroupFieldsProps } from './group-form.ts'
import { SentenceBox } from './SentenceBox.tsx'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'
import classes from '../Groups.module.css'

/** In which language, and own sentences for chosen kinds of event. */
export function WordFields({ draft, change, fieldErrors }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const { language, events, templates } = draft
  return (
    <FormSection title={t('form.words')} description={t('form.wordsLead')}>
      <div>
        <span id="group-language" className={formClasses['label']}>
          {t('field.language')}
        </span>
        <SegmentedControl
          aria-labelledby="group-language"
          value={language}
          onChange={(value) => {
            const chosen = chatLanguages.find((each) => each === value)
            if (chosen) change({ language: chosen })
          }}
          data={chatLanguages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        />
      </div>
      {events.length === 0 && <p className={blocks['note']}>{t('form.noEvents')}</p>}
      {fieldErrors.templates !== undefined && (
        <p className={classes['bad']} role="alert">
          {fieldErrors.templates}
        </p>
      )}
      <div>
        {events.map((code) => (
          <EventSentences
            key={code}
            code={code}
            draft={draft}
            onChange={(sentences) => change({ templates: { ...templates, [code]: sentences } })}
          />
        ))}
      </div>
    </FormSection>
  )
}

interface EventSentencesProps {
  code: EventCode
  draft: GroupFieldsProps['draft']
  onChange: (sentences: { th: string; en: string }) => void
}

/** The sentences of one kind; drawn when they are first looked at, for there may be forty. */
function EventSentences({ code, draft, onChange }: EventSentencesProps) {
  const { t } = useTranslation('group-notifications')
  const { t: tEvent } = useTranslation('notifications')
  const [isOpen, setOpen] = useState(false)
  const own = draft.templates[code] ?? { th: '', en: '' }
  const languages = draft.language === 'both' ? (['th', 'en'] as const) : [draft.language]
  const isOwn = languages.some((language) => own[language].trim() !== '')
  return (
    <details className={formClasses['event']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{tEvent(`events.${code}.title`)}</span>
        <span className={formClasses['which']} data-own={isOwn || undefined}>
          {t(isOwn ? 'form.ownSentence' : 'form.usualSentence')}
        </span>
      </summary>
      {isOpen &&
        languages.map((language) => (
          <SentenceBox
            key={language}
            code={code}
            language={language}
            value={own[language]}
            onChange={(text) => onChange({ ...own, [language]: text })}
          />
        ))}
    </details>
  )
}
