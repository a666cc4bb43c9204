import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import type { RawSearch } from '../../../lib/address/search.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { useKindWord } from './use-kind-word.ts'
import { columnsOf, useRowWord } from './use-row-word.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { sheetTones, type SheetRow } from '../day-shapes.ts'
import { StatementLine } from './StatementLine.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** One row of a sheet, written out from opening to closing, and against what the other side says. */
export function SheetCard({ row, on }: { row: SheetRow; on: string }) {
  const { t } = useTranslation('reconcile')
  const { account, status, ledger } = row
  const name = useRowWord()(row)
  return (
    <article className={blocks['card']} data-dense aria-label={account?.label ?? name}>
      <header className={blocks['sides']}>
        {account ? <BankTag code={account.bank}>{account.label}</BankTag> : <h4>{name}</h4>}
        <Status tone={sheetTones[status]} label={t(`statuses.${status}`)} />
      </header>
      {account && <p className={blocks['quiet']}>{account.accountNoMasked}</p>}
      <Statement row={row} />
      {ledger && <LedgerPart row={row} />}
      <Ways row={row} on={on} />
    </article>
  )
}

/** Opening, what moved, closing; what the other side says; the difference. */
function Statement({ row }: { row: SheetRow }) {
  const { t } = useTranslation('reconcile')
  const kindWord = useKindWord()
  const words = columnsOf(row)
  const { openingMinor, steps, oursMinor, theirsMinor, differenceMinor, account } = row
  if (account !== null && oursMinor === null) return <p className={blocks['note']}>{t('row.hidden')}</p>
  return (
    <dl className={classes['statement']}>
      {openingMinor !== null && <StatementLine name={t(words.opening)} minor={openingMinor} />}
      {steps
        .filter(({ amountMinor, count }) => amountMinor !== 0 || (count ?? 0) > 0)
        .map(({ code, count, amountMinor }) => (
          <StatementLine
            key={code}
            name={kindWord(code)}
            note={count === null || count === 0 ? undefined : formatCount(count)}
            minor={amountMinor}
            isSigned
          />
        ))}
      <StatementLine name={t(words.ours)} minor={oursMinor} isSum />
      {theirsMinor !== null && (
        <>
          <StatementLine name={t(words.theirs)} minor={theirsMinor} />
          <StatementLine
            name={t('columns.difference')}
            minor={differenceMinor}
            isSum
            isSigned
            isWrong={differenceMinor !== 0}
          />
        </>
      )}
    </dl>
  )
}

/** What the ledger holds of the account, and why it is not what the bank says. */
function LedgerPart({ row: { ledger, unidentified, toldAt } }: { row: SheetRow }) {
  const { t } = useTranslation('reconcile')
  if (ledger === null) return null
  const { closingMinor, differenceMinor, carriedMinor, otherDayMinor } = ledger
  return (
    <dl className={classes['statement']}>
      {closingMinor !== null && <StatementLine name={t('row.ledger')} minor={closingMinor} isSum />}
      {(differenceMinor ?? 0) !== 0 && (
        <StatementLine name={t('row.ledgerDifference')} minor={differenceMinor} isSigned />
      )}
      {(carriedMinor ?? 0) !== 0 && <StatementLine name={t('row.carried')} minor={carriedMinor} isSigned />}
      {otherDayMinor !== 0 && <StatementLine name={t('row.otherDay')} minor={otherDayMinor} isSigned />}
      {unidentified && unidentified.count > 0 && (
        <StatementLine
          name={t('row.unidentified')}
          note={formatCount(unidentified.count)}
          minor={unidentified.amountMinor}
        />
      )}
      {toldAt && (
        <div>
          <dt>{t('row.told')}</dt>
          <dd>
            <Time at={toldAt} show="short" />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Where the figures are shown line by line. */
function Ways({ row, on }: { row: SheetRow; on: string }) {
  const { t } = useTranslation('reconcile')
  const allows = useAllows()
  const ways = waysOf(row, on).filter(({ needs }) => needs === null || allows(needs))
  if (ways.length === 0) return null
  return (
    <p className={`${blocks['note']} ${classes['ways']}`}>
      {ways.map(({ name, href }) => (
        <AppLink key={name} className={blocks['wordLink']} href={href}>
          {t(`row.${name}`)}
        </AppLink>
      ))}
    </p>
  )
}

/** Of an account its lines, of wallets their entries, of what was played its bets and the report. Pure. */
function waysOf({ account, key, providerId, reportId, kept }: SheetRow, on: string) {
  const day = { from: on, to: on }
  if (account)
    return [
      {
        name: 'lines',
        needs: { paymentAuto: ['isRead'] },
        href: hrefOf({ to: '/payment-auto/transactions/{id}', id: account.id, search: day }),
      },
    ] as const
  if (key.startsWith('wallet'))
    return [
      {
        name: 'entries',
        needs: { creditTransaction: ['isRead'] },
        href: hrefOf({ to: '/credit-transaction', search: day }),
      },
    ] as const
  if (providerId === undefined) return []
  const bets = {
    name: 'bets',
    needs: { betReport: ['isRead'] },
    href: hrefOf({ to: '/bet-report', search: { providerId, settledFrom: on, settledTo: on } }),
  } as const
  const at = (search: RawSearch) => hrefOf({ to: '/distributor/providers', search })
  const report = reportId
    ? ({ name: 'report', needs: null, href: at({ tab: 'reports', report: reportId, on }) } as const)
    : ({
        name: 'bringReport',
        needs: { reconcile: ['isUpdate'] },
        href: at({ tab: 'import', provider: providerId }),
      } as const)
  if (kept === undefined) return [bets, report]
  const { id, isComparing, isOfDay } = kept
  const name = isComparing ? 'keptComparing' : isOfDay ? 'kept' : 'keptUndated'
  return [bets, { name, needs: null, href: at({ tab: 'reports', report: id }) } as const, report]
}
