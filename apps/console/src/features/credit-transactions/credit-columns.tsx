import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { entryLabelKey } from '../../lib/transfer-kinds.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { DateOn, Time } from '../../ui/Time.tsx'
import type { CreditRow } from './credit-shapes.ts'
import classes from './Credit.module.css'

/** Cells of the member and the reference: links where the person may follow them. */
function linkCells(allowed: ReturnType<typeof useAllows>) {
  const mayOpen = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const mayQueue = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const member = ({ member: { id, username } }: CreditRow) =>
    mayOpen ? (
      <AppLink className={classes['link']} href={hrefOf({ to: '/member/member-detail/{id}', id })}>
        {username}
      </AppLink>
    ) : (
      username
    )
  const reference = ({ reference: text }: CreditRow) => {
    if (text === null) return '–'
    if (!mayQueue || !/^[DW]\d{4}-/.test(text)) return text
    return (
      <AppLink
        className={classes['link']}
        href={hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { search: text } })}
      >
        {text}
      </AppLink>
    )
  }
  return { member, reference }
}

/**
 * Columns of the statement, domain §4.15. References and members are links where the person may follow
 * them.
 */
export function useCreditColumns(): readonly Column<CreditRow>[] {
  const { t } = useTranslation('credit-transactions')
  const allowed = useAllows()
  return useMemo((): readonly Column<CreditRow>[] => {
    const { member, reference } = linkCells(allowed)
    const by = (row: CreditRow) => (row.by === null || row.by === 'auto' ? t('bySystem') : row.by)
    return [
      {
        id: 'at',
        header: t('field.at'),
        width: 154,
        isFixed: true,
        cell: (row) => <Time at={row.at} show="exact" businessOn={row.businessOn} />,
      },
      {
        id: 'kind',
        header: t('field.kind'),
        width: 150,
        card: 'title',
        cell: (row) => (
          <>
            {t(entryLabelKey(row))} {row.reversedBy !== null && <Status tone="red" label={t('reversed')} />}
          </>
        ),
      },
      { id: 'member', header: t('field.member'), width: 86, cell: member },
      { id: 'name', header: t('field.name'), width: 136, cell: (row) => row.member.name },
      {
        id: 'amount',
        header: t('field.amount'),
        align: 'end',
        width: 104,
        card: 'aside',
        cell: (row) => <Money minor={row.amountMinor} colour signed />,
      },
      {
        id: 'before',
        header: t('field.before'),
        align: 'end',
        width: 104,
        cell: (row) => <Money minor={row.beforeMinor} />,
      },
      {
        id: 'after',
        header: t('field.after'),
        align: 'end',
        width: 104,
        cell: (row) => <Money minor={row.afterMinor} />,
      },
      { id: 'reference', header: t('field.reference'), width: 118, cell: reference },
      { id: 'by', header: t('field.by'), width: 84, cell: by },
      { id: 'remark', header: t('field.remark'), width: 98, cell: (row) => row.remark ?? '–' },
      {
        id: 'businessOn',
        header: t('field.businessOn'),
        width: 120,
        isHidden: true,
        cell: (row) => <DateOn on={row.businessOn} />,
      },
      {
        id: 'valueOn',
        header: t('field.valueOn'),
        width: 120,
        isHidden: true,
        cell: (row) => <DateOn on={row.valueOn} />,
      },
    ]
  }, [t, allowed])
}
