import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BankTag } from '../../ui/BankTag.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { MemberStateMark } from './MemberStateMark.tsx'
import type { MemberHandle, MemberRow } from './member-shapes.ts'
import type { MemberAct } from './MemberSheets.tsx'
import classes from './Members.module.css'

function Account({ row }: { row: MemberRow }) {
  if (row.bank === null) return <>–</>
  return (
    <span className={classes['account']}>
      <BankTag code={row.bank}>{row.accountNoMasked}</BankTag>
      {row.waitingChange && <WaitingMark whose={row.waitingChange} />}
    </span>
  )
}

/** A change of the account waits: for the reader, or for somebody else. */
function WaitingMark({ whose }: { whose: NonNullable<MemberRow['waitingChange']> }) {
  const { t } = useTranslation('members')
  return (
    <Status
      tone={whose === 'toSettle' ? 'amber' : 'grey'}
      label={t('waitingShort')}
      title={t(`waitingChange.${whose}`)}
    />
  )
}

/** Level and tags together: few members have either. */
export function LevelAndTags({ level, tags }: Pick<MemberRow, 'level' | 'tags'>) {
  const { t } = useTranslation('members')
  if (level === 0 && tags.length === 0) return <span className={classes['muted']}>–</span>
  return (
    <span className={classes['tags']}>
      {level > 0 && <Badge variant="light">{t('levelShort', { level })}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          {tag}
        </Badge>
      ))}
    </span>
  )
}

type T = ReturnType<typeof useTranslation<'members'>>['t']

const moneyColumn = (
  t: T,
  id: 'balance' | 'deposit' | 'withdrawal',
  key: 'balanceMinor' | 'depositMinor' | 'withdrawalMinor',
): Column<MemberRow> => ({
  id,
  header: t(`field.${id}`),
  align: 'end',
  width: 118,
  isSortable: true,
  cell: (row) => <Money minor={row[key]} />,
})

/** When something happened last. */
const lastColumn = (t: T, id: 'lastDepositAt' | 'lastLoginAt'): Column<MemberRow> => ({
  id,
  header: t(`field.${id}`),
  width: 142,
  cell: (row) => <Time at={row[id]} />,
})

/**
 * Columns of the list, domain §4.3 as far as the contract has them. `onAct` opens a sheet for one
 * member.
 */
export function useMemberColumns(
  onAct: (act: MemberAct, member: MemberHandle) => void,
): readonly Column<MemberRow>[] {
  const { t } = useTranslation('members')
  return useMemo((): readonly Column<MemberRow>[] => {
    return [
      {
        id: 'username',
        header: t('field.username'),
        width: 112,
        isFixed: true,
        isSortable: true,
        card: 'title',
        cell: (row) => row.username,
      },
      {
        id: 'acts',
        header: t('field.acts'),
        width: 76,
        align: 'center',
        isFixed: true,
        card: 'aside',
        cell: (row) => <MemberMenu member={row} onAct={onAct} />,
      },
      { id: 'name', header: t('field.name'), width: 138, cell: (row) => row.name },
      {
        id: 'state',
        header: t('field.state'),
        width: 140,
        card: 'aside',
        cell: (row) => <MemberStateMark state={row.state} />,
      },
      { id: 'phone', header: t('field.phone'), width: 112, cell: (row) => row.phoneMasked },
      { id: 'account', header: t('field.account'), width: 190, cell: (row) => <Account row={row} /> },
      moneyColumn(t, 'balance', 'balanceMinor'),
      moneyColumn(t, 'deposit', 'depositMinor'),
      moneyColumn(t, 'withdrawal', 'withdrawalMinor'),
      {
        id: 'net',
        header: t('field.net'),
        align: 'end',
        width: 130,
        isSortable: true,
        cell: (row) => <Money minor={row.netMinor} colour signed />,
      },
      { ...lastColumn(t, 'lastDepositAt'), isSortable: true },
      lastColumn(t, 'lastLoginAt'),
      {
        id: 'level',
        header: t('field.levelAndTags'),
        width: 150,
        cell: (row) => <LevelAndTags level={row.level} tags={row.tags} />,
      },
      {
        id: 'createdAt',
        header: t('field.createdAt'),
        width: 170,
        isSortable: true,
        cell: (row) => <Time at={row.createdAt} show="exact" />,
      },
    ]
  }, [t, onAct])
}
