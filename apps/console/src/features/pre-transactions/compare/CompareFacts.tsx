import { useTranslation } from 'react-i18next'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { LineMessages } from '../lines/LineMessages.tsx'
import { payerOf, type CompareDetail, type CompareRow } from './compare-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

type Line = NonNullable<CompareRow['line']>
type Ours = NonNullable<CompareRow['record']>

const LineFacts = factsPart<Line>({
  area: 'pre-transactions-reconcile',
  title: 'field.line',
  facts: (fact) => [
    fact.money('amount', 'amountMinor'),
    fact.exact('at', { label: 'field.bankTime' }),
    fact.day('valueOn'),
    fact.money('balanceAfter', 'balanceAfterMinor', {
      isTold: ({ balanceAfterMinor }) => balanceAfterMinor !== null,
    }),
    fact.cell('payer', (line) => payerOf(line), { isTold: (line) => payerOf(line) !== '' }),
    fact.text('ref', { isTold: ({ ref }) => ref !== null }),
    fact.cell('state', (line, { t }) => t(`pre-transactions-lines:states.${line.state}`)),
    fact.text('handler', { isTold: ({ handler }) => handler !== null }),
  ],
})

const RecordFacts = factsPart<Ours>({
  area: 'pre-transactions-reconcile',
  title: 'field.record',
  facts: (fact) => [
    fact.money('amount', 'amountMinor'),
    fact.exact('at', { label: 'field.recordAt' }),
    fact.day('businessOn'),
    fact.copy('reference'),
    fact.cell('member', (record) => record.member?.username ?? '–', {
      isTold: ({ member }) => member !== null,
    }),
    fact.cell('state', (record, { t }) => t(`recordStates.${record.state}`)),
  ],
})

/** Why the row is what it is, and its two sides. */
export function CompareFacts({ of: { row } }: { of: CompareDetail }) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { reason, was, deltaMinor, deltaSeconds, other } = row
  return (
    <>
      {reason && (
        <p className={blocks['warn']} data-tone={row.isOpen ? 'amber' : 'grey'}>
          {was && `${t(`classes.${was}`)} · `}
          {t(`reason.${reason}`)}
          {other && (
            <>
              {' · '}
              {other.reference} <Time at={other.at} show="short" />
            </>
          )}
        </p>
      )}
      {deltaMinor !== null && deltaSeconds !== null && (
        <p className={blocks['note']}>
          {t('field.difference')} <Money minor={deltaMinor} signed /> · {t('field.deltaTime')}{' '}
          {t('seconds', { count: deltaSeconds, shown: String(deltaSeconds) })}
        </p>
      )}
      {row.line && <LineFacts of={row.line} />}
      {row.record && <RecordFacts of={row.record} />}
    </>
  )
}

/** What the bank wrote, what else the row may be, and what was done. */
export function Evidence({ of: { row, messages, candidates, history } }: { of: CompareDetail }) {
  const { t } = useTranslation('pre-transactions-reconcile')
  return (
    <>
      {row.line && messages.length > 0 && (
        <section className={blocks['card']} data-dense>
          <h3>{t('pre-transactions-lines:messages')}</h3>
          <LineMessages line={row.line} messages={messages} />
        </section>
      )}
      {candidates.length > 0 && (
        <section className={blocks['card']} data-dense>
          <h3>{t('panel.candidates')}</h3>
          <ul className={blocks['list']} data-spaced>
            {candidates.map(({ id, amountMinor, at, reference }) => (
              <li key={id}>
                <Money minor={amountMinor} /> · <Time at={at} show="short" />
                {reference && ` · ${reference}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {history.length > 0 && (
        <section className={blocks['card']} data-dense>
          <h3>{t('panel.history')}</h3>
          <ul className={blocks['list']} data-spaced>
            {history.map(({ at, by, action, text }) => (
              <li key={`${at} ${action}`}>
                <Time at={at} show="exact" /> · {by ?? t('panel.system')} · {t(`history.${action}`)}
                {text && <span className={blocks['small']}>{text}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
