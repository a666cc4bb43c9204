import { formatBaht } from '@khlang/money/amount.ts'
import { Button } from '@mantine/core'
import { IconLink, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useWhoMay } from '../line-actions/WhoMayAgree.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { BalanceTable, LineTable } from '../../../ui/sheet/ConfirmTables.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { walletMove } from '../ledger-names.ts'
import type { DepositPreview } from './manual-deposit.ts'
import { Payer } from '../lines/LineList.tsx'
import { Warning } from '../lines/Warning.tsx'
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
  const whoMay = useWhoMay()
  if (preview === undefined) return <p className={blocks.quiet}>{t('previewEmpty')}</p>
  const moved = walletMove(t, preview)
  return (
    <div className={blocks.stack} data-old={isOld || undefined} aria-live="polite">
      <FittingLine preview={preview} />
      <Doubles doubles={preview.doubles} />
      {preview.overDay && (
        <Warning icon={IconShieldCheck} title={t('overDay')}>
          {t('overDayText', {
            limit: formatBaht(preview.overDay.limitMinor),
            left: formatBaht(preview.overDay.leftMinor),
          })}
        </Warning>
      )}
      {preview.needsApproval && !preview.overDay && (
        <Warning icon={IconShieldCheck} title={t('needsSecond')}>
          {t('needsSecondText')} {whoMay(preview.checkers)}
        </Warning>
      )}
      {preview.isAlone && <Warning icon={IconShieldCheck}>{t('pre-transactions:manual.alone')}</Warning>}
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
    <Warning icon={IconLink} title={t('fitting', { score: fittingScore ?? 0 })}>
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
    </Warning>
  )
}

function Doubles({ doubles }: Pick<DepositPreview, 'doubles'>) {
  const { t } = useTranslation('pre-transactions-wizard')
  if (doubles.length === 0) return null
  return (
    <Warning tone="red" title={t('doubles')}>
      <ul className={classes.plainList}>
        {doubles.map((double) => (
          <li key={double.reference}>
            {double.reference} · <Money minor={double.amountMinor} /> · <Time at={double.at} show="both" />
          </li>
        ))}
      </ul>
    </Warning>
  )
}
