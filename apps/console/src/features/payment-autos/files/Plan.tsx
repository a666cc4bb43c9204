import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { StatCard } from '../../../ui/figures/StatCard.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import type { FilePlan } from './file-shapes.ts'
import { PlanLists } from './PlanLists.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Files.module.css'

/** What importing a file would do, before anything is done. */
export function Plan({ plan }: { plan: FilePlan }) {
  const { t } = useTranslation('statement-files')
  const { fault, takesTwo, opensHole, statedAccount, beforeOpening, skipped } = plan
  return (
    <>
      {fault !== null && (
        <p className={blocks['warn']} data-tone="red" role="alert">
          {t(`faults.${fault}`, { account: statedAccount ?? '' })}
        </p>
      )}
      {fault === null && (
        <p className={blocks['warn']} data-tone="blue">
          {t(takesTwo ? 'plan.takesTwo' : 'plan.nothingNew')} {opensHole && t('plan.opensHole')}
        </p>
      )}
      <Figures plan={plan} />
      <p className={blocks['quiet']}>
        {t(statedAccount === null ? 'plan.noAccount' : 'plan.account', { account: statedAccount ?? '' })}
        {beforeOpening > 0 && ` · ${t('plan.beforeOpening', { count: beforeOpening })}`}
        {skipped > 0 && ` · ${t('plan.skipped', { count: skipped })}`}
      </p>
      <PlanLists plan={plan} />
    </>
  )
}

function Figures({ plan }: { plan: FilePlan }) {
  const { t } = useTranslation('statement-files')
  const { fromAt, toAt, openingMinor, closingMinor, gaps, closesHole, newIn, newOut } = plan
  const rows = (count: number) => t('plan.rows', { count })
  const closed = gaps.filter(({ leftParts }) => leftParts === 0).length + (closesHole ? 1 : 0)
  return (
    <div className={classes['cards']}>
      {fromAt !== null && toAt !== null && (
        <StatCard
          label={t('plan.period')}
          value={<DateOn on={bangkokDateOn(fromAt)} />}
          note={<DateOn on={bangkokDateOn(toAt)} />}
        />
      )}
      {openingMinor !== null && closingMinor !== null && (
        <StatCard
          label={t('plan.balance')}
          value={<Money minor={closingMinor} />}
          note={
            <>
              {t('plan.opening')} <Money minor={openingMinor} />
            </>
          }
        />
      )}
      <StatCard
        label={t('plan.newIn')}
        value={<Money minor={newIn.amountMinor} />}
        note={rows(newIn.count)}
      />
      <StatCard
        label={t('plan.newOut')}
        value={<Money minor={newOut.amountMinor} />}
        note={rows(newOut.count)}
      />
      <StatCard label={t('plan.known')} value={plan.knownCount} note={t('plan.knownHint')} />
      <StatCard label={t('plan.healed')} value={plan.healedCount} note={t('plan.healedHint')} />
      <StatCard
        label={t('plan.gaps')}
        value={closed}
        note={t('plan.gapsHint')}
        tone={closed > 0 ? 'green' : undefined}
      />
      <StatCard
        label={t('plan.errors')}
        value={plan.errorCount}
        tone={plan.errorCount > 0 ? 'red' : undefined}
        note={t('plan.errorsHint')}
      />
    </div>
  )
}
