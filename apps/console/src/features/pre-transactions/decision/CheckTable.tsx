import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { byUrgency, checkSentence } from '../../../lib/words/check-words.ts'
import type { Check } from '../rows/queue-shapes.ts'
import { checkTone } from '../rows/row-tones.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Sheet.module.css'

/**
 * Why: each check with its result and what it found then; those that do not apply are folded away.
 * `at`: when they were made, where that was not just now.
 */
export function CheckTable({ checks, at }: { checks: readonly Check[]; at?: string }) {
  const { t } = useTranslation('pre-transactions')
  const sorted = byUrgency(checks)
  const applying = sorted.filter((check) => check.result !== 'notApplicable')
  const others = sorted.filter((check) => check.result === 'notApplicable')
  return (
    <section className={classes['section']}>
      <h3>{t('request.checks')}</h3>
      {at !== undefined && checks.length > 0 && (
        <p className={blocks['quiet']}>
          {t('request.checkedAt')} <Time at={at} show="exact" />
        </p>
      )}
      <Rows checks={applying} label={t('request.checks')} />
      {others.length > 0 && (
        <details>
          <summary>{t('request.notApplicable', { count: others.length })}</summary>
          <Rows checks={others} label={t('request.notApplicable', { count: others.length })} />
        </details>
      )}
    </section>
  )
}

function Rows({ checks, label }: { checks: readonly Check[]; label: string }) {
  const { t, i18n } = useTranslation(['pre-transactions', 'pre-transactions-checks'])
  if (checks.length === 0) return <p className={blocks['quiet']}>{t('request.noChecks')}</p>
  return (
    <table className={classes['table']} aria-label={label}>
      <tbody>
        {checks.map((check) => (
          <tr key={check.code}>
            <td className={classes['result']}>
              <Status
                tone={checkTone(check.result)}
                label={t(`pre-transactions-checks:result.${check.result}`)}
              />
            </td>
            <td>
              <strong>
                {t(`pre-transactions-checks:${check.code}.name`, { defaultValue: check.code })}
              </strong>
              <div className={blocks['quiet']}>{checkSentence(t, check, i18n.language)}</div>
              <LineOf check={check} />
              <BetOf check={check} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The bet a check speaks of, for who may read bets. */
function BetOf({ check }: { check: Check }) {
  const { t } = useTranslation('pre-transactions-checks')
  const mayRead = useAllows()({ betReport: ['isRead'] })
  const { betId } = check.detail
  if (typeof betId !== 'string' || !mayRead) return null
  return (
    <ScreenLink to="/bet-report" search={{ open: betId }}>
      {t('seeBet')}
    </ScreenLink>
  )
}

/** The line a check speaks of, for who may read lines. */
function LineOf({ check }: { check: Check }) {
  const { t } = useTranslation('pre-transactions-checks')
  const mayRead = useAllows()({ pretransactionNotMatch: ['isRead'] })
  const { lineId } = check.detail
  if (typeof lineId !== 'string' || !mayRead) return null
  return (
    <ScreenLink to="/pre-transaction/matching" search={{ tab: 'handled', line: lineId }}>
      {t('seeLine')}
    </ScreenLink>
  )
}
