import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import { ReadingWords } from './ReadingWords.tsx'
import type { Sample, Trial } from './taught-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Taught.module.css'

/** What a trial over every message found: counts first, then messages to look at. */
export function FormatTrial({ trial }: { trial: Trial }) {
  const { t } = useTranslation('pre-transactions-taught')
  const { failure, samples } = trial
  const counts = [
    ['scanned', trial.scanned, false],
    ['newlyRead', trial.newlyRead, false],
    ['conflicts', trial.conflicts, trial.conflicts > 0],
    ['others', trial.others, trial.others > 0],
    ['chainFits', trial.chainFits, false],
    ['chainContradicts', trial.chainContradicts, trial.chainContradicts > 0],
    ['accountUnknown', trial.accountUnknown, false],
    ['bigAmount', trial.bigAmount, false],
    ['timeOdd', trial.timeOdd, false],
  ] as const
  return (
    <>
      <p className={blocks.warn} data-tone={failure === null ? 'green' : 'red'}>
        {t(failure === null ? 'trial.good' : `trial.failures.${failure}`)}
      </p>
      <dl className={classes['counts']}>
        {counts.map(([name, count, isBad]) => (
          <div key={name} data-bad={isBad || undefined}>
            <dt>{t(`trial.${name}`)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <Samples name="conflicts" samples={samples.conflicts} isOpen />
      <Samples name="others" samples={samples.others} isOpen />
      <Samples name="contradictions" samples={samples.contradictions} isOpen />
      <Samples name="odd" samples={samples.odd} />
      <Samples name="newlyRead" samples={samples.newlyRead} isOpen={failure === null} />
    </>
  )
}

interface SamplesProps {
  name: keyof Trial['samples']
  samples: readonly Sample[]
  isOpen?: boolean
}

function Samples({ name, samples, isOpen = false }: SamplesProps) {
  const { t } = useTranslation('pre-transactions-taught')
  if (samples.length === 0) return null
  return (
    <details className={blocks.fold} open={isOpen}>
      <summary>{t(`samples.${name}`, { count: samples.length })}</summary>
      <ul className={blocks.list} data-spaced>
        {samples.map((sample) => (
          <li key={sample.messageId} className={blocks.card} data-dense>
            {sample.reading && (
              <p className={classes['said']}>
                <ReadingWords reading={sample.reading} />
              </p>
            )}
            <p className={blocks.quiet}>
              {sample.sender} · <Time at={sample.receivedAt} show="both" />
              {[
                ...(sample.chain === 'unknown' ? [] : [t(`chains.${sample.chain}`)]),
                ...sample.odd.map((each) => t(`trial.${each}`)),
              ].map((word) => ` · ${word}`)}
            </p>
            <p className={blocks.note}>{sample.text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
