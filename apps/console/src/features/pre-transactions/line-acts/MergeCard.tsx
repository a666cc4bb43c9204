import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { LineWhole } from '../lines/line-shapes.ts'
import { MergeSigns } from './MergeSigns.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface MergeCardProps {
  handling: LineWhole['handling']
  onAct: (act: 'askUnmerge') => void
}

/** The line that this one ended in as its double, or those that ended in it. */
export function MergeCard({ handling: { merge, doubles, asked }, onAct }: MergeCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && asked === null
  return (
    <>
      {merge !== null && (
        <section className={blocks.card} aria-label={t('merge.card')}>
          <div className={blocks.sides}>
            <b>{t('merge.card')}</b>
            <Status
              tone={merge.reversedAt === null ? 'grey' : 'amber'}
              label={t(merge.reversedAt === null ? 'merge.ended' : 'merge.isBack')}
            />
          </div>
          <p className={blocks.quiet}>
            {[merge.maker, merge.checker].filter((name) => name !== null).join(' · ')}{' '}
            <Time at={merge.mergedAt} show="exact" />
          </p>
          <p>{merge.reason}</p>
          <MergeSigns signs={merge.signs} />
          <div className={blocks.buttons}>
            <LineLink id={merge.intoId} label={t('merge.seeStays')} />
            {merge.reversedAt === null && mayAct && (
              <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('askUnmerge')}>
                {t('askUnmerge.button')}
              </Button>
            )}
          </div>
        </section>
      )}
      {doubles.length > 0 && (
        <section className={blocks.card} aria-label={t('merge.doubles')}>
          <b>{t('merge.doubles')}</b>
          <ul className={blocks.list}>
            {doubles.map(({ id, receivedAt }) => (
              <li key={id}>
                <Time at={receivedAt} show="exact" /> <LineLink id={id} label={t('merge.seeDouble')} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const LineLink = ({ id, label }: { id: string; label: string }) => (
  <ScreenLink
    to="/pre-transaction/matching"
    search={{ tab: 'handled', line: id }}
    className={blocks.wordLink}
  >
    {label}
  </ScreenLink>
)
