import { catalogueStates, gameTags } from '@khlang/contract/values/play-values.ts'
import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { Button } from '@mantine/core'
import { IconArrowsSort, IconFileImport, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { idOf } from '../../../lib/address/search-values.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { listScreen } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Faced } from '../../../lib/record/Face.tsx'
import { formatBps } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { stateMark } from '../catalogue-shapes.tsx'
import { BulkActs } from './BulkActs.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { TagMarks } from './TagMarks.tsx'
import blocks from '../../../ui/Blocks.module.css'

const GameOrder = lazy(() => loadChunk('gameOrder', () => import('./GameOrder.tsx')))
const ImportGames = lazy(() => loadChunk('importGames', () => import('./ImportGames.tsx')))
const update = { gameManagement: ['isUpdate'] } as const

type State = ListState<'gameCatalogue.games'>

/** `/website/game`: the games of all providers in the order in which they are shown. */
export default listScreen({
  call: 'gameCatalogue.games',
  area: 'game-catalogue',
  texts: 'games',
  paging: 'numbered',
  listId: 'games',
  name: (row, { reading }) => (reading.language === 'th' ? row.nameTh : row.nameEn),
  query: { live: 'game' },
  opens: {
    href: ({ id }) => hrefOf({ to: '/website/game/update', search: { id } }),
    requires: update,
  },
  card: ['provider', 'type', 'tags'],
  Acts: GameActs,
  Above: ProviderChoice,
  useTable: useBulk,
  filters: (filter) => [
    filter.text('search', { hint: 'games.searchHint' }),
    filter.one('type', gameTypes, { names: 'types' }),
    filter.one('state', catalogueStates, { names: 'states' }),
    filter.one('tag', gameTags, { names: 'tags' }),
    filter.own({ read: { providerId: (raw) => idOf(raw, 'gpr') } }),
  ],
  columns: (column) => [
    column.cell(
      'name',
      216,
      (row, { reading }) => (
        <Faced
          of="gameCatalogue.image"
          id={row.hasImage ? row.id : null}
          name={reading.language === 'th' ? row.nameTh : row.nameEn}
        />
      ),
      { isFixed: true, card: 'title' },
    ),
    column.cell('provider', 150, (row, { reading }) => row.provider.name[reading.language]),
    column.cell('type', 110, (row, { t }) => t(`types.${row.type}`)),
    column.cell(
      'state',
      180,
      (row, words) => (
        <span className={blocks['marks']}>
          {stateMark(row.state, words)}
          {row.state === 'active' && row.provider.stateNow !== 'active' && (
            <span className={blocks['quiet']}>{words.t(`providerIs.${row.provider.stateNow}`)}</span>
          )}
        </span>
      ),
      { card: 'aside' },
    ),
    column.cell('tags', 170, ({ tags }) => (tags.length === 0 ? '–' : <TagMarks tags={tags} />)),
    column.cell('rtp', 90, (row) => (row.rtpBps === null ? '–' : formatBps(row.rtpBps)), { align: 'end' }),
    column.cell('volatility', 110, (row, { t }) =>
      row.volatility === null ? '–' : t(`volatilities.${row.volatility}`),
    ),
    column.cell('contribution', 110, (row) => formatBps(row.contributionBps), { align: 'end' }),
    column.text('code', 140),
    column.cell('blockedLevels', 120, (row) => row.blockedLevels.join(', ') || '–', { isHidden: true }),
  ],
})

/** Ticked games are set together; the ticks stay until what became of each is read. */
function useBulk({ rows }: State) {
  const mayChange = useAllows()(update)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const bulk = useCallback(
    (ids: readonly string[]) => (
      <BulkActs games={rows.filter(({ id }) => ids.includes(id))} onDone={() => setTicked([])} />
    ),
    [rows],
  )
  return useMemo(
    () => (mayChange ? { selected: ticked, onSelected: setTicked, bulk } : {}),
    [mayChange, ticked, bulk],
  )
}

function GameActs({ search }: State) {
  const { t } = useTranslation('game-catalogue')
  const mayChange = useAllows()(update)
  const [isOrdering, setOrdering] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const providerId = typeof search['providerId'] === 'string' ? search['providerId'] : null
  if (!mayChange) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={18} aria-hidden />}
        disabled={providerId === null}
        title={providerId === null ? t('order.chooseProvider') : undefined}
        onClick={() => setOrdering(true)}
      >
        {t('order.button')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        {t('import.button')}
      </Button>
      <Button
        component={AppLink}
        leftSection={<IconPlus size={18} aria-hidden />}
        href={hrefOf({
          to: '/website/game/update',
          search: { id: 'new', ...(providerId === null ? {} : { providerId }) },
        })}
      >
        {t('games.add')}
      </Button>
      <Suspense>
        {isOrdering && providerId !== null && (
          <GameOrder providerId={providerId} onClose={() => setOrdering(false)} />
        )}
        {isImporting && <ImportGames providerId={providerId} onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  )
}
