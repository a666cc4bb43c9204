import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatMoney } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { ImportButton } from '../../../ui/page/HoleHelp.tsx'
import { isOfHole, type Day, type Item } from '../day-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

interface ItemListProps {
  day: Day
  onExplain: (item: Item) => void
}

/** All that differs on a day, each with who explained it how. */
export function ItemList({ day, onExplain }: ItemListProps) {
  const { t } = useTranslation('reconcile')
  const { items, state, differenceMinor, netMinor } = day
  const mayExplain =
    useAllows()({ reconcile: ['isRead', 'isUpdate'] }) && state !== 'closed' && state !== null
  const done = items.filter(({ explanation }) => explanation !== null).length
  if (items.length === 0) return null
  return (
    <section className={blocks['card']} aria-label={t('items.title')}>
      <header className={blocks['sides']}>
        <h3>{t('items.title')}</h3>
        <span className={blocks['muted']}>{t('items.progress', { done, all: items.length })}</span>
      </header>
      <ol className={classes['items']}>
        {items.map((item) => (
          <ItemCard
            key={item.key}
            item={item}
            on={day.businessOn}
            onExplain={mayExplain ? () => onExplain(item) : undefined}
          />
        ))}
      </ol>
      <p className={classes['itemSums']}>
        {t('totals.absolute')} <Money minor={differenceMinor} /> · {t('totals.net')}{' '}
        <Money minor={netMinor} signed />
      </p>
    </section>
  )
}

interface ItemCardProps {
  item: Item
  on: string
  onExplain: (() => void) | undefined
}

function ItemCard({ item, on, onExplain }: ItemCardProps) {
  const { t } = useTranslation('reconcile')
  const { kind, amountMinor, label, at, fromMinor, toMinor, count, reference, explanation, bears } = item
  const hint =
    kind === 'gap' && fromMinor !== null && toMinor !== null
      ? t('kindHints.gap', { from: formatMoney(fromMinor), to: formatMoney(toMinor) })
      : kind === 'gap'
        ? ''
        : t(`kindHints.${kind}`, { count })
  return (
    <li className={classes['item']} data-explained={explanation !== null || undefined}>
      <strong>{t(`kinds.${kind}`)}</strong>
      <span className={classes['itemAmount']}>
        <Money minor={amountMinor} signed />
      </span>
      <span className={blocks['muted']}>
        {[label, reference].filter(Boolean).join(' · ')}
        {at && (
          <>
            {' · '}
            <Time at={at} show="exact" />
          </>
        )}
      </span>
      <span className={blocks['muted']}>{t(`bears.${bears}`)}</span>
      {hint !== '' && <span className={`${classes['itemWide']} ${blocks['muted']}`}>{hint}</span>}
      {explanation && (
        <p className={classes['itemWide']}>
          <strong>{t(`reasons.${explanation.reasonCode}`)}</strong> {explanation.note}{' '}
          <span className={blocks['muted']}>
            {t('items.by', { by: explanation.by })} <Time at={explanation.at} show="short" />
          </span>
        </p>
      )}
      <span className={`${classes['itemWide']} ${blocks['buttons']}`}>
        {onExplain && (
          <Button size="sm" variant={explanation ? 'default' : 'filled'} onClick={onExplain}>
            {t(explanation ? 'items.again' : 'items.explain')}
          </Button>
        )}
        <Way item={item} on={on} />
        {isOfHole(item) && item.accountId !== null && <ImportButton accountId={item.accountId} />}
      </span>
    </li>
  )
}

/** Where the thing itself is seen. */
function Way({ item: { lineId, reference, accountId, kind, reportId }, on }: { item: Item; on: string }) {
  const { t } = useTranslation('reconcile')
  const allows = useAllows()
  const day = { from: on, to: on }
  const href =
    kind === 'payoutWithoutLine' && reference && allows({ pretransactionDepositWithdraw: ['isRead'] })
      ? hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { search: reference } })
      : accountId && allows({ paymentAuto: ['isRead'] })
        ? hrefOf({
            to: '/payment-auto/transactions/{id}',
            id: accountId,
            search: { ...day, open: lineId ?? undefined },
          })
        : reportId
          ? hrefOf({ to: '/distributor/providers', search: { tab: 'reports', report: reportId, on } })
          : null
  return (
    href && (
      <Button size="sm" variant="default" component={AppLink} href={href}>
        {t('items.goTo')}
      </Button>
    )
  )
}
