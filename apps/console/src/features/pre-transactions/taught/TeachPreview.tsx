import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReadingWords } from './ReadingWords.tsx'
import type { Preview } from './taught-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Taught.module.css'

/** What the marks make of the message, and what is still wrong with them, in plain words. */
export function TeachPreview({ preview }: { preview: Preview }) {
  const { t } = useTranslation('pre-transactions-taught')
  const { reading, problems, accountName, fitting, looked } = preview
  const isGood = problems.length === 0
  return (
    <section className={blocks.card} aria-live="polite">
      <h2>{t('preview.title')}</h2>
      {reading === null ? (
        <p className={blocks.note}>{t('preview.nothing')}</p>
      ) : (
        <p className={classes['said']}>
          <ReadingWords reading={reading} accountName={accountName} />
        </p>
      )}
      {isGood ? (
        <p className={classes['verdict']} data-tone="green">
          <IconCircleCheck size={18} aria-hidden />
          {t('preview.fitting', { fitting, looked })}
        </p>
      ) : (
        <ul className={classes['problems']}>
          {problems.map(({ code, words }) => (
            <li key={`${code} ${words ?? ''}`}>
              <IconAlertTriangle size={18} aria-hidden />
              <span>
                {t(`problems.${code}`)}
                {words !== null && words !== '' && !isSlot(code) && <b> “{words}”</b>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Problems whose words are a code of ours. */
const isSlot = (code: string): boolean =>
  ['slotTwice', 'slotsTouch', 'freeUnbounded', 'readsOthers'].includes(code)
