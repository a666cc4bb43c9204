import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/figures/Time.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import type { Day } from '../day-shapes.ts'
import { PackButtons } from './PackButtons.tsx'
import { PackKey } from './PackKey.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

type Close = Day['closes'][number]

/**
 * Each time the day was closed, with the packs of those that were reopened: the standing one's is fetched
 * at the top of the day. By what packs are checked.
 */
export function Closes({ day: { businessOn, closes, ledgerDigest } }: { day: Day }) {
  const { t } = useTranslation('reconcile')
  if (closes.length === 0) return null
  return (
    <section className={blocks['card']} aria-label={t('closes.title')}>
      <h3>{t('closes.title')}</h3>
      {closes.map((close) => (
        <OneClose key={close.round} on={businessOn} close={close} />
      ))}
      <p className={blocks['quiet']}>
        {t('closes.digest')}: <span className={classes['hash']}>{ledgerDigest}</span>
      </p>
      <PackKey />
      <p className={blocks['quiet']}>{t('closes.verify')}</p>
    </section>
  )
}

function OneClose({ on, close }: { on: string; close: Close }) {
  const { t } = useTranslation('reconcile')
  const { round, closedAt, closedBy, agreedBy, isAlone, factsHash, reopenedAt, reopenedBy, reopenReason } =
    close
  return (
    <div className={blocks['stack']}>
      <KeyValue
        columns={2}
        facts={[
          {
            label: `${t('closes.round', { round })} · ${t('closes.closedBy')}`,
            value: (
              <>
                {closedBy} · <Time at={closedAt} show="exact" />
              </>
            ),
          },
          {
            label: t('closes.agreedBy'),
            value: agreedBy ?? t(isAlone ? 'closes.alone' : 'closing.notNeeded'),
          },
          { label: t('closes.hash'), value: <span className={classes['hash']}>{factsHash}</span> },
        ]}
      />
      {reopenedBy && (
        <p className={blocks['warn']}>{t('closes.reopened', { by: reopenedBy, reason: reopenReason })}</p>
      )}
      {!close.isPacked && <p className={blocks['note']}>{t('closing.packing')}</p>}
      {close.isPacked && reopenedAt !== null && <PackButtons on={on} round={round} />}
    </div>
  )
}
