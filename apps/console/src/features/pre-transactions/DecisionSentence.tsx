import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { readDecision } from './match-decision.ts'
import classes from './Matching.module.css'

/** In plain words: why the machine did, or did not, credit this line by itself. */
export function DecisionSentence({ decision, reason }: { decision: unknown; reason: string | null }) {
  const { t } = useTranslation('pre-transactions')
  const read = readDecision(decision)
  const isAuto = read.decision === 'auto'
  const all = read.reasons.length > 0 || reason === null ? read.reasons : [reason]
  const reasons = all.filter((each) => each !== 'auto')
  return (
    <div className={classes.decision} data-auto={isAuto || undefined}>
      <IconInfoCircle size={18} aria-hidden />
      <div>
        <p>{t(isAuto ? 'matching.wasAuto' : reasons.length > 0 ? 'matching.whyNot' : 'matching.whyUnknown')}</p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map((each) => (
              <li key={each}>
                {t(`matching.why.${each}`, {
                  margin: read.margin ?? '–',
                  score: read.bestScore ?? '–',
                  defaultValue: each,
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
