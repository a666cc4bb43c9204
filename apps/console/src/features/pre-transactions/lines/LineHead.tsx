import { useTranslation } from 'react-i18next'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { MemberName } from './Candidate.tsx'
import { Payer } from './LineList.tsx'
import { isOpen, type Line } from './line-shapes.ts'
import { lineTones } from './line-tones.ts'
import classes from './LineDetail.module.css'

/** The line itself, and for one that was handled who did what with it. */
export function LineHead({ line, account }: { line: Line; account: string }) {
  const { t } = useTranslation('pre-transactions')
  const { member, deposit, handler, handledAt } = line
  const state = t(`matching.states.${line.state}`)
  return (
    <header className={classes.head}>
      <div className={classes.headTop}>
        <span className={classes.headAmount}>
          <Money
            minor={line.direction === 'out' ? -line.amountMinor : line.amountMinor}
            signed
            unit={t('matching.baht')}
          />
        </span>
        {line.direction === 'out' && <Status tone="grey" label={t('matching.out')} />}
        <Status tone={lineTones[line.state]} label={state} />
        {line.isPossibleDouble && <Status tone="amber" label={t('matching.possibleDouble')} />}
      </div>
      {!isOpen(line) && (
        <p className={classes.handled}>
          {t(handler === null ? 'matching.handledByMachine' : 'matching.handledBy', {
            name: handler ?? '',
            state,
          })}
          {handledAt !== null && (
            <>
              {' '}
              <Time at={handledAt} />
            </>
          )}
          {member && (
            <>
              {' → '}
              <MemberName member={member} /> {deposit?.reference}
            </>
          )}
        </p>
      )}
      <KeyValue
        columns={2}
        facts={[
          { label: t('matching.bankTime'), value: <Time at={line.bankTime} show="exact" /> },
          { label: t('matching.account'), value: account },
          { label: t('matching.payer'), value: <Payer line={line} /> },
          { label: t('matching.receivedAt'), value: <Time at={line.receivedAt} show="exact" /> },
          ...(line.balanceAfterMinor === null
            ? []
            : [{ label: t('matching.balanceAfter'), value: <Money minor={line.balanceAfterMinor} /> }]),
          {
            label: t('matching.chainLabel'),
            value: t(`matching.chain.${line.chain}`, { defaultValue: line.chain }),
          },
        ]}
      />
    </header>
  )
}
