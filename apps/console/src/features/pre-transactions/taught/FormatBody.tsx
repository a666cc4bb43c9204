import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taughtLinesMin } from '@khlang/contract/values/taught-values.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { formatCount } from '../../../lib/words/formats.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { FormatTrial } from './FormatTrial.tsx'
import { slotTones, stateTones, type Format } from './taught-shapes.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Taught.module.css'

const Facts = factsPart<Format>({
  area: 'pre-transactions-taught',
  facts: (fact) => [
    fact.cell('bank', ({ bank }) => <BankTag code={bank} />),
    fact.cell('senders', ({ senders }) => senders.join(', ')),
    fact.count('readCount'),
    fact.time('lastReadAt', { isTold: ({ lastReadAt }) => lastReadAt !== null }),
    fact.text('maker'),
    fact.text('checker', { isTold: ({ checker }) => checker !== null }),
    fact.time('activatedAt', { isTold: ({ activatedAt }) => activatedAt !== null }),
  ],
})

/** What a version reads, how far it is, and what its trial found. */
export function FormatBody({ format }: { format: Format }) {
  const { t } = useTranslation('pre-transactions-taught')
  const { state, confirmedCount, isRereading, rereadCount, versions } = format
  return (
    <>
      <Wording format={format} />
      {state === 'trying' && <Trying format={format} />}
      {state === 'active' && (
        <p className={blocks.warn} data-tone={confirmedCount >= taughtLinesMin ? 'green' : 'blue'}>
          {t(confirmedCount >= taughtLinesMin ? 'panel.learnt' : 'panel.learning', {
            confirmed: confirmedCount,
            needed: taughtLinesMin,
          })}{' '}
          {t(isRereading ? 'panel.rereading' : 'panel.reread', { read: rereadCount })}
        </p>
      )}
      {format.trial && <FormatTrial trial={format.trial} />}
      <Facts of={format} />
      {versions.length > 1 && (
        <details className={blocks.fold}>
          <summary>{t('panel.versions', { count: versions.length })}</summary>
          <ul className={blocks.list}>
            {versions.map((each) => (
              <li key={each.id} className={blocks.sides}>
                {t('panel.version', { number: each.number })}
                <Status tone={stateTones[each.state]} label={t(`states.${each.state}`)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The words as they must stand, and what varies. */
function Wording({ format: { shape } }: { format: Format }) {
  const { t } = useTranslation('pre-transactions-taught')
  return (
    <p className={blocks.message}>
      {shape.pieces.map((piece, at) =>
        'words' in piece ? (
          <span key={at}>{piece.words}</span>
        ) : (
          <span key={at} className={`${classes['place']} ${blocks.tone}`} data-tone={slotTones[piece.slot]}>
            {t(`slots.${piece.slot}`)}
          </span>
        ),
      )}
    </p>
  )
}

function Trying({ format: { progressDone, progressTotal } }: { format: Format }) {
  const { t } = useTranslation('pre-transactions-taught')
  const share = progressTotal ? Math.min(100, (100 * progressDone) / progressTotal) : 0
  return (
    <div className={blocks.stack} role="status">
      <span className={blocks.quiet}>{t('panel.trying', { done: formatCount(progressDone) })}</span>
      <Progress value={progressTotal === null ? 100 : share} animated aria-label={t('states.trying')} />
    </div>
  )
}
