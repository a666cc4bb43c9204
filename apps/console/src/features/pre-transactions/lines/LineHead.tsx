import { useTranslation } from 'react-i18next'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { MemberName } from './Candidate.tsx'
import { Payer } from './LineList.tsx'
import { isOpen, otherSide, type Line } from './line-shapes.ts'
import { lineTones } from '../../../lib/words/line-tones.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './LineDetail.module.css'

/** The line itself, and for one that was handled who did what with it. */
export function LineHead({ line, account }: { line: Line; account: string }) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const { member, deposit, handler, handledAt } = line
  const state = t(`states.${line.state}`)
  return (
    <header className={classes.head}>
      <div className={blocks.sides}>
        <span className={classes.headAmount}>
          <Money
            minor={line.direction === 'out' ? -line.amountMinor : line.amountMinor}
            signed
            unit={t('pre-transactions:matching.baht')}
          />
        </span>
        {line.direction === 'out' && <Status tone="grey" label={t('out')} />}
        <Status tone={lineTones[line.state]} label={state} />
        {line.isPossibleDouble && <Status tone="amber" label={t('possibleDouble')} />}
      </div>
      {!isOpen(line) && (
        <p className={classes.handled}>
          {t(handler === null ? 'handledByMachine' : 'handledBy', {
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
      <Facts of={{ ...line, account }} />
    </header>
  )
}

const Facts = factsPart<Line & { account: string }>({
  area: 'pre-transactions-lines',
  columns: 2,
  facts: (fact) => [
    fact.exact('bankTime'),
    fact.text('account'),
    fact.cell('payer', (line) => <Payer line={line} />, {
      labelOf: (line) => `field.${otherSide(line)}`,
    }),
    fact.exact('receivedAt'),
    fact.money('balanceAfter', 'balanceAfterMinor', { ifAny: true }),
    fact.word('chain', 'chain'),
  ],
})
