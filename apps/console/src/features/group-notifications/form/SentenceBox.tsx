import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { Textarea } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { gapsOf, unknownGaps, withGap, type Gap } from './group-sentences.ts'
import { SentenceExample } from './SentenceExample.tsx'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

const { max: sentenceMax } = ruleOf('groupNotifications.create', 'templates.*.th')

interface SentenceBoxProps {
  code: EventCode
  language: 'th' | 'en'
  value: string
  onChange: (text: string) => void
}

/** An own sentence: what may be put into it, the text, and how it will read. */
export function SentenceBox({ code, language, value, onChange }: SentenceBoxProps) {
  const { t } = useTranslation('group-notifications')
  const box = useRef<HTMLTextAreaElement>(null)
  const gaps = gapsOf[code]
  const unknown = unknownGaps(value, code)
  const put = (gap: Gap) => {
    const from = box.current?.selectionStart ?? value.length
    const made = withGap(value, gap, from, box.current?.selectionEnd ?? from, sentenceMax)
    if (made === null) return
    flushSync(() => onChange(made.text))
    box.current?.focus()
    box.current?.setSelectionRange(made.caret, made.caret)
  }
  return (
    <div className={formClasses['sentence']}>
      <Textarea
        ref={box}
        label={t(`form.sentenceIn.${language}`)}
        maxLength={sentenceMax}
        lang={language}
        data-raw
        placeholder={t('form.usualSentence')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {gaps.length === 0 && <p className={blocks['note']}>{t('form.noGaps')}</p>}
      {gaps.length > 0 && (
        <div className={formClasses['gaps']} role="group" aria-label={t('form.gaps')}>
          {gaps.map((gap) => (
            <button key={gap} type="button" title={t('form.gaps')} onClick={() => put(gap)}>
              + {t(`gap.${gap}`)}
            </button>
          ))}
        </div>
      )}
      {unknown.length > 0 && (
        <p className={formClasses['doubt']} role="status">
          {t('form.unknownGap', { names: unknown.join(', ') })}
        </p>
      )}
      <p className={formClasses['example']}>
        <span className={formClasses['exampleLabel']}>
          {t(value.trim() === '' ? 'form.usualSentence' : 'form.example')}
        </span>
        <Suspense>
          <SentenceExample code={code} language={language} own={value} />
        </Suspense>
      </p>
    </div>
  )
}
