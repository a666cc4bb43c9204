import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useFatesLive } from '../../lib/call/use-fates-live.ts'
import { useTakeBack } from '../../lib/person/taking-back.ts'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { entryLabelKey } from '../../lib/words/transfer-kinds.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { referenceLink } from './credit-cells.tsx'
import type { Journal } from './credit-shapes.ts'
import { useAccountNames } from './use-account-names.ts'
import blocks from '../../ui/Blocks.module.css'

/** What became of withdrawals comes up by itself; taking the credit back, for who may ask for it. */
function useFate(_: string, journal: Journal | undefined) {
  const takeBack = useTakeBack()
  useFatesLive(journal ? [journal] : [], ['creditTransactions', 'journal'])
  return journal ? takeBack(journal.sourceId, journal.takeBack) : null
}

/** The whole posting behind one row: every debit and credit, in words. */
export const JournalPanel = recordPanel({
  call: 'creditTransactions.journal',
  area: 'credit-transactions',
  heading: 'journal.title',
  title: (journal, { t }) => t(entryLabelKey(journal)),
  aside: ({ reversedBy }, { t }) => reversedBy && <Status tone="red" label={t('reversed')} />,
  useHand: useFate,
  acts: (_, { t, hand: run }) =>
    run ? [{ label: t('takeBack'), run, isQuiet: true, isOnline: true }] : [],
  body: (journal, { t, allows, panel: { onShow } }) => (
    <>
      <Facts of={{ ...journal, onShow, mayBets: allows({ betReport: ['isRead'] }) }} />
      <Lines rows={journal.lines} />
      <p className={blocks['note']}>{t('journal.explain')}</p>
    </>
  ),
})

const Facts = factsPart<Journal & { onShow: (id: string) => void; mayBets: boolean }>({
  area: 'credit-transactions',
  facts: (fact) => [
    fact.exact('at'),
    fact.day('businessOn'),
    fact.day('valueOn'),
    fact.cell(
      'source',
      (row, words) => <CopyText value={row.reference ?? ''}>{referenceLink(row, words)}</CopyText>,
      { label: 'journal.source', isTold: ({ reference }) => reference !== null },
    ),
    fact.cell(
      'bet',
      ({ sourceId }, { t }) => (
        <AppLink
          className={blocks['wordLink']}
          href={hrefOf({ to: '/bet-report', search: { open: sourceId } })}
        >
          {t('journal.showBet')}
        </AppLink>
      ),
      { label: 'journal.bet', isTold: ({ sourceId, mayBets }) => mayBets && sourceId.startsWith('bet_') },
    ),
    ...(['reversedBy', 'reverses'] as const).map((way) =>
      fact.cell(way, (row, { t }) => otherEntry(t('journal.showOther'), row[way], row.onShow), {
        label: `journal.${way}`,
        isTold: (row) => row[way] !== null,
      }),
    ),
    fact.copy('postingId', { label: 'journal.posting', as: 'journal.copyId' }),
  ],
})

const otherEntry = (label: string, id: string | null, onShow: (id: string) => void) =>
  id && (
    <Anchor component="button" type="button" onClick={() => onShow(id)}>
      {label}
    </Anchor>
  )

const Lines = tablePart<Journal['lines'][number]>({
  area: 'credit-transactions',
  title: 'journal.lines',
  rowKey: (line) => line.transferId,
  columns: (fact) => [
    fact.cell('debit', (line) => <Side code={line.debit} after={line.debitAfterMinor} />, {
      label: 'journal.debit',
    }),
    fact.cell('credit', (line) => <Side code={line.credit} after={line.creditAfterMinor} />, {
      label: 'journal.credit',
    }),
    fact.money('amount', 'amountMinor'),
  ],
})

/** An account by its name, and what it held afterwards where that is anybody's to know. */
function Side({ code, after }: { code: string; after: number | null }) {
  const { t } = useTranslation('credit-transactions')
  const { name, owner } = useAccountNames()(code)
  return (
    <>
      <span>{name}</span>
      {owner && <span className={blocks['small']}>{owner}</span>}
      {after !== null && (
        <span className={blocks['small']}>
          {t('journal.after')} <Money minor={after} />
        </span>
      )}
    </>
  )
}
