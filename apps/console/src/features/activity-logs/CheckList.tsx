import { useTranslation } from 'react-i18next'
import { byUrgency, checkSentence, type Check } from '../../lib/words/check-words.ts'
import { Status, type Tone } from '../../ui/figures/Status.tsx'
import tableClasses from '../../ui/PlainTable.module.css'

const tones: Readonly<Record<string, Tone>> = {
  pass: 'green',
  warn: 'amber',
  review: 'amber',
  block: 'red',
}

/** The checks of a withdrawal as they were at that moment: what was looked at, and what it found. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t, i18n } = useTranslation('pre-transactions-checks')
  return (
    <ul className={tableClasses['values']}>
      {byUrgency(checks)
        .filter(({ result }) => result !== 'notApplicable')
        .map((check) => (
          <li key={check.code}>
            <Status tone={tones[check.result] ?? 'grey'} label={t(`result.${check.result}`)} />{' '}
            {t(`pre-transactions-checks:${check.code}.name`, { defaultValue: check.code })}:{' '}
            {checkSentence(t, check, i18n.language)}
          </li>
        ))}
    </ul>
  )
}
