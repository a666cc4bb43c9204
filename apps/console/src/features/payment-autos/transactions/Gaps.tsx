import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { HoleHelp } from '../../../ui/page/HoleHelp.tsx'
import type { AccountDetail } from '../list/account-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** Both lines carry one time as the bank prints it: between them is no span to tell. */
const isMoment = (fromAt: string | null, toAt: string): boolean =>
  fromAt !== null && fromAt.slice(0, 19) === toAt.slice(0, 19)

/** Where the chain of balances has a hole: between when, and how much must have moved unseen. */
export function Gaps({ id, gaps }: Pick<AccountDetail, 'id' | 'gaps'>) {
  const { t } = useTranslation('payment-autos')
  if (gaps.length === 0) return null
  return (
    <HoleHelp accountId={id}>
      <ul className={blocks['list']} aria-label={t('gaps.title')}>
        {gaps.map(({ fromAt, toAt, movedMinor }) => (
          <li key={`${fromAt} ${toAt}`}>
            {isMoment(fromAt, toAt) ? (
              t('gaps.before')
            ) : (
              <>
                {t('gaps.between')} <From at={fromAt} /> –
              </>
            )}{' '}
            <Time at={toAt} show="exact" />
            {movedMinor !== null && (
              <>
                {' · '}
                {t('gaps.moved')} <Money minor={movedMinor} signed />
              </>
            )}
          </li>
        ))}
      </ul>
    </HoleHelp>
  )
}

function From({ at }: { at: string | null }) {
  const { t } = useTranslation('payment-autos')
  return at === null ? t('gaps.begin') : <Time at={at} show="exact" />
}
