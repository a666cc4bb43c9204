import { boardPeriods, type boardParts } from '@khlang/contract/values/play-values.ts'
import { useMemo } from 'react'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { idOf, oneOf } from '../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { Asked } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { useWords } from '../../lib/list/use-words.ts'
import { formatCount, formatMoney } from '../../lib/words/formats.ts'
import { Chart } from '../../ui/figures/Chart.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { BoardCard, cardName, type BoardAnswer } from './BoardCard.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { ProviderCallsPanel } from './ProviderCallsPanel.tsx'
import blocks from '../../ui/Blocks.module.css'
import cards from '../../ui/Cards.module.css'

const parse = (raw: RawSearch) => ({
  period: oneOf(raw['period'], boardPeriods) ?? 'today',
  open: idOf(raw['open'], 'gpr'),
})

interface BoardProps {
  by: (typeof boardParts)[number]
}

/** How it goes with each provider or type of game: what was played, what runs, what lost most. */
export function Board({ by }: BoardProps) {
  const { t } = useWords('reports')
  const [{ period, open }, change] = useScreenSearch(parse)
  const query = useQueryCall(
    'reports.board',
    { by, period },
    { keepsPrevious: true, refetchEveryMs: 15_000 },
  )
  return (
    <Page title={t(`board.${by}.title`)} description={t(`board.${by}.lead`)}>
      <Tabs
        label={t('field.period')}
        tabs={boardPeriods.map((value) => ({ value, label: t(`board.periods.${value}`) }))}
        value={period}
        onChange={(value) => change({ period: oneOf(value, boardPeriods) ?? 'today' })}
      >
        <div className={blocks['stack']}>
          <PeriodLine period={query.data} />
          <Asked query={query}>{(board) => <Cards board={board} shown={period} />}</Asked>
        </div>
      </Tabs>
      {by === 'provider' && open !== undefined && (
        <ProviderCallsPanel
          id={open}
          row={undefined}
          period={period}
          onClose={() => change({ open: undefined })}
          onPrevious={undefined}
          onNext={undefined}
        />
      )}
    </Page>
  )
}

const axis = (minor: number): string => formatCount(Math.round(minor / 100))

interface CardsProps {
  board: BoardAnswer
  shown: (typeof boardPeriods)[number]
}

function Cards({ board, shown }: CardsProps) {
  const words = useWords('reports')
  const { t } = words
  const points = useMemo(
    () =>
      board.records
        .filter(({ stakeMinor }) => stakeMinor > 0)
        .map((card) => ({ name: cardName(card, words), values: { stake: card.stakeMinor } })),
    [board, words],
  )
  if (board.records.length === 0) return <EmptyState title={t('board.empty')} hint={t('board.emptyHint')} />
  return (
    <>
      {points.length > 1 && (
        <Chart
          title={t('board.share')}
          kind="bar"
          points={points}
          series={[{ key: 'stake', label: t('field.stake'), tone: 'blue' }]}
          nameLabel={t('field.part')}
          format={formatMoney}
          formatAxis={axis}
          height={180}
        />
      )}
      <ul className={cards['cards']}>
        {board.records.map((card) => (
          <li key={card.id}>
            <BoardCard
              card={card}
              period={board}
              callsHref={(open) =>
                hrefOf({ to: '/website/game-providers', search: { period: shown, open } })
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
