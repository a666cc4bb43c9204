import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { OwnAccount, QueueRow } from './queue-shapes.ts'
import { ClaimBadge, CreditCell, KindTag, MemberCell, SlaCell } from './RowCells.tsx'
import classes from './Queue.module.css'

/** All that a row says, as name and value. */
export function RowFacts({ row, accounts }: { row: QueueRow; accounts: readonly OwnAccount[] }) {
  const { t } = useTranslation('pre-transactions')
  const account = accounts.find((each) => each.id === row.accountId)
  const label = (column: string): string => t(`queue.columns.${column}`)
  const checks = row.checksFailed.map((code) => t(`checks.${code}.name`, { defaultValue: code }))
  return (
    <KeyValue
      facts={[
        { label: label('reference'), value: <CopyText value={row.reference} /> },
        { label: label('kind'), value: <KindTag kind={row.kind} /> },
        { label: label('amount'), value: <Money minor={row.amountMinor} /> },
        { label: label('member'), value: <MemberCell member={row.member} /> },
        {
          label: label('memberAccount'),
          value:
            row.memberBank === null ? (
              row.memberAccountMasked?.replaceAll('?', 'x')
            ) : (
              <BankTag code={row.memberBank}>{row.memberAccountMasked?.replaceAll('?', 'x')}</BankTag>
            ),
        },
        {
          label: label('account'),
          value: account && <BankTag code={account.bank}>{account.label}</BankTag>,
        },
        { label: label('at'), value: <Time at={row.at} show="both" /> },
        { label: label('bankTime'), value: <Time at={row.bankTime} show="exact" /> },
        { label: label('credit'), value: <CreditCell row={row} /> },
        { label: label('age'), value: <SlaCell row={row} /> },
        { label: label('source'), value: t(`queue.source.${row.source}`) },
        { label: label('handler'), value: row.handler },
        ...(row.claimedBy === null
          ? []
          : [{ label: t('request.claim'), value: <ClaimBadge row={row} ownUntilMs={null} /> }]),
        ...(row.band === null ? [] : [{ label: t('request.band'), value: t(`request.bands.${row.band}`) }]),
        ...(checks.length === 0 ? [] : [{ label: t('request.notGreen'), value: checks.join(', ') }]),
        ...(row.reasonCode === null
          ? []
          : [
              {
                label: t('request.reason'),
                value: t(`reasons.${row.reasonCode}`, { defaultValue: row.reasonCode }),
              },
            ]),
        { label: label('remarkMember'), value: row.remarkMember },
        { label: label('remarkStaff'), value: row.remarkStaff },
      ]}
    />
  )
}

/** Ways on from a row: its statement line, the ledger entries behind it, everything of the member. */
export function RowLinks({ row }: { row: QueueRow }) {
  const { t } = useTranslation('pre-transactions')
  const allowed = useAllows()
  const line = { tab: row.kind === 'deposit' && row.state === 'credited' ? 'handled' : 'open' }
  return (
    <ul className={classes['links']}>
      {allowed({ pretransactionNotMatch: ['isRead'] }) && (
        <li>
          <ScreenLink
            to="/pre-transaction/matching"
            search={{ ...line, search: row.reference }}
            className={classes['link']}
          >
            {t('queue.toLine')}
          </ScreenLink>
        </li>
      )}
      {allowed({ creditTransaction: ['isRead'] }) && (
        <li>
          <ScreenLink
            to="/credit-transaction"
            search={{ reference: row.reference }}
            className={classes['link']}
          >
            {t('queue.toJournal')}
          </ScreenLink>
        </li>
      )}
      <li>
        <ScreenLink
          to="/pre-transaction/deposit-withdraw"
          search={{ memberId: row.member.id }}
          className={classes['link']}
        >
          {t('queue.allOfMember', { name: row.member.username })}
        </ScreenLink>
      </li>
    </ul>
  )
}
