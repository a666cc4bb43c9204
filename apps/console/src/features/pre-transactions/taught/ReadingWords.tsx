import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { bankFace } from '../../../lib/words/bank-names.ts'
import type { Reading } from './taught-shapes.ts'

/** The printed places of an account as people say them: the digits that are shown. */
const shown = (mask: string): string => mask.replace(/^\?+/, 'x').replaceAll('?', 'x')

/** What a message says where a format reads it, as a sentence: "money in 1,500.00 baht, account x1234 …". */
export function ReadingWords({ reading, accountName }: { reading: Reading; accountName?: string | null }) {
  const { t } = useTranslation('pre-transactions-taught')
  const { direction, amountMinor, balanceAfterMinor, ownMask, bankTime, payerName, payerMask } = reading
  const payer = [
    payerName,
    reading.payerBank === null ? null : bankFace(reading.payerBank).name,
    payerMask === null ? null : shown(payerMask),
  ].filter((part) => part !== null)
  return (
    <span>
      <b>
        {t(direction === 'in' ? 'reading.in' : 'reading.out')}{' '}
        <Money minor={amountMinor} unit={t('baht')} />
      </b>
      {ownMask !== null && ` ${t('reading.own', { mask: shown(ownMask) })}`}
      {accountName !== null && accountName !== undefined && ` (${accountName})`}
      {payer.length > 0 &&
        ` ${t(direction === 'in' ? 'reading.from' : 'reading.to', { payer: payer.join(' ') })}`}
      {bankTime !== null && (
        <>
          {` ${t('reading.at')} `}
          <Time at={bankTime} show="exact" />
        </>
      )}
      {reading.ref !== null && ` ${t('reading.ref', { ref: reading.ref })}`}
      {balanceAfterMinor !== null && (
        <>
          {` · ${t('reading.balance')} `}
          <Money minor={balanceAfterMinor} unit={t('baht')} />
        </>
      )}
    </span>
  )
}
