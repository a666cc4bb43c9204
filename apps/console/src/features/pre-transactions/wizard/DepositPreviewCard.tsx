import { formatBaht } from '@khlang/money/amount.ts'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconLink, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { BalanceTable, LineTable } from '../../../ui/sheet/ConfirmTables.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { walletMove } from '../ledger-names.ts'
import type { DepositPreview } from './manual-deposit.ts'
import { Payer } from '../lines/LineList.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

/** What the typed deposit would do, with everything that speaks against making it. */
export function DepositPreviewCard({
  preview,
  isOld,
}: {
  preview: DepositPreview | undefined
  isOld: boolean
}) {
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  const roleName = useRoleName()
  if (preview === undefined) return <p className={blocks.quiet}>{t('previewEmpty')}</p>
  const moved = walletMove(t, preview)
  return (
    <div className={blocks.stack} data-old={isOld || undefined} aria-live="polite">
      <FittingLine preview={preview} />
      <Doubles doubles={preview.doubles} />
      {preview.overDay && (
        <Alert
          className={classes.amber ?? ''}
          icon={<IconShieldCheck size={20} aria-hidden />}
          title={t('overDay')}
        >
          {t('overDayText', {
            limit: formatBaht(preview.overDay.limitMinor),
            left: formatBaht(preview.overDay.leftMinor),
          })}
        </Alert>
      )}
      {preview.needsApproval && !preview.overDay && (
        <Alert
          className={classes.amber ?? ''}
          icon={<IconShieldCheck size={20} aria-hidden />}
          title={t('needsSecond')}
        >
          {t('needsSecondText')}{' '}
          {preview.checkers.length === 0
            ? t('pre-transactions:manual.nobodyMay')
            : t('pre-transactions:manual.whoMay', { roles: preview.checkers.map(roleName).join(', ') })}
        </Alert>
      )}
      {preview.isAlone && (
        <Alert className={classes.amber ?? ''} icon={<IconShieldCheck size={20} aria-hidden />}>
          {t('pre-transactions:manual.alone')}
        </Alert>
      )}
      <section className={`${blocks.card} ${classes.candidate}`} data-dense>
        <BalanceTable balances={moved.balances} />
        <LineTable lines={moved.lines} />
      </section>
    </div>
  )
}

/** Money that has already come: linking it is the right way, typing it again the wrong one. */
function FittingLine({ preview: { fittingLine, fittingScore } }: { preview: DepositPreview }) {
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  const go = useGo()
  const mayRead = useAllows()({ pretransactionNotMatch: ['isRead'] })
  if (fittingLine === null) return null
  return (
    <Alert
      className={classes.amber ?? ''}
      icon={<IconLink size={20} aria-hidden />}
      title={t('fitting', { score: fittingScore ?? 0 })}
    >
      <div className={classes.who}>
        <span>
          <Money minor={fittingLine.amountMinor} unit={t('pre-transactions:matching.baht')} /> ·{' '}
          <Time at={fittingLine.bankTime ?? fittingLine.receivedAt} show="exact" />
        </span>
        <Payer line={fittingLine} />
        {mayRead ? (
          <Button
            mt={8}
            size="sm"
            onClick={() => go({ to: '/pre-transaction/matching', search: { line: fittingLine.id } })}
          >
            {t('linkInstead')}
          </Button>
        ) : (
          <span>{t('pre-transactions:missing.askLinker')}</span>
        )}
      </div>
    </Alert>
  )
}

function Doubles({ doubles }: Pick<DepositPreview, 'doubles'>) {
  const { t } = useTranslation('pre-transactions-wizard')
  if (doubles.length === 0) return null
  return (
    <Alert
      className={classes.red ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('doubles')}
    >
      <ul className={classes.plainList}>
        {doubles.map((double) => (
          <li key={double.reference}>
            {double.reference} · <Money minor={double.amountMinor} /> · <Time at={double.at} show="both" />
          </li>
        ))}
      </ul>
    </Alert>
  )
}
