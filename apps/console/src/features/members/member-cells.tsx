import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import type { MemberRow } from './member-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Members.module.css'

/** The bank account, and whether a change of it waits. */
export function Account({ row }: { row: MemberRow }) {
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
  if (level === 0 && tags.length === 0) return <span className={blocks['muted']}>–</span>
  return (
    <span className={blocks['marks']}>
      {level > 0 && <Badge variant="light">{t('levelShort', { level })}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          {tag}
        </Badge>
      ))}
    </span>
  )
}
