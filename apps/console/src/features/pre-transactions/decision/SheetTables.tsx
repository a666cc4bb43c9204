import { useTranslation } from 'react-i18next'
import { LineTable } from '../../../ui/sheet/ConfirmTables.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { ledgerName } from '../ledger-names.ts'
import type { Sheet } from '../rows/queue-shapes.ts'
import { payoutTone } from '../rows/row-tones.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Sheet.module.css'

/** The member's newest entries. */
export function RecentTable({ recent }: { recent: Sheet['recent'] }) {
  const { t } = useTranslation('pre-transactions')
  return (
    <section className={classes['section']}>
      <h3>{t('request.recent')}</h3>
      {recent.length === 0 && <p className={blocks['quiet']}>{t('request.noRecent')}</p>}
      {recent.length > 0 && (
        <table className={classes['table']} aria-label={t('request.recent')}>
          <thead>
            <tr>
              <th scope="col">{t('queue.columns.at')}</th>
              <th scope="col">{t('queue.columns.kind')}</th>
              <th scope="col">{t('queue.columns.amount')}</th>
              <th scope="col">{t('request.after')}</th>
            </tr>
          </thead>
          <tbody>
            {recent.map((entry, index) => (
              <tr key={`${index}:${entry.at}`}>
                <td>
                  <Time at={entry.at} />
                </td>
                <td>{t(`request.kinds.${entry.kind}`, { defaultValue: entry.kind })}</td>
                <td>
                  <Money minor={entry.amountMinor} colour signed />
                </td>
                <td>
                  <Money minor={entry.afterMinor} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Every attempt at a payout, for sums that were sent before. */
export function PayoutTable({ payouts }: { payouts: Sheet['payouts'] }) {
  const { t } = useTranslation('pre-transactions')
  if (payouts.length === 0) return null
  return (
    <section className={classes['section']}>
      <h3>{t('request.payouts')}</h3>
      <table className={classes['table']} aria-label={t('request.payouts')}>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.attempt}>
              <td>{t('request.attempt', { attempt: payout.attempt })}</td>
              <td>
                <Status
                  tone={payoutTone(payout.state)}
                  label={t(`request.payoutStates.${payout.state}`, { defaultValue: payout.state })}
                />
              </td>
              <td className={blocks['quiet']}>{payout.railRef ?? '–'}</td>
              <td>
                <Time at={payout.settledAt ?? payout.createdAt} show="exact" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The ledger lines an approval leads to. */
export function LegTable({ legs }: { legs: Sheet['legs'] }) {
  const { t } = useTranslation('pre-transactions')
  if (legs.length === 0) return null
  const lines = legs.map(({ from, to, amountMinor }) => ({
    from: ledgerName(t, from),
    to: ledgerName(t, to),
    amountMinor,
  }))
  return (
    <section className={classes['section']}>
      <LineTable lines={lines} />
    </section>
  )
}
